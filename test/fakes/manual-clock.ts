import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src-main/ports.ts';

export interface ManualClock extends Clock {
  /** Advances the time and runs every due timer in order, including timers that other timers set. */
  advance(byMs: number): void;
  /** Changes the date as a person can. Timers do not run and keep their delay. */
  jumpTo(nowMs: number): void;
  /** The remaining delays of the timers, soonest first. */
  pendingMs(): readonly number[];
  untilTimers(count: number): Promise<void>;
  /** Resolves when a timer is due in exactly `delayMs`. */
  untilTimerIn(delayMs: number): Promise<void>;
  /** Waits for such a timer, and runs it. */
  passTimerIn(delayMs: number): Promise<void>;
  /** Delays all frames until the returned function is called. */
  holdFrame(): () => void;
}

interface Timer {
  dueAt: number;
  readonly run: () => void;
}

export function createManualClock(startMs = Date.UTC(2026, 0, 5, 9, 0, 0)): ManualClock {
  let now = startMs;
  /** The sum of all `jumpTo` calls, which change the date without time passing. */
  let jumped = 0;
  let timers: readonly Timer[] = [];
  let waiters: readonly { readonly holds: () => boolean; readonly resolve: () => void }[] = [];
  const byTime = () => timers.toSorted((a, b) => a.dueAt - b.dueAt);
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (holds()) resolve();
      else waiters = [...waiters, { holds, resolve }];
    });
  let frame: Promise<void> | null = null;
  const clock: ManualClock = {
    now: () => now,
    monotonic: () => now - jumped,
    setTimer: (delayMs, run) => {
      const timer = { dueAt: now + Math.max(0, delayMs), run };
      timers = [...timers, timer];
      const ready = waiters.filter(({ holds }) => holds());
      waiters = waiters.filter((waiter) => !ready.includes(waiter));
      for (const { resolve } of ready) resolve();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    nextTurn: () => setImmediate(),
    nextFrame: () => frame ?? setImmediate(),
    holdFrame() {
      const { promise, resolve } = Promise.withResolvers<void>();
      frame = promise;
      return () => {
        frame = null;
        resolve();
      };
    },
    advance: (byMs) => {
      const until = now + byMs;
      for (let next = byTime()[0]; next !== undefined && next.dueAt <= until; next = byTime()[0]) {
        const due = next;
        timers = timers.filter((other) => other !== due);
        now = Math.max(now, due.dueAt);
        due.run();
      }
      now = until;
    },
    jumpTo: (nowMs) => {
      for (const timer of timers) timer.dueAt += nowMs - now;
      jumped += nowMs - now;
      now = nowMs;
    },
    pendingMs: () => byTime().map(({ dueAt }) => dueAt - now),
    untilTimers: (count) => until(() => timers.length >= count),
    untilTimerIn: (delayMs) => until(() => timers.some(({ dueAt }) => dueAt === now + delayMs)),
    passTimerIn: (delayMs) => clock.untilTimerIn(delayMs).then(() => clock.advance(delayMs)),
  };
  return clock;
}
