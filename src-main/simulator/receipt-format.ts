import de from '../../assets/locales/de/receipt-page.json' with { type: 'json' };
import en from '../../assets/locales/en/receipt-page.json' with { type: 'json' };
import { isObject, type JsonObject } from './shape.ts';

/** The words of the receipt page. A receipt's own texts are never translated. */
export type Words = Readonly<typeof en>;

/** The first of the wished languages that the page speaks; English when there is none. */
export function wordsFor(language: string | null, acceptLanguage: string): Words {
  const wishes = [language ?? '', ...acceptLanguage.split(',')].map((wish) => wish.trim().slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish === 'de' || wish === 'en') === 'de' ? de : en;
}

/** Reads stored JSON without trust: a missing or odd field is an empty object, an empty list or null. */
export const objectAt = (value: unknown, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
};

export const listAt = (value: unknown, name: string): readonly JsonObject[] => {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
};

export const textAt = (value: unknown, name: string): string | null => {
  const found = isObject(value) ? value[name] : undefined;
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};

export const numberAt = (value: unknown, name: string): number | null => {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'number' ? found : null;
};

export interface Formats {
  /** An amount in the receipt's currency, or in `currency`, with the decimals of that currency and all of its own. */
  money(amount: number | null, currency?: string | null): string | null;
  decimal(value: number | null): string | null;
  percent(percentage: number | null): string | null;
  /** The wall-clock time that the receipt names, without moving it to another time zone. */
  dateTime(iso: string): string;
  day(iso: string): string;
}

/** ISO 4217's code for money of no currency. */
export const noCurrency = 'XXX';

export function formatsFor(locale: string, receiptCurrency: string): Formats {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const money = (currency: string) => {
    const known = /^[A-Za-z]{3}$/.test(currency) ? currency : noCurrency;
    return new Intl.NumberFormat(locale, { style: 'currency', currency: known, maximumFractionDigits: 6 });
  };
  const own = money(receiptCurrency);
  const wallClock = (iso: string) => new Date(`${/^[\d-]+T[\d:]+/.exec(iso)?.[0].padEnd(19, ':00') ?? ''}Z`);
  const date = (options: Intl.DateTimeFormatOptions) => (iso: string) => {
    const at = wallClock(iso);
    return Number.isNaN(at.getTime())
      ? iso
      : new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
  };
  const decimal = (value: number | null) => (value === null ? null : number.format(value));
  return {
    money: (amount, currency) =>
      amount === null ? null : (currency ? money(currency) : own).format(amount).replace('-', '−'),
    decimal,
    percent: (percentage) => (percentage === null ? null : `${decimal(percentage)} %`),
    dateTime: date({ dateStyle: 'long', timeStyle: 'short' }),
    day: date({ dateStyle: 'medium' }),
  };
}

/** The texts that are there, with a space or `separator` between them; null when there is none. */
export const joined = (parts: readonly (string | null)[], separator = ' '): string | null =>
  parts.filter((part) => part !== null && part !== '').join(separator) || null;

/** `label text`, or null when there is no text. */
export const labelled = (label: string, text: string | null): string | null =>
  text === null ? null : `${label} ${text}`;
