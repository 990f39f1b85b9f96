import { expect, test } from 'vitest';
import type { DeliveryOutcome } from '../../../src-main/outbox/job.ts';
import {
  afterTry,
  type ConcurrencyLimiter,
  mayRetry,
  mayTryFresh,
  restarted,
  slotsOf,
  unlimited,
} from '../../../src-main/outbox/plan.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';

const answered: DeliveryOutcome = { kind: 'delivered', assigned: false, url: null };
const silent: DeliveryOutcome = { kind: 'retry', reason: 'time-out', retryAfterMs: null };
const busy: DeliveryOutcome = { kind: 'retry', reason: 'server-error', retryAfterMs: 10_000 };
const start = 1_000_000;

function after(
  outcomes: readonly DeliveryOutcome[],
  { jitter = 1, most = 4, everyMs = 3_600_000 } = {},
): ConcurrencyLimiter {
  return outcomes.reduce<ConcurrencyLimiter>((concurrencyLimiter, outcome, index) => {
    const beganAt = start + index * everyMs;
    return afterTry(concurrencyLimiter, outcome, { beganAt, now: beganAt + 1, jitter, most });
  }, unlimited);
}

test('the first time-out, 503 or 429 halves the open slots, the second halves them again, then one slot probes at growing intervals', () => {
  const silences = (count: number) => after(Array.from({ length: count }, () => silent)).open;
  expect([1, 2, 3, 4, 5].map(silences)).toEqual([2, 1, 1 / 2, 1 / 8, 1 / 32]);
  expect(after([busy]).open).toBe(2);
  expect(slotsOf(after([silent, silent, silent, silent]), 4)).toBe(1);
});

test('successful rounds open slots up to the limit, and sooner for a service that sends Retry-After', () => {
  const answers = Array.from({ length: 40 }, () => answered);
  const opened = (before: readonly DeliveryOutcome[]) =>
    answers.map((_, index) => slotsOf(after([...before, ...answers.slice(0, index)]), 4));
  expect(opened([silent, silent]).slice(0, 9)).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 4]);
  expect(opened([busy, busy]).slice(0, 4)).toEqual([1, 2, 4, 4]);
  expect(Math.max(...opened([busy]), ...opened([silent]))).toBe(4);
});

test('a failed request that was sent before the slots were reduced does not reduce them again', () => {
  const once = afterTry(unlimited, silent, { beganAt: start, now: start + 500, jitter: 1, most: 4 });
  const twice = afterTry(once, silent, { beganAt: start + 1, now: start + 510, jitter: 1, most: 4 });
  expect([once.open, twice.open, twice.silences]).toEqual([2, 2, 2]);
});

test('a failed request reduces the slots also after the clock was turned back', () => {
  const before = afterTry(unlimited, silent, { beganAt: start, now: start, jitter: 1, most: 4 });
  const turnedBack = start - 3_600_000;
  expect(afterTry(before, silent, { beganAt: turnedBack, now: turnedBack, jitter: 1, most: 4 }).open).toBe(1);
});

test('a service that does not answer one of ten requests gets over three fifths of the possible requests', () => {
  const random = createSeededRandom(4);
  let concurrencyLimiter: ConcurrencyLimiter = unlimited;
  let tried = 0;
  let now = start;
  for (let round = 0; round < 1_000; round += 1) {
    const beganAt = now;
    now = Math.max(now, concurrencyLimiter.open < 1 ? concurrencyLimiter.nextAt : 0) + 200;
    const count = slotsOf(concurrencyLimiter, 4);
    tried += count;
    for (let slot = 0; slot < count; slot += 1) {
      const outcome = random.fraction() < 0.1 ? silent : answered;
      concurrencyLimiter = afterTry(concurrencyLimiter, outcome, { beganAt, now, jitter: random.fraction(), most: 4 });
    }
  }
  const ofAll = tried / ((4 * (now - start)) / 200);
  expect(ofAll).toBeGreaterThan(0.6);
});

test('the first answer opens one slot after a long silence, and two slots after a short silence', () => {
  const away = Array.from({ length: 12 }, () => silent);
  expect(after(away).nextAt - (start + 11 * 3_600_000)).toBe(300_001);
  expect([away, [silent, silent, silent]].map((before) => after([...before, answered]).open)).toEqual([1, 2]);
  expect(after([...away, answered]).silences).toBe(0);
});

test('the wait exceeds Retry-After by a random part: by at most a fifth, and never by over two seconds', () => {
  const until = (retryAfterMs: number, jitter: number) =>
    after([{ ...busy, retryAfterMs }], { jitter }).pacedUntil - start - 1;
  expect([0, 0.5, 1].map((jitter) => until(10_000, jitter))).toEqual([10_000, 11_000, 12_000]);
  expect([1_000, 60_000, 3_600_000].map((requestedMs) => until(requestedMs, 1))).toEqual([1_200, 62_000, 302_000]);
  // One slot stays open: a service that refuses many requests is asked when its Retry-After ends, and not later.
  expect(after(Array.from({ length: 9 }, () => busy)).open).toBe(1);
});

test('after a network failure each till probes within a twentieth of its pause; a person’s request opens a slot at once', () => {
  const away = after(Array.from({ length: 12 }, () => silent));
  const now = start + 20 * 3_600_000;
  expect([0, 0.5, 1].map((jitter) => restarted(away, now, jitter).nextAt - now)).toEqual([0, 7_500, 15_000]);
  expect(restarted(after([silent, silent, silent, silent, silent]), now, 1).nextAt - now).toBe(800);
  expect(restarted(away, now, null).open).toBe(1);
  expect([1, null].map((jitter) => restarted(unlimited, now, jitter).open)).toEqual([Infinity, Infinity]);
});

test('with less than one slot a new job is tried once a second at most, also after the clock is turned back', () => {
  const down = after([silent, silent, silent, silent], { everyMs: 2_000 });
  const at = start + 6_001;
  expect([at + 999, at + 1_000].map((now) => mayTryFresh(down, now))).toEqual([false, true]);
  expect([at + 3_999, at + 4_000, at - 86_400_000].map((now) => mayRetry(down, now))).toEqual([false, true, true]);
  expect(mayTryFresh(unlimited, at)).toBe(true);
});
