import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Clock, Log, Random } from './ports.ts';

const alikeMs = 5;

interface Times {
  readonly now: () => number;
  readonly awake: () => number;
  /** The time including sleep. It is read from a file, so it is asked only when needed. */
  readonly passed: () => number;
}

/** Returns the time including sleep. performance.now() can stop in sleep: a night would look like a changed clock. */
export function passedMs(times: Times): () => number {
  let last = { now: Number.NaN, awake: 0, passed: 0 };
  return () => {
    const [now, awake] = [times.now(), times.awake()];
    const isAlike = Math.abs(now - last.now - (awake - last.awake)) < alikeMs;
    if (!isAlike) last = { now, awake, passed: times.passed() };
    return last.passed + (awake - last.awake);
  };
}

const frameMs = 40;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: passedMs({ now: Date.now, awake: () => performance.now(), passed: () => uptime() * 1_000 }),
  setTimer(delayMs, run) {
    // Above 2^31-1 ms Node fires at once, so a mistake would become a busy loop.
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), 2_147_483_647));
    return () => clearTimeout(timer);
  },
  nextTurn: () => setImmediate(),
  nextFrame: () => wait(frameMs),
};

/** Logs an error of a timer, which would end the program. A repeating task must set its next timer nevertheless. */
export function guardedClock(clock: Clock, log: Log): Clock {
  const failed = (error: unknown): void =>
    log.error('timer-failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return {
    now: clock.now,
    monotonic: clock.monotonic,
    nextTurn: clock.nextTurn,
    nextFrame: clock.nextFrame,
    setTimer: (delayMs, run) =>
      clock.setTimer(delayMs, () => {
        try {
          // Some callers pass an async function, whose rejection would also end the program.
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
  bytes: randomBytes,
  fraction: () => randomInt(2 ** 47) / 2 ** 47,
};
