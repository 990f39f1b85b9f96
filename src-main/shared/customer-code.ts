/** The rules that identify a customer's own code. All set rules must match; without a rule no code matches. */
export interface CustomerCodeRules {
  readonly prefix: string;
  /** In a mask, `#` is a digit, `@` a letter, `?` any character, `*` any number of them; `\` takes the next one literally. */
  readonly mask: string;
  /** The number of characters of the whole code. 0 allows every length. */
  readonly length: number;
  /** The prefix is not part of the customer's number. */
  readonly stripsPrefix: boolean;
}

/** receipt-service.md 8: `userIdentification.externalId`. */
const mostOfId = 256;
const mostScanned = 4_096;

/** A control character, or a key without a character, is never part of the number of a customer or a card. */
export const isReadable = (scanned: string): boolean => !/[\p{C}\uFFFD]/u.test(scanned);

/** ISO/IEC 15424: some scanners send the kind of symbol before its content, such as `]C0`. */
const symbology = /^\]([A-Za-z][0-9A-Za-z])/;
export const symbologyOf = (scanned: string): string => symbology.exec(scanned)?.[1] ?? '';
export const withoutSymbology = (scanned: string): string => scanned.replace(symbology, '');

export function customerIdIn(code: string, rules: CustomerCodeRules): string | null {
  const { prefix, mask, length, stripsPrefix } = rules;
  const isSet = prefix !== '' || mask !== '' || length > 0;
  if (!isSet || code.length > mostScanned || !isReadable(code)) return null;
  // A shop can make the kind of symbol part of its rule.
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

/** A mask as a regular expression could run for ever; `(?=...)\1` does not backtrack. */
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
