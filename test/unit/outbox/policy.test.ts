import { expect, test } from 'vitest';
import type { DeliveryOutcome, Job } from '../../../src-main/outbox/job.ts';
import { askedToWait, backoffMs, retryRules, rowAfter, settleJob } from '../../../src-main/outbox/policy.ts';

const now = 1_000_000;
const job: Job = {
  ...{ saleId: 's', kind: 'bill', state: 'due', attempts: 1, dueAt: now },
  ...{ lastReason: null, sentAs: null },
};
const refusal = { status: 403, title: '', detail: '', errors: [], traceId: null, extensions: '', code: null };
const retry: DeliveryOutcome = { kind: 'retry', reason: 'time-out', retryAfterMs: null };

test('the pause doubles with every try, up to five minutes, with full jitter', () => {
  const ceilings = [1, 2, 3, 4, 9, 10, 1_000].map((attempt) => backoffMs(attempt, 1));
  expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
  expect(backoffMs(4, 0.5)).toBe(4_000);
});

test('no random value gives a pause of zero', () => {
  for (let attempt = 0; attempt < 20; attempt += 1) expect(backoffMs(attempt, 0)).toBe(100);
});

test('a failed delivery stays due later, without end', () => {
  expect(settleJob({ ...job, attempts: 500 }, retry, now, 0.999)).toMatchObject({ state: 'due', dueAt: now + 299_700 });
});

test('Retry-After of the service is respected up to the limit, and no wake-up shortens it', () => {
  expect(settleJob(job, { ...retry, retryAfterMs: 90_000 }, now, 0)).toMatchObject({
    dueAt: now + 90_000,
    lastReason: askedToWait,
  });
  expect(settleJob(job, { ...retry, retryAfterMs: 9_000_000 }, now, 0).dueAt).toBe(now + retryRules.capMs);
});

test('a needed sign-in and an unknown store do not count as tries', () => {
  expect(settleJob(job, { kind: 'signInNeeded' }, now, 0)).toMatchObject({ state: 'due', attempts: 0, dueAt: now });
  expect(settleJob(job, { kind: 'storeUnknown', storeId: 'x', refusal }, now, 0)).toMatchObject({
    state: 'due',
    attempts: 0,
  });
});

test('an id that died is replaced at once the first time, with pauses from then on', () => {
  expect(settleJob(job, { kind: 'registrationExpired' }, now, 1).dueAt).toBe(now);
  expect(settleJob({ ...job, attempts: 2 }, { kind: 'registrationExpired' }, now, 1).dueAt).toBe(now + 2_000);
});

test('the bill of a cancelled sale gets no new id and waits for the cancel; every other retry reuses its row', () => {
  const cancelled = { isCancelled: true };
  expect(rowAfter(job, { kind: 'registrationExpired' }, cancelled)).toMatchObject({ state: 'held' });
  expect(rowAfter(job, { kind: 'registrationExpired' }, { isCancelled: false })).toEqual(job);
  expect(rowAfter(job, retry, cancelled)).toEqual(job);
});

test('jobs of an unreadable sale are blocked with a reason that a later start can read', () => {
  expect(rowAfter({ ...job, state: 'done' }, { kind: 'delivered', assigned: false, url: null }, null)).toMatchObject({
    state: 'held',
    lastReason: 'sale-set-aside',
  });
});

test('a refusal parks the job and is never thrown away', () => {
  expect(settleJob(job, { kind: 'refused', refusal }, now, 0)).toMatchObject({
    state: 'parked',
    lastReason: 'refused-403',
  });
});
