import { flushSync } from 'react-dom';
import { textFieldOf } from './keyboard-focus.ts';
import {
  type KeyField,
  type KnowCode,
  noKeys,
  type ScannerState,
  type ScanResult,
  type Step,
  scanEndsAt,
  type TimedKey,
  takeKey,
  takeQuiet,
} from './scanner-detection.ts';
import { codeRules, knowCode, takeScanResult } from './take-scan.ts';
import { session, views } from './window-state.tsx';

/** The focus before a key, and the content that the key can change. */
interface Place {
  readonly focus: Element | null;
  readonly field: HTMLInputElement | null;
  readonly value: string;
  readonly wasChosen: boolean;
  readonly restoreSession: () => void;
}

/** The kind of the focused field. Elements that wait for a card have `data-scans`. */
function kindOf(field: HTMLInputElement | null): KeyField {
  if (field === null || field.matches('[data-amount]')) return 'nothing';
  if (field.closest('[data-scans]') !== null) return 'scans';
  if (['none', 'decimal', 'numeric'].includes(field.inputMode) || ['date', 'number'].includes(field.type))
    return 'scans';
  return field.closest('[role="search"]') === null ? 'words' : 'search';
}

/** The amount field, if it can get the focus now. */
const amountField = (): HTMLInputElement | null => {
  const field = document.querySelector<HTMLInputElement>('[data-amount]');
  return field === null || field.closest('[inert]') !== null || !field.checkVisibility() ? null : field;
};

/** Moves the focus from a touched button to the amount, so that Enter does not press the button again. */
export function focusAmount(isFull: boolean): void {
  // In the narrow panel nothing keeps the focus, because the keyboard belongs to the till.
  if (isFull) amountField()?.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const chosen = '[role="tab"][aria-selected="true"], input[type="radio"]:checked';

/** Restores what was there before a key. React notices a value only with the native setter and an `input` event. */
function restore({ focus, field, value, wasChosen, restoreSession }: Place): void {
  flushSync(restoreSession);
  if (field?.isConnected && field.value !== value) {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    setter?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focus !== document.activeElement) {
    if (focus instanceof HTMLElement && focus !== document.body) focus.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  if (wasChosen && focus instanceof HTMLElement && !focus.matches(chosen)) focus.click();
}

const modifiers = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta', 'NumLock', 'ScrollLock', 'Fn']);
const inText = new Set([' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);
const scrolls = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);
const controls = 'input, select, button, a[href], [role]:not([role="region"], [role="main"], [role="status"])';

/** Whether this key presses a control, moves the focus or selects something at the present focus. */
function acts(key: string, field: HTMLInputElement | null): boolean {
  // While a question is open, each digit may answer it.
  if (/^\d$/.test(key) && document.querySelector('[data-answers]') !== null) return true;
  if (key === 'Enter' || key === 'Tab' || key === 'Escape') return true;
  if (field !== null && inText.has(key)) return false;
  // Unless a control has the focus, these keys only scroll the page.
  return key === ' ' || (scrolls.has(key) && document.activeElement?.matches(controls) === true);
}

/** The click or submit that this key causes at the present focus; null for typed text, which can be restored. */
function pressOf(key: string, field: HTMLInputElement | null): (() => void) | null {
  const focus = document.activeElement;
  const answer = document.querySelector<HTMLElement>(`[data-answers="${CSS.escape(key)}"]:not([inert] *)`);
  if (answer !== null && (field === null || field.readOnly)) return () => answer.click();
  if (field === null && focus instanceof HTMLElement && focus.matches('button, a[href], summary, input'))
    return key === 'Enter' || key === ' ' ? () => focus.click() : null;
  const form = (field ?? document.querySelector<HTMLInputElement>('.amount-field__input:not([inert] *)'))?.form ?? null;
  if (key !== 'Enter' || form === null) return null;
  return () => {
    if (form.querySelector('[type="submit"]:disabled') === null) form.requestSubmit();
  };
}

/** Directs a key to the amount. Returns true if it is already typed; otherwise the browser types it into the field. */
function reachAmount(key: string): boolean {
  const amount = amountField();
  // In the narrow panel a sale hides the amount field, so the digit presses its key on the keypad.
  const figure =
    amount === null && /^\d$/.test(key)
      ? document.querySelector<HTMLElement>(`.dock [data-awaits][data-figure="${key}"]:not(:disabled, [inert] *)`)
      : null;
  // The digit is applied at once, because the next digit must come after this one.
  if (figure !== null) flushSync(() => figure.click());
  else if (/^[\d.,]$/.test(key) || key === 'Backspace') amount?.focus({ preventScroll: true });
  return figure !== null;
}

/** Ignores modifiers, which add no text, and repeated keys, because no scanner holds a key down. */
const isOurs = ({ isTrusted, isComposing, repeat, key }: KeyboardEvent): boolean =>
  isTrusted && !isComposing && !repeat && !modifiers.has(key);

const isShortcut = (event: KeyboardEvent): boolean =>
  ([...event.key].length > 1 || !event.getModifierState('AltGraph')) &&
  (event.ctrlKey || event.altKey || event.metaKey);

const know: KnowCode = (scan) => {
  const settings = views.getState()?.view.settings;
  if (settings === undefined) return { kind: 'other', hasKnownLength: false };
  return knowCode(scan, session.getState(), codeRules(settings));
};

function take(reading: ScanResult): void {
  const view = views.getState()?.view;
  if (view === undefined) return;
  const around = { sale: view.sale, rules: codeRules(view.settings), now: Date.now() };
  session.setState(takeScanResult(session.getState(), reading, around));
}

/** Saves state that keys can change, and returns the function that restores it. */
function remember(): () => void {
  const { place, composing, qrHere, vat, cash, settingsPage, isAmountSent } = session.getState();
  // Keys do not change an amount that was sent. It must not come back, and its VAT rate belongs to its sale meanwhile.
  const typed = isAmountSent ? {} : { composing, vat };
  // Keys change only cash that is typed. A payment may be answered before the keys are removed.
  return () => session.setState({ place, qrHere, settingsPage, ...typed, ...(cash?.isTyped && { cash }) });
}

/** The longest delay with which a busy computer reports a key. */
const mostLateMs = 2_000;

/** Takes scans wherever the focus is, and directs typed digits to the amount. */
export function listenToKeys(): void {
  let state: ScannerState<Place> = noKeys;
  let press: (() => void) | null = null;
  let timer = 0;

  function follow(step: Omit<Step<Place>, 'key'>, lateMs: number): void {
    state = step.state;
    if (step.presses) press?.();
    if (!state.pressWaits) press = null;
    for (const place of step.restores) restore(place);
    for (const reading of step.readings) take(reading);
    // The keys of a scan show no focus ring.
    if (step.readings.length > 0) delete document.documentElement.dataset.by;
    clearTimeout(timer);
    const over = scanEndsAt(state);
    if (over !== null) timer = window.setTimeout(onQuiet, Math.max(0, over - performance.now()) + lateMs);
  }

  const onQuiet = (): void => follow(takeQuiet(state, performance.now() + 1, know), 0);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOurs(event)) return;
    document.documentElement.dataset.by = 'keys';
    const field = textFieldOf(document.activeElement);
    const step = takeKey(state, timedKey(event, field), know);
    // On a busy computer the next key may be delayed like this one.
    follow(step, Math.min(mostLateMs, Math.max(0, performance.now() - event.timeStamp)));
    if (step.key === 'waits') press = pressOf(event.key, field);
    const isTyped = step.key === 'passes' && field === null && !isShortcut(event) && reachAmount(event.key);
    if (step.key === 'passes' && !isTyped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** A touch hides the focus ring and the key hints, which are for keyboards. */
  const onPointerDown = (): void => {
    document.documentElement.dataset.by = 'touch';
    session.setState({ asksPayment: null });
  };

  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', onPointerDown, true);
}

function timedKey(event: KeyboardEvent, field: HTMLInputElement | null): TimedKey<Place> {
  const { key, timeStamp: at } = event;
  const focus = document.activeElement;
  // The session decides what the amount field shows: written there, an earlier amount would cover its opened sale.
  const written = field?.matches('.amount-field__input') ? null : field;
  const shortcut = isShortcut(event);
  return {
    key,
    at,
    shortcut,
    asUnitedStates: shortcut ? key : onUnitedStatesKeyboard(event),
    acts: acts(key, field),
    // Shortcuts count as well: a browser presses a focused button even while Ctrl, Alt or Meta is held.
    presses: pressOf(key, field) !== null,
    hasCapsLock: event.getModifierState('CapsLock'),
    field: kindOf(field),
    place: {
      focus,
      field: written,
      value: written?.value ?? '',
      wasChosen: focus?.matches(chosen) === true,
      restoreSession: remember(),
    },
  };
}

/** The keys that write neither letters nor digits. `written` has their characters in the same order. */
const otherKeys =
  'Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Backquote Comma Period Slash Space'.split(' ');
const written = { plain: `-=[]\\;'\`,./ `, shifted: '_+{}|:"~<>? ', shiftedDigits: ')!@#$%^&*(' } as const;

/** The character of a key in the layout of the United States, for which most scanners are configured. */
function onUnitedStatesKeyboard({ code, key, shiftKey }: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(Digit|Numpad)(\d)$/.exec(code);
  if (digit !== null)
    return digit[1] === 'Digit' && shiftKey ? (written.shiftedDigits[Number(digit[2])] ?? key) : (digit[2] ?? key);
  return written[shiftKey ? 'shifted' : 'plain'][otherKeys.indexOf(code)] ?? key;
}
