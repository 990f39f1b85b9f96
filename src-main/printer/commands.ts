/**
 * The number of parameter bytes of a command. A function gets those that have arrived. Its negative result -n means that
 * it needs n of them to decide.
 */
type LengthRule = number | Measure;
type Measure = (parameters: Uint8Array) => number;

export const le16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
const le32 = (bytes: Uint8Array, at: number): number => le16(bytes, at) + le16(bytes, at + 2) * 65_536;

/** `head` parameters contain the size of the data behind them. */
const counted =
  (head: number, size: Measure): Measure =>
  (parameters) =>
    parameters.length < head ? -head : head + size(parameters);

const withLength = counted(3, (head) => le16(head, 1));
const raster = counted(6, (head) => le16(head, 2) * le16(head, 4));

/** The first parameter is a function. Each function has its own number of further parameters. */
const byFunction = (sizes: Readonly<Record<number, number>>) => counted(1, ([name]) => sizes[name ?? -1] ?? 0);

/** Ends with the first NUL from `first` on, or after `most` bytes. */
const terminated =
  (first: number, most: number): Measure =>
  (parameters) => {
    const end = parameters.subarray(0, most).indexOf(0, first);
    if (end >= 0) return end + 1;
    return parameters.length < most ? -(parameters.length + 1) : most;
  };

/** The older kinds end with a NUL, the newer ones have a length. */
const barcode = (parameters: Uint8Array): number =>
  (parameters[0] ?? 65) < 65 ? terminated(1, 256)(parameters) : counted(2, ([, length = 0]) => length)(parameters);

/** Height, first and last character, then the width and the dots of each. */
const userCharacters: LengthRule = (parameters) => {
  const [height = 0, first = 0, last] = parameters;
  if (last === undefined) return -3;
  let at = 3;
  for (let code = first; code <= last; code += 1) {
    if (parameters.length <= at) return -(at + 1);
    at += 1 + (parameters[at] ?? 0) * height;
  }
  return at;
};

/** A count, then the size and the dots of each picture. */
const storedPictures: LengthRule = (parameters) => {
  let at = 1;
  for (let index = 0; index < (parameters[0] ?? 1); index += 1) {
    if (parameters.length < at + 4) return -(at + 4);
    at += 4 + le16(parameters, at) * le16(parameters, at + 2) * 8;
  }
  return at;
};

/** The bytes of a column of `ESC *`. */
export const columnBytes = (mode: number): number => (mode >= 32 ? 3 : 1);

/** Commands with a fixed number of parameters: their second bytes, by that number. */
const fixedLengths: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ESC: { 0: '2<@LSimov\f', 1: ' !%-3=?EGJKMRTUVadertu{', 2: '$\\Bcf', 3: 'p', 8: 'W' },
  FS: { 0: '&.', 1: '!-CW', 2: '?Sp', 74: '2' },
  GS: { 0: ':c', 1: '!/BEHITabfhjrw', 2: '$LPW\\', 3: '^z', 4: 'g' },
  DLE: { 1: '\x05' },
};

const otherLengths: Readonly<Record<string, LengthRule>> = {
  'DLE \x04': byFunction({ 7: 1, 8: 1, 18: 1 }),
  'DLE \x14': byFunction({ 1: 2, 2: 2, 3: 5, 7: 1, 8: 7 }),
  'ESC &': userCharacters,
  'ESC (': withLength,
  'ESC *': counted(3, (head) => le16(head, 1) * columnBytes(head[0] ?? 0)),
  'ESC D': terminated(0, 33),
  'FS (': withLength,
  'FS g': counted(8, (head) => (head[0] === 0x31 ? le16(head, 6) : 0)),
  'FS q': storedPictures,
  'GS (': withLength,
  'GS *': counted(2, ([width = 0, height = 0]) => width * height * 8),
  'GS 8': counted(5, (head) => le32(head, 1)),
  'GS C': byFunction({ 48: 2, 49: 6, 50: 2 }),
  'GS Q': raster,
  'GS V': byFunction({ 65: 1, 66: 1, 97: 1, 98: 1, 103: 1, 104: 1 }),
  'GS k': barcode,
  'GS v': raster,
};

const prefixes: Readonly<Record<number, string>> = { 16: 'DLE', 27: 'ESC', 28: 'FS', 29: 'GS' };

interface Command {
  readonly name: string;
  readonly rule: LengthRule;
}

const commands: ReadonlyMap<number, Command> = new Map(
  Object.entries(prefixes).flatMap(([prefix, word]) => {
    const fixed = Object.entries(fixedLengths[word] ?? {}).flatMap(([length, codes]) =>
      [...codes].map((code): [string, LengthRule] => [`${word} ${code}`, Number(length)]),
    );
    const others = Object.entries(otherLengths).filter(([name]) => name.startsWith(`${word} `));
    return [...fixed, ...others].map(([name, rule]): [number, Command] => [
      Number(prefix) * 256 + name.charCodeAt(word.length + 1),
      { name, rule },
    ]);
  }),
);

/** Commands that end a print. */
const cuts: ReadonlySet<string> = new Set(['ESC i', 'ESC m', 'GS V']);

/** Commands that apply until the printer is reset. The commands of one group replace each other. */
const lasting: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['ESC !', 'ESC =', 'ESC D', 'ESC M', 'ESC R', 'ESC a', 'ESC t'].map((name) => [name, name])),
  ...{ 'FS &': 'two bytes', 'FS .': 'two bytes', 'FS ( C': 'encoding', 'GS !': 'size', 'GS ( k 49 80': 'code' },
};

export interface CommandAt {
  /** Prefix and second byte, such as `GS V`. Counted commands have kind and function, too: `GS ( k 49 81`. */
  readonly name: string;
  /** All bytes of the command. Negative: so many bytes are needed to decide. */
  readonly length: number;
  readonly parameters: Uint8Array;
}

export const isPrefix = (byte: number): boolean => prefixes[byte] !== undefined;

/** The command that begins at `at`. An unknown one has two bytes and no name. */
export function commandAt(bytes: Uint8Array, at: number): CommandAt {
  const parameters = bytes.subarray(at + 2);
  const second = bytes[at + 1];
  if (second === undefined) return { name: '', length: -2, parameters };
  const found = commands.get((bytes[at] ?? 0) * 256 + second);
  if (found === undefined) return { name: '', length: 2, parameters };
  const size = typeof found.rule === 'number' ? found.rule : found.rule(parameters);
  if (size < 0) return { name: found.name, length: size - 2, parameters };
  return { name: nameOf(found.name, parameters, size), length: size + 2, parameters: parameters.subarray(0, size) };
}

const graphics = { 2: 'print', 50: 'print', 112: 'store' } as const;

/** The name with what the first parameters select. */
function nameOf(name: string, parameters: Uint8Array, size: number): string {
  if (name === 'GS 8') return parameters[0] === 0x4c ? `GS ( L ${graphicsName(parameters[6])}` : name;
  if (!name.endsWith('(') || size < 3) return name;
  const kind = `${name} ${String.fromCharCode(parameters[0] ?? 0)}`;
  if (kind === 'GS ( L') return `${kind} ${graphicsName(parameters[4])}`;
  return kind === 'GS ( k' ? `${kind} ${parameters[3]} ${parameters[4]}` : kind;
}
const graphicsName = (code = 0): string => graphics[code as keyof typeof graphics] ?? String(code);

export const isCut = (name: string): boolean => cuts.has(name);
export const lastingGroup = (name: string): string | undefined => lasting[name];

const printing: ReadonlySet<string> = new Set(['ESC *', 'GS Q', 'GS k', 'GS v', 'GS ( L print', 'GS ( k 49 81']);

/** Whether the command puts a picture or a code on the paper. Stored logos do not count. */
export const isPrinting = (name: string): boolean => printing.has(name);
