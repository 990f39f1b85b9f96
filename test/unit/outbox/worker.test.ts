import { expect, test } from 'vitest';
import type { Job } from '../../../src-main/outbox/job.ts';
import type { OutboxStore } from '../../../src-main/outbox/store.ts';
import { createOutboxWorker } from '../../../src-main/outbox/worker.ts';
import { createKeptLog } from '../../fakes/kept-log.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A queue of one bill on a disk that can be full. */
function queueOfOne() {
  const clock = createManualClock();
  const disk = { isFull: false, isUnreadable: false };
  const log = createKeptLog();
  const row: Job = {
    saleId: 'sale-1',
    kind: 'bill',
    state: 'due',
    attempts: 0,
    dueAt: clock.now(),
    createdAt: clock.now(),
    lastReason: null,
  };
  let job = row;
  const save = (next: Job): void => {
    if (disk.isFull) throw new Error('database or disk is full');
    job = next;
  };
  const isDue = (now: number): boolean => job.state === 'due' && job.dueAt <= now;
  const store: OutboxStore = {
    enqueue: () => undefined,
    find: () => job,
    save,
    holdUntried: () => undefined,
    releaseHeld: () => undefined,
    dropRest: () => undefined,
    due(now) {
      if (disk.isUnreadable) throw new Error('database is locked');
      return isDue(now) ? [{ ...job, storeId: 'store-1' }] : [];
    },
    nextDueAt: (now) => (job.state === 'due' && job.dueAt > now ? job.dueAt : null),
    holdBack: () => undefined,
    nextToAsk: () => null,
    release: () => undefined,
    wake: () => undefined,
    parkedSales: () => [],
    heldBecause: () => [],
    counts: () => ({ waiting: 1, parked: 0, oldestCreatedAt: job.createdAt }),
  };
  const sent: number[] = [];
  const worker = createOutboxWorker({
    store,
    async deliver({ attempts }) {
      sent.push(attempts);
      return { kind: 'delivered', assigned: false, url: null };
    },
    recordOutcome: save,
    concurrent: () => 1,
    heldUntil: () => null,
    clock,
    random: createSeededRandom(1),
    log,
  });
  return { worker, log, clock, disk, sent, job: () => job };
}

test('a try that a full disk kept from beginning holds no lane: the bill goes out once there is room', async () => {
  const { worker, clock, disk, sent, job } = queueOfOne();
  disk.isFull = true;
  worker.start();
  await turns();
  expect(sent).toEqual([]);
  disk.isFull = false;
  clock.advance(5_000);
  await turns();
  expect(sent).toEqual([1]);
  expect(job()).toMatchObject({ state: 'done', attempts: 1 });
  await worker.stop();
});

test('a stop leaves no timer behind, also where the last outcome could not be written', async () => {
  const { worker, clock, disk } = queueOfOne();
  worker.start();
  disk.isFull = true;
  await worker.stop();
  expect(clock.pendingMs()).toEqual([]);
});

test('a queue that cannot be read costs a pause and a line in the log, never the loop nor whoever queued something', async () => {
  const { worker, clock, disk, sent, log } = queueOfOne();
  disk.isUnreadable = true;
  worker.start();
  worker.poke();
  clock.advance(5_000);
  worker.wake();
  expect(log.lines.filter(({ event }) => event === 'outbox-not-read').length).toBeGreaterThanOrEqual(3);
  disk.isUnreadable = false;
  clock.advance(5_000);
  await turns();
  expect(sent).toEqual([1]);
  await worker.stop();
});
