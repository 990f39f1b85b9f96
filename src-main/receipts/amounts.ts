/** Sums are made in integer cents, because 0.1 + 0.2 is not 0.3 (receipt-service.md 8). */

/** The largest amount, in cents, whose two decimals a JSON number surely keeps apart: 2^50, about 11 trillion. */
export const largestCents = 2 ** 50;

/** Integer cents of an amount, or null when it has more than two decimals or is not a finite number of sane size. */
export function toCents(amount: number): number | null {
  const cents = Math.round(amount * 100);
  if (!(Math.abs(cents) <= largestCents) || cents / 100 !== amount) return null;
  return cents === 0 ? 0 : cents;
}

export function fromCents(cents: number): number {
  return cents / 100;
}

/** Cents as text with two decimals, for messages: 1990 -> "19.90". */
export function centsText(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** The VAT contained in a gross amount, in whole cents: vat = incl * p / (100 + p). */
export function vatCents(inclVatCents: number, percentage: number): number {
  const exact = exactVatCents(inclVatCents, percentage);
  return Math.sign(exact) * Math.round(Math.abs(exact));
}

export function exactVatCents(inclVatCents: number, percentage: number): number {
  return (inclVatCents * percentage) / (100 + percentage);
}
