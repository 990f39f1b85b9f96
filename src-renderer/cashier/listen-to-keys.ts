import { flushSync } from 'react-dom';
import { type Burst, type BurstField, endOfBurst, follows, followsMs, isHeld, type KeyStroke } from './key-bursts.ts';
import { type TextField, textFieldOf } from './who-types.ts';

/** Where the focus was when a burst began, and what stood there. */
interface Before {
  readonly focus: Element | null;
  readonly field: TextField | null;
  readonly value: string;
}

/** What waits for a card says so with `data-scans`; numbers have a keyboard of their own, or none. */
function kindOf({ field }: Before): BurstField {
  if (field === null) return 'nothing';
  if (field.closest('[data-scans]') !== null) return 'scans';
  if (['none', 'decimal', 'numeric'].includes(field.inputMode) || ['date', 'number'].includes(field.type))
    return 'scans';
  return field.closest('[role="search"]') === null ? 'words' : 'search';
}

/** The field of the amount that is being typed, where there is one to be reached. */
const amountField = (): HTMLInputElement | null => {
  const field = document.querySelector<HTMLInputElement>('[data-amount]');
  return field === null || field.closest('[inert]') !== null || !field.checkVisibility() ? null : field;
};

/**
 * Whoever works at the keypad works on the amount: the next Enter must not press what was touched before. In the narrow
 * panel no touch asks for the keyboard, which is the till's.
 */
export function leaveToAmount(isFull: boolean): void {
  if (isFull) amountField()?.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** As if the burst had not been typed. The native setter and an `input` event, so that React sees the change. */
function putBack({ focus, field, value }: Before): void {
  if (field !== null && field.value !== value) {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    setter?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focus === document.activeElement) return;
  if (focus instanceof HTMLElement && focus !== document.body) focus.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Whoever typed it waits no longer for a key. */
const mostLateMs = 2_000;

const modifiers = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta', 'NumLock', 'ScrollLock', 'Fn']);
/** Part of a character that is not there yet. */
const unfinished = new Set(['Dead', 'Process', 'Unidentified', 'Compose']);
const inText = new Set([' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);
const scrolls = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);
const controls =
  'input, textarea, select, button, a[href], [role]:not([role="region"], [role="main"], [role="status"])';

/** Where a paid sale still stands, the figure of the pad with which the next one begins: that ends the one before. */
const padKey = (key: string): HTMLElement | null =>
  amountField() === null && /^\d$/.test(key)
    ? document.querySelector<HTMLElement>(`[data-figure="${key}"]:not(:disabled, [inert] *)`)
    : null;

/** Whether this key presses, moves the focus or chooses, where the focus is now. */
function acts(key: string, field: TextField | null): boolean {
  if (key === 'Enter' || key === 'Tab' || key === 'Escape') return true;
  if (field === null && padKey(key) !== null) return true;
  if (field instanceof HTMLTextAreaElement || (field !== null && inText.has(key))) return false;
  // On a page that only scrolls, arrows do just that.
  return key === ' ' || (scrolls.has(key) && document.activeElement?.matches(controls) === true);
}

/** The next place that Tab stops at. */
function moveFocus(isBack: boolean): void {
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary, [tabindex]'),
  ].filter(
    (stop) =>
      stop === document.activeElement ||
      (stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.closest('[inert]') === null && stop.checkVisibility()),
  );
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const from = at < 0 && isBack ? 0 : at;
  stops[(from + (isBack ? -1 : 1) + stops.length) % stops.length]?.focus();
}

/** What the browser itself does at a key, where nobody has done anything else. */
function doAsBrowser({ key, shift }: KeyStroke, at: Element): void {
  const field = textFieldOf(at);
  const figure = field === null ? padKey(key) : null;
  // At once: the next figure belongs behind this one.
  if (figure !== null) flushSync(() => figure.click());
  else if (key === 'Tab') moveFocus(shift);
  else if (key === 'Enter') enterAsBrowser(at, field);
  else if (key === ' ' && field === null && at instanceof HTMLElement && at.matches('button, input, summary'))
    at.click();
  else if ((field ?? reachAmount(key)) === null) return;
  else if (key === 'Backspace') document.execCommand('delete');
  else if ([...key].length === 1) document.execCommand('insertText', false, key);
}

function enterAsBrowser(at: Element, field: TextField | null): void {
  if (field instanceof HTMLTextAreaElement) document.execCommand('insertText', false, '\n');
  else if (at instanceof HTMLElement && at.matches('button, a[href], summary')) at.click();
  else {
    const form = (field ?? amountField())?.form ?? null;
    if (form?.querySelector('[type="submit"]:disabled') === null) form.requestSubmit();
  }
}

/** A figure that nothing else waits for is one of the amount, wherever the focus is. */
function reachAmount(key: string): TextField | null {
  if (!/^[\d.,]$/.test(key) && key !== 'Backspace') return null;
  const field = amountField();
  field?.focus({ preventScroll: true });
  return field;
}

/** A key that was held is pressed now: whoever listens hears it, and the browser's part is done after that. */
function press(stroke: KeyStroke): void {
  if (stroke.shortcut) return;
  const at = document.activeElement ?? document.body;
  const { key, shift: shiftKey } = stroke;
  const tell = (type: 'keydown' | 'keyup'): boolean =>
    at.dispatchEvent(new KeyboardEvent(type, { key, shiftKey, bubbles: true, cancelable: true }));
  const isOpen = tell('keydown');
  // A button is pressed by Enter going down, and by Space coming up.
  const isLate = key === ' ' && textFieldOf(at) === null;
  if (isOpen && !isLate) doAsBrowser(stroke, at);
  const isOpenStill = tell('keyup');
  if (isOpen && isOpenStill && isLate) doAsBrowser(stroke, at);
}

/** What is pressed above is heard by everybody else. Modifiers stand for nothing alone, and no scanner holds a key down. */
const isOurs = ({ isTrusted, isComposing, repeat, key }: KeyboardEvent): boolean =>
  isTrusted && !isComposing && !repeat && !modifiers.has(key) && !unfinished.has(key);

const isShortcut = (event: KeyboardEvent): boolean =>
  ([...event.key].length > 1 || !event.getModifierState('AltGraph')) &&
  (event.ctrlKey || event.altKey || event.metaKey);

/**
 * Owns the keys of this window: scans go to `onScan` wherever the focus is, and what a hand types goes where it belongs
 * (`key-bursts.ts`). Returns the function that ends it.
 */
export function listenToKeys(onScan: (text: string) => void, isOwnCode: (text: string) => boolean): () => void {
  let burst: Burst = [];
  let before: Before = { focus: null, field: null, value: '' };
  let timer = 0;

  function end(): void {
    clearTimeout(timer);
    const ended = burst;
    burst = [];
    if (ended.length === 0) return;
    const { scan, takesBack, pressed } = endOfBurst(ended, kindOf(before), isOwnCode);
    if (takesBack) putBack(before);
    if (scan !== null) onScan(scan);
    for (const stroke of pressed) press(stroke);
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOurs(event)) return;
    const { key, timeStamp: at, shiftKey: shift } = event;
    const shortcut = isShortcut(event);
    if (!follows(burst, at)) end();
    const field = textFieldOf(document.activeElement);
    if (burst.length === 0) {
      const written = field ?? amountField();
      before = { focus: document.activeElement, field: written, value: written?.value ?? '' };
    }
    const stroke: KeyStroke = { key, at, acts: acts(key, field), shortcut, shift };
    const mustWait = isHeld(burst, stroke);
    burst = [...burst, stroke];
    if (mustWait) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (field === null && !shortcut) reachAmount(key);
    clearTimeout(timer);
    // On a busy computer the next key comes as late as this one did.
    timer = window.setTimeout(end, followsMs + Math.min(mostLateMs, Math.max(0, performance.now() - at)));
  };

  window.addEventListener('keydown', onKeyDown, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, true);
  };
}
