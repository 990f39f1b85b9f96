/**
 * Reads mutated jobs in the real thread, in a process of its own: `node test/unit/printer/mutated-jobs.ts COUNT SEED`.
 * Prints the largest growth of memory (MiB) and the slowest job as JSON. Fails if the reader throws or ends.
 */
import { judge } from '../../../src-main/printer/judge.ts';
import { createPrinterThreads } from '../../../src-main/printer/printer-threads.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createTestLog } from '../../fakes/test-log.ts';
import { now, settings, splitJob } from './judged.ts';
import { type Chance, chanceOf, madeReceipt } from './made-receipts.ts';

const cuts = ['\x1dV\0', '\x1dVA\x03', '\x1bi', '\x1bm'].map((text) => Buffer.from(text, 'latin1'));
const prefixes = [0x10, 0x1b, 0x1c, 0x1d];

const replaced = (job: Buffer, from: number, to: number, part: Uint8Array): Buffer =>
  Buffer.concat([job.subarray(0, from), part, job.subarray(to)]);

type Mutation = (job: Buffer, chance: Chance, others: readonly Buffer[]) => Buffer;

/** Changed bytes and lengths, cuts, nested pictures and unknown commands. */
const mutations: readonly Mutation[] = [
  (job, chance) => {
    const changed = Buffer.from(job);
    for (let count = chance.below(20); count >= 0; count -= 1) changed[chance.below(job.length)] = chance.below(256);
    return changed;
  },
  (job, chance) => job.subarray(0, chance.below(job.length)),
  (job, chance) => {
    const at = chance.below(job.length);
    return replaced(job, at, at + chance.below(40), chance.bytes(chance.below(40)));
  },
  (job, chance) => {
    const at = chance.below(job.length);
    return replaced(job, at, at, chance.of(cuts));
  },
  (job, chance) => {
    // Most lengths are in the bytes after a prefix.
    const from = chance.below(job.length);
    const prefix = from + job.subarray(from).findIndex((byte) => prefixes.includes(byte));
    const changed = Buffer.from(job);
    changed[Math.min(job.length - 1, prefix + 2 + chance.below(6))] = chance.below(256);
    return changed;
  },
  (job, chance, others) => {
    const other = chance.of(others);
    const [at, from] = [chance.below(job.length), chance.below(other.length)];
    return replaced(job, at, at, other.subarray(from, from + chance.below(20_000)));
  },
  (job, chance) => {
    const size = [chance.below(160), 0, chance.below(256), chance.below(100)];
    const at = chance.below(job.length);
    return replaced(job, at, at, Buffer.from([0x1d, 0x76, 0x30, chance.below(4), ...size]));
  },
  (job, chance) => {
    const at = chance.below(job.length);
    return replaced(job, at, at, Uint8Array.from([chance.of(prefixes), chance.below(256)]));
  },
];

const [count = 100, seed = 1] = process.argv.slice(2).map(Number);
// The reader has no time limit here, because the clock does not advance.
const ended = (): never => {
  throw new Error('the reader thread ended');
};
const threads = createPrinterThreads({
  clock: createManualClock(),
  log: createTestLog(),
  paperFolder: { folder: '', key: new Uint8Array() },
  metrics: { measure: () => undefined },
  receive: () => undefined,
  ended,
});

/** Judges each print here, because the thread only reads. */
async function readJob(job: Uint8Array): Promise<void> {
  for (const print of splitJob(job)) {
    const read = await threads.read(print, 'cp858');
    if (read === null) throw new Error('the reader threw');
    judge(read, settings, now);
  }
}

/** The memory of the whole process, with the garbage of the reader thread and of all buffers. */
function memoryInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

const jobs = Array.from({ length: 60 }, (_, index) => Buffer.from(madeReceipt(index * 4, seed, now).job));
for (const job of jobs) await readJob(job);
const rest = memoryInUse();
let most = rest;
let slowestMs = 0;
for (let index = 0; index < count; index += 1) {
  const chance = chanceOf(seed * 1_000_003 + index);
  let job: Buffer = chance.of(jobs);
  for (let rounds = chance.below(3); rounds >= 0 && job.length > 0; rounds -= 1) {
    job = chance.of(mutations)(job, chance, jobs);
  }
  const before = process.cpuUsage();
  await readJob(job);
  const used = process.cpuUsage(before);
  slowestMs = Math.max(slowestMs, (used.user + used.system) / 1_000);
  if (index % 50 === 49) most = Math.max(most, memoryInUse());
}
await threads.stop();
console.log(
  JSON.stringify({ mebibytesAboveRest: Math.round((most - rest) / 2 ** 20), slowestMs: Math.round(slowestMs) }),
);
