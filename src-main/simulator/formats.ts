/** A type that receipt-service.md states. `expected` completes the sentence "Expected ...". */
interface Format {
  readonly expected: string;
  fits(value: unknown): boolean;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTimePattern =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value);
}

/** ISO 8601 with offset and an existing day (receipt-service.md 2.3). */
function isDateTime(value: string): boolean {
  const [year = 0, month = 0, day = 0] = dateTimePattern.exec(value)?.slice(1, 4).map(Number) ?? [];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** At most the first 6 and the last 4 digits may be visible (receipt-service.md 2.5). Without a mask, at most 6 are. */
function isMaskedPan(value: string): boolean {
  return /^(?:\p{Nd}{0,6}|\p{Nd}{0,6}\P{Nd}+\p{Nd}{0,4})$/u.test(value.replaceAll(/[\s-]/gu, ''));
}

const text = (expected: string, test: (value: string) => boolean = () => true): Format => ({
  expected,
  fits: (value) => typeof value === 'string' && test(value),
});
const matching = (expected: string, pattern: RegExp): Format => text(expected, (value) => pattern.test(value));
const numeric = (expected: string, test: (value: number) => boolean = () => true): Format => ({
  expected,
  fits: (value) => typeof value === 'number' && Number.isFinite(value) && test(value),
});
/** Enumerations accept names and integers (receipt-service.md 9). */
const enumeration = (expected: string, isName: (value: string) => boolean): Format => ({
  expected,
  fits: (value) => (typeof value === 'string' ? isName(value) : Number.isInteger(value)),
});

export const formats: Readonly<Record<string, Format>> = {
  anything: { expected: 'a value', fits: (value) => value !== null && value !== undefined },
  string: text('a string'),
  words: text('a string that is not empty', (value) => value !== ''),
  storeId: matching('a string of 1 to 36 characters', /^.{1,36}$/s),
  externalId: matching('a string of 0 to 256 characters', /^.{0,256}$/s),
  uuid: text('a UUID', isUuid),
  dateTime: text('an existing date and time in ISO 8601 with offset', isDateTime),
  timeOfDay: matching('a time of day as HH:MM:SS', /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/),
  currency: matching('an ISO 4217 code of exactly 3 letters', /^[A-Za-z]{3}$/),
  maskedPan: text('a masked card number: at most the first 6 and the last 4 digits', isMaskedPan),
  generic: matching("exactly 'Generic'", /^Generic$/),
  bool: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  number: numeric('a number'),
  integer: numeric('an integer', Number.isInteger),
  /** At most two decimals (receipt-service.md 2.4). */
  amount: numeric('an amount with at most 2 decimal places', (value) => Number(value.toFixed(2)) === value),
  name: enumeration('a name or an integer', (value) => value !== ''),
  kind: enumeration('a name', () => true),
  receiptType: enumeration("'Receipt' or 'EInvoice'", (value) => /^(?:Receipt|EInvoice)$/.test(value)),
  slipType: enumeration("'BasicReceipt' or 'VendorReceipt'", (value) => /^(?:Basic|Vendor)Receipt$/.test(value)),
};
