import { describe, expect, test } from 'vitest';
import { delivered, notKnown, notLetIn, openQueue, type Queue, refused, silent, waitingRoom } from './queue.ts';

/** A service that does not answer, and how it is found out that it does again. */

/** A bill went through, then three were tried in vain, once each: the service counts as down. */
async function down(concurrent = 3): Promise<Queue> {
  const queue = openQueue({ concurrent });
  queue.add('before');
  queue.worker.start();
  await queue.settle();
  queue.newlySent();
  queue.answer = () => silent;
  for (const id of ['a', 'b', 'c']) queue.add(id);
  queue.worker.schedule();
  await queue.settle();
  expect(queue.newlySent()).toEqual(['a', 'b', 'c']);
  return queue;
}

describe('while the service is down', () => {
  test('failed jobs wait for the probe, and the window shows the time of the probe', async () => {
    const queue = await down();
    const probeAt = queue.worker.nextTryAt() ?? 0;
    expect(probeAt - queue.clock.now()).toBe(500);
    await queue.pass(499);
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1);
    expect(queue.newlySent()).toHaveLength(1);
  });

  test('one at a time probes', async () => {
    const queue = await down();
    const room = waitingRoom();
    queue.answer = room.answer;
    await queue.pass(60_000);
    queue.worker.schedule();
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(1);
    room.end(silent);
    await queue.settle();
  });

  test('a bill that was just queued need not wait for the probe, at most one a second', async () => {
    const queue = await down();
    // After some probes in vain the next one is late enough.
    for (let probe = 0; probe < 6; probe += 1) await queue.pass((queue.worker.nextTryAt() ?? 0) - queue.clock.now());
    queue.newlySent();
    expect((queue.worker.nextTryAt() ?? 0) - queue.clock.now()).toBeGreaterThan(5_000);
    for (const id of ['new-1', 'new-2']) queue.add(id);
    await queue.pass(1_000);
    queue.worker.schedule();
    await queue.settle();
    expect(queue.newlySent()).toEqual(['new-1']);
    queue.worker.schedule();
    await queue.settle();
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1_000);
    queue.worker.schedule();
    await queue.settle();
    expect(queue.newlySent()).toEqual(['new-2']);
  });

  test('a store that waits asks with the probe, not before it', async () => {
    const queue = openQueue({ concurrent: 3 });
    queue.answer = () => notKnown('lost');
    queue.add('lost', { storeId: 'lost' });
    queue.worker.start();
    await queue.settle();
    const toldAt = queue.clock.now();
    queue.answer = () => silent;
    for (const id of ['a', 'b', 'c']) queue.add(id);
    queue.worker.schedule();
    await queue.settle();
    for (let probe = 0; probe < 4; probe += 1) await queue.pass((queue.worker.nextTryAt() ?? 0) - queue.clock.now());
    const probeAt = queue.worker.nextTryAt() ?? 0;
    // Its own time comes first: 11.25 s after the answer of the service.
    expect(probeAt - toldAt).toBeGreaterThan(11_250);
    queue.newlySent();
    await queue.pass(probeAt - queue.clock.now() - 1);
    expect(queue.newlySent()).toEqual([]);
    queue.answer = () => delivered;
    await queue.pass(1);
    expect(queue.newlySent()).toContain('lost');
  });

  test('an answer to one sets all going that failed no more often than it was silent', async () => {
    const queue = await down();
    queue.store.save({ ...queue.job('c'), attempts: 40, dueAt: queue.clock.now() + 200_000 });
    queue.answer = () => delivered;
    await queue.pass(500);
    expect(queue.newlySent().toSorted()).toEqual(['a', 'b']);
    expect(queue.job('c')).toMatchObject({ state: 'due', attempts: 40 });
    await queue.pass(200_000);
    expect(queue.newlySent()).toEqual(['c']);
  });

  test('a no is an answer, too', async () => {
    const queue = await down();
    queue.answer = () => refused;
    await queue.pass(500);
    expect(queue.newlySent().toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('a notification that the network is back starts a try at once', async () => {
    const queue = await down();
    queue.answer = () => delivered;
    queue.worker.wake();
    await queue.settle();
    expect(queue.newlySent().toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('one answer ends that only one at a time is tried', async () => {
    const queue = await down();
    const room = waitingRoom();
    queue.answer = room.answer;
    await queue.pass(500);
    expect(queue.newlySent()).toHaveLength(1);
    room.end(delivered);
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(2);
    queue.answer = () => delivered;
    room.end(delivered);
    room.end(delivered);
    await queue.settle();
  });

  test('a failure of a request sent before the network came back is retried at once', async () => {
    const queue = openQueue();
    const room = waitingRoom();
    queue.answer = room.answer;
    queue.add('a');
    queue.worker.start();
    await queue.settle();
    queue.worker.wake();
    queue.answer = () => delivered;
    room.end(silent);
    await queue.settle();
    expect(queue.sent).toEqual(['a', 'a']);
  });

  test('an answer to another request sends one probe now, and only one', async () => {
    const queue = await down();
    queue.answer = () => delivered;
    await queue.pass(500);
    queue.newlySent();
    queue.answer = () => silent;
    for (const id of ['d', 'e', 'f']) queue.add(id);
    queue.worker.schedule();
    await queue.settle();
    for (let probe = 0; probe < 8; probe += 1) await queue.pass((queue.worker.nextTryAt() ?? 0) - queue.clock.now());
    await queue.pass(1_000);
    queue.newlySent();
    expect((queue.worker.nextTryAt() ?? 0) - queue.clock.now()).toBeGreaterThan(5_000);
    queue.worker.answered();
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(1);
  });
});

test('a wake-up of a long queue lets other work run between its batches, and continues until all rows are awake', async () => {
  const queue = openQueue();
  const later = queue.clock.now() + 200_000;
  for (let index = 0; index < 900; index += 1) {
    queue.add(`s-${index}`);
    queue.store.save({ ...queue.job(`s-${index}`), attempts: 3, dueAt: later });
  }
  const isDue = (): number => queue.store.due(queue.clock.now(), 1_000).jobs.length;
  const room = waitingRoom();
  queue.answer = room.answer;
  queue.worker.start();
  await queue.settle();
  expect([isDue(), queue.sent]).toEqual([0, []]);
  queue.worker.wake();
  const seen = [isDue()];
  while ((seen.at(-1) ?? 0) < 900 && seen.length < 50) {
    await queue.clock.nextTurn();
    seen.push(isDue());
  }
  const sent = [...queue.sent];
  queue.answer = () => silent;
  room.end(silent);
  expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)))).toBe(250);
  expect([seen.at(-1), sent.length]).toEqual([900, 1]);
});

describe('an answer to another request', () => {
  test('that is the first of a run sends at once the jobs that failed earlier without a network', async () => {
    const queue = openQueue();
    queue.add('a');
    queue.store.save({
      ...queue.job('a'),
      attempts: 7,
      dueAt: queue.clock.now() + 200_000,
      lastReason: 'no-connection',
    });
    queue.worker.start();
    await queue.settle();
    expect(queue.newlySent()).toEqual([]);
    queue.worker.answered();
    await queue.settle();
    expect(queue.newlySent()).toEqual(['a']);
  });

  test('changes nothing in normal operation: jobs with a later time wait for it', async () => {
    const queue = openQueue();
    queue.add('a');
    queue.worker.start();
    await queue.settle();
    queue.add('b');
    queue.store.save({ ...queue.job('b'), attempts: 7, dueAt: queue.clock.now() + 200_000 });
    queue.worker.answered();
    await queue.pass(1_000);
    expect(queue.sent).toEqual(['a']);
  });

  test('does not prove a sign-in: one job tries, and the rest wait for its result', async () => {
    const queue = openQueue({ concurrent: 3 });
    queue.answer = () => notLetIn;
    queue.add('a');
    queue.worker.start();
    await queue.settle();
    for (const id of ['b', 'c']) queue.add(id);
    queue.newlySent();
    queue.worker.answered();
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(1);
  });
});
