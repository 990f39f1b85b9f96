import { cleanText } from '../lib/foreign-text.ts';
import type { DayWords } from '../words.ts';

/** The day as a table that a spreadsheet of the shop's country opens without a question: RFC 4180, in its own signs. */

type DayColumn = keyof DayWords['columns'];
export type DayRow = Readonly<Record<DayColumn, string | number | null>>;

interface TableForm {
  /** BCP 47; decides the decimal sign, and with it what stands between the cells. */
  readonly locale: string;
  readonly words: DayWords;
}

const columns: readonly DayColumn[] = [
  ...(['createdAt', 'updatedAt', 'reference', 'number', 'amount', 'currency', 'state', 'reconciliation'] as const),
  ...(['printed', 'cancelled', 'consentAt', 'consentHow', 'consentTakenBackAt', 'issuedAt', 'issuedHow'] as const),
  ...(['till', 'storeId', 'billId', 'url', 'id'] as const),
];

const times: ReadonlySet<DayColumn> = new Set([
  'createdAt',
  'updatedAt',
  'consentAt',
  'consentTakenBackAt',
  'issuedAt',
]);

/** A byte order mark and CRLF: without the mark Excel takes `ö` for two letters. */
export function dayTable(rows: readonly DayRow[], { locale, words }: TableForm): string {
  /** By column and code; what has no word stands as it is. */
  const values: Readonly<Partial<Record<DayColumn, Readonly<Record<string, string>>>>> = words.values;
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  // Where the comma is the decimal sign, and in Switzerland, spreadsheets expect semicolons.
  const between = decimal === ',' || locale.endsWith('-CH') ? ';' : ',';
  const cell = (column: DayColumn, value: string | number | null): string => {
    if (value === null) return '';
    if (typeof value === 'number') return value.toFixed(2).replace('.', decimal);
    if (times.has(column)) return localTime(value);
    return values[column]?.[value] ?? asItIs(harmless(cleanText(value)));
  };
  const line = (cells: readonly string[]): string => cells.map((text) => quoted(text, between)).join(between);
  const lines = [
    columns.map((column) => words.columns[column]),
    ...rows.map((row) => columns.map((column) => cell(column, row[column]))),
  ];
  return `\uFEFF${lines.map(line).join('\r\n')}\r\n`;
}

/** By the clock of this computer, in the form that every spreadsheet reads as a date and a time, whatever its country. */
function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front, also behind spaces. */
const harmless = (text: string): string => text.replace(/^\s*[=+\-@\t\r＝＋－＠]/u, "'$&");

/**
 * A text of figures that a spreadsheet would read as something else: `000418` would lose its zeros, `12-3` would be a day,
 * `1E5` a hundred thousand, and of more than 15 digits the last ones would be zeros.
 */
const isTakenForNumber = (text: string): boolean =>
  (/^[\d\s.,:/-]*\d[\d\s.,:/-]*$/.test(text) || /^[\d.,]+e[+-]?\d+$/i.test(text)) &&
  !/^(?:0|[1-9]\d{0,14})$/.test(text);

/** The one way that spreadsheets have to be told that something is a text. What is in the quotes are figures alone. */
const asItIs = (text: string): string => (isTakenForNumber(text) ? `="${text}"` : text);

const isNumber = /^-?\d+[.,]\d+$/;

/** Whatever could end a cell, in this form or another, stands in quotes; a number only where it has to, so that it is one. */
const quoted = (text: string, between: string): string =>
  text.includes(between) || (/[",;\t\r\n]/.test(text) && !isNumber.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text;
