import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createPrinterThreads } from '../../../src-main/printer/printer-threads.ts';
import { addressOf } from '../../../src-main/printer/target.ts';
import { createVirtualPrinter } from '../../../src-main/simulator/virtual-printer.ts';
import { systemClock } from '../../../src-main/system-ports.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { openTill, printJob } from '../../fakes/till-port.ts';

function openThreads() {
  const workers: Worker[] = [];
  const seen = (worker: Worker): void => void workers.push(worker);
  process.on('worker', seen);
  const clock = createManualClock();
  const log = createKeptLog();
  const addresses: string[] = [];
  let ends = 0;
  const threads = createPrinterThreads({
    clock,
    log,
    heard: (message) => message.kind === 'opened' && addresses.push(message.address),
    ended: () => {
      ends += 1;
    },
  });
  onTestFinished(async () => {
    process.off('worker', seen);
    await threads.stop();
  });
  return { threads, clock, log, workers, addresses, ends: () => ends };
}

const bytes = (text: string) => ({
  bytes: Uint8Array.from(Buffer.from(text)),
  prelude: new Uint8Array(),
  end: 'cut' as const,
  exceeded: null,
  arrivedAt: 0,
});
const how = { codePage: 'cp858' };

test('a relay thread that ends breaks its connections and is started again', async () => {
  const printer = createVirtualPrinter(systemClock);
  onTestFinished(printer.stop);
  const target = addressOf(await printer.start());
  if (target === null) throw new Error('no address');
  const { threads, clock, log, workers, addresses, ends } = openThreads();
  threads.set({ listen: { host: '127.0.0.1', port: 0 }, target, allowed: [] });
  await expect.poll(() => addresses.length).toBe(1);
  const till = await openTill(addresses[0] ?? '');
  till.socket.on('end', () => till.socket.end());
  till.socket.write('half a job');
  await expect.poll(() => printer.jobs()[0]?.bytes.toString()).toBe('half a job');
  await workers.at(-1)?.terminate();
  await till.ended;
  await clock.untilTimerIn(1_000);
  clock.advance(1_000);
  await expect.poll(() => addresses.length).toBe(2);
  expect(ends()).toBe(1);
  expect(log.lines).toMatchObject([{ event: 'printer-thread-restarted', fields: { name: 'relay' } }]);
  expect((await printJob(addresses[1] ?? '', 'a whole job')).ended).toBe('closed');
  expect(printer.jobs().map((job) => job.bytes.toString())).toEqual(['half a job', 'a whole job']);
});

test('a reader that does not answer within five seconds is stopped, and the next print is read by a new one', async () => {
  const { threads, clock, ends } = openThreads();
  const first = threads.read(bytes('Kaffee 2,50\n'), how);
  await clock.untilTimerIn(5_000);
  // The thread has not started yet.
  clock.advance(5_000);
  expect(await first).toBeNull();
  expect(ends()).toBe(1);
  expect(await threads.read(bytes('Kaffee 2,50\n'), how)).toMatchObject({ text: 'Kaffee 2,50\n' });
});

test.skipIf(systemLacks('pipes'))(
  'no thread starts without a port, and a device that does not answer does not hold the stop',
  async () => {
    const { threads, clock, workers, addresses } = openThreads();
    threads.set(null);
    expect(workers).toEqual([]);
    const path = join(tempFolder(), 'printer');
    execFileSync('mkfifo', [path]);
    threads.set({ listen: { host: '127.0.0.1', port: 0 }, target: { path }, allowed: [] });
    await expect.poll(() => addresses.length).toBe(1);
    expect(workers.length).toBe(2);
    const till = await openTill(addresses[0] ?? '');
    // The thread resets it after three seconds, and its open call still waits.
    await till.ended;
    const stopping = threads.stop();
    for (const _ of ['asked to stop', 'ended']) {
      await clock.untilTimerIn(2_000);
      clock.advance(2_000);
    }
    await stopping;
    // Lets the open call of the thread end.
    await (await open(path)).close();
  },
);

test('a reader thread that ends costs one print', async () => {
  const { threads, workers, ends } = openThreads();
  const first = threads.read(bytes('Kaffee 2,50\n'), how);
  await expect.poll(() => workers.length).toBe(1);
  await workers[0]?.terminate();
  expect(await first).toBeNull();
  expect(ends()).toBe(1);
  expect(await threads.read(bytes('Tee 2,00\n'), how)).toMatchObject({ text: 'Tee 2,00\n' });
});
