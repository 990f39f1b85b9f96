import { text } from './shape.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTimePattern =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const timeOfDayPattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value);
}

/** ISO 8601 with offset, and a day that exists (interface document 2.3). */
export function isDateTime(value: string): boolean {
  const [year = 0, month = 0, day = 0] = dateTimePattern.exec(value)?.slice(1, 4).map(Number) ?? [];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * At most the first 6 and the last 4 digits are visible (interface document 2.5). Whatever is no digit masks, except
 * spaces and hyphens. Without a mask nobody can tell which digits they are: 6 at most.
 */
export function isMaskedPan(value: string): boolean {
  return /^(?:\p{Nd}{0,6}|\p{Nd}{0,6}\P{Nd}+\p{Nd}{0,4})$/u.test(value.replaceAll(/[\s-]/gu, ''));
}

export const uuid = text(isUuid, 'a UUID');
export const dateTime = text(isDateTime, 'an existing date and time in ISO 8601 with offset');
export const timeOfDay = text((value) => timeOfDayPattern.test(value), 'a time of day as HH:MM:SS');
export const currency = text((value) => /^[A-Za-z]{3}$/.test(value), 'an ISO 4217 code of exactly 3 letters');

export const maskedPan = text(isMaskedPan, 'a masked card number: at most the first 6 and the last 4 digits');

export const lengthBetween = (min: number, max: number) =>
  text((value) => value.length >= min && value.length <= max, `a string of ${min} to ${max} characters`);
