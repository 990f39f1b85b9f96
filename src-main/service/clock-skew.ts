import { createListeners } from '../lib/listeners.ts';
import type { NoticeCode } from '../lib/notices.ts';
import type { Fetch, FetchAnswer, SystemPorts } from '../ports.ts';

type ClockWatchParts = Pick<SystemPorts, 'clock' | 'log'>;

const toleranceMs = 3_600_000;
const restMs = 3_600_000;
const lookEveryMs = 5 * 60_000;
/** Answers without a date prove nothing; a date that stood unchanged for so long is believed. */
const believedAfterMs = 24 * 3_600_000;

/**
 * Whether the date of this computer can be believed, for whoever judges an age by it. While the program runs a jump shows
 * against time that only passes; what happened to the clock before the start shows in the `Date` of the service's answers,
 * and in nothing on this computer.
 */
export type ClockSkew = ReturnType<typeof createClockSkew>;

export function createClockSkew({ clock, log }: ClockWatchParts) {
  const jumpListeners = createListeners<[byMs: number, now: number]>();
  const listeners = createListeners();
  let at = { now: clock.now(), passed: clock.monotonic() };
  /** Since when nothing spoke against the date: the start, or the last jump. */
  let steadySince = at.passed;
  let hasJumped = false;
  /** What the last answer said of the date: it is the same, another one, or nothing. */
  let service: 'silent' | 'undated' | 'agrees' | 'differs' = 'silent';
  let differsSince = 0;
  let isRunning = false;
  let last = '';
  let cancelTimer: () => void = () => undefined;

  function look(): void {
    const before = at;
    at = { now: clock.now(), passed: clock.monotonic() };
    const byMs = at.now - before.now - (at.passed - before.passed);
    if (Math.abs(byMs) <= toleranceMs) return;
    log.warn('clock-jumped', { byMs: Math.round(byMs) });
    hasJumped = true;
    steadySince = at.passed;
    service = 'silent';
    jumpListeners.tell(byMs, at.now);
    queueMicrotask(tell);
  }

  function heard(response: FetchAnswer): void {
    look();
    const told = Date.parse(response.headers.get('date') ?? '');
    const before = service;
    if (Number.isNaN(told)) service = before === 'silent' ? 'undated' : before;
    else service = Math.abs(told - at.now) <= toleranceMs ? 'agrees' : 'differs';
    if (service === 'differs' && before !== 'differs') {
      differsSince = at.passed;
      log.warn('clock-differs', { aheadMs: Math.round(at.now - told) });
    }
    tell();
  }

  const hasRested = (since: number): boolean => at.passed - since >= restMs;

  function isSure(): boolean {
    look();
    if (hasJumped && !hasRested(steadySince)) return false;
    if (service === 'differs') return hasRested(differsSince);
    return service === 'agrees' || (service === 'undated' && hasRested(steadySince));
  }

  const isProven = (): boolean =>
    isSure() && (service === 'agrees' || (service === 'undated' && at.passed - steadySince >= believedAfterMs));

  function notices(): readonly NoticeCode[] {
    look();
    return (hasJumped && !hasRested(steadySince)) || service === 'differs' ? ['clockWrong'] : [];
  }

  function tell(): void {
    if (!isRunning) return;
    const now = JSON.stringify([notices(), isSure(), isProven()]);
    if (now === last) return;
    last = now;
    listeners.tell();
  }

  function lookAgain(): void {
    cancelTimer = clock.setTimer(lookEveryMs, lookAgain);
    tell();
  }

  return {
    start() {
      isRunning = true;
      lookAgain();
    },
    stop() {
      isRunning = false;
      cancelTimer();
    },
    /** Notices a jump now rather than within the next minutes: before an age is judged. */
    look,
    /** Whether what nobody came back to may be ended. Not in the hour after a jump, nor before the service has answered. */
    isSure,
    /** Whether what cannot be brought back may be removed: the service tells the same date. */
    isProven,
    notices,
    /** The same fetch, whose answers say what time it is elsewhere. */
    listening:
      (fetch: Fetch): Fetch =>
      async (url, init) => {
        const response = await fetch(url, init);
        heard(response);
        return response;
      },
    /** The clock was set by so many milliseconds, forward or back, and now says `now`. May be called in a transaction. */
    onJump: jumpListeners.add,
    /** One of the answers above may be another one now. Never called in a transaction. */
    onChange: listeners.add,
  };
}
