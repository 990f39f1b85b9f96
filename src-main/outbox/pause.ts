import type { Refusal } from '../shared/till-view.ts';
import type { StorePauseReason } from './job.ts';

/** A pause until another party corrects something. Nobody reports the correction: the app asks again automatically. */
export interface Pause {
  readonly attempts: number;
  readonly askAt: number;
}

export interface StorePause extends Pause {
  readonly because: StorePauseReason;
  readonly refusal: Refusal;
}

/** A calculated pause lasts at most 5 minutes, one with a given time (after a refused password) at most 15. */
const pauseRules = { firstMs: 15_000, capMs: 5 * 60_000, longestMs: 15 * 60_000 } as const;

/** Milliseconds until request number `attempts` + 1. `jitter` in [0, 1) spreads the tills over time. */
export function pauseMs(attempts: number, jitter: number): number {
  const ceiling = Math.min(pauseRules.capMs, pauseRules.firstMs * 2 ** Math.min(Math.max(0, attempts - 1), 30));
  return Math.round(ceiling * (0.5 + jitter / 2));
}

/** The pause after one more refusal. `askInMs` is the time until another request makes sense, if the refusal has it. */
export function longerPause(before: Pause | null, now: number, jitter: number, askInMs?: number): Pause {
  const attempts = (before?.attempts ?? 0) + 1;
  const gap = askInMs === undefined ? pauseMs(attempts, jitter) : Math.min(askInMs, pauseRules.longestMs);
  return { attempts, askAt: now + gap };
}

/** Whether to send now. A time beyond the longest pause was set before the clock was turned back. */
export const mayTryAgain = (pause: Pause, now: number): boolean =>
  now >= pause.askAt || pause.askAt > now + pauseRules.longestMs;
