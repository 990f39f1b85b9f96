/**
 * What tells a customer's own code (of an app, or on a card) from a loyalty card and from a product. All rules that are set
 * have to fit; where none is set no code is a customer's.
 */
export interface CustomerCodeRules {
  readonly prefix: string;
  /** `#` a digit, `@` a letter, `?` any character, `*` any number of them, `\` before one of these: itself. */
  readonly mask: string;
  /** Characters of the whole code; 0: any. */
  readonly length: number;
  /** The prefix is not part of the customer's number. */
  readonly stripsPrefix: boolean;
}

/** Interface document 8: `userIdentification.externalId`. */
const mostOfId = 256;
const mostScanned = 4_096;

/** The customer's number in a scanned code; null for any other code. */
export function customerIdIn(scanned: string, rules: CustomerCodeRules): string | null {
  const { prefix, mask, length, stripsPrefix } = rules;
  const isSet = prefix !== '' || mask !== '' || length > 0;
  if (!isSet || scanned.length > mostScanned) return null;
  const fits =
    scanned.startsWith(prefix) &&
    (length === 0 || [...scanned].length === length) &&
    (mask === '' || fitsMask(scanned, mask));
  const id = stripsPrefix ? scanned.slice(prefix.length) : scanned;
  return fits && id.trim() !== '' && id.length <= mostOfId ? id : null;
}

type Part = { readonly kind: 'digit' | 'letter' | 'any' | 'rest' } | { readonly kind: 'same'; readonly char: string };

const kinds = { '#': 'digit', '@': 'letter', '?': 'any', '*': 'rest' } as const;

function partsOf(mask: string): readonly Part[] {
  const parts: Part[] = [];
  const chars = [...mask];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    const next = chars[at + 1];
    if (char === '\\' && next !== undefined) {
      parts.push({ kind: 'same', char: next });
      at += 1;
    } else parts.push(char in kinds ? { kind: kinds[char as keyof typeof kinds] } : { kind: 'same', char });
  }
  return parts;
}

const isIn = (part: Part | undefined, char: string): boolean => {
  switch (part?.kind) {
    case undefined:
    case 'rest':
      return false;
    case 'any':
      return true;
    case 'digit':
      return char >= '0' && char <= '9';
    case 'letter':
      return /^\p{L}$/u.test(char);
    case 'same':
      return part.char === char;
  }
};

/**
 * No regular expression of a person's making: it could take for ever. This takes at most as many steps as both lengths
 * multiplied, whatever stands in them.
 */
export function fitsMask(text: string, mask: string): boolean {
  const chars = [...text];
  const parts = partsOf(mask);
  let [at, part] = [0, 0];
  /** Where the last `*` stands, and how far it reaches so far. */
  let [star, reach] = [-1, 0];
  while (at < chars.length) {
    if (isIn(parts[part], chars[at] ?? '')) {
      at += 1;
      part += 1;
    } else if (parts[part]?.kind === 'rest') {
      star = part;
      reach = at;
      part += 1;
    } else if (star >= 0) {
      reach += 1;
      at = reach;
      part = star + 1;
    } else return false;
  }
  return parts.slice(part).every(({ kind }) => kind === 'rest');
}
