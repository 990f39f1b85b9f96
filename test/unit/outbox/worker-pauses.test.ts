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
  startedQueue,
  timeout,
} from './queue.ts';

/** 75 % of 15 s, for the random value 0.5. */
const firstGapMs = 11_250;

/** The time until the next try. */
const waitOf = ({ worker, clock }: Queue): number => (worker.nextTryAt() ?? 0) - clock.now();

test.each([
  ['a time-out', timeout],
  ['a refused sign-in', signedOut],
  ['a store that the service does not know', notKnown('store-1')],
])(
  'a request that was sent before the network, the credentials or the settings changed pauses nothing and is sent again at once: %s',
  async (_what, outcome) => {
    const room = openAnswer();
    const queue = await startedQueue({ answer: room.answer, jobs: ['a'] });
    queue.worker.wake();
    queue.answer = () => delivered;
    room.end(outcome);
    await queue.settle();
    expect(queue.newlySent()).toEqual(['a']);
    expect(queue.worker.pausedStores()).toEqual([]);
  },
);

describe('while the sign-in is refused', () => {
  test('one job tries at growing intervals without counting attempts, and after a successful sign-in all are sent', async () => {
    const queue = await startedQueue({ concurrent: 4, answer: () => signedOut, jobs: ['a'] });
    for (const id of ['b', 'c']) queue.add(id);
    queue.worker.schedule();
    expect(await queue.sentAfter(firstGapMs)).toHaveLength(1);
    const room = openAnswer();
    await queue.pass(2 * firstGapMs - 1);
    queue.answer = room.answer;
    expect(await queue.sentAfter(1)).toHaveLength(1);
    room.end(delivered);
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(2);
    room.end(delivered);
    room.end(delivered);
    await queue.settle();
    for (const id of ['a', 'b', 'c']) expect(queue.job(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('a refusal may set the time of the next try', async () => {
    const queue = await startedQueue({ answer: () => ({ kind: 'signInNeeded', askAgainMs: 600_000 }), jobs: ['a'] });
    expect(waitOf(queue)).toBe(600_000);
    expect(await queue.sentAfter(600_000)).toEqual(['a']);
  });

  test('new credentials, or an answer to another request, start a try at once', async () => {
    for (const call of ['wake', 'answered'] as const) {
      const queue = await startedQueue({ answer: () => signedOut, jobs: ['a'] });
      queue.answer = () => delivered;
      queue.worker[call]();
      await queue.settle();
      expect(queue.newlySent()).toEqual(['a']);
    }
  });
});

describe('a store that the service does not know', () => {
  const unknown = [{ storeId: 'lost', because: 'storeUnknown' }];
  const addLost = (queue: Queue, count: number): void => {
    for (let index = 0; index < count; index += 1) queue.add(`lost-${index}`, { storeId: 'lost' });
  };

  /** Two bills of the store `lost` wait after their refusal, and a bill of another store was delivered. */
  async function lostStore(): Promise<Queue> {
    const queue = openQueue({ concurrent: 2 });
    queue.answer = ({ saleId }) => (saleId.startsWith('lost') ? notKnown('lost') : delivered);
    addLost(queue, 2);
    queue.add('other');
    await queue.start();
    expect(queue.newlySent()).toEqual(['lost-0', 'lost-1', 'other']);
    return queue;
  }

  test('pauses only its own bills, except one that tries at growing intervals, however often the queue is read', async () => {
    const queue = await lostStore();
    expect(queue.worker.pausedStores()).toMatchObject(unknown);
    queue.add('lost-2', { storeId: 'lost' });
    queue.add('other-2');
    await queue.look();
    expect(queue.newlySent()).toEqual(['other-2']);
    const first = waitOf(queue);
    const room = openAnswer();
    queue.answer = room.answer;
    expect(await queue.sentAfter(first)).toEqual(['lost-2']);
    await queue.look();
    expect(queue.newlySent()).toEqual([]);
    room.end(notKnown('lost'));
    await queue.settle();
    expect(waitOf(queue)).toBeGreaterThan(first);
    expect(queue.job('lost-0').attempts).toBe(0);
  });

  test('counts as known even if the bill that is tried is refused for another reason', async () => {
    const queue = await lostStore();
    queue.answer = () => refused;
    await queue.pass(60_000);
    expect(queue.worker.pausedStores()).toEqual([]);
    expect(queue.newlySent().toSorted()).toEqual(['lost-0', 'lost-1']);
  });

  test('stays unknown if the bill that is tried gets no answer or no sign-in, and is then tried later, not sooner', async () => {
    for (const outcome of [timeout, signedOut]) {
      const queue = await lostStore();
      const first = waitOf(queue);
      queue.answer = () => outcome;
      await queue.pass(first);
      expect(queue.newlySent()).toHaveLength(1);
      expect(queue.worker.pausedStores()).toMatchObject(unknown);
      if (outcome === timeout) expect(waitOf(queue)).toBeGreaterThan(first);
    }
  });

  test.each<[string, (queue: Queue) => Promise<unknown>]>([
    ['the next start', (queue) => queue.worker.stop().then(queue.start)],
    ['another part of the app that reaches it', async (queue) => queue.worker.resumeStore('lost')],
  ])('resumes its bills at once by %s', async (_how, resume) => {
    const queue = await lostStore();
    queue.answer = () => delivered;
    queue.worker.resumeStore('never heard of');
    await queue.settle();
    expect(queue.newlySent()).toEqual([]);
    await resume(queue);
    await queue.settle();
    expect(queue.newlySent()).toEqual(['lost-0', 'lost-1']);
  });

  test('resumes no further batch of its bills once the worker is stopped', async () => {
    const queue = openQueue({ answer: () => notKnown('lost') });
    addLost(queue, 600);
    await queue.start();
    queue.answer = () => delivered;
    queue.worker.resumeStore('lost');
    await queue.worker.stop();
    await queue.settle();
    expect(queue.store.due(queue.clock.now(), 1_000).jobs.length).toBeLessThanOrEqual(250);
  });

  test('is removed from the list when it has no more waiting bills; one that waits again after an undo is sent', async () => {
    const queue = await lostStore();
    queue.store.dropRest('lost-0');
    queue.store.holdUntried('lost-1');
    await queue.pass(60_000);
    expect(queue.newlySent()).toEqual([]);
    expect(queue.worker.pausedStores()).toEqual([]);
    queue.store.releaseHeld('lost-1');
    await queue.look();
    expect(queue.newlySent()).toEqual(['lost-1']);
  });

  test('waits for a free slot before its try', async () => {
    const queue = await lostStore();
    const room = openAnswer();
    queue.answer = room.answer;
    for (const id of ['busy-1', 'busy-2']) queue.add(id);
    await queue.look();
    expect(queue.newlySent()).toEqual(['busy-1', 'busy-2']);
    await queue.pass(2 * firstGapMs);
    expect(queue.newlySent()).toEqual([]);
    room.end(delivered);
    await queue.settle();
    expect(queue.newlySent()).toEqual(['lost-0']);
  });

  test('does not delay the try of another unknown store', async () => {
    const queue = openQueue({ answer: ({ saleId }) => notKnown(saleId) });
    queue.add('one', { storeId: 'one' });
    await queue.start();
    await queue.pass(5_000);
    queue.add('two', { storeId: 'two' });
    await queue.look();
    expect(queue.newlySent()).toEqual(['one', 'two']);
    expect(await queue.sentAfter(firstGapMs - 5_000)).toEqual(['one']);
    expect(await queue.sentAfter(5_000)).toEqual(['two']);
  });

  test('is paused under the name in the refusal, even if the sale has another store', async () => {
    const queue = await startedQueue({ answer: () => notKnown('as the service calls it'), jobs: ['a'] });
    expect(queue.worker.pausedStores()).toMatchObject([
      { storeId: 'as the service calls it', because: 'storeUnknown' },
    ]);
  });

  test('pauses all its bills, even if many were just resuming', async () => {
    const queue = openQueue({ answer: () => notKnown('lost') });
    addLost(queue, 900);
    await queue.start();
    queue.newlySent();
    queue.worker.resumeStore('lost');
    await queue.settle();
    expect(queue.newlySent()).toHaveLength(1);
    expect(queue.worker.pausedStores()).toMatchObject(unknown);
    expect(queue.store.firstDueAt()).toBeNull();
    const statements = listStatements();
    await queue.settle();
    expect(statements).toEqual([]);
  });

  test('pauses a long queue in batches, and other work has its turn between them', async () => {
    const room = openAnswer();
    const queue = openQueue({ answer: room.answer });
    addLost(queue, 900);
    await queue.start();
    const dueNow = (): number => queue.store.due(queue.clock.now(), 1_000).jobs.length;
    const due = [dueNow()];
    room.end(notKnown('lost'));
    while (due.at(-1) !== 0 && due.length < 100) {
      await queue.clock.nextTurn();
      due.push(dueNow());
    }
    expect(due.at(-1)).toBe(0);
    expect(Math.max(...due.map((count, turn) => (due[turn - 1] ?? count) - count))).toBeLessThanOrEqual(260);
    expect(queue.sent).toHaveLength(1);
  });

  test('is detected only from bills: a refused print mark pauses no store', async () => {
    const room = openAnswer();
    const queue = openQueue({ jobs: ['a'], answer: (job) => (job.kind === 'bill' ? delivered : room.answer(job)) });
    queue.add('a', { kind: 'printed' });
    await queue.start();
    room.end(notKnown('store-1'));
    await queue.settle();
    expect(queue.sent).toEqual(['a', 'a', 'a']);
    expect(queue.worker.pausedStores()).toEqual([]);
    room.end(refused);
    await queue.settle();
    expect(queue.job('a', 'printed').state).toBe('parked');
  });

  test('is not paused if it accepted another bill meanwhile: a second refusal puts the bill in attention', async () => {
    const answer: Queue['answer'] = ({ saleId }) => (saleId === 'odd' ? notKnown('store-1') : delivered);
    const queue = await startedQueue({ answer, jobs: ['odd'] });
    queue.add('good');
    await queue.wake();
    expect(queue.job('good').state).toBe('done');
    await queue.wake();
    expect(queue.job('odd')).toMatchObject({ state: 'parked', lastReason: 'refused-404' });
    expect(queue.worker.pausedStores()).toEqual([]);
  });

  test('is paused by a refusal even if it accepted a bill earlier', async () => {
    const queue = await startedQueue({ jobs: ['before'] });
    queue.answer = () => notKnown('store-1');
    queue.add('a');
    await queue.look();
    await queue.wake();
    expect(queue.job('a').state).toBe('due');
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'store-1', because: 'storeUnknown' }]);
  });
});

describe('bills of a store that are refused', () => {
  const forbidden = refusedAs({ status: 403, title: 'HTTP 403', detail: 'Missing permission' });
  const sixty = (answer: Queue['answer']): Promise<Queue> =>
    startedQueue({ answer, jobs: Array.from({ length: 60 }, (_, index) => `bill-${index + 10}`) });
  const parked = (queue: Queue): number => queue.store.counts().parked;

  test('wait after the fifth refusal with the same message within a minute, and one of them is tried at growing intervals', async () => {
    const queue = await sixty(() => forbidden);
    expect([parked(queue), queue.sent.length]).toEqual([4, 5]);
    expect(queue.worker.pausedStores()).toMatchObject([{ storeId: 'store-1', because: 'storeRefused' }]);
    const times: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      await queue.pass(60_000);
      times.push(queue.newlySent().length);
    }
    expect(parked(queue)).toBe(4);
    expect(times.slice(10).every((count) => count <= 1)).toBe(true);
    expect(queue.store.counts().waiting).toBe(56);
  });

  test.each<[string, Queue['answer'], number]>([
    ['if each has another message', ({ saleId }) => refusedAs({ detail: saleId }), 60],
    ['if each has invalid fields', () => refusedAs({ errors: [{ path: '/bill', message: 'is wrong' }] }), 60],
    ['if each has an uncertain outcome', () => refusedAs({ code: 'idInUse' }), 60],
    [
      'if other bills of the store are delivered between them',
      ({ saleId }) => (Number(saleId.slice(-1)) % 3 === 0 ? delivered : forbidden),
      36,
    ],
  ])('are all shown to a person %s', async (_what, answer, count) => {
    const queue = await sixty(answer);
    expect(queue.worker.pausedStores()).toEqual([]);
    expect(parked(queue)).toBe(count);
  });

  test('all need attention if they arrive one a minute', async () => {
    const queue = await startedQueue({ answer: () => forbidden });
    for (let index = 0; index < 8; index += 1) {
      queue.add(`bill-${index}`);
      await queue.pass(60_000);
      await queue.look();
    }
    expect(parked(queue)).toBe(8);
  });

  test('keep waiting if the bill that is tried is refused for another reason and needs attention', async () => {
    const queue = await sixty(() => forbidden);
    queue.answer = () => refusedAs({ detail: 'of its own' });
    await queue.pass(firstGapMs);
    queue.answer = () => forbidden;
    await queue.settle();
    expect(parked(queue)).toBeGreaterThanOrEqual(5);
    expect(queue.worker.pausedStores()).toMatchObject([{ because: 'storeRefused' }]);
  });

  test('are delivered after the pause, except one that is refused again and needs attention', async () => {
    const queue = await sixty(() => forbidden);
    queue.answer = ({ saleId }) => (saleId === 'bill-14' ? forbidden : delivered);
    await queue.pass(10 * 60_000);
    expect(queue.job('bill-14').state).toBe('parked');
    expect(queue.store.counts()).toMatchObject({ waiting: 0, parked: 5 });
    expect(queue.worker.pausedStores()).toEqual([]);
  });
});
