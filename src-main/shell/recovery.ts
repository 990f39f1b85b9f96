import type { Clock } from '../ports.ts';

/** A page is asked this often whether it still answers. */
const beatMs = 700;
/** So many questions without an answer: it hangs. */
const missedMax = 2;
/** After each end the next page gets twice the time: on a computer that is merely slow a new page would only make it slower. */
const patienceMax = 8;

interface PulseParts {
  readonly clock: Clock;
  /** Resolves when the page has answered; may stay open for ever, may reject. */
  ask(): Promise<unknown>;
  /** Called once. */
  onSilent(): void;
  /** How many pages of this window were ended lately; 0 for the first. */
  readonly endedBefore: number;
}

/**
 * Finds out that a page hangs. Electron calls a window unresponsive only half a minute after somebody has touched it in
 * vain, and nobody touches a display for customers. Returns the function that ends it.
 */
export const watchHeartbeat = ({ clock, ask, onSilent, endedBefore }: PulseParts): (() => void) => {
  const allowed = missedMax * Math.min(patienceMax, 2 ** endedBefore);
  let missed = 0;
  let hasEnded = false;
  let cancel = (): void => undefined;
  const answered = (): void => {
    missed = 0;
  };
  const beat = (): void => {
    if (missed >= allowed) {
      hasEnded = true;
      onSilent();
      return;
    }
    missed += 1;
    // A page that has gone meanwhile is somebody else's to notice.
    ask().then(answered, answered);
    cancel = clock.setTimer(beatMs, () => {
      if (!hasEnded) beat();
    });
  };
  beat();
  return () => {
    hasEnded = true;
    cancel();
  };
};

/** A window that dies at once must not spin: each crash of the last minute makes the next new window wait longer. */
const pausePerCrashMs = 500;
const pauseMaxMs = 2_000;
const memoryMs = 60_000;

interface CrashRecord {
  /** How long to wait before the new window opens; 0 for the first crash, so that it is back in less than 3 seconds. */
  readonly pauseMs: number;
  /** When the windows of the last minute crashed, this one included; milliseconds since the epoch. */
  readonly crashedAt: readonly number[];
}

export const recordCrash = (crashedAt: readonly number[], now: number): CrashRecord => {
  // A clock that was set back leaves times ahead of now: they count for nothing.
  const recent = crashedAt.filter((at) => at <= now && now - at < memoryMs);
  return { pauseMs: Math.min(pauseMaxMs, recent.length * pausePerCrashMs), crashedAt: [...recent, now] };
};
