import { createHash } from 'node:crypto';
import { holdsCardNumber } from '../shared/card-number.ts';
import { type VatKind, vatPercentOn } from '../shared/country.ts';
import { businessDay, isoWithOffset } from '../shared/local-time.ts';
import type { PrintReason } from '../shared/print-reasons.ts';
import type { Settings } from '../shared/settings.ts';
import { type TextFacts, textFacts } from './facts.ts';
import { type CodeFacts, type GrossAmount, readFiscalCode } from './fiscal-code.ts';
import type { Facts, ReadPrint, VatFact, Verdict } from './print.ts';

const mostAgeMs = 15 * 60_000;
/** After this many prints with a fiscal code, every receipt of the shop is expected to have one. */
export const codesUntilCodeOnly = 3;

/** The VAT kind of each position in the fiscal code. Other positions are never computed, because their rates vary. */
const placeKinds: Readonly<Record<'DE' | 'AT', Partial<Record<GrossAmount['place'], VatKind>>>> = {
  DE: { 1: 'standard', 2: 'reduced', 5: 'zero' },
  AT: { 1: 'standard', 2: 'reduced', 3: 'reduced2', 4: 'zero' },
};

function computedVat(cents: number, percentage: number | undefined): VatFact | null {
  if (percentage === undefined) return null;
  const exclCents = Math.sign(cents) * Math.round((Math.abs(cents) * 100) / (100 + percentage));
  return { percentage, inclCents: cents, exclCents, vatCents: cents - exclCents };
}

/** The VAT of each position. The printed row with the same gross amount is used, otherwise the rate of the table. */
function vatOf({ grossAmounts, countryCode, moment }: CodeFacts, rows: readonly VatFact[]): readonly VatFact[] | null {
  const day = isoWithOffset(moment).slice(0, 10);
  const all = grossAmounts.map(({ place, cents }) => {
    const kind = placeKinds[countryCode][place];
    const percentage = kind === undefined ? undefined : vatPercentOn(countryCode, kind, day);
    const printed = rows.filter(({ inclCents }) => inclCents === cents);
    const isOnly = grossAmounts.filter((other) => other.cents === cents).length === 1 && printed.length === 1;
    // Two positions may have the same gross amount, and the printed row of one of them may be unreadable.
    const row = printed.find((vat) => vat.percentage === percentage) ?? (isOnly ? printed[0] : undefined);
    return row ?? computedVat(cents, percentage);
  });
  const found = all.filter((vat) => vat !== null);
  return found.length === all.length ? found : null;
}

const shortHash = (...parts: readonly string[]): string =>
  `print-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`;

const refused = (reason: PrintReason, reference: string | null = null): Verdict => ({ reason, reference, facts: null });

function judgeCode(code: string, text: TextFacts, now: number): Verdict {
  const read = readFiscalCode(code, now);
  if (typeof read === 'string') return refused(read);
  const reference = shortHash(code);
  if (text.confirmed.some((cents) => cents !== read.totalCents)) return refused('contradiction', reference);
  if (text.hasTwoReceipts) return refused('ambiguous', reference);
  if (Math.abs(read.moment - now) > mostAgeMs) return refused('old', reference);
  if (text.isCopy) return refused('reprint', reference);
  const { grossAmounts: _, moment: __, ...facts } = read;
  // An Austrian code has no payments.
  const payments = facts.countryCode === 'AT' ? text.paymentsOf(facts.totalCents) : facts.payments;
  const vatAmounts = vatOf(read, text.vatRows);
  return { reason: 'code', reference, facts: { ...facts, payments, vatAmounts } };
}

function textReason(text: TextFacts): PrintReason | null {
  if (text.isExcluded || text.isCopy) return 'excluded-word';
  if (!text.hasItem) return 'no-item';
  if (text.totals.length === 0) return text.foreignTotals.length > 0 ? 'other-currency' : 'no-total';
  if (text.confirmed.length === 0) return 'not-confirmed';
  if (text.confirmed.length > 1 || text.hasTwoReceipts) return 'ambiguous';
  if (text.isOtherDay) return 'other-day';
  return text.foreignTotals.includes(text.confirmed[0] ?? 0) ? 'other-currency' : null;
}

/** An EAN has 13 digits with its own check digit. One EAN in ten would look like a card number. */
const isEan = (digits: string): boolean =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

/** An IBAN on every receipt of a shop must not look like a card number, because all its receipts would be refused. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '');
  const digits = [...plain.slice(4), ...plain.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

const showsCardNumber = (text: string): boolean =>
  text
    .split('\n')
    .some((line) =>
      holdsCardNumber(
        line
          .replaceAll(/(?<!\d)\d{13}(?!\d)/g, (digits) => (isEan(digits) ? '' : digits))
          .replaceAll(/\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g, (found) =>
            isIban(found) ? '' : found,
          ),
      ),
    );

function judgeText(print: ReadPrint, text: TextFacts, { cashier, delivery }: Settings, now: number): Verdict {
  if (print.png !== null || !/[\p{L}\p{N}]/u.test(print.text)) return refused('not-recognised');
  const reason = textReason(text);
  const [totalCents] = text.confirmed;
  if (reason !== null || totalCents === undefined) return refused(reason ?? 'not-confirmed');
  const facts: Facts = {
    countryCode: null,
    registerSerial: null,
    number: text.number,
    date: isoWithOffset(now),
    currency: cashier.currency,
    totalCents,
    payments: text.paymentsOf(totalCents),
    security: {},
    vatAmounts: text.vatRows.reduce((sum, { inclCents }) => sum + inclCents, 0) === totalCents ? text.vatRows : null,
  };
  const reference =
    text.number === null
      ? shortHash(print.hash, String(now))
      : shortHash(print.text, businessDay(now, delivery.dayStartsAtHour));
  return { reason: 'text', reference, facts };
}

/**
 * This function is pure, and the first matching rule decides. `now` is the time when the last byte arrived, also for a
 * print that is judged again after a change of settings.
 */
export function judge(print: ReadPrint, settings: Settings, now: number): Verdict {
  if (print.isTooLong) return refused('too-long');
  if (showsCardNumber(print.text)) return refused('card-number');
  const [code, ...others] = print.codes;
  if (others.length > 0) return refused('ambiguous');
  const text = textFacts(print.text, settings, now);
  if (code !== undefined) return judgeCode(code, text, now);
  if (settings.printer.codesSeen >= codesUntilCodeOnly) return refused('no-code');
  return judgeText(print, text, settings, now);
}
