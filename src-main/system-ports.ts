import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Clock, Log, Random } from './ports.ts';

/** The real clock: the only place that asks the system for the time or a timer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(): that stands still while the computer sleeps, and a night would look like a changed clock.
  monotonic: () => uptime() * 1_000,
  setTimer(delayMs, run) {
    // Node fires at once above 2^31-1 ms; a timer of 24 days is a mistake that must not become a busy loop.
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  nextTurn: () => setImmediate(),
};

/**
 * The same clock, whose timers outlive an error: a full disk or a locked database met in a timer is one line in the log
 * and not the end of the program. All rooms get this one. Who comes again has to set its next timer in any case.
 */
export function guardedClock(clock: Clock, log: Log): Clock {
  const failed = (error: unknown): void =>
    log.error('timer-failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    nextTurn: clock.nextTurn,
    setTimer: (delayMs, run) =>
      clock.setTimer(delayMs, () => {
        try {
          // Some hand over an async function: its rejection would end the program as well.
          const ran: unknown = run();
          if (ran instanceof Promise) ran.catch(failed);
        } catch (error) {
          failed(error);
        }
      }),
  };
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
  fraction: () => randomInt(2 ** 47) / 2 ** 47,
};
