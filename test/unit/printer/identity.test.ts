import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createPrinterThreads } from '../../../src-main/printer/printer-threads.ts';
import { systemClock } from '../../../src-main/system-ports.ts';
import { drawnRandom, seed, volume } from '../../fakes/drawn.ts';
import { startPrinter } from '../../fakes/start-printer.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { connectTill } from '../../fakes/till-port.ts';
import { now } from './judged.ts';
import { madeReceipt } from './made-receipts.ts';

const random = drawnRandom(51);
const upTo = (most: number): number => Math.floor(random.fraction() * most);
const pick = <T>(list: readonly [T, ...T[]]): T => list[upTo(list.length)] ?? list[0];

/** Receipts of both encoders, as text with a code. */
const receipts = Array.from({ length: 24 }, (_, index) => Buffer.from(madeReceipt(60 + index, seed, now).job));

const statusRequests = [
  Buffer.of(0x10, 4, 1),
  Buffer.of(0x10, 4, 4),
  Buffer.of(0x1d, 0x72, 1),
  Buffer.of(0x1d, 0x49, 1),
];

function drawJob(): Buffer {
  const prints = Array.from({ length: 1 + upTo(3) }, () => receipts[upTo(receipts.length)] ?? Buffer.alloc(0));
  const parts = prints.flatMap((print) => [print, statusRequests[upTo(8)] ?? Buffer.alloc(0)]);
  // The number distinguishes jobs with the same receipts.
  const job = Buffer.concat([Buffer.from(`${upTo(1e9)}\n`), ...parts]);
  // Damaged jobs are relayed like intact jobs.
  if (upTo(3) === 0) for (let left = 20; left > 0; left -= 1) job[upTo(job.byteLength)] = upTo(256);
  return job;
}

async function send(address: string, job: Buffer, seen: readonly string[]): Promise<Buffer> {
  const till = await connectTill(address);
  for (let at = 0; at < job.byteLength; ) {
    const size = 1 + upTo(pick([3, 40, 1_000, 70_000]));
    till.socket.write(job.subarray(at, at + size));
    at += size;
    if (upTo(3) === 0) await nextTurn();
  }
  till.socket.end();
  expect(await till.ended, seen.join(', ')).toBe('closed');
  return till.received();
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('jobs of two encoders reach the printer bit for bit, four at once, and every status byte comes back', async () => {
  const { printer, address: target } = await startPrinter();
  const opened = Promise.withResolvers<string>();
  const seen: string[] = [];
  let prints = 0;
  const threads = createPrinterThreads({
    clock: systemClock,
    log: createTestLog(),
    paperFolder: { folder: tempFolder(), key: Buffer.alloc(32) },
    metrics: { measure: () => undefined },
    receive(message) {
      if (message.kind === 'opened') opened.resolve(message.address);
      if (message.kind === 'connection' && message.outcome !== 'relayed') seen.push(message.outcome);
      if (message.kind === 'print') prints += 1;
    },
    ended: () => seen.push('thread ended'),
  });
  onTestFinished(threads.stop);
  threads.set({ listen: { host: '127.0.0.1', port: 0 }, target, allowed: [] });
  const address = await opened.promise;
  for (let round = volume(10_000, 100) / 4; round > 0; round -= 1) {
    const jobs = Array.from({ length: 4 }, drawJob);
    const received = await Promise.all(jobs.map((job) => send(address, job, seen)));
    const printed = new Map(
      printer
        .jobs()
        .slice(-4)
        .map((job) => [hashOf(job.bytes), job]),
    );
    for (const [at, job] of jobs.entries()) {
      const found = printed.get(hashOf(job));
      expect(found?.isWhole).toBe(true);
      expect(received[at]?.equals(found?.answered ?? Buffer.of(0))).toBe(true);
    }
  }
  expect(prints).toBeGreaterThan(0);
});
