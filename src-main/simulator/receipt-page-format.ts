import { type Html, html } from './html.ts';
import type { Words } from './receipt-page-words.ts';
import { isObject, type JsonObject } from './shape.ts';

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
  /** An amount in the receipt's currency, or in `currency`. */
  money(amount: number, currency?: string | null): string;
  decimal(value: number): string;
  percent(percentage: number): string;
  /** The wall-clock time that the receipt names, without moving it to another time zone. */
  dateTime(iso: string): string;
  day(iso: string): string;
}

export function formatsFor(locale: string, receiptCurrency: string): Formats {
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const money = (currency: string) => {
    const known = /^[A-Za-z]{3}$/.test(currency) ? currency : 'XXX';
    return new Intl.NumberFormat(locale, { style: 'currency', currency: known, minimumFractionDigits: 2 });
  };
  const own = money(receiptCurrency);
  const wallClock = (iso: string) => new Date(`${/^[\d-]+T[\d:]+/.exec(iso)?.[0].padEnd(19, ':00') ?? ''}Z`);
  const date = (options: Intl.DateTimeFormatOptions) => (iso: string) => {
    const at = wallClock(iso);
    return Number.isNaN(at.getTime())
      ? iso
      : new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
  };
  return {
    money: (amount, currency) => (currency ? money(currency) : own).format(amount).replace('-', '−'),
    decimal: (value) => decimal.format(value),
    percent: (percentage) => `${decimal.format(percentage)} %`,
    dateTime: date({ dateStyle: 'long', timeStyle: 'short' }),
    day: date({ dateStyle: 'medium' }),
  };
}

/** How a receipt is read: language, number formats and the name of the extension fields. */
export interface Reading {
  readonly words: Words;
  readonly format: Formats;
  readonly extensionKey: string;
}

export const row = (label: string | Html, value: string, kind = ''): Html =>
  html`<div class="row ${kind}"><span>${label}</span><span>${value}</span></div>`;
