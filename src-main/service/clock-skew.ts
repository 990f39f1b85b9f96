import type { Fetch, FetchAnswer, SystemPorts } from '../ports.ts';
import { createListeners } from '../shared/listeners.ts';
import type { NoticeCode } from '../shared/notice-codes.ts';

type ClockWatchParts = Pick<SystemPorts, 'clock' | 'log'>;

const toleranceMs = 3_600_000;
const restMs = 3_600_000;
const lookEveryMs = 5 * 60_000;
/** An answer without a date proves nothing. A different date is believed once it has not changed for this time. */
const believedAfterMs = 24 * 3_600_000;

/** A wrong date at the start shows only in the `Date` header of the service's answers. */
export type ClockSkew = ReturnType<typeof createClockSkew>;

export function createClockSkew({ clock, log }: ClockWatchParts) {
  const jumpListeners = createListeners<[byMs: number, now: number]>();
  const listeners = createListeners();
  let at = { now: clock.now(), passed: clock.monotonic() };
  /** The time since which the date is undisputed: the start, or the last jump. */
  let steadySince = at.passed;
  let hasJumped = false;
  /** The comparison with the date of the last answer: none yet, no date, the same or another one. */
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
      log.warn('clock-difference-found', { aheadMs: Math.round(at.now - told) });
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
    /** Notices a jump now instead of within the next minutes. Call it before judging an age. */
    look,
    /** Whether abandoned sales may be cancelled: not within an hour after a jump, nor before the first answer. */
    isSure,
    /** Whether data may be deleted for good: the service has confirmed the date. */
    isProven,
    notices,
    /** Wraps the fetch so that each answer is compared with the local clock. */
    listening:
      (fetch: Fetch): Fetch =>
      async (url, init) => {
        const response = await fetch(url, init);
        heard(response);
        return response;
      },
    /** Called after the clock was set by these milliseconds to `now`, perhaps in a transaction. */
    onJump: jumpListeners.add,
    /** Called when one of the answers above may have changed. Never called in a transaction. */
    onChange: listeners.add,
  };
}
