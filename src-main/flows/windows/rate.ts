import type { Clock } from '../../ports.ts';

/** At most `most` in any `perMs` milliseconds. */
export interface Rate {
  /** Counts one; false where it is one too many, and that one does not count. */
  take(): boolean;
}

export function createRate(clock: Pick<Clock, 'monotonic'>, most: number, perMs: number): Rate {
  let taken: number[] = [];
  return {
    take() {
      const now = clock.monotonic();
      taken = taken.filter((at) => now - at < perMs);
      if (taken.length >= most) return false;
      taken.push(now);
      return true;
    },
  };
}
