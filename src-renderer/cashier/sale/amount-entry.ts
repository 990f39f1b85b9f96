/**
 * Amounts as tills take them: digits push in from the right, `1250` is 12.50. Text in, cents out, so that a pasted or
 * half-deleted text is read the same way as a key.
 */

/** The most that a sale can be, 9,999,999.99 in hundredths. */
const mostCents = 999_999_999;

/** The cents in what stands in the field: its digits, whatever else is between them. Too large keeps `before`. */
export function readCents(typed: string, before: number): number {
  const digits = typed.replace(/\D/g, '');
  const cents = digits === '' ? 0 : Number(digits);
  return cents <= mostCents ? cents : before;
}

/** One key of the number pad. */
export const pressKey = (cents: number, key: string): number => readCents(`${cents}${key}`, cents);

/** Takes the last digit away. */
export const deleteDigit = (cents: number): number => Math.trunc(cents / 10);

/** The amount as the contract wants it: a number with two decimals. */
export const centsToAmount = (cents: number): number => cents / 100;
