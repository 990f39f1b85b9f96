import type { DeliveryOutcome } from './job.ts';
import { heardIn, retryRules, waitAsked } from './policy.ts';

/**
 * How much the service is asked at once, by what it answers: each round that goes well opens one lane more, the first that does not
 * (silence, 503, 429) closes half. Below one lane a single try probes: what failed before from `nextAt` on, what was just queued
 * from `freshAt` on. `pacedUntil`: nothing leaves (Retry-After, and up to half longer by chance). `closedAt`: a try of before tells
 * nothing new, so that a burst counts once. `silences`: since the last answer.
 */
export const allLanes = { open: Infinity, nextAt: 0, freshAt: 0, pacedUntil: 0, closedAt: 0, silences: 0 };
export type Lanes = Readonly<typeof allLanes>;

const freshPauseMs = 1_000;

/** With the first answer after a long silence: three answers later, within 4 seconds, a whole lane is open. */
const backAtLeast = 1 / 4;

/** The longest pause below one lane: a second at half a lane. */
const gapMs = (open: number): number => Math.min(retryRules.capMs, 500 / open);

/** How many sales may be under way at once. */
export const lanesOf = ({ open }: Lanes, most: number): number => Math.max(1, Math.floor(Math.min(open, most)));

/** Whether what failed before may be tried. What is further ahead than any pause was planned before the clock was turned back. */
export const mayRetry = ({ open, nextAt }: Lanes, now: number): boolean =>
  open >= 1 || now >= nextAt || nextAt > now + 3 * retryRules.capMs;

/** Whether one that was never tried may be tried now. */
export const mayTryFresh = (lanes: Lanes, now: number): boolean =>
  mayRetry(lanes, now) || now >= lanes.freshAt || lanes.freshAt > now + freshPauseMs;

/** Null: the service did not ask to wait. */
export const pacedUntil = ({ pacedUntil: until }: Lanes, now: number): number | null =>
  until > now && until <= now + 1.5 * retryRules.capMs ? until : null;

/** The lanes after a try that began at `beganAt`. `most`: as many as may ever be open. */
export function afterTry(
  lanes: Lanes,
  outcome: DeliveryOutcome,
  { beganAt, now, jitter, most }: { beganAt: number; now: number; jitter: number; most: number },
): Lanes {
  const heard = heardIn(outcome);
  const open = Math.min(lanes.open, most);
  if (heard === 'answer') {
    const wider = open < 1 ? Math.min(1, Math.max(backAtLeast, 2 * open)) : open + 1 / open;
    return { ...lanes, open: wider, nextAt: now + Math.round(jitter * gapMs(wider)), freshAt: 0, silences: 0 };
  }
  if (heard === 'nothing') return lanes;
  const asked = heard === 'paced' ? waitAsked(outcome) : 0;
  const askedUntil = asked > 0 ? now + Math.round(asked * (1 + jitter / 2)) : 0;
  const told = {
    ...lanes,
    freshAt: now + freshPauseMs,
    pacedUntil: Math.max(pacedUntil(lanes, now) ?? 0, askedUntil),
    silences: asked > 0 ? 0 : lanes.silences + 1,
  };
  // A probe that is planned already stays where it is.
  if (beganAt < lanes.closedAt || !mayRetry(lanes, now)) return told;
  const fewer = open > 1 ? Math.max(1, open / 2) : asked > 0 ? open : rarer(open);
  const nextAt = Math.max(askedUntil, now + Math.max(100, Math.round(jitter * gapMs(fewer))));
  return { ...told, open: fewer, closedAt: now, nextAt };
}

/** Two thousand tills must come down to a twentieth of a lane. Not for Retry-After, the service's own pace: one lane asks as it says. */
const rarer = (open: number): number => Math.max(open / (open === 1 ? 2 : 4), 1 / 1_024);

/**
 * Somebody says that it may go well now. A person (`jitter` 0) has it tried at once; the network is back for many tills at a
 * time, the longer it was away the more: each takes up to a tenth of the pause that it had come to.
 */
export const woken = (lanes: Lanes, now: number, jitter: number): Lanes => ({
  ...lanes,
  open: Math.max(lanes.open, backAtLeast),
  nextAt: now + Math.round((jitter * gapMs(lanes.open)) / 10),
  freshAt: 0,
  silences: 0,
});
