import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { getEventListeners, once } from 'node:events';
import { constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src-main/ports.ts';
import { createRelay, type RelayEvent, type RelaySettings } from '../../../src-main/printer/relay.ts';
import { addressOf, openTarget } from '../../../src-main/printer/target.ts';
import { systemClock } from '../../../src-main/system-ports.ts';
import { onLoopback } from '../../app/loopback.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { startPrinter } from '../../fakes/start-printer.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { connectTill, printJob } from '../../fakes/till-port.ts';

function openRelay(clock: Clock = createManualClock()) {
  const events: RelayEvent[] = [];
  const copied: string[] = [];
  const relay = createRelay({
    clock,
    report: (event) => events.push(event),
    copyJob() {
      const chunks: Uint8Array[] = [];
      return {
        push: (chunk) => chunks.push(chunk),
        allWritten: () => undefined,
        end: () => copied.push(Buffer.concat(chunks).toString('latin1')),
        abandon: () => copied.push('abandoned'),
      };
    },
  });
  onTestFinished(relay.stop);
  const eventsOf = <Kind extends RelayEvent['kind']>(kind: Kind) =>
    events.filter((event): event is RelayEvent & { readonly kind: Kind } => event.kind === kind);
  async function set(settings: Partial<RelaySettings> & Pick<RelaySettings, 'target'>): Promise<string> {
    const before = eventsOf('opened').length;
    relay.set({ listen: { host: '127.0.0.1', port: 0 }, allowed: [], ...settings });
    await expect.poll(() => eventsOf('opened').length).toBe(before + 1);
    return eventsOf('opened').at(-1)?.address ?? '';
  }
  return { relay, set, eventsOf, copied, outcomes: () => eventsOf('connection').map(({ outcome }) => outcome) };
}

test('a till that closed its sending side still receives later answers of the printer', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('end', () => socket.end('paper is low'));
    socket.resume();
  });
  const port = await onLoopback(server);
  const { received, ended } = await printJob(await openRelay().set({ target: { host: '127.0.0.1', port } }), 'job');
  expect([ended, received.toString()]).toEqual(['closed', 'paper is low']);
});

test('a printer that is off resets the till, and is reached again without a restart', async () => {
  const { printer, address } = await startPrinter();
  await printer.set('refuse');
  const { set, outcomes, copied } = openRelay();
  const relay = await set({ target: address });
  expect(await printJob(relay, 'first')).toMatchObject({ ended: 'reset' });
  expect(outcomes()).toEqual(['printer-unreachable']);
  expect(copied).toEqual([]);
  await printer.set('ready');
  expect(await printJob(relay, 'second')).toMatchObject({ ended: 'closed' });
  expect(printer.jobs().map(({ bytes }) => bytes.toString())).toEqual(['second']);
});

/** The address of a program with a full queue, which accepts no connection. */
async function fullAddress() {
  const busy = new Worker(
    `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:worker_threads').parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true },
  );
  onTestFinished(async () => void (await busy.terminate()));
  const [port] = await once(busy, 'message');
  for (const _ of ['first', 'second']) {
    const { socket } = await connectTill(`127.0.0.1:${port}`);
    onTestFinished(() => void socket.destroy());
  }
  return { host: '127.0.0.1', port };
}

test.skipIf(systemLacks('linuxTools'))('a printer that does not answer in three seconds resets the till', async () => {
  const clock = createManualClock();
  const { set, outcomes } = openRelay(clock);
  const till = await connectTill(await set({ target: await fullAddress() }));
  till.socket.write('job');
  await clock.untilTimerIn(3_000);
  clock.advance(3_000);
  expect(await till.ended).toBe('reset');
  expect(outcomes()).toEqual(['printer-unreachable']);
});

const isWindows = process.platform === 'win32';
function unreadPipe(): string {
  const path = join(tempFolder(), 'printer');
  execFileSync('mkfifo', [path]);
  return path;
}

test('a job for a path is written there and returns no status', async () => {
  const path = join(tempFolder(), 'lp0');
  writeFileSync(path, '');
  const { set, copied } = openRelay();
  const relay = await set({ target: { path } });
  expect(await printJob(relay, 'to the device')).toMatchObject({ ended: 'closed' });
  expect(readFileSync(path, 'utf8')).toBe('to the device');
  expect(copied).toEqual(['to the device']);
});

test('an ended connection to a socket or a device leaves no listener, which would keep it in memory', async () => {
  const path = join(tempFolder(), 'lp0');
  writeFileSync(path, '');
  for (const target of [(await startPrinter()).address, { path }]) {
    const connecting = new AbortController();
    const side = (await openTarget(target, systemClock, connecting)).destroy();
    await once(side, 'close');
    expect(getEventListeners(connecting.signal, 'abort')).toEqual([]);
  }
});

const deadDevices = [
  ['a missing device', () => join(tempFolder(), 'lp1'), true],
  ['the name of a shared Windows queue', () => `\\\\localhost\\${basename(tempFolder())}`, !isWindows],
  ['a pipe that nobody reads', unreadPipe, !systemLacks('pipes')],
] as const;
test.each(deadDevices.filter(([, , isKnown]) => isKnown))(
  '%s resets the till and is not created',
  async (_, pathOf) => {
    const path = pathOf();
    const wasThere = existsSync(path);
    const { set, outcomes } = openRelay();
    onTestFinished(() => rmSync(path, { force: true }));
    expect(await printJob(await set({ target: { path } }), 'job')).toMatchObject({ ended: 'reset' });
    expect(outcomes()).toEqual(['printer-unreachable']);
    expect(existsSync(path)).toBe(wasThere);
  },
);

test.skipIf(systemLacks('pipes'))('a device that takes bytes slowly slows the till and gets every byte', async () => {
  const path = unreadPipe();
  const device = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const { set, copied } = openRelay(systemClock);
  const job = randomBytes(300_000);
  const till = await connectTill(await set({ target: { path } }));
  till.socket.end(job);
  const printed: Buffer[] = [];
  await expect
    .poll(
      async () => {
        const { bytesRead, buffer } = await device
          .read(Buffer.alloc(10_000))
          .catch(() => ({ bytesRead: 0, buffer: job }));
        printed.push(Buffer.from(buffer.subarray(0, bytesRead)));
        return Buffer.concat(printed).equals(job);
      },
      { interval: 1 },
    )
    .toBe(true);
  expect(await till.ended).toBe('closed');
  expect(copied).toEqual([job.toString('latin1')]);
  await device.close();
});

test('a printer connection that breaks during a job resets the till, and the unfinished print is not read', async () => {
  const { printer, address } = await startPrinter();
  const { set, outcomes, copied } = openRelay();
  const till = await connectTill(await set({ target: address }));
  till.socket.write('half a receipt');
  await expect.poll(() => printer.jobs()[0]?.bytes.toString()).toBe('half a receipt');
  await printer.set('refuse');
  expect(await till.ended).toBe('reset');
  expect(outcomes()).toEqual(['broken']);
  expect(copied).toEqual(['abandoned']);
});

test('a broken connection of the till resets the connection to the printer', async () => {
  const { printer, address } = await startPrinter();
  const { set, outcomes } = openRelay();
  const till = await connectTill(await set({ target: address }));
  till.socket.write('half a receipt');
  await expect.poll(() => printer.jobs()[0]?.bytes.toString()).toBe('half a receipt');
  till.socket.resetAndDestroy();
  await expect.poll(outcomes).toEqual(['broken']);
  expect(printer.jobs()).toMatchObject([{ isWhole: false }]);
});

test('a printer that reads slowly, or nothing for a while, makes the till wait and loses nothing', async () => {
  const { printer, address } = await startPrinter();
  await printer.set('stall');
  const { set, copied } = openRelay();
  const job = randomBytes(32_000_000);
  const relay = await set({ target: address });
  const till = await connectTill(relay);
  till.socket.end(job);
  await expect.poll(() => printer.jobs().length).toBe(1);
  // The job does not fit into the buffers between till and printer.
  expect(till.socket.writableFinished).toBe(systemLacks('unfinishedWrites'));
  expect(copied).toEqual([]);
  await printer.set('ready');
  expect(await till.ended).toBe('closed');
  expect(printer.jobs()[0]?.bytes.equals(job)).toBe(true);
  await printer.set('slow');
  await printJob(relay, job.subarray(0, 450));
  expect(printer.jobs()[1]?.bytes.equals(job.subarray(0, 450))).toBe(true);
});

test('on an address of the network only listed computers may connect', async () => {
  const { printer, address } = await startPrinter();
  const { set, relay, outcomes } = openRelay();
  const listen = { host: '0.0.0.0', port: 0 };
  const port = (await set({ listen, target: address })).split(':')[1];
  expect(await printJob(`127.0.0.1:${port}`, 'foreign')).toMatchObject({ ended: 'reset' });
  expect(outcomes()).toEqual(['not-allowed']);
  relay.set({ listen, target: address, allowed: ['127.0.0.1'] });
  expect(await printJob(`127.0.0.1:${port}`, 'listed')).toMatchObject({ ended: 'closed' });
  expect(printer.jobs().map(({ bytes }) => bytes.toString())).toEqual(['listed']);
});

test('a taken port is tried again every five seconds', async () => {
  const { address } = await startPrinter();
  const holder = createServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  const { port } = holder.address() as { readonly port: number };
  const clock = createManualClock();
  const { relay, eventsOf } = openRelay(clock);
  relay.set({ listen: { host: '127.0.0.1', port }, target: address, allowed: [] });
  await clock.untilTimerIn(5_000);
  expect(eventsOf('portRefused')).toEqual([{ kind: 'portRefused', address: `127.0.0.1:${port}`, code: 'EADDRINUSE' }]);
  await new Promise((done) => holder.close(done));
  clock.advance(5_000);
  await expect.poll(() => eventsOf('opened')).toEqual([{ kind: 'opened', address: `127.0.0.1:${port}` }]);
});

test('a ninth simultaneous connection is reset, and the other eight are not disturbed', async () => {
  const { printer, address } = await startPrinter();
  const { set } = openRelay();
  const relay = await set({ target: address });
  const tills = await Promise.all(Array.from({ length: 8 }, () => connectTill(relay)));
  await expect.poll(() => printer.jobs().length).toBe(8);
  expect(await (await connectTill(relay)).ended).toBe('reset');
  for (const [at, till] of tills.entries()) till.socket.end(`job ${at}`);
  expect(await Promise.all(tills.map(({ ended }) => ended))).toEqual(tills.map(() => 'closed'));
  const jobs = printer.jobs().map(({ bytes }) => bytes.toString());
  expect(jobs.toSorted()).toEqual(tills.map((_till, at) => `job ${at}`));
});

test('a change of the printer or of the port leaves open connections alone', async () => {
  const [first, second] = [await startPrinter(), await startPrinter()];
  const { set, relay } = openRelay();
  const before = await set({ target: first.address });
  const till = await connectTill(before);
  till.socket.write('one ');
  await expect.poll(() => first.printer.jobs().length).toBe(1);
  const [host = '', port] = before.split(':');
  relay.set({ listen: { host, port: 0 }, target: second.address, allowed: [] });
  await printJob(before, 'two');
  relay.set(null);
  till.socket.end('still one');
  expect(await till.ended).toBe('closed');
  expect(first.printer.jobs()[0]?.bytes.toString()).toBe('one still one');
  expect(second.printer.jobs()[0]?.bytes.toString()).toBe('two');
  expect(await (await connectTill(`${host}:${port}`)).ended).toBe('reset');
});

test.each([
  ['127.0.0.1:9100', { host: '127.0.0.1', port: 9100 }],
  ['[::1]:9100', { host: '::1', port: 9100 }],
  ['printer.shop:9100', { host: 'printer.shop', port: 9100 }],
  ['printer', null],
  ['', null],
])('the address %j is read as %j', (text, address) => expect(addressOf(text)).toEqual(address));
