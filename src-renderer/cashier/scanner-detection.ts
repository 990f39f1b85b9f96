import type { Scan } from '../../src-main/shared/scanned-code.ts';

/**
 * Distinguishes a scanner from a person at the keyboard. A keyboard-wedge scanner types a code, including Tab, Enter,
 * arrows and function keys. Wireless scanners and busy computers cause pauses. Each key is passed on or swallowed at
 * once, except one that presses a button, which may have to wait. When a scan is recognised, its earlier keys are
 * removed again. The functions are pure: time stamps come with the keys.
 */

/** Keys within this time of each other belong to one burst. */
const followsMs = 120;

/** The longest pause inside a scan. */
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
  /** The scanner has sent a code twice without a line end, so it never sends one. */
  readonly isBare: boolean;
  /** The previous code if it had no line end. */
  readonly unfinished: Unfinished | null;
}

interface Unfinished {
  /** The codes that came without a line end, or the beginning of one. */
  readonly codes: readonly Scan[];
  readonly at: number;
  /** A line end that follows belongs to the scanner. */
  readonly awaitsLineEnd: boolean;
}

export const noKeys: ScannerState<never> = {
  keys: [],
  isScan: false,
  pressWaits: false,
  scannedAt: Number.NEGATIVE_INFINITY,
  isBare: false,
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

/** Divides keys into bursts. Ten keys with equal gaps are the burst of a slow scanner. */
function burstsOf<Place>(keys: Keys<Place>): readonly Keys<Place>[] {
  const gaps = gapsOf(keys);
  const last = gaps.at(-1) ?? 0;
  const even = gaps.findLastIndex((gap) => Math.abs(gap - last) > machineEvenMs) + 1;
  if (last > followsMs && keys.length - even >= 10) return [...burstsOf(keys.slice(0, even)), keys.slice(even)];
  const starts = [0, ...gaps.flatMap((gap, place) => (gap > followsMs ? [place + 1] : []))];
  return starts.map((start, place) => keys.slice(start, starts[place + 1]));
}

/** Whether a burst is too fast for a person: four keys, or two of which one has `acts`. */
const isFast = (burst: readonly TimedKey[]): boolean =>
  burst.length > (burst.some(({ acts }) => acts) ? 1 : 3) && Math.max(...gapsOf(burst)) <= fastMs;

/**
 * Whether a burst comes from a machine. A slow scanner is recognised by even gaps, or by a pace that no person keeps up.
 * Two different keys with `acts` always come from a machine, because a person does not press them within one burst.
 */
function isOfMachine(burst: readonly TimedKey[]): boolean {
  const gaps = gapsOf(burst);
  const acting = new Set(burst.flatMap(({ acts, key }) => (acts ? [key] : [])));
  if (isFast(burst) || acting.size > 1) return true;
  if (gaps.length >= 9 && spreadOf(gaps.slice(-9)) <= machineEvenMs) return true;
  const isLong = burst.length >= (acting.size > 0 ? 5 : 8);
  return isLong && (spreadOf(gaps) <= evenMs || meanOf(gaps) <= restlessMs);
}

/**
 * Where a scan may begin. `machine` is the first burst that no person types. Letters before it belong to the scan,
 * because nobody types them outside a text field: the scan begins at `latest`. The keys from `earliest` to `latest` may
 * come from the scanner or from a person.
 */
function startsOf(bursts: readonly (readonly TimedKey[])[]) {
  const machine = Math.max(0, bursts.findIndex(isOfMachine));
  const before = bursts.slice(0, machine);
  const earliest = before.findLastIndex((burst) => burst.some(({ key }) => key === 'Backspace')) + 1;
  const stray = before.findIndex((burst, at) => at >= earliest && burst.some(isStray));
  return { machine, latest: stray < 0 ? machine : stray, earliest };
}

/** A key without a character becomes U+FFFD, which no code contains. */
const textOf = (keys: readonly TimedKey[], write: (stroke: TimedKey) => string): string =>
  keys.map((stroke) => (isCharacter(stroke) ? write(stroke) : '\uFFFD')).join('');

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

/** Finds the scan. The shop's rules decide between several possible beginnings. */
function find<Place>({ keys, isBare, unfinished }: ScannerState<Place>, know: KnowCode) {
  const bursts = burstsOf(keys);
  const { machine, latest, earliest } = startsOf(bursts);
  const found = bursts.slice(earliest, latest + 1).map((_burst, place) => {
    const part = bursts.slice(earliest + place).flat();
    return { keys: part, codes: codesOf(part) };
  });
  const different = found.filter(
    ({ codes }, at) => !found.slice(at + 1).some((later) => isSameText(later.codes, codes)),
  );
  const known = different.filter(({ codes }) => codes.length > 0 && codes.every((code) => know(code).kind !== 'other'));
  const [chosen = { keys, codes: [] }] = known.length === 1 ? known : different;
  const { codes } = chosen;
  const isOfOne = bursts.slice(machine + 1).every((burst) => isFast(burst) || burst.every(isLineEnd));
  const isWhole =
    keys.slice(-1).every(isLineEnd) ||
    isBare ||
    isSameText(unfinished?.codes ?? [], codes) ||
    codes.every((code) => know(code).hasKnownLength);
  const startedAt = chosen.keys[0]?.at ?? 0;
  const begun = unfinished !== null && startedAt - unfinished.at <= restMs ? unfinished.codes.at(-1) : undefined;
  // A scan that begins with a recent code without a line end repeats it. Any other scan may be its rest.
  const isRest = begun !== undefined && codes[0]?.text.startsWith(begun.text) !== true;
  const isDecided = different.length === 1 || known.length === 1;
  return { keys: chosen.keys, codes, isSure: isDecided && isOfOne && isWhole && !isRest };
}

/** Whether a scan into a text field is meant as a scan. Otherwise the text stays in the field. */
const isScanInput = (field: KeyField, codes: readonly Scan[], know: KnowCode): boolean =>
  field === 'nothing' || field === 'scans' || codes.some((code) => know(code).kind === 'own');

const firstPlace = <Place>(keys: Keys<Place>): readonly Place[] =>
  keys.flatMap(({ stays, place }) => (stays ? [place] : [])).slice(0, 1);

type Ended<Place> = Omit<Step<Place>, 'key'>;

/** Decides about the collected keys, which are complete. `isCut`: a person seems to have typed the next keys. */
function end<Place>(state: ScannerState<Place>, know: KnowCode, isCut = false): Ended<Place> {
  const at = state.keys.at(-1)?.at ?? 0;
  // A line end after these keys no longer belongs to the earlier, unfinished code.
  const earlier = state.unfinished && { ...state.unfinished, awaitsLineEnd: false };
  const rest = { ...state, keys: [], isScan: false, pressWaits: false, unfinished: earlier };
  const ended = { presses: state.pressWaits, restores: [], readings: [] };
  if (!state.isScan) return { ...ended, state: { ...rest, unfinished: pieceIn(state.keys) ?? earlier } };
  const { keys, codes, isSure } = find(state, know);
  const scanned = { ...rest, scannedAt: at };
  if (!isScanInput(keys[0]?.field ?? 'nothing', codes, know)) return { ...ended, state: scanned };
  const restores = firstPlace(keys);
  // If these keys are too few for a code, they belong to the earlier, unfinished code.
  if (codes.every(({ text }) => text.length < minScanLength))
    return { ...ended, state: { ...scanned, unfinished: earlier ?? { codes, at, awaitsLineEnd: true } }, restores };
  const isEnded = state.keys.slice(-1).every(isLineEnd);
  const isBare = !isEnded && (state.isBare || isSameText(state.unfinished?.codes ?? [], codes));
  const unfinished = isEnded || (isBare && isSure) ? null : { codes, at, awaitsLineEnd: true };
  return {
    ...ended,
    state: { ...scanned, isBare, unfinished },
    restores,
    readings: [{ codes, isSure: isSure && !isCut }],
  };
}

/** The first keys of an interrupted scan: typed by no person, but too few for a code. */
function pieceIn<Place>(keys: Keys<Place>): Unfinished | null {
  const burst = burstsOf(keys).at(-1) ?? [];
  const isPiece = burst.some(isStray) || (burst.length > 1 && meanOf(gapsOf(burst)) <= rolledMs);
  return isPiece ? { codes: codesOf(burst), at: burst.at(-1)?.at ?? 0, awaitsLineEnd: false } : null;
}

/** The time at which the keys count as complete if no other follows. */
export function scanEndsAt({ keys, pressWaits }: ScannerState): number | null {
  const last = keys.at(-1);
  if (last === undefined) return null;
  return last.at + ((pressWaits && !isAnswer(last)) || isLineEnd(last) ? followsMs : mostPauseMs);
}

export function takeQuiet<Place>(state: ScannerState<Place>, now: number, know: KnowCode): Ended<Place> {
  const over = scanEndsAt(state);
  return over === null || now < over ? { state, presses: false, restores: [], readings: [] } : end(state, know);
}

/** Ends a scan before two single characters that a person typed after it; null for any other key. */
function takeHand<Place>(state: ScannerState<Place>, key: Stroke<Place>, know: KnowCode): Ended<Place> | null {
  if (!state.isScan || isLineEnd(key)) return null;
  const bursts = burstsOf([...state.keys, key]);
  const after = bursts.slice(startsOf(bursts).machine + 1);
  if (after.length !== 2 || after.some((burst) => burst.length > 1 || burst.some(isStray))) return null;
  const ended = end({ ...state, keys: state.keys.slice(0, -1) }, know, true);
  const hand = state.keys.slice(-1);
  return { ...ended, state: { ...ended.state, keys: hand, scannedAt: hand[0]?.at ?? key.at } };
}

export function takeKey<Place>(before: ScannerState<Place>, key: TimedKey<Place>, know: KnowCode): Step<Place> {
  const quiet = takeQuiet(before, key.at, know);
  const { state, restores, readings, presses } = takeHand(quiet.state, { ...key, stays: true }, know) ?? quiet;
  const stroke = { ...key, stays: true, place: restores.at(-1) ?? key.place };
  const judged = judge(state, stroke, know);
  const { keys, isScan } = judged.state;
  // The effect of these keys is removed now. Whether earlier keys belong to the scan is decided when it is complete.
  const bursts = isScan && judged.key === 'isSwallowed' && !isOfText(key) ? burstsOf(keys) : [];
  const removed = bursts.slice(startsOf(bursts).latest).flat();
  const first = keys.length - removed.length;
  return {
    ...judged,
    state: { ...judged.state, keys: keys.map((one, at) => (at < first ? one : { ...one, stays: false })) },
    presses: presses || judged.presses,
    restores: [...restores, ...firstPlace(removed)],
    readings,
  };
}

/** Whether a press must wait, because a scan may begin with this key. */
const beginsPress = (key: TimedKey, { keys }: ScannerState, follows: boolean): boolean =>
  key.presses && (isAnswer(key) ? keys.length === 0 : !follows);

type Judged<Place> = Pick<Step<Place>, 'state' | 'key' | 'presses'>;

function judge<Place>(state: ScannerState<Place>, key: Stroke<Place>, know: KnowCode): Judged<Place> {
  const keys = [...state.keys.slice(state.isScan ? 0 : -mostBefore), key];
  const burst = burstsOf(keys).at(-1) ?? [];
  const follows = burst.length > 1;
  const isScan = state.isScan || isOfMachine(burst);
  const next = { ...state, keys, isScan, pressWaits: false };
  const swallowed = { state: next, key: 'isSwallowed', presses: false } as const;
  if (isScan) return isOfScan(keys, follows, know) ? swallowed : { ...swallowed, key: 'passes' };
  if (endsUnfinished(state, key)) return { ...swallowed, state: { ...next, isBare: false, unfinished: null } };
  const isAfterScan = key.at - state.scannedAt <= mostPauseMs || (follows && burst.some(isStray));
  if (key.acts && isAfterScan) return swallowed;
  if (beginsPress(key, state, follows)) return { state: { ...next, pressWaits: true }, key: 'waits', presses: false };
  // A press that waits happens before this key. An answer is dropped.
  return { state: next, key: 'passes', presses: state.pressWaits && !state.keys.some(isAnswer) };
}

/** Whether this is the line end of the previous code, which came so late that the code counts as unfinished. */
const endsUnfinished = ({ unfinished, keys }: ScannerState, key: TimedKey): boolean =>
  unfinished?.awaitsLineEnd === true && keys.length === 0 && isLineEnd(key) && key.at - unfinished.at <= restMs;

/** Whether to swallow the last key of a scan: it would trigger something, or no text field has the focus. */
function isOfScan(keys: readonly TimedKey[], follows: boolean, know: KnowCode): boolean {
  const key = keys.at(-1) as TimedKey;
  if (key.field === 'search' && key.key === 'Enter') {
    const others = keys.slice(0, -1);
    return others.some(({ acts }) => acts) || codesOf(others).some((code) => know(code).kind === 'own');
  }
  return key.acts || isStray(key) || (follows && !isOfText(key));
}
