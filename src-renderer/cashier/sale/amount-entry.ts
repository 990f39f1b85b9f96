import { smallestCents } from '../../../src-main/shared/minor-unit.ts';

/**
 * Digits enter from the right: `1250` is 12.50, or 1250 in a currency without decimals. After a separator whole units
 * count: `12.5` is 12.50.
 */

/** The largest amount of a sale, 9,999,999.99, in hundredths. */
export const mostCents = 999_999_999;

export interface TypedAmount {
  readonly cents: number;
  /** The number of digits after the separator; null: no separator was typed. */
  readonly decimals: number | null;
}

export const nothingTyped: TypedAmount = { cents: 0, decimals: null };

const isSeparator = (key: string): boolean => key === '.' || key === ',';

/** The amount after one key. Null if the key does not fit. */
function pressKey({ cents, decimals }: TypedAmount, key: string, unit: number): TypedAmount | null {
  if (isSeparator(key)) return decimals === null && unit === 1 ? fitting({ cents: cents * 100, decimals: 0 }) : null;
  if (!/^\d$/.test(key)) return null;
  if (decimals === null) return fitting({ cents: cents * 10 + Number(key) * unit, decimals });
  return decimals > 1 ? null : { cents: cents + Number(key) * 10 ** (1 - decimals), decimals: decimals + 1 };
}

const fitting = (typed: TypedAmount): TypedAmount | null => (typed.cents <= mostCents ? typed : null);

export const pressKeys = (typed: TypedAmount, keys: string, currency: string): TypedAmount | null =>
  [...keys].reduce<TypedAmount | null>(
    (before, key) => before && pressKey(before, key, smallestCents(currency)),
    typed,
  );

export function eraseKey({ cents, decimals }: TypedAmount, currency: string): TypedAmount {
  const unit = smallestCents(currency);
  if (decimals === null) return { cents: Math.trunc(cents / 10 / unit) * unit, decimals };
  if (decimals === 0) return { cents: cents / 100, decimals: null };
  const place = 10 ** (3 - decimals);
  return { cents: Math.trunc(cents / place) * place, decimals: decimals - 1 };
}

/**
 * Reads an amount that was pasted or edited in the middle. Without a separator digits enter from the right. Null if it
 * is no amount, too large, or ambiguous, such as `1.234`.
 */
export function readAmount(text: string, currency: string): TypedAmount | null {
  const [, whole = '', decimals] = /^([\d\s.,’']*?)(?:[.,](\d{0,2}))?$/u.exec(text.trim()) ?? [];
  const unit = smallestCents(currency);
  const isOneWay = decimals === undefined ? !/[.,]/.test(text) : unit === 1;
  const isText = /^[\d\s.,’']*$/u.test(text);
  if (!isText || !isOneWay) return null;
  const digits = whole.replaceAll(/\D/g, '');
  if (decimals === undefined) return fitting({ cents: Number(digits) * unit, decimals: null });
  // After both decimals further digits enter from the right again.
  const isWhole = decimals.length === 2;
  return fitting({ cents: Number(`${digits}${decimals.padEnd(2, '0')}`), decimals: isWhole ? null : decimals.length });
}

/** The approximate value of a euro in currencies whose unit differs much from it. */
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

/** Larger amounts are usually mistakes, so the cashier must confirm them before they are shown. */
export const largeCents = (currency: string): number => 1_000_00 * (unitsToOne[currency] ?? 1);

const scaleOf = (currency: string): number => 10 ** Math.floor(Math.log10(unitsToOne[currency] ?? 1));
const notes = [5, 10, 20, 50, 100, 200];

/** Three amounts in notes that a customer is likely to pay with. */
export function likelyGiven(cents: number, currency: string): readonly number[] {
  const all = notes.map((note) => note * 100 * scaleOf(currency));
  const large = all.filter((note) => note * 4 >= cents);
  const given = (large.length < 3 ? all.slice(-3) : large).map((note) => Math.ceil(cents / note) * note);
  return [...new Set(given)].filter((one) => one > cents).slice(0, 3);
}

export const centsToAmount = (cents: number): number => cents / 100;
