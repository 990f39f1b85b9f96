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
