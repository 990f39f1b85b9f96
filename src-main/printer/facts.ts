import { exactVatCents } from '../receipts/fields.ts';
import { languages } from '../shared/languages.ts';
import { businessDay, dayPlus, isoWithOffset } from '../shared/local-time.ts';
import type { Settings } from '../shared/settings.ts';
import type { PaymentFact, VatFact } from './print.ts';
import { normalised, type PrintedLine, printedLines, receiptNumber } from './printed-lines.ts';

const payment = ['cash', 'card', 'otherPayment', 'given'] as const;
const noTotal = ['notTotal', 'reduction', 'change', ...payment] as const;

const hasAny = ({ categories }: PrintedLine, names: readonly Parameters<typeof categories.has>[0][]): boolean =>
  names.some((name) => categories.has(name));

const isTotal = (line: PrintedLine): boolean =>
  line.categories.has('total') &&
  !hasAny(line, noTotal) &&
  (!line.categories.has('tax') || line.categories.has('inclusive'));

const isChange = (line: PrintedLine): boolean => line.categories.has('change');
const isPayment = (line: PrintedLine): boolean =>
  hasAny(line, payment) && !hasAny(line, ['change', 'notTotal', 'reduction', 'tax']);

/**
 * Whether the line is an item. With a quantity, even the name of a payment is an item: "1 x Chocolate bar" (in German
 * "bar" is cash).
 */
const isItem = ({ amounts, categories, label, text }: PrintedLine): boolean =>
  amounts.length > 0 &&
  /\p{L}{2}/u.test(label) &&
  (categories.size === 0 ||
    (/^\s{0,8}\d{1,4}\s?[x×*]\s/iu.test(text) && [...categories].every((name) => payment.some((one) => one === name))));

/** Returns the only amount of a line. An amount that is printed twice counts once. */
const onlyAmount = ({ amounts }: PrintedLine): number | null =>
  new Set(amounts).size === 1 ? (amounts[0] ?? null) : null;

/** Gives a label without an amount the amount of the next line, if nothing else is on that line. */
const withNextAmounts = (lines: readonly PrintedLine[]): readonly PrintedLine[] =>
  lines.map((line, index) => {
    const next = lines[index + 1];
    const isAlone = next !== undefined && /^\p{L}{0,3}$/u.test(next.label) && next.categories.size === 0;
    const takes = isAlone && line.categories.size > 0 && line.amounts.length === 0 && line.foreignAmounts.length === 0;
    return takes ? { ...line, amounts: next.amounts, foreignAmounts: next.foreignAmounts } : line;
  });

const amountsWhere = (lines: readonly PrintedLine[], isMeant: (line: PrintedLine) => boolean) =>
  lines.flatMap((line, index) => {
    const cents = isMeant(line) ? onlyAmount(line) : null;
    return cents === null ? [] : [{ index, cents, line }];
  });

type Amount = ReturnType<typeof amountsWhere>[number];

/** Reads net, tax and gross of one VAT rate. Null unless they agree within a cent. */
function vatRowOf({ percents, amounts }: PrintedLine): VatFact | null {
  const [percentage, ...otherPercents] = percents;
  const [gross = 0, ...parts] = amounts.toSorted((one, other) => Math.abs(other) - Math.abs(one));
  if (percentage === undefined || otherPercents.length > 0 || parts.length !== 2 || gross === 0) return null;
  const exact = exactVatCents(gross, percentage);
  const [one = 0, other = 0] = parts;
  const isNear = (cents: number): boolean => Math.abs(cents - exact) <= 1;
  if (Math.abs(one + other - gross) > 1 || isNear(one) === isNear(other)) return null;
  const [vatCents, exclCents] = isNear(one) ? [one, other] : [other, one];
  return { percentage, inclCents: gross, exclCents, vatCents };
}

/** Reads the VAT rows. A row that is printed twice counts once. If two rows of a rate differ, there is no result. */
function vatRowsOf(lines: readonly PrintedLine[]): readonly VatFact[] {
  const rows = new Map(lines.map(vatRowOf).flatMap((row) => (row === null ? [] : [[JSON.stringify(row), row]])));
  const rates = new Set([...rows.values()].map(({ percentage }) => percentage));
  return rates.size === rows.size ? [...rows.values()] : [];
}

/** Created when a print first has a date, because most installations read no prints. */
let monthNames: readonly (readonly string[])[] | null = null;
const namesOfMonths = () =>
  languages.map((language) =>
    Array.from({ length: 12 }, (_, month) =>
      normalised(new Date(Date.UTC(2026, month, 15)).toLocaleString(language, { month: 'long', timeZone: 'UTC' })),
    ),
  );

function monthsNamed(word: string): readonly number[] {
  const start = normalised(word);
  monthNames ??= namesOfMonths();
  return monthNames.flatMap((names) => names.flatMap((name, index) => (name.startsWith(start) ? [index + 1] : [])));
}

const yearFirst = /(?<!\d)(20\d\d)[-./](\d\d?)[-./](\d\d?)(?!\d)/g;
const yearLast = /(?<!\d)(\d\d?)[-./](\d\d?)[-./](20\d\d|\d\d)(?!\d)/g;
const dayAndMonth = /(?<!\d)(\d\d?)\.?[\s-]?(?:de\s)?(\p{L}{3,9})\.?[\s-]?(?:de\s)?(20\d\d|\d\d)(?!\d)/gu;
const monthAndDay = /(?<!\p{L})(\p{L}{3,9})\.?\s(\d\d?),?\s(20\d\d)(?!\d)/gu;

const dayText = (year: string | undefined, month: string | number | undefined, day: string | undefined): string =>
  [`20${String(year).slice(-2)}`, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');

/** Returns every printed date, in each order of day and month that is possible. */
const printedDays = (text: string): readonly string[] => [
  ...[...text.matchAll(yearFirst)].map(([, year, month, day]) => dayText(year, month, day)),
  ...[...text.matchAll(yearLast)].flatMap(([, one, other, year]) => [
    dayText(year, other, one),
    dayText(year, one, other),
  ]),
  ...[...text.matchAll(dayAndMonth)].flatMap(([, day, month = '', year]) =>
    monthsNamed(month).map((number) => dayText(year, number, day)),
  ),
  ...[...text.matchAll(monthAndDay)].flatMap(([, month = '', day, year]) =>
    monthsNamed(month).map((number) => dayText(year, number, day)),
  ),
];

function isOtherDay(text: string, now: number, dayStartsAtHour: number): boolean {
  const days = printedDays(text);
  const today = businessDay(now, dayStartsAtHour);
  const allowed = [today, dayPlus(today, -1), isoWithOffset(now).slice(0, 10)];
  return days.length > 0 && !days.some((day) => allowed.includes(day));
}

/** Returns the payments from the first total on, and the printed change. `changeCents` is null if it is not clear. */
function paymentsIn(lines: readonly PrintedLine[], totals: readonly Amount[]) {
  const first = totals[0]?.index ?? lines.length;
  const change = new Set(amountsWhere(lines, isChange).map(({ cents }) => Math.abs(cents)));
  const isClear = change.size <= 1 && !lines.some((line) => isChange(line) && new Set(line.amounts).size > 1);
  const payments = amountsWhere(lines, isPayment).filter(({ index }) => index >= first);
  return { payments, changeCents: isClear ? ([...change][0] ?? 0) : null };
}

/** A line that certainly makes a total smaller. Points, a deposit or a coupon may be a payment instead. */
const isReduction = (line: PrintedLine): boolean =>
  line.categories.has('reduction') && !hasAny(line, ['notTotal', ...payment]);

/**
 * Whether this total may be only what remains of a larger one that was paid in part. It is not if the reductions between
 * them add up to the difference.
 */
const isRest = (total: Amount, totals: readonly Amount[], lines: readonly PrintedLine[]): boolean =>
  totals.some(({ index, cents: larger }) => {
    const reductions = amountsWhere(lines.slice(index, total.index), isReduction);
    const reduced = reductions.reduce((sum, { cents }) => sum + Math.abs(cents), 0);
    return index < total.index && larger > total.cents && larger - reduced !== total.cents;
  });

/** The payments that repeat the nearest total before them, after the change. */
const repetitionsIn = (payments: readonly Amount[], changeCents: number | null, totals: readonly Amount[]) =>
  payments.flatMap((paid) => {
    const total = totals.findLast(({ index }) => index <= paid.index);
    return changeCents !== null && total?.cents === paid.cents - changeCents ? [{ paid, total }] : [];
  });

type Repetition = ReturnType<typeof repetitionsIn>[number];

/**
 * Whether the payment confirms its total. No reduction may be printed between them, and no tip before them, because a
 * tip is no part of the sale. The line after a cash payment may not have an unknown label, because it may be the change.
 */
function confirms({ paid, total }: Repetition, totals: readonly Amount[], lines: readonly PrintedLine[]): boolean {
  const next = lines[paid.index + 1];
  const isUnclear =
    hasAny(paid.line, ['cash', 'given']) && next !== undefined && isItem(next) && next.percents.length === 0;
  const between = lines.slice(total.index, paid.index);
  const isReduced = total.cents > 0 && between.some(({ amounts }) => amounts.some((cents) => cents < 0));
  const isTipped = lines
    .slice(0, total.index)
    .some(({ categories, amounts }) => categories.has('tip') && amounts.some(Boolean));
  return !isUnclear && !isReduced && !isTipped && !isRest(total, totals, lines);
}

const kindOf = (line: PrintedLine): PaymentFact['type'] | null => {
  if (line.categories.has('otherPayment') || line.categories.has('cash') === line.categories.has('card')) return null;
  return line.categories.has('cash') ? 'Cash' : 'CardPayment';
};

const nameOf = ({ text }: PrintedLine): string =>
  /^[^\d:€$£*]{1,40}/u
    .exec(text.trim())?.[0]
    .replace(/\s{2}.*/, '')
    .trim() ?? '';

function paymentFacts(
  payments: readonly Amount[],
  changeCents: number | null,
  totalCents: number,
): readonly PaymentFact[] | null {
  const named = payments
    .filter(({ line }) => hasAny(line, ['cash', 'card', 'otherPayment']))
    .map(({ line, cents }) => ({ name: nameOf(line), cents, type: kindOf(line) }));
  const kinds = new Set(named.map(({ type }) => type));
  const [only] = named;
  if (changeCents === null || only === undefined) return null;
  const isOne = named.every(({ cents }) => cents === totalCents || cents - changeCents === totalCents);
  const isSum = changeCents === 0 && named.reduce((sum, { cents }) => sum + cents, 0) === totalCents;
  const used = isOne && kinds.size === 1 ? [{ ...only, cents: totalCents }] : isSum ? named : [];
  const facts = used.flatMap(({ type, ...rest }) => (type === null || rest.name === '' ? [] : [{ ...rest, type }]));
  return facts.length > 0 && facts.length === used.length ? facts : null;
}

export function textFacts(text: string, { printer, cashier, delivery }: Settings, now: number) {
  const lines = withNextAmounts(printedLines(text, printer, cashier.currency));
  const isRefund = lines.some(({ categories }) => categories.has('refund'));
  const totals = amountsWhere(lines, isTotal).filter(({ cents }) => cents > 0 || (cents < 0 && isRefund));
  const { payments, changeCents } = paymentsIn(lines, totals);
  const vatRows = vatRowsOf(lines);
  const vatSum = vatRows.reduce((sum, { inclCents }) => sum + inclCents, 0);
  const repetitions = repetitionsIn(payments, changeCents, totals);
  const confirmations = repetitions.filter((one) => confirms(one, totals, lines));
  const isConfirmed = (cents: number): boolean =>
    confirmations.some(({ total }) => total.cents === cents) ||
    (printer.vatConfirmsTotal && vatRows.length > 0 && vatSum === cents);
  const distinct = [...new Set(totals.map(({ cents }) => cents))];
  const firstTotal = lines.findIndex(isTotal);
  return {
    isExcluded: lines.some((line) => line.isExcluded),
    isCopy: lines.some((line) => line.isCopy),
    hasItem: lines.slice(0, firstTotal < 0 ? lines.length : firstTotal).some(isItem),
    totals: distinct,
    foreignTotals: lines.flatMap((line) => (isTotal(line) ? line.foreignAmounts : [])),
    /** The totals that a payment repeats, or with `vatConfirmsTotal` the sum of the VAT rows. */
    confirmed: distinct.filter(isConfirmed),
    /** A print that ended without a cut: behind the payment of the first receipt, another one follows. */
    hasTwoReceipts: repetitions.some(({ paid, total }) =>
      totals.some(
        ({ index, cents }) =>
          index > paid.index &&
          payments.some((later) => later.index >= index) &&
          (cents !== total.cents || lines.slice(paid.index, index).some(isItem)),
      ),
    ),
    isOtherDay: isOtherDay(text, now, delivery.dayStartsAtHour),
    number: receiptNumber(text),
    vatRows,
    /** The payments that make up this total. Null if their kinds or their sum are not certain. */
    paymentsOf: (totalCents: number) => paymentFacts(payments, changeCents, totalCents),
  };
}

export type TextFacts = ReturnType<typeof textFacts>;
