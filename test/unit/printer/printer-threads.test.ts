import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createDeferredJobs } from '../../../src-main/printer/deferred-jobs.ts';
import type { PaperMessage } from '../../../src-main/printer/papers.ts';
import { createPrinterThreads } from '../../../src-main/printer/printer-threads.ts';
import { systemRandom } from '../../../src-main/system-ports.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { startPrinter } from '../../fakes/start-printer.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { connectTill, printJob } from '../../fakes/till-port.ts';

async function openRelayThread() {
  const { printer, address: target } = await startPrinter();
  const opened = openThreads();
  opened.threads.set({ listen: { host: '127.0.0.1', port: 0 }, target, allowed: [] });
  await expect.poll(() => opened.addresses.length).toBe(1);
  return {
    ...opened,
    printer,
    /** Ends the thread. Returns the address of the next one. */
    async restart(): Promise<string> {
      await opened.workers.find(({ threadName }) => threadName === 'printer-relay')?.terminate();
      await opened.clock.untilTimerIn(1_000);
      opened.clock.advance(1_000);
      await expect.poll(() => opened.addresses.length).toBe(2);
      return opened.addresses[1] ?? '';
    },
  };
}

function openThreads() {
  const workers: Worker[] = [];
  const seen = (worker: Worker): void => void workers.push(worker);
  process.on('worker', seen);
  const clock = createManualClock();
  const log = createTestLog();
  const addresses: string[] = [];
  const papers: PaperMessage[] = [];
  const paperFolder = { folder: join(tempFolder(), 'printer'), key: Buffer.alloc(32) };
  let ends = 0;
  const threads = createPrinterThreads({
    clock,
    log,
    paperFolder,
    metrics: { measure: () => undefined },
    receive(message) {
      if (message.kind === 'opened') addresses.push(message.address);
      if (message.kind === 'paper') papers.push(message);
    },
    ended: () => {
      ends += 1;
    },
  });
  onTestFinished(async () => {
    process.off('worker', seen);
    await threads.stop();
  });
  return { threads, clock, log, workers, addresses, papers, paperFolder, ends: () => ends };
}

const bytes = (text: string) => ({
  bytes: Uint8Array.from(Buffer.from(text)),
  prelude: new Uint8Array(),
  isTooLong: false,
});
const codePage = 'cp858';

test('a relay thread that ends breaks its connections and is started again', async () => {
  const { printer, addresses, ends, log, restart } = await openRelayThread();
  const till = await connectTill(addresses[0] ?? '');
  till.socket.on('end', () => till.socket.end());
  till.socket.write('half a job');
  await expect.poll(() => printer.jobs()[0]?.bytes.toString()).toBe('half a job');
  const next = await restart();
  await till.ended;
  expect(ends()).toBe(1);
  expect(log.lines).toMatchObject([{ event: 'printer-thread-restarted', fields: { name: 'relay' } }]);
  expect((await printJob(next, 'a whole job')).ended).toBe('closed');
  expect(printer.jobs().map((job) => job.bytes.toString())).toEqual(['half a job', 'a whole job']);
});

test.each<[string, (opened: ReturnType<typeof openThreads>) => unknown]>([
  [
    'does not answer within five seconds',
    async ({ clock }) => {
      await clock.untilTimerIn(5_000);
      // The thread has not started yet, so it cannot answer in time.
      clock.advance(5_000);
    },
  ],
  ['ends', ({ workers }) => workers[0]?.terminate()],
])('a reader that %s loses one print, and the next print is read by a new reader', async (_name, fail) => {
  const opened = openThreads();
  const first = opened.threads.read(bytes('Kaffee 2,50\n'), codePage);
  await expect.poll(() => opened.workers.length).toBe(1);
  await fail(opened);
  expect(await first).toBeNull();
  expect(opened.ends()).toBe(1);
  expect(await opened.threads.read(bytes('Tee 2,00\n'), codePage)).toMatchObject({ text: 'Tee 2,00\n' });
});

test('no thread starts without a port', async () => {
  const { threads, workers } = openThreads();
  threads.set(null);
  await threads.stop();
  expect(workers).toEqual([]);
});

test('papers that an earlier run left are reported and can be removed, even if no port is configured any more', async () => {
  const { threads, papers, paperFolder } = openThreads();
  const { folder, key } = paperFolder;
  const left = createDeferredJobs(folder, key, systemRandom);
  await left.save('1700-a1', { saleId: '1', total: null, at: 0 }, Buffer.from('Beleg'));
  await left.decline('1700-a1');
  threads.set(null);
  await expect.poll(() => papers).toMatchObject([{ id: '1700-a1', phase: 'digital' }]);
  threads.paper({ kind: 'close', id: '1700-a1' });
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('the reader reads a built-in code at its start', async () => {
  const { threads, workers } = openThreads();
  threads.set({ listen: { host: '127.0.0.1', port: 0 }, target: { path: '/dev/null' }, allowed: [] });
  await expect.poll(() => workers.length).toBe(2);
  const reader = workers.find(({ threadName }) => threadName === 'printer-reader');
  const [read] = reader === undefined ? [] : await once(reader, 'message');
  expect(read).toMatchObject({ codes: ['V0;built-in'] });
});

test('of five prints of 4 MB that arrive at once, the last one is not read, and the next print is read again', async () => {
  const { threads } = openThreads();
  const print = bytes('\0'.repeat(4_000_000));
  const read = await Promise.all([1, 2, 3, 4, 5].map(() => threads.read(print, codePage)));
  expect(read.map((one) => one?.isTooLong)).toEqual([false, false, false, false, true]);
  expect(await threads.read(print, codePage)).toMatchObject({ isTooLong: false });
});
