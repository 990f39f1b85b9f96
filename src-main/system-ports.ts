import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock, Random } from './ports.ts';

/** The real clock: the only place that asks the system for the time or a timer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(delayMs, run) {
    // Node fires at once above 2^31-1 ms; a timer of 24 days is a mistake that must not become a busy loop.
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  nextTurn: () => setImmediate(),
};

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
  fraction: () => randomInt(2 ** 47) / 2 ** 47,
};
