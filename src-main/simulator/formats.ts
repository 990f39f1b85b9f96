import { text } from './shape.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** ISO 8601 with offset, and a day that exists (interface document 2.3). */
export function isDateTime(value: string): boolean {
  const parts = DATE_TIME.exec(value)?.slice(1, 7).map(Number);
  if (parts === undefined) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const clockFits = hour <= 23 && minute <= 59 && (Number.isNaN(second) || second <= 59);
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay && clockFits;
}

/** At most the first 6 and the last 4 digits are visible (interface document 2.5). */
export function isMaskedPan(value: string): boolean {
  const runs = value
    .replaceAll(/[\s-]/g, '')
    .split(/\D+/)
    .filter((run) => run !== '');
  const masked = /[^\d\s-]/.test(value);
  if (!masked) return runs.join('').length <= 6;
  const compact = value.replaceAll(/[\s-]/g, '');
  const leading = /^\d*/.exec(compact)?.[0] ?? '';
  const trailing = /\d*$/.exec(compact)?.[0] ?? '';
  const between = compact.slice(leading.length, compact.length - trailing.length);
  return leading.length <= 6 && trailing.length <= 4 && !/\d/.test(between);
}

export const uuid = text(isUuid, 'a UUID');
export const dateTime = text(isDateTime, 'an existing date and time in ISO 8601 with offset');
export const timeOfDay = text((value) => TIME_OF_DAY.test(value), 'a time of day as HH:MM:SS');
export const currency = text((value) => /^[A-Za-z]{3}$/.test(value), 'an ISO 4217 code of exactly 3 letters');
export const maskedPan = text(isMaskedPan, 'a masked card number: at most the first 6 and the last 4 digits');
