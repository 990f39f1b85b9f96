/**
 * Tells a scanner from a hand. A keyboard-wedge scanner is a keyboard: what stands in a customer's code comes as keys, also
 * Tab, Enter, arrows and function keys. Keys that follow each other within `followsMs` are one burst, and a burst is judged
 * as a whole once it is over: until then nothing in it presses a button or moves the focus. Pure: the time stamps come with
 * the keys.
 */

/** After so much quiet a burst is over. */
export const followsMs = 120;

/** Faster than this from key to key is no hand. */
const fastMs = 50;

/** On average over a burst: nobody keeps that up. */
const restlessMs = 60;

/** A machine's gaps are alike; a hand's differ by more. */
const evenMs = 35;

export interface KeyStroke {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  /** Milliseconds, from any fixed start. */
  readonly at: number;
  /** It presses, moves the focus or goes elsewhere, where the focus is now; any other only writes, and can be taken back. */
  readonly acts: boolean;
  /** With Ctrl, Alt or Meta: nothing that stands in a text. */
  readonly shortcut: boolean;
  readonly shift: boolean;
}

export type Burst = readonly KeyStroke[];

/** Whether a key of this moment belongs to the burst before it. */
export const follows = (burst: Burst, at: number): boolean => {
  const last = burst.at(-1);
  return last !== undefined && at - last.at <= followsMs;
};

/** A key that acts waits for the end of its burst, and so does all that comes after it. */
export const isHeld = (burst: Burst, stroke: KeyStroke): boolean => stroke.acts || burst.some(({ acts }) => acts);

/**
 * Who typed a burst that is over. What is faster than any hand is a machine's: two keys of which one acts, or three. Slower
 * scanners are known by their even gaps, or by a pace that no hand keeps up, once there is enough to see it by; and nobody
 * presses two different keys that act so soon after each other.
 */
function typedBy(burst: Burst): 'hand' | 'machine' {
  const gaps = burst.slice(1).map(({ at }, place) => at - (burst[place]?.at ?? at));
  if (gaps.length === 0) return 'hand';
  // A figure may begin the next sale; it is typed as others are.
  const acting = burst.filter(({ acts, key }) => acts && !/^\d$/.test(key));
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  if (most <= fastMs) return acting.length > 0 || burst.length > 2 ? 'machine' : 'hand';
  if (new Set(acting.map(({ key }) => key)).size > 1) return 'machine';
  const isLong = burst.length >= (acting.length > 0 ? 5 : 8);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return isLong && (most - least <= evenMs || mean <= restlessMs) ? 'machine' : 'hand';
}

/** Stands for a key that is no character. */
export const noCharacter = '\uFFFD';

const characterOf = ({ key, shortcut }: KeyStroke): string => {
  if (shortcut) return noCharacter;
  if (key === 'Enter') return '\n';
  if (key === 'Tab') return '\t';
  return [...key].length === 1 ? key : noCharacter;
};

/** What was scanned, without what scanners put before and behind it: a line end, a tab, control characters. */
const scannedText = (burst: Burst): string =>
  burst
    .map(characterOf)
    .join('')
    .replaceAll(/^[\p{C}\s\uFFFD]+|[\p{C}\s\uFFFD]+$/gu, '');

/**
 * Where a burst was typed. `words`: a field for text, in which machines type, too: text expanders, password managers,
 * screen keyboards. `search`: the same, where Enter only looks. `scans`: amounts, numbers, dates, the PIN, and what waits for
 * a card. `nothing`: no field.
 */
export type BurstField = 'nothing' | 'scans' | 'words' | 'search';

const minScanLength = 4;

interface BurstEnd {
  /** What goes where scans go; null: nothing. */
  readonly scan: string | null;
  /** What was typed into a field is taken out again. */
  readonly takesBack: boolean;
  /** The keys that were held, in their order, as if they were pressed now. */
  readonly pressed: Burst;
}

/**
 * What becomes of a burst that is over. A hand's keys do what they would have done. A machine's do nothing: where no text
 * belongs it was a scan, or at least no amount; a field for text keeps its letters, unless they are a code that nothing else
 * looks like, for between a scanner and a machine that types nobody can tell. There only a search may go off.
 */
export function endOfBurst(burst: Burst, field: BurstField, isOwnCode: (text: string) => boolean): BurstEnd {
  const firstHeld = burst.findIndex(({ acts }) => acts);
  const held = firstHeld < 0 ? [] : burst.slice(firstHeld);
  if (typedBy(burst) === 'hand') return { scan: null, takesBack: false, pressed: held };
  const text = scannedText(burst);
  if (field === 'nothing' || field === 'scans' || isOwnCode(text)) {
    return { scan: text.length >= minScanLength ? text : null, takesBack: true, pressed: [] };
  }
  const isLook = field === 'search' && held.length === 1 && held[0]?.key === 'Enter';
  return { scan: null, takesBack: false, pressed: isLook ? held : [] };
}
