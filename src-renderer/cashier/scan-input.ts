/**
 * Tells a scanner from a hand. A keyboard-wedge scanner types faster than people do and ends with Enter; the keys of one
 * scan follow each other within `maxGapMs`. Pure: the time stamps come with the keys.
 */

const maxGapMs = 40;
const minScanLength = 4;

export interface ScanState {
  /** What came in this burst. */
  readonly text: string;
  /** When its last key came, in milliseconds. */
  readonly lastAt: number;
}

export interface KeyStroke {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  /** Milliseconds, from any fixed start. */
  readonly at: number;
  /** The key is held down: never a scanner. */
  readonly repeat: boolean;
  /** With Ctrl, Alt or Meta: a shortcut, never a scanner. */
  readonly shortcut: boolean;
}

/** `first`: a burst may start here; `inside`: a key of the same burst; `scan`: Enter after a burst; `hand`: a person. */
export type ScanVerdict =
  | { readonly kind: 'first' | 'inside' | 'hand' | 'ignored' }
  | { readonly kind: 'scan'; readonly text: string };

export const noScan: ScanState = { text: '', lastAt: Number.NEGATIVE_INFINITY };

/** Reads the next key. Modifier keys on their own change nothing: scanners press Shift for capitals. */
export function readStroke(state: ScanState, stroke: KeyStroke): readonly [ScanState, ScanVerdict] {
  if (stroke.key === 'Shift' || stroke.key === 'CapsLock') return [state, { kind: 'ignored' }];
  if (stroke.repeat || stroke.shortcut) return [noScan, { kind: 'hand' }];
  const follows = stroke.at - state.lastAt <= maxGapMs;
  if (stroke.key === 'Enter') {
    const isScan = follows && state.text.length >= minScanLength;
    return [noScan, isScan ? { kind: 'scan', text: state.text } : { kind: 'hand' }];
  }
  if ([...stroke.key].length !== 1) return [noScan, { kind: 'hand' }];
  if (follows && state.text !== '') {
    return [{ text: state.text + stroke.key, lastAt: stroke.at }, { kind: 'inside' }];
  }
  return [{ text: stroke.key, lastAt: stroke.at }, { kind: 'first' }];
}

/**
 * Where a burst was typed. `words`: a field for text, in which machines type, too: text expanders, password managers,
 * screen keyboards. `search`: the same, where Enter only looks. `scans`: amounts, numbers, dates, the PIN, and what waits for
 * a card. `nothing`: no field.
 */
export type BurstField = 'nothing' | 'scans' | 'words' | 'search';

export interface BurstEnd {
  /** It was a scan: it goes where scans go, and what it typed into a field is taken out again. */
  readonly isScan: boolean;
  /** The Enter behind it does nothing. */
  readonly endsEnter: boolean;
}

/**
 * What becomes of a burst that ended with Enter. Between a scanner and a machine that types nobody can tell by the speed:
 * a field for text keeps its letters, unless they are a code that nothing else looks like. Its Enter presses nothing all the
 * same, for a scanner may have typed into a form that somebody has left open.
 */
export function endOfBurst(field: BurstField, isOwnCode: boolean): BurstEnd {
  switch (field) {
    case 'nothing':
    case 'scans':
      return { isScan: true, endsEnter: true };
    case 'words':
      return { isScan: isOwnCode, endsEnter: true };
    case 'search':
      return { isScan: isOwnCode, endsEnter: isOwnCode };
  }
}
