import type { Clock } from '../ports.ts';

/** The pause between two questions to a page that answers, unless it must show something earlier. */
const restMs = 30_000;
/** The pause between showing something and asking the page, and the time-out of the question. */
const answerMs = 700;
/** The number of unanswered questions after which the page counts as hanging. */
const missedMax = 2;
/** Each restart doubles the time, up to this factor, because further restarts make a slow computer slower. */
const patienceMax = 8;

interface PulseParts {
  readonly clock: Clock;
  /** Resolves when the page answers. If the page hangs, it stays pending or rejects. */
  ask(): Promise<unknown>;
  onSilent(): void;
  /** The number of pages of this window that ended recently; 0 for the first. */
  readonly endedBefore: number;
}

/** Finds a hanging customer page. Electron notices one only after input, and this display may have none. */
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
    // A page that disappeared meanwhile is handled as a crash.
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

/** Each crash of the last minute delays the next window, so that a page that crashes at once causes no busy loop. */
const pausePerCrashMs = 500;
const pauseMaxMs = 2_000;
const memoryMs = 60_000;

/** `crashedAt` are the crashes of the last minute including this one. `pauseMs` is 0 for the first. */
export const recordCrash = (crashedAt: readonly number[], now: number) => {
  // Times in the future are ignored. They occur after the clock was set back.
  const recent = crashedAt.filter((at) => at <= now && now - at < memoryMs);
  return { pauseMs: Math.min(pauseMaxMs, recent.length * pausePerCrashMs), crashedAt: [...recent, now] };
};
