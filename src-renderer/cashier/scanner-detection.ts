import type { Scan } from '../../src-main/shared/scanned-code.ts';

/**
 * Distinguishes a scanner from a person at the keyboard. A keyboard-wedge scanner types a code, including Tab, Enter,
 * arrows and function keys. Wireless scanners and busy computers cause pauses. Each key is passed on or swallowed at
 * once, except one that presses a button, which may have to wait. When a scan is recognised, its earlier keys are
 * removed again. The functions are pure: time stamps come with the keys.
 */

/** Keys within this time of each other belong to one burst. */
const followsMs = 120;

/** The longest pause inside a scan. Keys after a pause are recognised by their pace. */
const mostPauseMs = 500;

/** If a code has no line end, another code within this time may be its rest. */
const restMs = 2_000;

/** A person does not type several keys with gaps this short. */
const fastMs = 50;

/** Even two keys that a person presses almost at once are further apart than this. */
const rolledMs = 15;

/** In a long burst the average gap of a person is larger than this. */
const restlessMs = 60;

/** The gaps between the keys of one scanner differ at most by this. */
const evenMs = 35;

/** Among ten keys of a person the gaps differ by more than this. */
const machineEvenMs = 10;

/** Before a scan is recognised, only this many keys are kept. Older keys belong to no scan. */
const mostBefore = 40;

const minScanLength = 4;

/** Represents a key without a character. */
const noCharacter = '\uFFFD';

/**
 * The kind of field that gets a key. `words`: a text field, in which text expanders, password managers and on-screen
 * keyboards also type. `search`: a text field in which Enter only searches. `scans`: numbers, dates, the PIN, and
 * fields for cards. `nothing`: no field, or the amount.
 */
export type KeyField = 'nothing' | 'scans' | 'words' | 'search';

export interface TimedKey<Place = unknown> {
  readonly key: string;
  /** The same key in the layout of the United States. */
  readonly asUnitedStates: string;
  /** Milliseconds from any fixed start. */
  readonly at: number;
  /** The key presses, moves the focus or opens something. Other keys only write, which can be undone. */
  readonly acts: boolean;
  /** The key presses the focused control, which cannot be undone. */
  readonly presses: boolean;
  /** The key is combined with Ctrl, Alt or Meta, so it adds no text. */
  readonly shortcut: boolean;
  readonly hasCapsLock: boolean;
  readonly field: KeyField;
  /** The state before this key, to restore it. */
  readonly place: Place;
}

interface Stroke<Place> extends TimedKey<Place> {
  /** The key was passed on, and its effect was not removed. */
  readonly stays: boolean;
}

type Keys<Place> = readonly Stroke<Place>[];

export interface KnownCode {
  /** `own`: a customer's or a provider's code, which nobody types by accident. */
  readonly kind: 'own' | 'article' | 'other';
  /** Codes of this kind have a fixed length, so they are complete without a line end. */
  readonly hasKnownLength: boolean;
}

export type KnowCode = (scan: Scan) => KnownCode;

/** One scan. If `isSure` is false, it may be incomplete and must be repeated. */
export interface ScanResult {
  readonly codes: readonly Scan[];
  readonly isSure: boolean;
}

export interface ScannerState<Place = unknown> {
  /** Keys that may belong to one scan. */
  readonly keys: Keys<Place>;
  readonly isScan: boolean;
  /** The first key after a pause would press something, so it waits until no further key can follow. */
  readonly pressWaits: boolean;
  /** The time of the scanner's last key. */
  readonly scannedAt: number;
  /** Whether this scanner ends its codes with Enter or Tab, as far as known. */
  readonly habit: 'unknown' | 'lineEnd' | 'bare';
  /** The previous code if it had no line end. */
  readonly unfinished: Unfinished | null;
}

interface Unfinished {
  readonly codes: readonly Scan[];
  readonly at: number;
  /** A line end that follows completes the code, is swallowed without completing it, or comes from a person. */
  readonly lineEnd: 'makesItWhole' | 'isOfScan' | 'isOfHand';
}

export const noKeys: ScannerState<never> = {
  keys: [],
  isScan: false,
  pressWaits: false,
  scannedAt: Number.NEGATIVE_INFINITY,
  habit: 'unknown',
  unfinished: null,
};

export interface Step<Place> {
  readonly state: ScannerState<Place>;
  /** The decision about this key. `waits`: a later step with `presses` presses its button. */
  readonly key: 'passes' | 'isSwallowed' | 'waits';
  /** The waiting press happens before this key. */
  readonly presses: boolean;
  /** The states from before the scan, which are restored. */
  readonly restores: readonly Place[];
  readonly readings: readonly ScanResult[];
}

/** A digit that answers a question. It may begin a scan, so it takes effect only when no scan can follow. */
const isAnswer = ({ presses, key }: TimedKey): boolean => presses && /^\d$/.test(key);
const isLineEnd = ({ key, shortcut }: TimedKey): boolean => !shortcut && (key === 'Enter' || key === 'Tab');
const isCharacter = ({ key, shortcut }: TimedKey): boolean => !shortcut && [...key].length === 1;
const isOfText = ({ field }: TimedKey): boolean => field === 'words' || field === 'search';
const isStray = (stroke: TimedKey): boolean =>
  stroke.field === 'nothing' && isCharacter(stroke) && !/[\d., ]/.test(stroke.key);

const gapsOf = (keys: readonly TimedKey[]): readonly number[] =>
  keys.slice(1).map(({ at }, place) => at - (keys[place]?.at ?? at));
const meanOf = (gaps: readonly number[]): number => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
const spreadOf = (gaps: readonly number[]): number => Math.max(...gaps) - Math.min(...gaps);

function lumpsOf<Place>(keys: Keys<Place>): readonly Keys<Place>[] {
  const lumps: Stroke<Place>[][] = [];
  for (const stroke of keys) {
    const lump = lumps.at(-1);
    const last = lump?.at(-1);
    if (lump !== undefined && last !== undefined && stroke.at - last.at <= followsMs) lump.push(stroke);
    else lumps.push([stroke]);
  }
  return lumps;
}

/**
 * Whether a burst comes from a machine. Short gaps suffice if it has four keys, or a key with `acts`. A slower scanner
 * is recognised by even gaps, or by a pace that no person keeps up. Two different keys with `acts` always come from a
 * machine, because a person does not press them within one burst.
 */
function isOfMachine(lump: readonly TimedKey[]): boolean {
  const gaps = gapsOf(lump);
  if (gaps.length === 0) return false;
  const acting = lump.filter(({ acts }) => acts);
  if (Math.max(...gaps) <= fastMs && (acting.length > 0 || lump.length > 3)) return true;
  if (new Set(acting.map(({ key }) => key)).size > 1) return true;
  const isLong = lump.length >= (acting.length > 0 ? 5 : 8);
  return isLong && (spreadOf(gaps) <= evenMs || meanOf(gaps) <= restlessMs);
}

/** Whether the gaps are equal, as with a scanner that has a fixed delay. */
function isOfClock(keys: readonly TimedKey[]): boolean {
  const gaps = gapsOf(keys.slice(-10));
  return gaps.length === 9 && spreadOf(gaps) <= machineEvenMs;
}

/** Whether a scanner with this `pace` typed the burst. Two keys must match the pace: a person may be as fast. */
const isPaceOfScan = (lump: readonly TimedKey[], pace: number): boolean => {
  const own = meanOf(gapsOf(lump));
  return lump.length > 2 ? own <= fastMs : Math.abs(own - pace) <= machineEvenMs;
};
const isPaceOfHand = (keys: readonly TimedKey[], pace: number): boolean =>
  keys.length > 1 && meanOf(gapsOf(keys)) > Math.max(fastMs, pace + evenMs);

/** The first burst of a machine, or the longest burst if none is certain, and its pace. */
function knownLump(lumps: readonly (readonly TimedKey[])[]): { readonly at: number; readonly pace: number } {
  const ofMachine = lumps.findIndex(isOfMachine);
  const most = Math.max(...lumps.map((lump) => lump.length));
  const at = ofMachine < 0 ? lumps.findIndex((lump) => lump.length === most) : ofMachine;
  const lump = lumps[at] ?? [];
  return { at, pace: lump.length < 2 ? mostPauseMs : meanOf(gapsOf(lump)) };
}

/**
 * The possible beginnings of a scan, the latest first. Keys before a pause belong to it if they have a scanner's pace,
 * or if they are letters while no text field has the focus. A person may have typed all other keys.
 */
function startsOf(lumps: readonly (readonly TimedKey[])[]): readonly number[] {
  const { at, pace } = knownLump(lumps);
  let starts = [at];
  for (let place = at - 1; place >= 0; place -= 1) {
    const lump = lumps[place] ?? [];
    if (lump.some(({ key }) => key === 'Backspace')) return starts;
    const isOfScan = lump.some(isStray) || (lump.length > 1 && isPaceOfScan(lump, pace));
    starts = isOfScan ? [place] : [...starts, place];
  }
  return starts;
}

/** Whether the keys after a pause certainly come from the recognised machine. */
function isCertainlyOfScan(lumps: readonly (readonly TimedKey[])[], habit: ScannerState['habit']): boolean {
  const { at, pace } = knownLump(lumps);
  const isEnded = lumps.at(-1)?.some(isLineEnd) === true;
  if (isOfClock(lumps.flat())) return true;
  return lumps
    .slice(at + 1)
    .every(
      (lump) =>
        (isEnded && habit === 'lineEnd') ||
        lump.every(isLineEnd) ||
        lump.some(isStray) ||
        (lump.length > 1 && isPaceOfScan(lump, pace)),
    );
}

const textOf = (keys: readonly TimedKey[], write: (stroke: TimedKey) => string): string =>
  keys.map((stroke) => (isCharacter(stroke) ? write(stroke) : noCharacter)).join('');

/** Removes the control characters and spaces that scanners add. */
const bare = (text: string): string => text.replaceAll(/^[\p{C}\s\uFFFD]+|[\p{C}\s\uFFFD]+$/gu, '');

function codesOf(keys: readonly TimedKey[]): readonly Scan[] {
  const parts: TimedKey[][] = [[]];
  for (const stroke of keys) {
    if (isLineEnd(stroke)) parts.push([]);
    else parts.at(-1)?.push(stroke);
  }
  const codes = parts.map((part) => ({
    text: bare(textOf(part, ({ key }) => key)),
    asUnitedStates: bare(textOf(part, ({ asUnitedStates }) => asUnitedStates)),
    hasCapsLock: part.some(({ hasCapsLock }) => hasCapsLock),
  }));
  return codes.filter(({ text }) => text !== '');
}

const isSameText = (one: readonly Scan[], other: readonly Scan[]): boolean =>
  one.length === other.length && one.every(({ text }, place) => text === other[place]?.text);

interface Found<Place> extends ScanResult {
  readonly keys: Keys<Place>;
  readonly isEnded: boolean;
  readonly isCertain: boolean;
}

/** Finds the scan. The shop's rules decide between several possible beginnings. */
function find<Place>({ keys, habit, unfinished }: ScannerState<Place>, know: KnowCode): Found<Place> {
  const lumps = lumpsOf(keys);
  const found = startsOf(lumps).map((start) => {
    const part = lumps.slice(start).flat();
    return { keys: part, codes: codesOf(part) };
  });
  const different = found.filter(({ codes }, at) => found.findIndex((other) => isSameText(other.codes, codes)) === at);
  const isKnown = ({ codes }: { readonly codes: readonly Scan[] }): boolean =>
    codes.length > 0 && codes.every((code) => know(code).kind !== 'other');
  const known = different.filter(isKnown);
  const chosen = (known.length === 1 ? known[0] : different.at(-1)) ?? { keys, codes: [] };
  const { codes } = chosen;
  const isEnded = keys.some(isLineEnd) && isLineEnd(keys.at(-1) as TimedKey);
  const isRepeated = unfinished !== null && isSameText(unfinished.codes, codes);
  const isWhole = isEnded || habit === 'bare' || isRepeated || codes.every((code) => know(code).hasKnownLength);
  const isAlone = different.length === 1 || known.length === 1;
  const isCertain = isAlone && isCertainlyOfScan(lumps, habit) && !isRest(codes, chosen.keys, unfinished);
  return { ...chosen, isEnded, isCertain, isSure: isWhole && isCertain };
}

/** Whether the scan is the rest of a recent code without a line end. A scan that begins with that code repeats it. */
function isRest(codes: readonly Scan[], keys: readonly TimedKey[], unfinished: ScannerState['unfinished']): boolean {
  if (unfinished === null || (keys[0]?.at ?? 0) - unfinished.at > restMs) return false;
  const begun = unfinished.codes.at(-1)?.text ?? '';
  return codes[0]?.text.startsWith(begun) !== true;
}

/** Whether a scan into a text field is meant as a scan. Otherwise the text stays in the field. */
const isScanInput = (field: KeyField, codes: readonly Scan[], know: KnowCode): boolean =>
  field === 'nothing' || field === 'scans' || codes.some((code) => know(code).kind === 'own');

const firstPlace = <Place>(keys: Keys<Place>): readonly Place[] => {
  const first = keys.find(({ stays }) => stays);
  return first === undefined ? [] : [first.place];
};

type Ended<Place> = Pick<Step<Place>, 'state' | 'restores' | 'readings'>;

/** Decides about the collected keys, which are complete. `isCut`: a person seems to have typed the next keys. */
function end<Place>(state: ScannerState<Place>, know: KnowCode, isCut = false): Ended<Place> {
  // A line end after these keys no longer belongs to the earlier, unfinished code.
  const aside = state.unfinished && ({ ...state.unfinished, lineEnd: 'isOfHand' } as const);
  const rest = { ...state, keys: [], isScan: false, unfinished: aside };
  if (!state.isScan)
    return { state: { ...rest, unfinished: pieceIn(state.keys) ?? aside }, restores: [], readings: [] };
  const scan = find(state, know);
  const found = isCut ? { ...scan, isCertain: false, isSure: false } : scan;
  const [first] = found.keys;
  if (first === undefined || !isScanInput(first.field, found.codes, know))
    return { state: rest, restores: [], readings: [] };
  const { keys, codes, isSure } = found;
  const isCode = codes.some(({ text }) => text.length >= minScanLength);
  const habit = habitAfter(state, found);
  return {
    state: {
      ...rest,
      habit,
      // If these keys are too few for a code, they belong to the earlier, unfinished code.
      unfinished: !isCode && aside !== null ? aside : unfinishedAfter(found, habit, isCut),
    },
    restores: firstPlace(keys),
    readings: isCode ? [{ codes, isSure }] : [],
  };
}

/** If a scanner sends the same code twice without a line end, it never sends line ends. */
function habitAfter<Place>(
  { habit, unfinished }: ScannerState<Place>,
  { isEnded, codes }: Found<Place>,
): ScannerState['habit'] {
  if (isEnded) return 'lineEnd';
  return unfinished !== null && isSameText(unfinished.codes, codes) ? 'bare' : habit;
}

function unfinishedAfter<Place>(
  { keys, codes, isEnded, isCertain, isSure }: Found<Place>,
  habit: ScannerState['habit'],
  isCut: boolean,
): Unfinished | null {
  const at = keys.at(-1)?.at ?? 0;
  if (isCut) return { codes, at, lineEnd: 'isOfHand' };
  if (isEnded || habit === 'bare') return null;
  return { codes, at, lineEnd: isCertain && !isSure ? 'makesItWhole' : 'isOfScan' };
}

/** The first keys of an interrupted scan: typed by no person, but too few for a code. */
function pieceIn(keys: readonly TimedKey[]): Unfinished | null {
  const lump = lumpsOf(keys.map((key) => ({ ...key, stays: true }))).at(-1) ?? [];
  const isPiece = lump.some(isStray) || (lump.length > 1 && meanOf(gapsOf(lump)) <= rolledMs);
  const at = lump.at(-1)?.at;
  return isPiece && at !== undefined ? { codes: codesOf(lump), at, lineEnd: 'isOfHand' } : null;
}

/** The time at which the keys count as complete if no other follows. */
export function scanEndsAt({ keys, pressWaits }: ScannerState): number | null {
  const last = keys.at(-1);
  if (last === undefined) return null;
  return last.at + ((pressWaits && !isAnswer(last)) || isLineEnd(last) ? followsMs : mostPauseMs);
}

export function takeQuiet<Place>(state: ScannerState<Place>, now: number, know: KnowCode): Omit<Step<Place>, 'key'> {
  const over = scanEndsAt(state);
  if (over === null || now < over) return { state, presses: false, restores: [], readings: [] };
  return { ...end({ ...state, pressWaits: false }, know), presses: state.pressWaits };
}

/** The index of the first key that a person typed after the scan, at another pace and after a pause. */
function handAfterScan<Place>({ keys, isScan }: ScannerState<Place>, key: Stroke<Place>): number | null {
  if (!isScan || isLineEnd(key)) return null;
  const lumps = lumpsOf([...keys, key]);
  const { at, pace } = knownLump(lumps);
  const hand = lumps.slice(at + 1).flat();
  return isPaceOfHand(hand, pace) && !hand.some(isStray) ? keys.length + 1 - hand.length : null;
}

export function takeKey<Place>(before: ScannerState<Place>, key: TimedKey<Place>, know: KnowCode): Step<Place> {
  const quiet = takeQuiet(before, key.at, know);
  const stroke = { ...key, stays: true };
  const handFrom = handAfterScan(quiet.state, stroke);
  const ended =
    handFrom === null ? null : end({ ...quiet.state, keys: quiet.state.keys.slice(0, handFrom) }, know, true);
  const carried = ended === null ? quiet.state : { ...ended.state, keys: quiet.state.keys.slice(handFrom ?? 0) };
  const late = ended === null ? endsUnfinished(carried, key) : null;
  if (late !== null) return { ...quiet, ...late, key: 'isSwallowed', readings: [...quiet.readings, ...late.readings] };
  const judged = judge(carried, stroke, know);
  const scans = judged.state.isScan && !isOfText(stroke);
  const restored = scans ? certainKeys(judged.state.keys, judged.key === 'passes') : [];
  const restores = [...quiet.restores, ...(ended?.restores ?? []), ...firstPlace(restored)];
  // The effect of these keys is removed now and must not be removed again. The last key begins from the restored state.
  const place = restores.at(-1);
  const keys = judged.state.keys.map((one, at) => ({
    ...one,
    stays: one.stays && !restored.includes(one),
    ...(place !== undefined && at === judged.state.keys.length - 1 && { place }),
  }));
  return {
    ...judged,
    state: { ...judged.state, keys },
    presses: quiet.presses || judged.presses,
    restores,
    readings: [...quiet.readings, ...(ended?.readings ?? [])],
  };
}

/** The keys that surely belong to the scan. Whether earlier keys belong to it is decided when the scan is complete. */
function certainKeys<Place>(keys: Keys<Place>, isLastOpen: boolean): Keys<Place> {
  const lumps = lumpsOf(keys);
  const [latest = 0] = startsOf(lumps);
  return lumps
    .slice(latest)
    .flat()
    .slice(0, isLastOpen ? -1 : undefined);
}

/** Processes a line end so long after its scan that the scan counts as unfinished. Null for any other key. */
function endsUnfinished<Place>(
  state: ScannerState<Place>,
  key: TimedKey,
): Pick<Step<Place>, 'state' | 'readings'> | null {
  const { unfinished } = state;
  if (unfinished === null || unfinished.lineEnd === 'isOfHand' || state.keys.length > 0) return null;
  if (!isLineEnd(key) || key.at - unfinished.at > restMs) return null;
  const isCode =
    unfinished.lineEnd === 'makesItWhole' && unfinished.codes.some(({ text }) => text.length >= minScanLength);
  return {
    state: { ...state, habit: 'lineEnd', unfinished: null, scannedAt: key.at },
    readings: isCode ? [{ codes: unfinished.codes, isSure: true }] : [],
  };
}

/** Whether a press must wait, because a scan may begin with this key. */
const beginsPress = (key: TimedKey, last: TimedKey | undefined, follows: boolean): boolean =>
  key.presses && (isAnswer(key) ? last === undefined : !follows);

/** Whether the key press that waits is carried out before the next key. A waiting answer is dropped. */
const pressesBefore = ({ pressWaits, keys }: ScannerState): boolean => pressWaits && !keys.some(isAnswer);

function judge<Place>(
  state: ScannerState<Place>,
  key: Stroke<Place>,
  know: KnowCode,
): Pick<Step<Place>, 'state' | 'key' | 'presses'> {
  const last = state.keys.at(-1);
  const follows = last !== undefined && key.at - last.at <= followsMs;
  const keys = [...state.keys.slice(state.isScan ? 0 : -mostBefore), key];
  const lump = lumpsOf(keys).at(-1) ?? [];
  const isScan = state.isScan || isOfMachine(lump) || isOfClock(keys);
  const stays = (isTaken: boolean): ScannerState<Place> => ({
    ...state,
    keys: isTaken ? [...keys.slice(0, -1), { ...key, stays: false }] : keys,
    isScan,
    pressWaits: false,
    scannedAt: isScan ? key.at : state.scannedAt,
  });
  const swallowed = { state: stays(true), key: 'isSwallowed', presses: false } as const;
  if (isScan) return isOfScan(keys, follows, know) ? swallowed : { state: stays(false), key: 'passes', presses: false };
  const isAfterScan = key.at - state.scannedAt <= mostPauseMs || (follows && lump.some(isStray));
  if (key.acts && isAfterScan) return swallowed;
  if (beginsPress(key, last, follows))
    return { state: { ...stays(false), pressWaits: true }, key: 'waits', presses: false };
  return { state: stays(false), key: 'passes', presses: pressesBefore(state) };
}

/** Whether to swallow the last key of a scan: it would trigger something, or no text field has the focus. */
function isOfScan(keys: readonly TimedKey[], follows: boolean, know: KnowCode): boolean {
  const key = keys.at(-1) as TimedKey;
  if (key.field === 'search' && key.key === 'Enter') {
    const others = keys.slice(0, -1);
    return others.some(({ acts }) => acts) || codesOf(others).some((code) => know(code).kind === 'own');
  }
  return key.acts || isStray(key) || (follows && !isOfText(key));
}
