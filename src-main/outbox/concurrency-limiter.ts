import type { DeliveryOutcome } from './job.ts';
import { heardIn, retryRules, waitAsked } from './policy.ts';

/**
 * The state of the limiter for simultaneous deliveries. Successful rounds open lanes; the first failure (silence, 503,
 * 429) closes half of them. Below one lane a single attempt probes: a failed row from `nextAt` on, a new row from
 * `freshAt` on. Nothing leaves before `pacedUntil` (Retry-After). Attempts that began before `closedAt` do not count,
 * so that a burst counts once. `silences` counts since the last answer. The numbers were found with two thousand tills
 * (`test/unit/outbox/fleet.ts`).
 */
export const allLanes = { open: Infinity, nextAt: 0, freshAt: 0, pacedUntil: 0, closedAt: 0, silences: 0 };
export type ConcurrencyLimiter = Readonly<typeof allLanes>;

const freshPauseMs = 1_000;

/** The random addition to a Retry-After, so that not all tills return in the same second. */
const laterMs = (askedMs: number, jitter: number): number => Math.round(jitter * Math.min(askedMs / 5, 2_000));

/** No attempt is planned further ahead. A later time was planned before the clock was turned back. */
const farthestMs = retryRules.capMs + 2_000;

/** The longest pause below one lane: a second at half a lane. */
const gapMs = (open: number): number => Math.min(retryRules.capMs, 500 / open);

export const lanesOf = ({ open }: ConcurrencyLimiter, most: number): number =>
  Math.max(1, Math.floor(Math.min(open, most)));

export const mayRetry = ({ open, nextAt }: ConcurrencyLimiter, now: number): boolean =>
  open >= 1 || now >= nextAt || nextAt > now + farthestMs;

export const mayTryFresh = (concurrencyLimiter: ConcurrencyLimiter, now: number): boolean =>
  mayRetry(concurrencyLimiter, now) ||
  now >= concurrencyLimiter.freshAt ||
  concurrencyLimiter.freshAt > now + freshPauseMs;

export const pacedUntil = ({ pacedUntil: until }: ConcurrencyLimiter, now: number): number | null =>
  until > now && until <= now + farthestMs ? until : null;

/** The lanes after an attempt that began at `beganAt`. `most` limits the open lanes. */
export function afterTry(
  concurrencyLimiter: ConcurrencyLimiter,
  outcome: DeliveryOutcome,
  { beganAt, now, jitter, most }: { beganAt: number; now: number; jitter: number; most: number },
): ConcurrencyLimiter {
  const heard = heardIn(outcome);
  const open = Math.min(concurrencyLimiter.open, most);
  if (heard === 'answer')
    return { ...concurrencyLimiter, open: wider(open, concurrencyLimiter), freshAt: 0, silences: 0 };
  if (heard === 'nothing') return concurrencyLimiter;
  const asked = heard === 'paced' ? waitAsked(outcome) : 0;
  const askedUntil = asked > 0 ? now + asked + laterMs(asked, jitter) : 0;
  const told = {
    ...concurrencyLimiter,
    freshAt: now + freshPauseMs,
    pacedUntil: Math.max(pacedUntil(concurrencyLimiter, now) ?? 0, askedUntil),
    silences: asked > 0 ? 0 : concurrencyLimiter.silences + 1,
  };
  // A probe that is already planned is not moved.
  if (beganAt < concurrencyLimiter.closedAt || !mayRetry(concurrencyLimiter, now)) return told;
  const fewer = open > 1 ? Math.max(1, open / 2) : asked > 0 ? open : rarer(open);
  const nextAt = Math.max(askedUntil, now + Math.max(100, Math.round(jitter * gapMs(fewer))));
  return { ...told, open: fewer, closedAt: now, nextAt };
}

/** The first answer opens a lane, after a short silence two; each further round one more. */
function wider(open: number, { pacedUntil, closedAt }: ConcurrencyLimiter): number {
  if (open < 1) return Math.max(1, 4 * open);
  return pacedUntil > closedAt ? 2 * open : open + Math.min(1 / 2, 1 / open);
}

/** The load of two thousand tills must fall to a twentieth of a lane. */
const rarer = (open: number): number => Math.max(open / (open === 1 ? 2 : 4), 1 / 1_024);

/** A restored network concerns many tills: each probes within a twentieth of its last pause. A person opens a lane. */
export const woken = (
  concurrencyLimiter: ConcurrencyLimiter,
  now: number,
  jitter: number | null,
): ConcurrencyLimiter => ({
  ...concurrencyLimiter,
  open: Math.max(concurrencyLimiter.open, jitter === null ? 1 : 1 / 32),
  nextAt: now + Math.round(((jitter ?? 0) * gapMs(concurrencyLimiter.open)) / 20),
  freshAt: 0,
  silences: 0,
});
