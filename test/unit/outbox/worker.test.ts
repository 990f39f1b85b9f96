import { describe, expect, test } from 'vitest';
import { aBug, delivered, diskFull, notLetIn, openQueue, silent, waitingRoom } from './queue.ts';

/** What leaves the queue and when, and what a disk, a bug or a stop may do to it. */

test('nothing leaves before the start nor after a stop', async () => {
  const queue = openQueue();
  queue.add('a');
  queue.worker.poke();
  queue.worker.wake();
  await queue.settle();
  expect([queue.sent, queue.worker.nextTryAt()]).toEqual([[], null]);
  queue.worker.start();
  await queue.settle();
  expect(queue.sent).toEqual(['a']);
  await queue.worker.stop();
  queue.add('b');
  queue.worker.poke();
  await queue.pass(60_000);
  expect(queue.sent).toEqual(['a']);
  expect(queue.clock.pendingMs()).toEqual([]);
});

test('a job that is for later leaves at its time, and the window can say when that is', async () => {
  const queue = openQueue();
  queue.add('later', { dueAt: queue.clock.now() + 10_000 });
  queue.worker.start();
  await queue.settle();
  expect(queue.worker.nextTryAt()).toBe(queue.clock.now() + 10_000);
  await queue.pass(9_999);
  expect(queue.sent).toEqual([]);
  await queue.pass(1);
  expect(queue.sent).toEqual(['later']);
  expect(queue.worker.nextTryAt()).toBeNull();
});

test('the queue wakes up for what is due first, whichever was queued first', async () => {
  const queue = openQueue();
  queue.add('second', { dueAt: queue.clock.now() + 20_000 });
  queue.add('first', { dueAt: queue.clock.now() + 10_000 });
  queue.worker.start();
  await queue.pass(10_000);
  expect(queue.newlySent()).toEqual(['first']);
  await queue.pass(10_000);
  expect(queue.newlySent()).toEqual(['second']);
});

test('so many are under way at once, each sale once, and the next goes when one is through', async () => {
  const queue = openQueue({ concurrent: 2 });
  const room = waitingRoom();
  queue.answer = room.answer;
  queue.add('a');
  queue.worker.start();
  await queue.settle();
  for (const id of ['b', 'c']) queue.add(id);
  queue.worker.poke();
  await queue.settle();
  expect(queue.newlySent()).toEqual(['a', 'b']);
  expect(queue.worker.nextTryAt()).toBeNull();
  queue.worker.poke();
  await queue.settle();
  expect(queue.newlySent()).toEqual([]);
  room.end(delivered);
  await queue.settle();
  expect(queue.newlySent()).toEqual(['c']);
  room.end(delivered);
  room.end(delivered);
  await queue.settle();
  expect(['a', 'b', 'c'].map((id) => queue.job(id).state)).toEqual(['done', 'done', 'done']);
});

test('a sale under way stands in front with all its rows, and the one behind it is found all the same', async () => {
  const queue = openQueue({ concurrent: 2 });
  const room = waitingRoom();
  queue.answer = room.answer;
  queue.add('a');
  queue.worker.start();
  await queue.settle();
  queue.add('a', { kind: 'loyaltyCancel' });
  for (const id of ['b', 'c', 'd']) queue.add(id);
  queue.worker.poke();
  await queue.settle();
  expect(queue.newlySent()).toEqual(['a', 'b']);
  queue.answer = () => delivered;
  room.end(delivered);
  room.end(delivered);
  await queue.settle();
});

test('a stop forgets what was for later', async () => {
  const queue = openQueue();
  queue.add('later', { dueAt: queue.clock.now() + 10_000 });
  queue.worker.start();
  await queue.settle();
  await queue.worker.stop();
  expect(queue.clock.pendingMs()).toEqual([]);
});

test('while the service asked everybody to wait nothing leaves, and the window says until when', async () => {
  const queue = openQueue();
  queue.heldUntil = queue.clock.now() + 90_000;
  queue.add('a');
  queue.worker.start();
  await queue.pass(89_999);
  expect(queue.sent).toEqual([]);
  expect(queue.worker.nextTryAt()).toBe(queue.heldUntil);
  await queue.pass(1);
  expect(queue.sent).toEqual(['a']);
});

test('of a service that asked to wait and a sign-in that waits, the longer one counts', async () => {
  for (const [heldMs, expectedMs] of [
    [5_000, 11_250],
    [60_000, 60_000],
  ] as const) {
    const queue = openQueue();
    queue.answer = () => notLetIn;
    queue.add('a');
    queue.worker.start();
    await queue.settle();
    const now = queue.clock.now();
    queue.heldUntil = now + heldMs;
    queue.answer = () => delivered;
    expect(queue.worker.nextTryAt()).toBe(now + expectedMs);
    queue.newlySent();
    await queue.pass(expectedMs - 1);
    queue.worker.poke();
    await queue.settle();
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1);
    expect(queue.newlySent()).toEqual(['a']);
  }
});

test('a try that did not go through is told in the log by its kind, never by its sale', async () => {
  const queue = openQueue();
  queue.answer = () => silent;
  queue.add('a');
  queue.worker.start();
  await queue.settle();
  expect(queue.log.lines).toEqual([
    { level: 'warn', event: 'delivery-not-done', fields: { kind: 'bill', outcome: 'retry', attempts: 1 } },
  ]);
});

test('a delivery that throws is a bug, counts as a try, and is tried again', async () => {
  const queue = openQueue();
  queue.answer = () => Promise.reject(aBug());
  queue.add('a');
  queue.worker.start();
  await queue.settle();
  expect(queue.log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'delivery-failed' }));
  expect(queue.job('a')).toMatchObject({ state: 'due', attempts: 1, lastReason: 'internal' });
  queue.answer = () => delivered;
  await queue.pass(500);
  expect(queue.job('a').state).toBe('done');
});

describe('a disk that takes nothing', () => {
  test('keeps a try from beginning and holds no lane: the bill goes out once there is room', async () => {
    const queue = openQueue();
    queue.add('a');
    queue.disk.write = diskFull();
    queue.worker.start();
    await queue.settle();
    expect(queue.sent).toEqual([]);
    queue.disk.write = null;
    await queue.pass(5_000);
    await queue.pass(500);
    expect(queue.sent).toEqual(['a']);
    expect(queue.job('a').state).toBe('done');
  });

  test('makes an outcome wait for it, and the request does not leave a second time', async () => {
    const queue = openQueue();
    queue.add('a');
    queue.answer = () => {
      queue.disk.write = diskFull();
      return delivered;
    };
    queue.worker.start();
    await queue.settle();
    await queue.pass(5_000);
    queue.worker.poke();
    await queue.pass(5_000);
    expect(queue.sent).toEqual(['a']);
    expect(queue.log.lines.filter(({ event }) => event === 'outcome-not-written').length).toBeGreaterThan(1);
    queue.disk.write = null;
    await queue.pass(5_000);
    expect(queue.job('a').state).toBe('done');
    expect(queue.sent).toEqual(['a']);
  });

  test('does not hold up a stop, which leaves no timer behind and the row as it was', async () => {
    const queue = openQueue();
    queue.add('a');
    queue.answer = () => {
      queue.disk.write = diskFull();
      return delivered;
    };
    queue.worker.start();
    await queue.settle();
    await queue.worker.stop();
    expect(queue.clock.pendingMs()).toEqual([]);
    expect(queue.job('a')).toMatchObject({ state: 'due', attempts: 1 });
  });
});

test('an outcome that a bug keeps from being written does not hold its lane for ever: it is asked for again', async () => {
  const queue = openQueue();
  queue.add('a');
  queue.answer = () => {
    queue.disk.write = aBug();
    return delivered;
  };
  queue.worker.start();
  await queue.settle();
  queue.disk.write = null;
  queue.answer = () => delivered;
  expect(queue.job('a').state).toBe('due');
  await queue.pass(5_000);
  expect(queue.sent).toEqual(['a', 'a']);
  expect(queue.job('a').state).toBe('done');
});

test('a queue that cannot be read costs a pause and a line in the log, never the loop nor whoever queued something', async () => {
  const queue = openQueue();
  queue.add('a');
  queue.disk.read = new Error('database is locked');
  queue.worker.start();
  queue.worker.poke();
  queue.clock.advance(5_000);
  queue.worker.wake();
  expect(queue.log.lines.filter(({ event }) => event === 'outbox-not-read').length).toBeGreaterThanOrEqual(3);
  queue.disk.read = null;
  await queue.pass(5_000);
  expect(queue.sent).toEqual(['a']);
});
