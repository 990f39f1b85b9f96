import { describe, expect, test } from 'vitest';
import type { DeliveryOutcome, DueJob, Job } from '../../../src-main/outbox/job.ts';
import { afterAnswer, freshState, pacedUntil, plan, unlimited } from '../../../src-main/outbox/plan.ts';
import { backoffMs, rowAfter, settleJob } from '../../../src-main/outbox/policy.ts';
import { timeout } from './queue.ts';

const job = (saleId: string, kind: DueJob['kind'] = 'bill', storeId = 'store-1'): DueJob => ({
  ...{ saleId, kind, storeId, state: 'due', attempts: 0, dueAt: 0 },
  ...{ lastReason: null, sentAs: null },
});
const refusal = { status: 404, title: '', detail: '', errors: [], traceId: null, extensions: '', code: null };
const waits = { attempts: 1, askAt: 0, because: 'storeUnknown', refusal } as const;
const limiter = { concurrencyLimiter: unlimited, signIn: null, stores: new Map([['lost', waits]]) };
const read = { newest: [], isNewestNext: false, underWay: new Map(), free: 4 };

describe('the plan of the jobs', () => {
  test('pauses the bills of an unknown store, and sends its cancellations', () => {
    const mark = job('a', 'cancel', 'lost');
    expect(plan({ ...read, oldest: [job('b', 'bill', 'lost'), mark] }, limiter).hold).toEqual([
      job('b', 'bill', 'lost'),
    ]);
    expect(plan({ ...read, oldest: [mark] }, limiter)).toMatchObject({ hold: [], begin: [mark] });
  });

  test('starts one job of a sale at a time', () => {
    const oldest = [job('a', 'cancel'), job('a', 'loyaltyCancel'), job('b')];
    expect(plan({ ...read, oldest }, limiter)).toMatchObject({ begin: [oldest[0], oldest[2]], isAll: false });
  });
});

describe('the state of the queue after an answer', () => {
  const stateAfter = (answer: DeliveryOutcome, isWoken: boolean) =>
    afterAnswer(
      freshState,
      answer,
      { job: { ...job('a'), attempts: 1 }, beganAt: 0, isProven: false, isWoken },
      { now: 1_000, dice: () => 0.5, most: 4 },
    ).state;

  test('respects a Retry-After in the answer to a request that was under way when the queue was woken', () => {
    const paced = { kind: 'retry', reason: 'server-error', retryAfterMs: 90_000 } as const;
    expect(pacedUntil(stateAfter(paced, true).concurrencyLimiter, 1_000)).toBeGreaterThanOrEqual(91_000);
  });

  test('does not count a missing answer as an answer', () => {
    const { hasAnswered } = stateAfter(timeout, false);
    expect(hasAnswered).toBe(false);
  });
});

describe('the row after an answer', () => {
  const tried = (attempts: number) => ({ ...job('a'), attempts });
  const retry: DeliveryOutcome = { kind: 'retry', reason: 'time-out', retryAfterMs: null };

  test('is due after a pause that doubles up to five minutes, with full jitter and never zero', () => {
    const ceilings = [1, 2, 3, 4, 9, 10, 1_000].map((attempt) => backoffMs(attempt, 1));
    expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
    expect([backoffMs(4, 0.5), backoffMs(9, 0)]).toEqual([4_000, 100]);
    expect(settleJob(tried(500), retry, 0, 0.999)).toMatchObject({ state: 'due', dueAt: 299_700 });
    expect(settleJob(tried(1), { ...retry, retryAfterMs: 9_000_000 }, 0, 0).dueAt).toBe(300_000);
  });

  test('is due at once after the first expired id and later after the second; for a cancelled sale it is held', () => {
    const died: DeliveryOutcome = { kind: 'registrationExpired' };
    expect([1, 2].map((attempts) => settleJob(tried(attempts), died, 0, 1).dueAt)).toEqual([0, 2_000]);
    expect([true, false].map((isCancelled) => rowAfter(job('a'), died, { isCancelled }).state)).toEqual([
      'held',
      'due',
    ]);
    expect(rowAfter(tried(1), retry, { isCancelled: true }).state).toBe('due');
  });

  test('is held if its sale was cancelled during an attempt that sent no bill', () => {
    const after = (kind: Job['kind']) =>
      rowAfter(
        settleJob({ ...job('a', kind), attempts: 1 }, { kind: 'signInNeeded' }, 0, 0),
        { kind: 'signInNeeded' },
        { isCancelled: true },
      );
    expect((['bill', 'printed', 'cancel', 'loyaltyCancel'] as const).map((kind) => after(kind).state)).toEqual([
      'held',
      'held',
      'due',
      'due',
    ]);
  });
});
