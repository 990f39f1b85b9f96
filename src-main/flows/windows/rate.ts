import type { Clock } from '../../ports.ts';

/** At most `most` in any `perMs` milliseconds. */
export type Rate = ReturnType<typeof createRate>;

export function createRate(clock: Pick<Clock, 'monotonic'>, most: number, perMs: number) {
  let taken: number[] = [];
  return {
    /** Counts one; false where it is one too many, and that one does not count. */
    take(): boolean {
      const now = clock.monotonic();
      taken = taken.filter((at) => now - at < perMs);
      if (taken.length >= most) return false;
      taken.push(now);
      return true;
    },
  };
}
