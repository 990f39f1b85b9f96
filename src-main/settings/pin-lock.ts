import { commandsOn } from '../dispatch/dispatch.ts';
import type { Clock, Log, Random } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import type { PinView } from '../shared/views.ts';
import { createTurns } from '../shared/waiting.ts';
import { fitsPin, hashPin, type PinFile, type PinRecord } from './pin-file.ts';

const second = 1_000;
const minute = 60 * second;

const pausesMs = [0, 0, 0, 30 * second, minute, 2 * minute, 5 * minute] as const;
const longestMs = 15 * minute;

interface PinLockParts {
  readonly file: PinFile;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'setTimer'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
  readonly unlockedMs: () => number;
  /** Whether the administrator has set the PIN, so that it cannot be changed here. */
  readonly isFixed: () => boolean;
  readonly changed: () => void;
}

/** A time with an end, by the monotonic clock for the app and by the date for people. Another start replaces it. */
function createPeriod(clock: PinLockParts['clock']) {
  let until: { readonly monotonic: number; readonly shown: number } | null = null;
  let cancel: () => void = () => undefined;
  const leftMs = (): number => Math.max(0, (until?.monotonic ?? 0) - clock.monotonic());
  return {
    begin(ms: number, ended: () => void): void {
      cancel();
      until = { monotonic: clock.monotonic() + ms, shown: clock.now() + ms };
      cancel = clock.setTimer(ms, ended);
    },
    /** Returns whether it had begun, and was not ended yet. */
    end(): boolean {
      cancel();
      const hadBegun = until !== null;
      until = null;
      return hadBegun;
    },
    leftMs,
    shownEnd: (): number | null => (leftMs() > 0 ? (until?.shown ?? null) : null),
    stop: (): void => cancel(),
  };
}

/** Decides whether the cashier window may send commands that need the PIN. Without a PIN it always may. */
export type PinLock = ReturnType<typeof createPinLock>;

export function createPinLock({ file, clock, random, log, unlockedMs, isFixed, changed }: PinLockParts) {
  let record: PinRecord | 'unreadable' | null | undefined;
  const unlocked = createPeriod(clock);
  const paused = createPeriod(clock);
  /** Each change decides by the present PIN, so none may set another one during a change. */
  const changes = createTurns();

  function loaded(): PinRecord | 'unreadable' | null {
    if (record !== undefined) return record;
    record = file.read();
    if (record === 'unreadable') log.error('pin-not-read', { meaning: 'only --reset-pin opens Settings again' });
    // After a restart the pause starts again, whatever the date is.
    else if (record !== null) pause(record.wrongTries);
    return record;
  }

  function keep(next: PinRecord | null): void {
    if (next === null) file.remove();
    else file.write(next);
    record = next;
  }

  /** A full disk must not keep out a person who knows the PIN. Until the end of the program the count is in memory. */
  function count(next: PinRecord): void {
    record = next;
    try {
      file.write(next);
    } catch (error) {
      log.warn('pin-attempt-not-stored', { error: String(error) });
    }
  }

  function pause(wrongTries: number): void {
    const ms = pausesMs[wrongTries] ?? longestMs;
    if (ms === 0) paused.end();
    else paused.begin(ms, endPause);
  }
  function endPause(): void {
    pause(0);
    changed();
  }

  function open(): void {
    unlocked.begin(unlockedMs(), lock);
    changed();
  }
  function lock(): void {
    if (unlocked.end()) changed();
  }

  const isOpen = (): boolean => unlocked.leftMs() > 0;

  /** Counts the attempt on disk before it is checked, so that neither a crash nor parallel attempts give a free one. */
  async function judge(pin: string): Promise<Result<null>> {
    const stored = loaded();
    if (stored === null) return done(null);
    const waitMs = paused.leftMs();
    if (waitMs > 0) {
      const message = 'Too many wrong PINs. Wait until the pause is over.';
      return { ok: false, error: { code: 'pinPaused', message, retryAfterMs: waitMs } };
    }
    if (stored === 'unreadable') return failed('pinWrong', 'The PIN file cannot be read. Start once with --reset-pin.');
    const wrongTries = stored.wrongTries + 1;
    count({ ...stored, wrongTries });
    pause(wrongTries);
    if (!(await fitsPin(pin, stored.hash))) {
      log.warn('pin-rejected', { wrongTries });
      changed();
      return failed('pinWrong', 'The PIN is wrong.');
    }
    if (record !== null && record !== undefined && record !== 'unreadable') count({ ...record, wrongTries: 0 });
    endPause();
    return done(null);
  }

  async function change(current: string | null, next: string | null): Promise<Result<null>> {
    if (isFixed()) return failed('notAllowed', 'The policy of this computer sets the PIN. Change it there.');
    if (loaded() !== null && current === null) return failed('pinNeeded', 'Enter the current PIN.');
    const known = await judge(current ?? '');
    if (!known.ok) return known;
    keep(next === null ? null : { version: 1, hash: await hashPin(next, random), wrongTries: 0 });
    log.info(next === null ? 'pin-removed' : 'pin-set');
    if (next === null) lock();
    else open();
    changed();
    return done(null);
  }

  return {
    view: (): PinView => ({
      isSet: loaded() !== null,
      unlockedUntil: loaded() === null ? null : unlocked.shownEnd(),
      nextTryAt: paused.shownEnd(),
    }),
    isLocked: () => loaded() !== null && !isOpen(),
    stay() {
      if (loaded() !== null && isOpen()) open();
    },
    lock,
    async unlock(pin: string): Promise<Result<null>> {
      const judged = await judge(pin);
      if (judged.ok) open();
      return judged;
    },
    change: (current: string | null, next: string | null): Promise<Result<null>> =>
      changes.run(() => change(current, next)),
    /** For the command line, which only the owner of this account can use. */
    reset() {
      if (isFixed()) return log.warn('pin-not-reset', { reason: 'fixed-by-policy' });
      keep(null);
      endPause();
      lock();
      log.warn('pin-reset', { by: 'command line' });
    },
    stop() {
      unlocked.stop();
      paused.stop();
    },
  };
}

export const pinCommands = commandsOn<{
  readonly pin: Pick<PinLock, 'unlock' | 'lock' | 'stay' | 'change'>;
}>()('program', {
  'pin.unlock': ({ pin }, { pin: typed }) => pin.unlock(typed),
  'pin.lock': ({ pin }) => pin.lock(),
  'pin.stay': ({ pin }) => pin.stay(),
  'pin.change': ({ pin }, { current, next }) => pin.change(current, next),
});
