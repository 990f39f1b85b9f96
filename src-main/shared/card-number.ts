export const shortestCardNumber = 13;
const longest = 19;

/** 13 to 19 digits with a valid Luhn digit, in groups of any length. Linear, also for megabytes of digits. */
export function holdsCardNumber(text: string): boolean {
  const chain: (number | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const digit = digitOf(code);
    if (digit === null && chain.length === 0) continue;
    if (digit === null && endsWithCardNumber(chain)) return true;
    if (digit === null && (chain.at(-1) === null || !separator.test(String.fromCodePoint(code)))) chain.length = 0;
    else chain.push(digit);
  }
  return endsWithCardNumber(chain);
}

const separator = /^[\s-]$/u;

/** Whether a card number begins with some group of `chain` and ends with its last digit. */
function endsWithCardNumber(chain: readonly (number | null)[]): boolean {
  let sum = 0;
  let count = 0;
  for (let at = chain.length - 1; count <= longest; at -= 1) {
    const digit = chain[at];
    if (typeof digit === 'number') {
      // The last digit is not doubled, the one before it is.
      sum += count % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
      count += 1;
    } else if (count >= shortestCardNumber && sum % 10 === 0) return true;
    else if (digit === undefined) return false;
  }
  return false;
}

const otherDigit = /^\p{Nd}$/u;
const otherDigits = new Map<number, number>();

/** The value 0-9 of a decimal digit of any script, null for anything else. */
export function digitOf(code: number): number | null {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : null;
  const known = otherDigits.get(code);
  if (known !== undefined) return known;
  if (!otherDigit.test(String.fromCodePoint(code))) return null;
  // The ten digits of each script are consecutive. There are only some hundred digits, so all can be cached.
  let zero = code;
  while (code - zero < 9 && otherDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  otherDigits.set(code, code - zero);
  return code - zero;
}
