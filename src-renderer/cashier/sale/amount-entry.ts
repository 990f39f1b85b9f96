/**
 * Amounts as tills accept them: digits push in from the right, and `1250` is 12.50. A separator means that whole units
 * were typed: `12,5` and `12.5` are 12.50.
 */

/** The largest amount of a sale, 9,999,999.99, in hundredths. */
export const mostCents = 999_999_999;

export interface TypedAmount {
  readonly cents: number;
  /** The digits after the separator; null: none was typed. */
  readonly decimals: number | null;
}

export const nothingTyped: TypedAmount = { cents: 0, decimals: null };

const isSeparator = (key: string): boolean => key === '.' || key === ',';

/** The amount after one key. Null if the key does not fit. */
function pressKey({ cents, decimals }: TypedAmount, key: string): TypedAmount | null {
  if (isSeparator(key)) return decimals === null ? fitting({ cents: cents * 100, decimals: 0 }) : null;
  if (!/^\d$/.test(key)) return null;
  if (decimals === null) return fitting({ cents: cents * 10 + Number(key), decimals });
  return decimals > 1 ? null : { cents: cents + Number(key) * 10 ** (1 - decimals), decimals: decimals + 1 };
}

const fitting = (typed: TypedAmount): TypedAmount | null => (typed.cents <= mostCents ? typed : null);

export const pressKeys = (typed: TypedAmount, keys: string): TypedAmount | null =>
  [...keys].reduce<TypedAmount | null>((before, key) => before && pressKey(before, key), typed);

export function eraseKey({ cents, decimals }: TypedAmount): TypedAmount {
  if (decimals === null) return { cents: Math.trunc(cents / 10), decimals };
  if (decimals === 0) return { cents: cents / 100, decimals: null };
  const place = 10 ** (3 - decimals);
  return { cents: Math.trunc(cents / place) * place, decimals: decimals - 1 };
}

/**
 * The amount in a text that was pasted or changed in the middle. Without a separator digits push in from the right.
 * Null: no amount, too large, or readable in two ways, such as `1.234`.
 */
export function readAmount(text: string): TypedAmount | null {
  const [, whole = '', decimals] = /^([\d\s.,’']*?)(?:[.,](\d{0,2}))?$/u.exec(text.trim()) ?? [];
  const isOneWay = decimals !== undefined || !/[.,]/.test(text);
  const isText = /^[\d\s.,’']*$/u.test(text);
  if (!isText || !isOneWay) return null;
  const digits = whole.replaceAll(/\D/g, '');
  if (decimals === undefined) return fitting({ cents: Number(digits), decimals: null });
  // An amount with both decimals continues as if its digits had been typed.
  const isWhole = decimals.length === 2;
  return fitting({ cents: Number(`${digits}${decimals.padEnd(2, '0')}`), decimals: isWhole ? null : decimals.length });
}

/** The approximate number of units per euro, for currencies whose units differ much from a euro. */
const unitsToOne: Readonly<Record<string, number>> = {
  CZK: 25,
  DKK: 7,
  HUF: 400,
  ISK: 150,
  JPY: 150,
  MXN: 20,
  NOK: 12,
  RSD: 120,
  SEK: 11,
  TRY: 40,
  UAH: 45,
  ZAR: 20,
};

/** A larger amount needs a confirmation before it is shown, because it is usually a mistake. */
export const largeCents = (currency: string): number => 1_000_00 * (unitsToOne[currency] ?? 1);

const scaleOf = (currency: string): number => 10 ** Math.floor(Math.log10(unitsToOne[currency] ?? 1));
const notes = [5, 10, 20, 50, 100, 200];

/** The three amounts in notes that a customer is likely to give for so many cents. */
export function likelyGiven(cents: number, currency: string): readonly number[] {
  const all = notes.map((note) => note * 100 * scaleOf(currency));
  const large = all.filter((note) => note * 4 >= cents);
  const given = (large.length < 3 ? all.slice(-3) : large).map((note) => Math.ceil(cents / note) * note);
  return [...new Set(given)].filter((one) => one > cents).slice(0, 3);
}

/** The amount as the contract wants it: a number with two decimals. */
export const centsToAmount = (cents: number): number => cents / 100;
