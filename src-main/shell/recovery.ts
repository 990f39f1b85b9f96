import type { Clock } from '../ports.ts';

/** The interval between two questions to a page that answers, unless it must show something earlier. */
const restMs = 30_000;
/** The time between showing something and the question whether the page answers, and the time-out of that question. */
const answerMs = 700;
/** The number of unanswered questions after which the page counts as hanging. */
const missedMax = 2;
/** After each restart the next page gets twice the time: on a slow computer a restart would only make it slower. */
const patienceMax = 8;

interface PulseParts {
  readonly clock: Clock;
  /** Resolves when the page answers. It may also stay pending or reject. */
  ask(): Promise<unknown>;
  /** Called once, when the page no longer answers. */
  onSilent(): void;
  /** The number of pages of this window that were ended recently; 0 for the first. */
  readonly endedBefore: number;
}

/** Electron reports a hanging page only after an unanswered touch, and a customer display is not touched. */
export const watchHeartbeat = ({ clock, ask, onSilent, endedBefore }: PulseParts) => {
  const allowed = missedMax * Math.min(patienceMax, 2 ** endedBefore);
  let missed = 0;
  let isResting = false;
  let hasEnded = false;
  let cancel = (): void => undefined;
  const later = (ms: number): void => {
    cancel();
    if (!hasEnded) cancel = clock.setTimer(ms, beat);
  };
  const answered = (): void => {
    missed = 0;
    isResting = true;
    later(restMs);
  };
  const end = (): void => {
    hasEnded = true;
    cancel();
  };
  const beat = (): void => {
    if (missed >= allowed) {
      end();
      onSilent();
      return;
    }
    missed += 1;
    isResting = false;
    later(answerMs);
    // A page that has disappeared meanwhile is handled elsewhere.
    ask().then(answered, answered);
  };
  beat();
  return {
    shows: (): void => {
      if (isResting) later(answerMs);
      isResting = false;
    },
    end,
  };
};

/** A window that crashes at once must not cause a loop: each crash of the last minute delays the next new window. */
const pausePerCrashMs = 500;
const pauseMaxMs = 2_000;
const memoryMs = 60_000;

/** `crashedAt`: the crashes of the last minute, this one included. `pauseMs`: 0 for the first. */
export const recordCrash = (crashedAt: readonly number[], now: number) => {
  // After the clock was set back, some times are in the future. They are ignored.
  const recent = crashedAt.filter((at) => at <= now && now - at < memoryMs);
  return { pauseMs: Math.min(pauseMaxMs, recent.length * pausePerCrashMs), crashedAt: [...recent, now] };
};
