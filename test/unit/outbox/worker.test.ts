import { describe, expect, test } from 'vitest';
import type { DeliveryOutcome } from '../../../src-main/outbox/job.ts';
import { listStatements } from '../../fakes/list-statements.ts';
import {
  bug,
  delivered,
  diskFull,
  openAnswer,
  openQueue,
  type Queue,
  refused,
  signedOut,
  startedQueue,
  timeout,
} from './queue.ts';

test('nothing leaves before the start nor after a stop', async () => {
  const queue = openQueue({ jobs: ['a'] });
  queue.worker.schedule();
  await queue.wake();
  expect([queue.sent, queue.worker.nextTryAt()]).toEqual([[], null]);
  queue.add('later', { dueAt: queue.clock.now() + 10_000 });
  await queue.start();
  expect(queue.sent).toEqual(['a']);
  await queue.worker.stop();
  expect(queue.clock.pendingMs()).toEqual([]);
  queue.add('b');
  queue.worker.schedule();
  await queue.pass(60_000);
  expect(queue.sent).toEqual(['a']);
  expect(queue.clock.pendingMs()).toEqual([]);
});

test('jobs for later leave at their times in any order of queueing, and the window can show the next time', async () => {
  const queue = openQueue();
  queue.add('second', { dueAt: queue.clock.now() + 20_000 });
  queue.add('first', { dueAt: queue.clock.now() + 10_000 });
  await queue.start();
  expect(queue.worker.nextTryAt()).toBe(queue.clock.now() + 10_000);
  expect(await queue.sentAfter(10_000)).toEqual(['first']);
  expect(await queue.sentAfter(10_000)).toEqual(['second']);
  expect(queue.worker.nextTryAt()).toBeNull();
});

test('a limited number of sales is in progress at a time, and the next sale follows when one ends', async () => {
  const room = openAnswer();
  const queue = await startedQueue({ concurrent: 2, answer: room.answer, jobs: ['a'] });
  for (const id of ['b', 'c']) queue.add(id);
  await queue.look();
  expect(queue.newlySent()).toEqual(['b']);
  expect(queue.worker.nextTryAt()).toBeNull();
  await queue.look();
  expect(queue.newlySent()).toEqual([]);
  room.end(delivered);
  await queue.settle();
  expect(queue.newlySent()).toEqual(['c']);
  room.end(delivered);
  room.end(delivered);
  await queue.settle();
  expect(['a', 'b', 'c'].map((id) => queue.job(id).state)).toEqual(['done', 'done', 'done']);
});

test('a sale in progress does not delay the next sale, even if all jobs of the first come first in the queue', async () => {
  const room = openAnswer();
  const queue = await startedQueue({ concurrent: 2, answer: room.answer, jobs: ['a'] });
  queue.add('a', { kind: 'loyaltyCancel' });
  for (const id of ['b', 'c', 'd']) queue.add(id);
  await queue.look();
  expect(queue.newlySent()).toEqual(['b']);
});

test('the result of a job and the start of the next job are one commit', async () => {
  const queue = openQueue({ jobs: ['a', 'b', 'c'] });
  const statements = listStatements();
  await queue.start();
  expect(queue.sent).toEqual(['a', 'b', 'c']);
  // The four commits: start a; end a and start b; end b and start c; end c.
  expect(statements.filter((text) => text === 'commit')).toHaveLength(4);
});

test('a row that is due after the clock was turned back leaves at the next check, without any new row', async () => {
  const queue = openQueue();
  queue.add('later', { dueAt: queue.clock.now() + 10_000 });
  await queue.start();
  queue.clock.jumpTo(queue.clock.now() - 3_600_000);
  await queue.pass(10_000);
  expect(queue.sent).toEqual(['later']);
});

test('a stop waits until the attempt in progress has ended and is recorded', async () => {
  const room = openAnswer();
  const queue = await startedQueue({ answer: room.answer, jobs: ['a'] });
  let isStopped = false;
  const stopping = queue.worker.stop().then(() => {
    isStopped = true;
  });
  await queue.settle();
  expect(isStopped).toBe(false);
  room.end(delivered);
  await stopping;
  expect(queue.job('a').state).toBe('done');
});

const busy: DeliveryOutcome = { kind: 'retry', reason: 'server-error', retryAfterMs: 90_000 };

test('until the end of a Retry-After nothing leaves, even after a wake-up, and the end is reported', async () => {
  const queue = await startedQueue({ answer: () => busy, jobs: ['a'] });
  // Half of the two seconds that the random part may add.
  const until = queue.clock.now() + 91_000;
  queue.add('b');
  queue.worker.wake();
  await queue.pass(90_999);
  expect(queue.sent).toEqual(['a']);
  expect([queue.worker.nextTryAt(), queue.worker.pacedUntil()]).toEqual([until, until]);
  queue.answer = () => delivered;
  await queue.pass(1);
  expect(queue.sent.toSorted()).toEqual(['a', 'a', 'b']);
  expect(queue.worker.pacedUntil()).toBeNull();
});

test('a service that refuses most requests with Retry-After counts as available: the queue empties at its pace', async () => {
  const queue = openQueue({ concurrent: 4 });
  let reads = 0;
  queue.answer = () => (reads++ % 5 < 3 ? { ...busy, retryAfterMs: 1_000 } : delivered);
  for (let index = 0; index < 40; index += 1) queue.add(`s-${index}`);
  queue.worker.start();
  for (let tenth = 0; tenth < 600; tenth += 1) {
    await queue.pass(100);
    expect(queue.worker.nextTryAt() ?? 0).toBeLessThanOrEqual(queue.clock.now() + 1_100);
  }
  expect(queue.store.counts().waiting).toBe(0);
  expect(queue.worker.rate()).toBeGreaterThan(1);
  queue.clock.advance(60_001);
  expect(queue.worker.rate()).toBeNull();
});

test('if the service requests a pause while the sign-in is refused, the longer of the two pauses counts', async () => {
  for (const [requestedMs, expectedMs] of [
    [5_000, 11_250],
    [60_000, 61_000],
  ] as const) {
    const queue = openQueue({ concurrent: 2 });
    queue.answer = ({ saleId }) => (saleId === 'a' ? signedOut : { ...busy, retryAfterMs: requestedMs });
    queue.add('a');
    queue.add('b');
    await queue.start();
    const now = queue.clock.now();
    queue.answer = () => delivered;
    expect(queue.worker.nextTryAt()).toBe(now + expectedMs);
    queue.newlySent();
    await queue.pass(expectedMs - 1);
    await queue.look();
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1);
    expect(queue.newlySent()).not.toEqual([]);
  }
});

test('with a long queue half of the requests are for the newest jobs, so that present customers come first', async () => {
  const queue = openQueue({ concurrent: 2 });
  for (let index = 0; index < 60; index += 1) queue.add(`old-${index}`, { dueAt: queue.clock.now() - 60_000 + index });
  const room = openAnswer();
  queue.answer = room.answer;
  await queue.start();
  for (let index = 0; index < 10; index += 1) {
    queue.clock.advance(1_000);
    queue.add(`new-${index}`);
    for (const _slot of [1, 2]) {
      room.end(delivered);
      await queue.settle();
    }
  }
  const fresh = queue.sent.filter((id) => id.startsWith('new-'));
  expect(fresh).toEqual(Array.from({ length: 10 }, (_, index) => `new-${index}`));
  expect(queue.sent.filter((id) => id.startsWith('old-')).length).toBeGreaterThanOrEqual(10);
});

test('a failed try is logged by its kind, never with its sale', async () => {
  const queue = await startedQueue({ answer: () => timeout, jobs: ['a'] });
  expect(queue.log.lines).toEqual([
    { level: 'warn', event: 'delivery-not-completed', fields: { kind: 'bill', outcome: 'retry', attempts: 1 } },
  ]);
});

test('a delivery that throws is a bug, counts as a try, is tried again, and delays no other sale', async () => {
  const queue = await startedQueue({ jobs: ['before'] });
  queue.answer = ({ saleId }) => (saleId === 'a' ? Promise.reject(bug()) : delivered);
  for (const id of ['a', 'b', 'c']) queue.add(id);
  await queue.look();
  expect(queue.log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'delivery-failed' }));
  expect(queue.job('a')).toMatchObject({ state: 'due', attempts: 1, lastReason: 'internal' });
  expect([queue.job('b').state, queue.job('c').state]).toEqual(['done', 'done']);
  queue.answer = () => delivered;
  await queue.pass(500);
  expect(queue.job('a').state).toBe('done');
});

/** A started queue whose disk refuses the result of its job `a` with this error. */
async function withUnstored(error: Error): Promise<Queue> {
  const queue = openQueue({ jobs: ['a'] });
  queue.answer = () => {
    queue.disk.write = error;
    return delivered;
  };
  await queue.start();
  return queue;
}

describe('a disk that accepts no data', () => {
  test('prevents a try and blocks no slot: the bill is sent once there is room', async () => {
    const queue = openQueue({ jobs: ['a'] });
    queue.disk.write = diskFull();
    await queue.start();
    expect(queue.sent).toEqual([]);
    queue.disk.write = null;
    await queue.pass(5_000);
    await queue.pass(500);
    expect(queue.sent).toEqual(['a']);
    expect(queue.job('a').state).toBe('done');
  });

  test('delays the storage of a result, and the request is not sent a second time', async () => {
    const queue = await withUnstored(diskFull());
    await queue.pass(5_000);
    queue.worker.schedule();
    await queue.pass(5_000);
    expect(queue.sent).toEqual(['a']);
    expect(queue.log.lines.filter(({ event }) => event === 'outcome-not-written').length).toBeGreaterThan(1);
    queue.disk.write = null;
    await queue.pass(5_000);
    expect(queue.job('a').state).toBe('done');
    expect(queue.sent).toEqual(['a']);
  });

  test('does not delay a stop, which leaves no timer behind and the row unchanged', async () => {
    const queue = await withUnstored(diskFull());
    await queue.worker.stop();
    expect(queue.clock.pendingMs()).toEqual([]);
    expect(queue.job('a')).toMatchObject({ state: 'due', attempts: 1 });
  });
});

test('a result that a bug prevents from being stored does not block its slot for ever: the request is repeated', async () => {
  const queue = await withUnstored(bug());
  queue.disk.write = null;
  queue.answer = () => delivered;
  expect(queue.job('a').state).toBe('due');
  await queue.pass(5_000);
  expect(queue.sent).toEqual(['a', 'a']);
  expect(queue.job('a').state).toBe('done');
});

test('an unreadable queue causes a pause and a line in the log, but stops neither the loop nor a caller', async () => {
  const queue = openQueue({ jobs: ['a'] });
  queue.disk.read = new Error('database is locked');
  queue.worker.start();
  queue.worker.schedule();
  queue.clock.advance(5_000);
  queue.worker.wake();
  expect(queue.log.lines.filter(({ event }) => event === 'outbox-not-read').length).toBeGreaterThanOrEqual(3);
  queue.disk.read = null;
  await queue.pass(5_000);
  expect(queue.sent).toEqual(['a']);
});

/** One bill is delivered, then three fail, so that the service counts as down. */
async function down(concurrent = 3): Promise<Queue> {
  const queue = await startedQueue({ concurrent, jobs: ['before'] });
  queue.answer = () => timeout;
  for (const id of ['a', 'b', 'c']) queue.add(id);
  await queue.look();
  expect(queue.newlySent()).toEqual(['a', 'b', 'c']);
  return queue;
}

describe('while the service is down', () => {
  test('failed jobs wait for the probe, and the window shows the time of the probe', async () => {
    const queue = await down();
    const probeAt = queue.worker.nextTryAt() ?? 0;
    expect(probeAt - queue.clock.now()).toBe(500);
    expect(await queue.sentAfter(500)).toHaveLength(1);
  });

  test('a new bill need not wait for the probe, but at most one leaves each second', async () => {
    const queue = await down();
    // After six failed probes the next probe is more than five seconds away.
    for (let probe = 0; probe < 6; probe += 1) await queue.pass((queue.worker.nextTryAt() ?? 0) - queue.clock.now());
    queue.newlySent();
    expect((queue.worker.nextTryAt() ?? 0) - queue.clock.now()).toBeGreaterThan(5_000);
    for (const id of ['new-1', 'new-2']) queue.add(id);
    await queue.pass(1_000);
    await queue.look();
    expect(queue.newlySent()).toEqual(['new-1']);
    await queue.look();
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1_000);
    await queue.look();
    expect(queue.newlySent()).toEqual(['new-2']);
  });

  test('the first answer after an outage, also a refusal, starts all jobs, except a job with more failed attempts than the outage explains', async () => {
    for (const answer of [delivered, refused]) {
      const queue = await down();
      queue.store.save({ ...queue.job('c'), attempts: 40, dueAt: queue.clock.now() + 200_000 });
      queue.answer = () => answer;
      await queue.pass(500);
      expect(queue.newlySent().toSorted()).toEqual(['a', 'b']);
      expect(queue.job('c')).toMatchObject({ state: 'due', attempts: 40 });
      await queue.pass(200_000);
      expect(queue.newlySent()).toEqual(['c']);
    }
  });
});

test('a wake-up of a long queue lets other work run between its batches, wakes every row that did not fail meanwhile, and starts with few attempts', async () => {
  const queue = openQueue();
  const later = queue.clock.now() + 200_000;
  for (let index = 0; index < 900; index += 1) {
    queue.add(`s-${index}`);
    // Rows with the same time are in different batches, and the times are in another order than the attempts.
    queue.store.save({ ...queue.job(`s-${index}`), attempts: 1 + ((index * 7) % 900), dueAt: later + (index % 300) });
  }
  const due = () => queue.store.due(queue.clock.now(), 1_000).jobs;
  const room = openAnswer();
  queue.answer = room.answer;
  await queue.start();
  expect([due(), queue.sent]).toEqual([[], []]);
  queue.worker.wake();
  const [, failed] = due();
  if (failed !== undefined) queue.store.save({ ...failed, dueAt: queue.clock.now() + 500 });
  const seen = [due().length];
  while ((seen.at(-1) ?? 0) < 899 && seen.length < 50) {
    await queue.clock.nextTurn();
    seen.push(due().length);
  }
  expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)))).toBe(250);
  expect([seen.at(-1), queue.sent.length]).toEqual([899, 1]);
  const attempts = due().map((job) => job.attempts);
  expect(attempts.slice(1)).toEqual(attempts.slice(1).toSorted((a, b) => a - b));
});

test('an answer to another request changes nothing in normal operation: jobs for later wait for their time', async () => {
  const queue = await startedQueue({ jobs: ['a'] });
  queue.add('b');
  queue.store.save({ ...queue.job('b'), attempts: 7, dueAt: queue.clock.now() + 200_000 });
  queue.worker.answered();
  await queue.pass(1_000);
  expect(queue.sent).toEqual(['a']);
});

test('an answer to another request does not prove a sign-in: one job tries, and the rest wait for its result', async () => {
  const queue = await startedQueue({ concurrent: 3, answer: () => signedOut, jobs: ['a'] });
  for (const id of ['b', 'c']) queue.add(id);
  queue.worker.answered();
  await queue.settle();
  expect(queue.newlySent()).toHaveLength(1);
});
