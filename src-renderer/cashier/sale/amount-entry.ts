/**
 * Amounts as tills take them: digits push in from the right, `1250` is 12.50. Text in, cents out, so that a pasted or
 * half-deleted text is read the same way as a key.
 */

/** The most that a sale can be, 9,999,999.99 in hundredths. */
export const mostCents = 999_999_999;

/** The cents in what stands in the field: its digits, whatever divides them. Null: no amount, or too large for one. */
export function readCents(typed: string): number | null {
  if (/[^\d\s.,’']/.test(typed)) return null;
  const cents = Number(typed.replace(/\D/g, ''));
  return cents <= mostCents ? cents : null;
}

/** One key of the number pad. */
export const pressKey = (cents: number, key: string): number | null => readCents(`${cents}${key}`);

/** Roughly how many make one euro, where that is far from one. */
const unitsToOne: Readonly<Record<string, number>> = {
  ...{ CZK: 25, DKK: 7, HUF: 400, ISK: 150, JPY: 150, MXN: 20, NOK: 12, RSD: 120, SEK: 11, TRY: 40, UAH: 45, ZAR: 20 },
};

/** Above this an amount asks once before anybody is shown it: more often than not it was no amount. */
export const largeCents = (currency: string): number => 1_000_00 * (unitsToOne[currency] ?? 1);

/** Takes the last digit away. */
export const deleteDigit = (cents: number): number => Math.trunc(cents / 10);

/** The amount as the contract wants it: a number with two decimals. */
export const centsToAmount = (cents: number): number => cents / 100;
