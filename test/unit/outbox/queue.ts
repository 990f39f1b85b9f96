import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DeliveryOutcome, Job, JobKind } from '../../../src-main/outbox/job.ts';
import { createOutboxStore, type OutboxStore } from '../../../src-main/outbox/store.ts';
import { createOutboxWorker, type OutboxWorker } from '../../../src-main/outbox/worker.ts';
import type { Refusal } from '../../../src-main/shared/till-view.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { receiptFormat } from '../../../src-main/storage/schema.ts';
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog, type TestLog } from '../../fakes/test-log.ts';

type Answer = (job: Job) => DeliveryOutcome | Promise<DeliveryOutcome>;

/** The worker with a queue in a real file and a service that answers as the test wants. */
export interface Queue {
  readonly worker: OutboxWorker;
  readonly store: OutboxStore;
  readonly clock: ManualClock;
  readonly log: TestLog;
  answer: Answer;
  /** The disk's error for the next reads and writes; null without one. */
  readonly disk: { read: Error | null; write: Error | null };
  /** The sale of each job that was sent, in order. */
  readonly sent: string[];
  /** The part of `sent` since the last call. */
  newlySent(): readonly string[];
  add(saleId: string, options?: { readonly storeId?: string; readonly kind?: JobKind; readonly dueAt?: number }): void;
  job(saleId: string, kind?: JobKind): Job;
  /** Waits until everything has run that needs no timer. */
  settle(): Promise<void>;
  start(): Promise<void>;
  look(): Promise<void>;
  wake(): Promise<void>;
  pass(ms: number): Promise<void>;
}

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

export function openQueue({ concurrent = 1 }: { readonly concurrent?: number } = {}): Queue {
  const clock = createManualClock();
  const log = createTestLog();
  const database = openDatabase(join(tempFolder(), 'receipts.db'), receiptFormat);
  const real = createOutboxStore(database);
  const disk: Queue['disk'] = { read: null, write: null };
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
  const sent: string[] = [];
  let reported = 0;
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const after = (act: () => void): Promise<void> => {
    act();
    return settle();
  };
  const queue: Queue = {
    worker: createOutboxWorker({
      store,
      leavesAs: () => null,
      async deliver(job) {
        sent.push(job.saleId);
        return queue.answer(job);
      },
      recordOutcome: (job) => store.save(job),
      concurrent: () => concurrent,
      clock,
      random: { bytes: () => new Uint8Array(), uuid: () => '', fraction: () => fraction },
      log,
    }),
    store: real,
    clock,
    log,
    answer: () => delivered,
    disk,
    sent,
    newlySent() {
      const since = sent.slice(reported);
      reported = sent.length;
      return since;
    },
    add(saleId, { storeId = 'store-1', kind = 'bill', dueAt = clock.now() } = {}) {
      database
        .sql(
          `insert into sales (id, reference, till, business_day, state, store_id, place, identity, created_at, updated_at, encrypted)
           values (?1, ?1, 'till', '', 'queued', ?2, 'waiting', '', 0, 0, x'') on conflict do nothing`,
        )
        .run(saleId, storeId);
      real.enqueue(saleId, kind, clock.now(), dueAt);
    },
    job(saleId, kind = 'bill') {
      const job = real.find(saleId, kind);
      if (job === null) throw new Error(`${saleId} has no ${kind} in the queue`);
      return job;
    },
    settle,
    start: () => after(() => queue.worker.start()),
    look: () => after(() => queue.worker.schedule()),
    wake: () => after(() => queue.worker.wake()),
    async pass(ms) {
      clock.advance(ms);
      await settle();
    },
  };
  onTestFinished(async () => {
    await queue.worker.stop();
    database.close();
  });
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
