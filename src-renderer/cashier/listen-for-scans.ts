import { type BurstField, endOfBurst, noScan, readStroke, type ScanState } from './scan-input.ts';

interface Held {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly value: string;
}

const focusedField = (): Held | null => {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) return { field, value: field.value };
  const takesText = field instanceof HTMLInputElement && field.type !== 'radio' && field.type !== 'checkbox';
  return takesText ? { field, value: field.value } : null;
};

/** What waits for a card says so with `data-scans`; numbers have a keyboard of their own, or none. */
function kindOf(held: Held | null): BurstField {
  if (held === null) return 'nothing';
  const { field } = held;
  if (field.closest('[data-scans]') !== null) return 'scans';
  if (['none', 'decimal', 'numeric'].includes(field.inputMode) || ['date', 'number'].includes(field.type))
    return 'scans';
  return field.closest('[role="search"]') === null ? 'words' : 'search';
}

/** As if the burst had not been typed. The native setter and an `input` event, so that React sees the change. */
function putBack({ field, value }: Held): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Hears scans wherever the focus is. The Enter of a scan never reaches a button or a form, a space inside a burst never
 * presses one, and what a scan typed into a field is taken out again. In a field for text only a code that `isOwnCode`
 * knows is a scan. Returns the function that ends it.
 */
export function listenForScans(onScan: (text: string) => void, isOwnCode: (text: string) => boolean): () => void {
  let state: ScanState = noScan;
  let held: Held | null = null;

  const onKeyDown = (event: KeyboardEvent): void => {
    const stroke = {
      key: event.key,
      at: event.timeStamp,
      repeat: event.repeat,
      shortcut: event.ctrlKey || event.altKey || event.metaKey,
    };
    const [next, verdict] = readStroke(state, stroke);
    state = next;
    if (verdict.kind === 'first') held = focusedField();
    if (verdict.kind === 'inside' && event.key === ' ' && held === null) event.preventDefault();
    if (verdict.kind !== 'scan') return;
    const { isScan, endsEnter } = endOfBurst(kindOf(held), isOwnCode(verdict.text));
    if (endsEnter) {
      event.stopImmediatePropagation();
      // In a text of several lines it is one more letter.
      if (isScan || !(held?.field instanceof HTMLTextAreaElement)) event.preventDefault();
    }
    if (isScan && held !== null) putBack(held);
    held = null;
    if (isScan) onScan(verdict.text);
  };

  window.addEventListener('keydown', onKeyDown, true);
  return () => window.removeEventListener('keydown', onKeyDown, true);
}
