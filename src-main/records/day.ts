import { type DayWords, mainWords } from '../main-strings.ts';
import { money } from '../sales/sale/customer-view.ts';
import {
  consentOf,
  isConsent,
  isEmailed,
  reconciliationStatusOf,
  type Sale,
  saleResource,
} from '../sales/sale/sale.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { shopCountry } from '../shared/country.ts';
import { cleanText } from '../shared/foreign-text.ts';
import { localeOf } from '../shared/languages.ts';
import { dayBounds } from '../shared/local-time.ts';
import { type IssuanceEntry, type ReconciliationStatus, reconciliationStatuses } from '../shared/sale-states.ts';
import { tillInFile, tillInList } from '../shared/till-names.ts';
import type { DayView } from '../shared/views.ts';

type DayContext = Pick<SessionContext, 'saleRepository' | 'settings' | 'shopTills'>;

const salesOf = ({ saleRepository, settings }: DayContext, day: string): Iterable<Sale> =>
  saleRepository.all(dayBounds(day, settings().delivery.dayStartsAtHour));

export function dayView(context: DayContext, day: string): DayView {
  const tills = context.shopTills();
  const none = Object.fromEntries(reconciliationStatuses.map((status) => [status, 0]));
  const counts = none as Record<ReconciliationStatus, number>;
  const totals = new Map<string, number>();
  const consents: DayView['consents'][number][] = [];
  const issues: DayView['issues'][number][] = [];
  let agreed = 0;
  let emailed = 0;
  for (const sale of salesOf(context, day)) {
    const place = reconciliationStatusOf(sale);
    counts[place] += 1;
    if (consentOf(sale) !== null && place === 'delivered') agreed += 1;
    if (isEmailed(sale)) emailed += 1;
    countTotal(totals, sale);
    const whose = { reference: sale.reference, till: tillInList(sale.till, tills) };
    for (const entry of sale.issuanceLog) {
      if (isConsent(entry)) consents.push({ ...whose, ...entry });
      else issues.push({ ...whose, ...entry });
    }
  }
  return {
    day,
    counts,
    agreed,
    emailed,
    totals: [...totals].map(([currency, cents]) => money(cents, currency)),
    consents: consents.sort(newestFirst),
    issues: issues.sort(newestFirst),
  };
}

function countTotal(totals: Map<string, number>, { billHash, state, currency, amountCents }: Sale): void {
  if (billHash === null || state === 'cancelled' || currency === null) return;
  const code = currency.toUpperCase();
  totals.set(code, (totals.get(code) ?? 0) + (amountCents ?? 0));
}

const newestFirst = (a: IssuanceEntry, b: IssuanceEntry): number => b.at - a.at;

function issuanceColumns(sale: Sale) {
  const consent = consentOf(sale);
  const takenBack = sale.issuanceLog.findLast(({ what }) => what === 'agreementTakenBack');
  const issued = sale.issuanceLog.find(({ what }) => what === 'issued');
  return {
    consentAt: isoOf(consent?.at),
    consentHow: consent?.how ?? null,
    consentTakenBackAt: isoOf(takenBack?.at),
    issuedAt: isoOf(issued?.at),
    issuedHow: issued?.how ?? null,
  };
}

const isoOf = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** The day's sales as the content of a file. It contains no data about customers. */
export function dayExport(context: DayContext, day: string, format: 'csv' | 'json'): string {
  const tills = context.shopTills();
  const rows = [...salesOf(context, day)].map((sale) => {
    const { id, reference, storeId, state, billId, url, amount, currency, printed, cancelled, createdAt, updatedAt } =
      saleResource(sale);
    return {
      createdAt,
      updatedAt,
      reference,
      number: sale.receiptNumber,
      amount,
      currency,
      state,
      printed,
      cancelled,
      storeId,
      billId,
      url,
      id,
      reconciliation: reconciliationStatusOf(sale),
      till: tillInFile(sale.till, tills),
      ...issuanceColumns(sale),
      issuanceLog: sale.issuanceLog.map((entry) => ({ ...entry, at: isoOf(entry.at) })),
    };
  });
  if (format === 'json') return `${JSON.stringify({ day, sales: rows }, null, 2)}\n`;
  const { language, country, currency } = context.settings().cashier;
  const locale = localeOf(language, shopCountry(country, currency));
  return dayTable(rows, { locale, words: mainWords[language].dayTable });
}

/** The day as a table (RFC 4180) that a spreadsheet in the shop's country opens without a question. */

type DayColumn = keyof DayWords['columns'];
export type DayRow = Readonly<Record<DayColumn, string | number | null>>;

interface TableForm {
  /** The locale (BCP 47), which decides the decimal sign and therefore the cell separator. */
  readonly locale: string;
  readonly words: DayWords;
}

const columns: readonly DayColumn[] = [
  ...(['createdAt', 'updatedAt', 'reference', 'number', 'amount', 'currency', 'state', 'reconciliation'] as const),
  ...(['printed', 'cancelled', 'consentAt', 'consentHow', 'consentTakenBackAt', 'issuedAt', 'issuedHow'] as const),
  ...(['till', 'storeId', 'billId', 'url', 'id'] as const),
];

/** Writes a byte order mark, without which Excel takes `ö` for two letters, and lines that end with CRLF. */
export function dayTable(rows: readonly DayRow[], { locale, words }: TableForm): string {
  /** A code without a translation is written unchanged. */
  const values: Readonly<Partial<Record<DayColumn, Readonly<Record<string, string>>>>> = words.values;
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  // Spreadsheets expect semicolons if the comma is the decimal sign, and in Switzerland.
  const between = decimal === ',' || locale.endsWith('-CH') ? ';' : ',';
  const cell = (column: DayColumn, value: string | number | null): string => {
    if (value === null) return '';
    if (typeof value === 'number') return value.toFixed(2).replace('.', decimal);
    if (column.endsWith('At')) return localTime(value);
    return values[column]?.[value] ?? asItIs(harmless(cleanText(value)));
  };
  const line = (cells: readonly string[]): string => cells.map((text) => quoted(text, between)).join(between);
  const lines = [
    columns.map((column) => words.columns[column]),
    ...rows.map((row) => columns.map((column) => cell(column, row[column]))),
  ];
  return `\uFEFF${lines.map(line).join('\r\n')}\r\n`;
}

/** Local time of this computer, in a form that spreadsheets of every country recognize as date and time. */
function localTime(iso: string): string {
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Puts an apostrophe before a text that a spreadsheet would run as a formula, even if it begins with spaces. */
const harmless = (text: string): string => text.replace(/^\s*[=+\-@\t\r＝＋－＠]/u, "'$&");

/**
 * A text of digits that a spreadsheet would change: `000418` would lose its zeros, `12-3` would become a date, `1E5` a
 * hundred thousand, and more than 15 digits would end in zeros.
 */
const isTakenForNumber = (text: string): boolean =>
  (/^[\d\s.,:/-]*\d[\d\s.,:/-]*$/.test(text) || /^[\d.,]+e[+-]?\d+$/i.test(text)) &&
  !/^(?:0|[1-9]\d{0,14})$/.test(text);

/** Spreadsheets keep such a text only in this form. It contains no quotes, so none are escaped. */
const asItIs = (text: string): string => (isTakenForNumber(text) ? `="${text}"` : text);

const isNumber = /^-?\d+[.,]\d+$/;

/** Text that could end a cell is quoted. A number is quoted only if necessary, so that it stays a number. */
const quoted = (text: string, between: string): string =>
  text.includes(between) || (/[",;\t\r\n]/.test(text) && !isNumber.test(text))
    ? `"${text.replaceAll('"', '""')}"`
    : text;
