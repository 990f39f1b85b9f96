import { describe, expect, test } from 'vitest';
import { listStatements } from '../../fakes/list-statements.ts';
import {
  delivered,
  notKnown,
  openAnswer,
  openQueue,
  type Queue,
  refused,
  refusedAs,
  signedOut,
  timeout,
} from './queue.ts';

/** 75 % of 15 s, for the random value 0.5. */
const firstGapMs = 11_250;

async function started(queue: Queue): Promise<Queue> {
  await queue.start();
  queue.newlySent();
  return queue;
}

describe('while the sign-in is refused', () => {
  test('one job tries at growing intervals without counting attempts, and after a successful sign-in all are sent', async () => {
    const queue = openQueue({ concurrent: 4 });
    queue.answer = () => signedOut;
    queue.add('a');
    await started(queue);
    for (const id of ['b', 'c']) queue.add(id);
    queue.worker.schedule();
    await queue.pass(firstGapMs - 1);
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1);
    expect(queue.newlySent()).toHaveLength(1);
    await queue.pass(2 * firstGapMs - 1);
    expect(queue.newlySent()).toEqual([]);
    const room = openAnswer();
    queue.answer = room.answer;
    await queue.pass(1);
    expect(queue.newlySent()).toHaveLength(1);
    room.end(delivered);
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(2);
    room.end(delivered);
    room.end(delivered);
    await queue.settle();
    expect(['a', 'b', 'c'].map((id) => queue.job(id))).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'done', attempts: 1 })),
    );
  });

  test('a refusal may set the time of the next try', async () => {
    const queue = openQueue();
    queue.answer = () => ({ kind: 'signInNeeded', askAgainMs: 600_000 });
    queue.add('a');
    await started(queue);
    expect(queue.worker.nextTryAt()).toBe(queue.clock.now() + 600_000);
    await queue.pass(599_999);
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1);
    expect(queue.newlySent()).toEqual(['a']);
  });

  test('new credentials, or an answer to another request, start a try at once', async () => {
    for (const call of ['wake', 'answered'] as const) {
      const queue = openQueue();
      queue.answer = () => signedOut;
      queue.add('a');
      await started(queue);
      queue.answer = () => delivered;
      queue.worker[call]();
      await queue.settle();
      expect(queue.newlySent()).toEqual(['a']);
    }
  });

  test('a refusal of a request sent before new credentials came pauses nothing', async () => {
    const queue = openQueue();
    const room = openAnswer();
    queue.answer = room.answer;
    queue.add('a');
    await started(queue);
    queue.worker.wake();
    queue.answer = () => delivered;
    room.end(signedOut);
    await queue.settle();
    expect(queue.newlySent()).toEqual(['a']);
  });
});

describe('a store that the service does not know', () => {
  async function lostStore(): Promise<Queue> {
    const queue = openQueue({ concurrent: 2 });
    queue.answer = ({ saleId }) => (saleId.startsWith('lost') ? notKnown('lost') : delivered);
    for (const id of ['lost-1', 'lost-2']) queue.add(id, { storeId: 'lost' });
    queue.add('other');
    return queue;
  }

  test('pauses only its own bills, except one that tries at growing intervals', async () => {
    const queue = await lostStore();
    await queue.start();
    expect(queue.newlySent()).toEqual(['lost-1', 'lost-2', 'other']);
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'lost', because: 'unknown' }]);
    queue.add('lost-3', { storeId: 'lost' });
    queue.add('other-2');
    await queue.look();
    expect(queue.newlySent()).toEqual(['other-2']);
    const next = queue.worker.nextTryAt() ?? 0;
    await queue.pass(next - queue.clock.now() - 1);
    expect(queue.newlySent()).toEqual([]);
    await queue.pass(1);
    expect(queue.newlySent()).toEqual(['lost-3']);
    expect((queue.worker.nextTryAt() ?? 0) - queue.clock.now()).toBeGreaterThan(next - queue.clock.now());
    expect(queue.job('lost-1').attempts).toBe(0);
  });

  test('counts as known even if the bill that is tried is refused for another reason', async () => {
    const queue = await started(await lostStore());
    queue.answer = () => refused;
    await queue.pass(60_000);
    expect(queue.worker.pausedStores()).toEqual([]);
    expect(queue.newlySent().toSorted()).toEqual(['lost-1', 'lost-2']);
  });

  test('stays unknown if the bill that is tried gets no answer or no sign-in', async () => {
    for (const outcome of [timeout, signedOut]) {
      const queue = await started(await lostStore());
      queue.answer = () => outcome;
      await queue.pass(2 * firstGapMs);
      expect(queue.newlySent().length).toBeGreaterThan(0);
      expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'lost', because: 'unknown' }]);
    }
  });

  test('is tried later, not sooner, after a request without an answer', async () => {
    const queue = await started(await lostStore());
    const before = (queue.worker.nextTryAt() ?? 0) - queue.clock.now();
    queue.answer = () => timeout;
    await queue.pass(before);
    expect((queue.worker.nextTryAt() ?? 0) - queue.clock.now()).toBeGreaterThan(before);
  });

  test('is tried at once by the next start', async () => {
    const queue = await started(await lostStore());
    await queue.worker.stop();
    queue.answer = () => delivered;
    await queue.start();
    expect(queue.newlySent()).toEqual(['lost-1', 'lost-2']);
  });

  test('resumes no further batch of its bills once the worker is stopped', async () => {
    const queue = openQueue();
    queue.answer = () => notKnown('lost');
    for (let index = 0; index < 600; index += 1) queue.add(`lost-${index}`, { storeId: 'lost' });
    await started(queue);
    queue.answer = () => delivered;
    queue.worker.resumeStore('lost');
    await queue.worker.stop();
    await queue.settle();
    expect(queue.store.due(queue.clock.now(), 1_000).jobs.length).toBeLessThanOrEqual(250);
  });

  test('is removed from the list when it has no more waiting bills', async () => {
    const queue = await started(await lostStore());
    for (const id of ['lost-1', 'lost-2']) queue.store.dropRest(id);
    await queue.pass(60_000);
    expect(queue.newlySent()).toEqual([]);
    expect(queue.worker.pausedStores()).toEqual([]);
  });

  test('resumes its bills at once when another part of the app reaches it; a store that was not paused does not change', async () => {
    const queue = await started(await lostStore());
    queue.answer = () => delivered;
    queue.worker.resumeStore('never heard of');
    await queue.settle();
    expect(queue.newlySent()).toEqual([]);
    queue.worker.resumeStore('lost');
    await queue.settle();
    expect(queue.newlySent()).toEqual(['lost-1', 'lost-2']);
  });

  test('is tried with one bill, even if the queue is read often meanwhile', async () => {
    const queue = await started(await lostStore());
    const room = openAnswer();
    queue.answer = room.answer;
    await queue.pass(2 * firstGapMs);
    expect(queue.newlySent()).toHaveLength(1);
    await queue.look();
    expect(queue.newlySent()).toEqual([]);
    queue.answer = () => delivered;
    room.end(delivered);
    await queue.settle();
  });

  test('waits for a free slot before its try', async () => {
    const queue = await started(await lostStore());
    const room = openAnswer();
    queue.answer = room.answer;
    for (const id of ['busy-1', 'busy-2']) queue.add(id);
    await queue.look();
    expect(queue.newlySent()).toEqual(['busy-1', 'busy-2']);
    await queue.pass(2 * firstGapMs);
    expect(queue.newlySent()).toEqual([]);
    room.end(delivered);
    await queue.settle();
    expect(queue.newlySent()).toEqual(['lost-1']);
    queue.answer = () => delivered;
    room.end(delivered);
    room.end(delivered);
    await queue.settle();
  });

  test('does not delay the try of another unknown store', async () => {
    const queue = openQueue();
    queue.answer = ({ saleId }) => notKnown(saleId);
    queue.add('one', { storeId: 'one' });
    await started(queue);
    await queue.pass(5_000);
    queue.add('two', { storeId: 'two' });
    await queue.look();
    expect(queue.newlySent()).toEqual(['two']);
    await queue.pass(firstGapMs - 5_000);
    expect(queue.newlySent()).toEqual(['one']);
    await queue.pass(5_000);
    expect(queue.newlySent()).toEqual(['two']);
  });

  test('is paused under the name in the refusal, even if the sale has another store', async () => {
    const queue = openQueue();
    queue.answer = () => notKnown('as the service calls it');
    queue.add('a', { storeId: 'lost' });
    await started(queue);
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'as the service calls it', because: 'unknown' }]);
  });

  test('is not paused by a refusal that was sent before the settings were changed', async () => {
    const queue = openQueue();
    const room = openAnswer();
    queue.answer = room.answer;
    queue.add('a', { storeId: 'lost' });
    await started(queue);
    queue.worker.wake();
    queue.answer = () => delivered;
    room.end(notKnown('lost'));
    await queue.settle();
    expect(queue.worker.pausedStores()).toEqual([]);
    expect(queue.newlySent()).toEqual(['a']);
  });

  test('pauses all its bills, even if many were just resuming', async () => {
    const queue = openQueue();
    queue.answer = () => notKnown('lost');
    for (let index = 0; index < 900; index += 1) queue.add(`lost-${index}`, { storeId: 'lost' });
    await started(queue);
    queue.worker.resumeStore('lost');
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(1);
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'lost', because: 'unknown' }]);
    expect(queue.store.firstDueAt()).toBeNull();
    const statements = listStatements();
    await queue.settle();
    expect(statements).toEqual([]);
  });

  test('pauses a long queue in batches, and other work has its turn between them', async () => {
    const queue = openQueue();
    const room = openAnswer();
    queue.answer = room.answer;
    for (let index = 0; index < 900; index += 1) queue.add(`lost-${index}`, { storeId: 'lost' });
    await started(queue);
    const due = [queue.store.due(queue.clock.now(), 1_000).jobs.length];
    room.end(notKnown('lost'));
    while (due.at(-1) !== 0 && due.length < 100) {
      await queue.clock.nextTurn();
      due.push(queue.store.due(queue.clock.now(), 1_000).jobs.length);
    }
    const held = due.map((count, turn) => (due[turn - 1] ?? count) - count);
    expect(due.at(-1)).toBe(0);
    expect(Math.max(...held)).toBeLessThanOrEqual(260);
    expect(queue.newlySent()).toEqual([]);
  });

  test('is detected only from bills: a refused print mark pauses no store', async () => {
    const queue = openQueue();
    queue.add('a');
    queue.add('a', { kind: 'printed' });
    const room = openAnswer();
    queue.answer = (job) => (job.kind === 'bill' ? delivered : room.answer(job));
    await queue.start();
    room.end(notKnown('store-1'));
    await queue.settle();
    expect(queue.newlySent()).toEqual(['a', 'a', 'a']);
    expect(queue.worker.pausedStores()).toEqual([]);
    room.end(refused);
    await queue.settle();
    expect(queue.job('a', 'printed').state).toBe('parked');
  });

  test('is not paused if it accepted another bill meanwhile: a second refusal puts the bill in attention', async () => {
    const queue = openQueue();
    queue.answer = ({ saleId }) => (saleId === 'odd' ? notKnown('store-1') : delivered);
    queue.add('odd');
    await started(queue);
    queue.add('good');
    await queue.wake();
    expect(queue.job('good').state).toBe('done');
    await queue.wake();
    expect(queue.job('odd')).toMatchObject({ state: 'parked', lastReason: 'refused-404' });
    expect(queue.worker.pausedStores()).toEqual([]);
  });

  test('is paused by a refusal even if it accepted a bill earlier', async () => {
    const queue = openQueue();
    queue.answer = () => delivered;
    queue.add('before');
    await started(queue);
    queue.answer = () => notKnown('store-1');
    queue.add('a');
    await queue.look();
    await queue.wake();
    expect(queue.job('a').state).toBe('due');
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'store-1', because: 'unknown' }]);
  });
});

describe('bills of a store that are refused', () => {
  const forbidden = refusedAs({ status: 403, title: 'HTTP 403', detail: 'Missing permission' });

  function sixty(answer: Queue['answer'], options: Parameters<typeof openQueue>[0] = {}): Queue {
    const queue = openQueue(options);
    queue.answer = answer;
    for (let index = 10; index < 70; index += 1) queue.add(`bill-${index}`);
    return queue;
  }
  const parked = (queue: Queue): number => queue.store.counts().parked;

  test('wait after the fifth refusal with the same message within a minute, and one of them is tried at growing intervals', async () => {
    const queue = await started(sixty(() => forbidden));
    expect(parked(queue)).toBe(4);
    expect(queue.sent).toHaveLength(5);
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'store-1', because: 'refused' }]);
    const times: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      await queue.pass(60_000);
      times.push(queue.newlySent().length);
    }
    expect(parked(queue)).toBe(4);
    expect(times.slice(10).every((count) => count <= 1)).toBe(true);
    expect(queue.store.counts().waiting).toBe(56);
  });

  test('are all sent after the bill that is tried was delivered', async () => {
    const queue = await started(sixty(() => forbidden));
    queue.answer = () => delivered;
    await queue.pass(firstGapMs);
    expect(queue.newlySent()).toHaveLength(56);
    expect(queue.worker.pausedStores()).toEqual([]);
  });

  test.each([
    ['another message', ({ saleId }: { saleId: string }) => refusedAs({ detail: saleId })],
    ['invalid fields', () => refusedAs({ errors: [{ path: '/bill', message: 'is wrong' }] })],
    ['an uncertain outcome', () => refusedAs({ code: 'idInUse' as const })],
  ])('are all shown to a person if each has %s', async (_what, answer) => {
    const queue = await started(sixty(answer));
    expect(parked(queue)).toBe(60);
  });

  test('are all shown to a person if other bills of the store are delivered between them', async () => {
    const queue = await started(sixty(({ saleId }) => (Number(saleId.slice(-1)) % 3 === 0 ? delivered : forbidden)));
    expect(queue.worker.pausedStores()).toEqual([]);
    expect(parked(queue)).toBe(36);
  });

  test('all need attention if they arrive one a minute', async () => {
    const queue = openQueue();
    queue.answer = () => forbidden;
    queue.worker.start();
    for (let index = 0; index < 8; index += 1) {
      queue.add(`bill-${index}`);
      await queue.pass(60_000);
      await queue.look();
    }
    expect(parked(queue)).toBe(8);
  });

  test('keep waiting if the bill that is tried is refused for another reason and needs attention', async () => {
    const queue = await started(sixty(() => forbidden));
    queue.answer = () => refusedAs({ detail: 'of its own' });
    await queue.pass(firstGapMs);
    queue.answer = () => forbidden;
    await queue.settle();
    expect(parked(queue)).toBeGreaterThanOrEqual(5);
    expect(queue.worker.pausedStores()).toMatchObject([{ because: 'refused' }]);
  });

  test('are delivered after the pause, except one that is refused again and needs attention', async () => {
    const queue = await started(sixty(() => forbidden));
    queue.answer = ({ saleId }) => (saleId === 'bill-14' ? forbidden : delivered);
    await queue.pass(10 * 60_000);
    expect(queue.job('bill-14').state).toBe('parked');
    expect(queue.store.counts()).toMatchObject({ waiting: 0, parked: 5 });
  });
});
