import type { Clock } from '../ports.ts';
import type { Language } from '../shared/languages.ts';
import { createListeners } from '../shared/listeners.ts';
import type { Settings } from '../shared/settings.ts';
import { type DisplayState, emptyDisplay } from './sale/customer-view.ts';

const welcomeMs = 6_000;
const cancelledMs = 5_000;
/** The time for which an older receipt covers an open sale if the shop's setting has no limit. */
const coverMs = 60_000;
/** A sale unchanged for this time has no customer at the till, even if a screen still shows it. */
export const idleMs = 15 * 60_000;

export type CustomerDisplay = ReturnType<typeof createCustomerDisplay>;

/** The state of the display and the time of its next change. `endCover` ends the cover of a sale. */
function createTimedDisplay(clock: Clock, settings: () => Settings, endCover: () => void) {
  const listeners = createListeners();
  let cancelTimer: () => void = () => undefined;
  const display = {
    now: emptyDisplay,
    adjust(next: DisplayState): void {
      display.now = next;
      listeners.emit();
    },
    /** An older receipt makes room for the open sale that it covers, whatever it shows meanwhile. */
    become(next: DisplayState): void {
      cancelTimer();
      display.adjust(next);
      const seconds = settings().screen.qrAfterSeconds;
      if (next.beneath !== null) cancelTimer = clock.setTimer(seconds === null ? coverMs : seconds * 1_000, endCover);
    },
    /** Shows `next` for this time, then calls `then` unless something else was shown meanwhile. */
    becomeFor(ms: number, next: DisplayState, then: () => void): void {
      display.become(next);
      cancelTimer();
      cancelTimer = clock.setTimer(ms, then);
    },
    onChange: listeners.add,
    stop: (): void => cancelTimer(),
  };
  return display;
}

/** `isPaid`: whether the bill of the sale was accepted. */
export function createCustomerDisplay(clock: Clock, settings: () => Settings, isPaid: (saleId: string) => boolean) {
  const display = createTimedDisplay(clock, settings, endCover);
  const { adjust, become, becomeFor, onChange, stop } = display;
  /** The moment that the welcome replaced. */
  let beforeWelcome: DisplayState['moment'] = 'qr';

  /** If the covered sale was parked or cancelled meanwhile, the receipt ends like one that covered no sale. */
  function endCover(): void {
    const { saleId } = display.now;
    if (!back() && saleId !== null && isPaid(saleId) && settings().screen.qrAfterSeconds !== null) thanks(saleId);
  }

  const withoutWelcome = (state: DisplayState): DisplayState =>
    state.moment === 'welcome' ? { ...state, moment: beforeWelcome } : state;
  const isOn = (saleId: string | null): boolean => display.now.saleId === saleId;
  const on = (saleId: string): DisplayState => (isOn(saleId) ? display.now : { ...emptyDisplay, saleId });
  const thanksMs = (): number => settings().screen.thanksSeconds * 1_000;
  const thanks = (saleId: string): void =>
    becomeFor(thanksMs(), { ...on(saleId), moment: 'thanks' }, () => rest(saleId));
  /** A finished sale makes room for the open sale that it covers, or for the start screen. */
  function rest(lastSaleId: string): void {
    if (!back()) becomeFor(idleMs, { ...emptyDisplay, lastSaleId }, () => become(emptyDisplay));
  }

  /** Shows a code or its paper notice: before payment until the sale changes, afterwards for the time the shop has set. */
  function becomeCode(saleId: string, next: DisplayState): void {
    const seconds = settings().screen.qrAfterSeconds;
    if (seconds === null || !isPaid(saleId)) become(next);
    else becomeFor(seconds * 1_000, next, () => thanks(saleId));
  }

  /** If an older receipt covers the sale, the change becomes visible when the sale returns. */
  function change(saleId: string | null, next: (before: DisplayState) => DisplayState): void {
    if (isOn(saleId)) adjust(next(display.now));
    else if (display.now.beneath?.saleId === saleId) adjust({ ...display.now, beneath: next(display.now.beneath) });
  }

  function back(): boolean {
    if (display.now.beneath === null) return false;
    become(display.now.beneath);
    return true;
  }

  function leave(saleId: string): void {
    if (isOn(saleId)) {
      if (!back()) become(emptyDisplay);
    } else if (display.now.beneath?.saleId === saleId) adjust({ ...display.now, beneath: null });
  }

  return {
    current: () => display.now,
    open: (saleId: string, { show, language }: { readonly show: boolean; readonly language: Language | null }): void =>
      become({ ...emptyDisplay, saleId, language, moment: show ? 'qr' : 'quiet' }),
    /** With `returns`, the sale on the display is still open, and it is shown again afterwards. */
    show(saleId: string, { returns }: { readonly returns: boolean }) {
      const { now } = display;
      const covered = now.beneath ?? (returns && !isOn(saleId) && now.saleId !== null ? now : null);
      const asked = { moment: 'qr', requested: true, accepted: false } as const;
      if (covered === null || covered.saleId === saleId)
        return becomeCode(saleId, { ...(covered ?? on(saleId)), ...asked });
      // An interrupted welcome does not come back.
      become({ ...on(saleId), ...asked, beneath: withoutWelcome(covered) });
    },
    back,
    /** The sale is finished or parked and is not shown again automatically. */
    leave,
    basket: (saleId: string, lines: DisplayState['lines']): void => change(saleId, (before) => ({ ...before, lines })),
    hide: (saleId: string): void => change(saleId, (before) => ({ ...before, moment: 'quiet', requested: false })),
    withoutId: (saleId: string): void => change(saleId, (before) => ({ ...before, withoutId: true })),
    paper(saleId: string) {
      if (display.now.lastSaleId === saleId)
        return becomeFor(thanksMs(), { ...display.now, moment: 'paper' }, () => rest(saleId));
      change(saleId, (before) =>
        before.moment === 'quiet' ? before : { ...before, moment: 'paper', accepted: false },
      );
    },
    paid(saleId: string, moment: 'qr' | 'paper') {
      // The customer has paid and waits for the code, so an older receipt is not shown any longer.
      if (display.now.beneath?.saleId === saleId) back();
      if (!isOn(saleId)) return;
      if (display.now.accepted && moment === 'qr') return thanks(saleId);
      // A customer that asked for paper while no code is available still sees the paper notice.
      becomeCode(saleId, { ...display.now, moment: display.now.moment === 'paper' ? 'paper' : moment });
    },
    accepted(saleId: string) {
      if (!isOn(saleId)) return;
      const next: DisplayState = { ...display.now, moment: 'scanned', accepted: true };
      if (!isPaid(saleId) && display.now.beneath === null) become(next);
      else becomeFor(thanksMs(), next, () => rest(saleId));
    },
    welcome(saleId: string) {
      if (!isOn(saleId)) return;
      // A second welcome may begin during the first.
      beforeWelcome = withoutWelcome(display.now).moment;
      becomeFor(welcomeMs, { ...display.now, moment: 'welcome' }, () => become(withoutWelcome(display.now)));
    },
    thanks(saleId: string) {
      if (isOn(saleId)) thanks(saleId);
    },
    cancelled(saleId: string) {
      if (display.now.beneath?.saleId === saleId) leave(saleId);
      if (isOn(saleId)) becomeFor(cancelledMs, { ...display.now, moment: 'cancelled' }, () => rest(saleId));
    },
    undone(saleId: string) {
      // Another customer may be at the display, also after their sale, or at the start screen that paper has replaced.
      if (display.now.lastSaleId === saleId && display.now.moment === 'paper') rest(saleId);
      else if (isOn(saleId) || display.now.lastSaleId === saleId) becomeCode(saleId, { ...on(saleId), moment: 'qr' });
    },
    setLanguage: (saleId: string | null, language: Language | null): void =>
      change(saleId, (before) => ({ ...before, language })),
    clear: (lastSaleId: string | null = null): void => become({ ...emptyDisplay, lastSaleId }),
    /** In the sleep of the computer timers stand still, and another customer may be there when it ends. */
    sleep(): void {
      const last = display.now.saleId ?? display.now.lastSaleId;
      if (last !== null && isPaid(last) && !back()) become(emptyDisplay);
    },
    onChange,
    stop,
  };
}
