import table from './commands.json' with { type: 'json' };

/**
 * `head` is the number of fixed parameter bytes. `size` lists the numbers in them, each as position and length. Their
 * product, multiplied by `times`, is the number of data bytes behind the head.
 */
interface Rule {
  readonly head: number;
  readonly size?: readonly number[][];
  readonly times?: number;
  /** A command ends with a NUL behind its head, or after this many bytes. */
  readonly terminated?: number;
  /** Other rules for some values of the first parameter. */
  readonly kinds?: readonly (Rule & { readonly first: readonly number[] })[];
}

const littleEndian = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduceRight((value, byte) => value * 256 + byte, 0);
export const le16 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 2);

/** The number of parameter bytes. A negative result -n means that n of them are needed to decide. */
type Measure = (parameters: Uint8Array) => number;

const terminatedAt = (parameters: Uint8Array, head: number, most: number): number => {
  const end = parameters.subarray(0, most).indexOf(0, head);
  if (end >= 0) return end + 1;
  return parameters.length < most ? -(parameters.length + 1) : most;
};

const measureBy =
  (rule: Rule): Measure =>
  (parameters) => {
    const { kinds = [] } = rule;
    const [first] = parameters;
    if (kinds.length > 0 && first === undefined) return -1;
    const kind = kinds.find((other) => other.first.includes(first ?? 0));
    const { head, size = [], times = 0, terminated } = kind ?? rule;
    if (terminated !== undefined) return terminatedAt(parameters, head, terminated);
    if (parameters.length < head) return -head;
    return head + size.reduce((product, [at = 0, length = 0]) => product * littleEndian(parameters, at, length), times);
  };

/** Measures `count` entries behind a head. Each entry has its size in its first bytes. */
function entries(all: Uint8Array, head: number, count: number, sizeLength: number, size: (at: number) => number) {
  if (all.length < head) return -head;
  let at = head;
  for (let remaining = count; remaining > 0; remaining -= 1) {
    if (all.length < at + sizeLength) return -(at + sizeLength);
    at += sizeLength + size(at);
  }
  return at;
}

const measures: readonly (readonly [string, Measure])[] = [
  ...Object.entries(table.fixed).flatMap(([prefix, lengths]) =>
    Object.entries(lengths).flatMap(([length, codes]) =>
      [...codes].map((code) => [`${prefix} ${code}`, () => Number(length)] as const),
    ),
  ),
  ...Object.entries<Rule>(table.rules).map(([name, rule]) => [name, measureBy(rule)] as const),
  // `ESC &` has a height, the first and last character, then the width and dots of each character.
  ['ESC &', (all) => entries(all, 3, (all[2] ?? 0) - (all[1] ?? 0) + 1, 1, (at) => (all[at] ?? 0) * (all[0] ?? 0))],
  // `FS q` has a count, then the size and dots of each picture.
  ['FS q', (all) => entries(all, 1, all[0] ?? 0, 4, (at) => le16(all, at) * le16(all, at + 2) * 8)],
];

const prefixes: Readonly<Record<number, string>> = table.prefixes;
const commands = new Map(
  Object.entries(prefixes).flatMap(([byte, prefix]) =>
    measures
      .filter(([name]) => name.startsWith(`${prefix} `))
      .map(([name, measure]) => [Number(byte) * 256 + name.charCodeAt(prefix.length + 1), { name, measure }] as const),
  ),
);

export const isPrefix = (byte: number): boolean => prefixes[byte] !== undefined;

/**
 * Reads the command that begins at `at`. Its name is the prefix and the second byte, such as `GS V`. After `(` a letter
 * follows, for character encodings a number and for codes two: `GS ( k 49 81`. An unknown command has two bytes and no name. A negative length
 * means that this many bytes are needed to decide.
 */
export function commandAt(bytes: Uint8Array, at: number) {
  const parameters = bytes.subarray(at + 2);
  const second = bytes[at + 1];
  if (second === undefined) return { name: '', length: -2, parameters };
  const found = commands.get((bytes[at] ?? 0) * 256 + second);
  if (found === undefined) return { name: '', length: 2, parameters };
  const size = found.measure(parameters);
  if (size < 0) return { name: found.name, length: size - 2, parameters };
  return { name: nameOf(found.name, parameters), length: size + 2, parameters: parameters.subarray(0, size) };
}

export type CommandAt = ReturnType<typeof commandAt>;

const graphics: Readonly<Record<string, string>> = table.graphics;
const graphicsName = (code = 0): string => `GS ( L ${graphics[code] ?? code}`;

/** Appends the kind that the first parameters select. `GS 8 L` gets the name of its short form `GS ( L`. */
function nameOf(name: string, parameters: Uint8Array): string {
  if (name === 'GS 8' && parameters[0] === 0x4c) return graphicsName(parameters[6]);
  if (!name.endsWith('(')) return name;
  const kind = `${name} ${String.fromCharCode(parameters[0] ?? 0)}`;
  if (kind === 'GS ( L') return graphicsName(parameters[4]);
  if (kind === 'FS ( C') return `${kind} ${parameters[3]}`;
  return kind === 'GS ( k' ? `${kind} ${parameters[3]} ${parameters[4]}` : kind;
}

export const isCut = (name: string): boolean => table.cuts.includes(name);
/** Whether the command puts a picture or a code on the paper. Stored logos do not count. */
export const isPrinting = (name: string): boolean => table.printing.includes(name);
/** Whether the command lasts until a reset. */
export const isLasting = (name: string): boolean => table.lasting.includes(name);
