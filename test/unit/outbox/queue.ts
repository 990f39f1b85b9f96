import { onTestFinished } from 'vitest';
import type { DeliveryOutcome, Job, JobKind } from '../../../src-main/outbox/job.ts';
import { createOutboxStore, type OutboxStore } from '../../../src-main/outbox/store.ts';
import { createOutboxWorker } from '../../../src-main/outbox/worker.ts';
import type { Refusal } from '../../../src-main/shared/till-view.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { addSaleRow, openReceipts } from '../../fakes/sale-row.ts';
import { turns } from '../../fakes/settled.ts';
import { createTestLog } from '../../fakes/test-log.ts';

type Answer = (job: Job) => DeliveryOutcome | Promise<DeliveryOutcome>;

export type Queue = ReturnType<typeof openQueue>;

export const delivered: DeliveryOutcome = { kind: 'delivered', assigned: false, url: null };
export const timeout: DeliveryOutcome = { kind: 'retry', reason: 'server-error', retryAfterMs: null };
export const signedOut: DeliveryOutcome = { kind: 'signInNeeded' };
const refusal = { status: 404, title: 'No', detail: '', errors: [], traceId: null, extensions: '', code: null };
export const refusedAs = (words: Partial<Refusal>): DeliveryOutcome => ({
  kind: 'refused',
  refusal: { ...refusal, ...words },
});
export const refused = refusedAs({});
export const notKnown = (storeId: string): DeliveryOutcome => ({ kind: 'storeUnknown', storeId, refusal });

export const diskFull = (): Error => Object.assign(new Error('database or disk is full'), { errcode: 13 });
export const bug = (): Error => new TypeError('undefined is not a function');

/** Half of every random part: 11.25 s for the first pause, 500 ms for the first retry. */
const fraction = 0.5;

interface QueueOptions {
  readonly concurrent?: number;
  readonly answer?: Answer;
  /** The sales with a waiting bill. */
  readonly jobs?: readonly string[];
}

/** The worker with a queue in a real file and a service that answers as the test wants. */
export function openQueue({ concurrent = 1, answer = () => delivered, jobs = [] }: QueueOptions = {}) {
  const clock = createManualClock();
  const log = createTestLog();
  const database = openReceipts();
  const real = createOutboxStore(database);
  /** The disk's error for the next reads and writes; null without one. */
  const disk: { read: Error | null; write: Error | null } = { read: null, write: null };
  const store: OutboxStore = {
    ...real,
    due(...args) {
      if (disk.read !== null) throw disk.read;
      return real.due(...args);
    },
    begin(tried) {
      if (disk.write !== null) throw disk.write;
      real.begin(tried);
    },
    save(job) {
      if (disk.write !== null) throw disk.write;
      real.save(job);
    },
  };
  /** The sale of each job that was sent, in order. */
  const sent: string[] = [];
  let reported = 0;
  /** At the end of the test the service answers everything, so that the worker can stop. */
  const ended = Promise.withResolvers<DeliveryOutcome>();
  const after = (act: () => void): Promise<void> => {
    act();
    return turns();
  };
  const worker = createOutboxWorker({
    store,
    leavesAs: () => null,
    async deliver(job) {
      sent.push(job.saleId);
      return Promise.race([queue.answer(job), ended.promise]);
    },
    recordOutcome: (job) => store.save(job),
    concurrent: () => concurrent,
    clock,
    random: { bytes: () => new Uint8Array(), uuid: () => '', fraction: () => fraction },
    log,
  });
  const queue = {
    worker,
    store: real,
    clock,
    log,
    answer,
    disk,
    sent,
    /** The part of `sent` since the last call. */
    newlySent(): readonly string[] {
      const since = sent.slice(reported);
      reported = sent.length;
      return since;
    },
    add(saleId: string, { storeId = 'store-1', kind = 'bill' as JobKind, dueAt = clock.now() } = {}): void {
      addSaleRow(database, saleId, storeId);
      real.enqueue(saleId, kind, clock.now(), dueAt);
    },
    job(saleId: string, kind: JobKind = 'bill'): Job {
      const job = real.find(saleId, kind);
      if (job === null) throw new Error(`${saleId} has no ${kind} in the queue`);
      return job;
    },
    settle: turns,
    start: () => after(() => worker.start()),
    look: () => after(() => worker.schedule()),
    wake: () => after(() => worker.wake()),
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      await turns();
    },
    /** Returns what is sent after exactly this time. Nothing may be sent before. */
    async sentAfter(ms: number): Promise<readonly string[]> {
      await queue.pass(ms - 1);
      if (sent.length > reported) throw new Error(`${sent.slice(reported)} was sent too early`);
      await queue.pass(1);
      return queue.newlySent();
    },
  };
  for (const saleId of jobs) queue.add(saleId);
  onTestFinished(() => {
    ended.resolve(delivered);
    return worker.stop();
  });
  return queue;
}

/** A started queue. What was sent at its start is not new. */
export async function startedQueue(options: QueueOptions = {}): Promise<Queue> {
  const queue = openQueue(options);
  await queue.start();
  queue.newlySent();
  return queue;
}

/** A service that answers only when `end` is called: then it answers the request that has waited longest. */
export function openAnswer(): { readonly answer: Answer; end(outcome: DeliveryOutcome): void } {
  const waiting: ((outcome: DeliveryOutcome) => void)[] = [];
  return {
    answer: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    end: (outcome) => waiting.shift()?.(outcome),
  };
}
