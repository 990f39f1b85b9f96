/** Rules that recognize a customer's own code. All set rules must match. Without rules no code matches. */
export interface CustomerCodeRules {
  readonly prefix: string;
  /** `#` is a digit, `@` a letter, `?` any character, `*` any number of characters; `\` escapes the next sign. */
  readonly mask: string;
  /** The length of the whole code; 0 allows any. */
  readonly length: number;
  /** Whether the prefix is removed, because it is not part of the customer's number. */
  readonly stripsPrefix: boolean;
}

/** The limit of `userIdentification.externalId` (docs/receipt-format.md). */
const mostOfId = 256;
const mostScanned = 4_096;

/** A control character, or a key without a character, is never part of a customer's or card's number. */
export const isReadable = (scanned: string): boolean => !/[\p{C}\uFFFD]/u.test(scanned);

/** Some scanners put the kind of symbol before its content, such as `]C0` (ISO/IEC 15424). */
const symbology = /^\]([A-Za-z][0-9A-Za-z])/;
export const symbologyOf = (scanned: string): string => symbology.exec(scanned)?.[1] ?? '';
export const withoutSymbology = (scanned: string): string => scanned.replace(symbology, '');

export function customerIdIn(code: string, rules: CustomerCodeRules): string | null {
  const { prefix, mask, length, stripsPrefix } = rules;
  const isSet = prefix !== '' || mask !== '' || length > 0;
  if (!isSet || code.length > mostScanned || !isReadable(code)) return null;
  // A rule of the shop may include the kind of symbol.
  const scanned = (prefix || mask).startsWith(']') ? code : withoutSymbology(code);
  const fits =
    scanned.startsWith(prefix) &&
    (length === 0 || [...scanned].length === length) &&
    (mask === '' || fitsMask(scanned, mask));
  const id = stripsPrefix ? scanned.slice(prefix.length) : scanned;
  return fits && id.trim() !== '' && id.length <= mostOfId ? id : null;
}

const signs: Readonly<Record<string, string>> = { '#': '[0-9]', '@': '\\p{L}', '?': '.', '*': '*' };
const itself = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16)}}`;

/** A mask as a plain regular expression could run forever; `(?=...)\1` does not backtrack. */
function fitsMask(text: string, mask: string): boolean {
  const pieces = mask
    .replaceAll(/\\(.)|(.)/gsu, (_all, same, sign) =>
      same === undefined ? (signs[sign] ?? itself(sign)) : itself(same),
    )
    .split('*');
  const [start = '', ...later] = pieces;
  const end = later.pop();
  const between = later.map((piece, at) => `(?=(.*?${piece}))\\${at + 1}`).join('');
  return new RegExp(`^${start}${end === undefined ? '' : `${between}.*${end}`}$`, 'su').test(text);
}
