import de from '../../assets/locales/de/receipt-page.json' with { type: 'json' };
import en from '../../assets/locales/en/receipt-page.json' with { type: 'json' };
import es from '../../assets/locales/es/receipt-page.json' with { type: 'json' };
import fr from '../../assets/locales/fr/receipt-page.json' with { type: 'json' };
import pt from '../../assets/locales/pt/receipt-page.json' with { type: 'json' };
import sv from '../../assets/locales/sv/receipt-page.json' with { type: 'json' };
import { isRecord, type JsonRecord } from '../shared/json.ts';
import { type Language, languages } from '../shared/languages.ts';
import { listAt, numberAt, objectAt, textAt } from './json-path.ts';

export type Words = Readonly<typeof en>;

const pages: Readonly<Record<Language, Words>> = { de, en, es, fr, pt, sv };

export function wordsFor(language: string | null, acceptLanguage: string): Words {
  const wishes = [language ?? '', ...acceptLanguage.split(',')].map((wish) => wish.trim().slice(0, 2).toLowerCase());
  const found = wishes.find((wish): wish is Language => languages.some((one) => one === wish));
  return found === undefined ? en : pages[found];
}

/** One printed line with a value at its right edge. Page and PDF show the same lines. */
export interface Line {
  /** A heading without text is a horizontal line. */
  readonly look: 'mark' | 'title' | 'heading' | 'line' | 'small' | 'sum';
  readonly text: string;
  readonly value: string;
}
type Lines = readonly Line[];

/** An empty value gets no line. */
const line = (text: string | null, look: Line['look'] = 'line'): Lines => (text ? [{ look, text, value: '' }] : []);
const row = (text: string, value: string | null, look: Line['look'] = 'line'): Lines =>
  value === null ? [] : [{ look, text, value }];
const when = (flag: unknown, text: string, look?: Line['look']): Lines => (flag === true ? line(text, look) : []);
const firstText = (...texts: readonly (string | null)[]): string => texts.find((text) => text !== null) ?? '';
const joined = (parts: readonly (string | null)[], separator = ' '): string =>
  parts.filter((part) => part !== null && part !== '').join(separator);

function section(title: string, ...parts: readonly Lines[]): Lines {
  const lines = parts.flat();
  return lines.length === 0 ? [] : [{ look: 'heading', text: title, value: '' }, ...lines];
}

function fields(value: unknown, name = '', depth = 0): Lines {
  if (isRecord(value) && textAt(value, 'displayName') !== null) {
    return value.displayed === false ? [] : fields(value.value, String(value.displayName), depth);
  }
  if (typeof value === 'object' && value !== null) {
    const inner = depth > 8 ? [] : Object.entries(value);
    return inner.flatMap(([key, entry]) => fields(entry, Array.isArray(value) ? '' : key, depth + 1));
  }
  if (value === null || value === undefined || value === '') return [];
  return line(['', 'text', 'value', 'content'].includes(name) ? String(value) : `${name}: ${value}`, 'small');
}

/** The local time in the receipt, without a change of time zone. */
function dateTime(iso: string, locale: string): string {
  const at = new Date(`${/^[\d-]+T[\d:]+/.exec(iso)?.[0].padEnd(19, ':00')}Z`);
  if (Number.isNaN(at.getTime())) return iso;
  return at.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}

/** The language that the bill requests, otherwise one of the reader's languages. */
export const wordsForBill = (body: unknown, extensionKey: string, acceptLanguage: string): Words =>
  wordsFor(textAt(body, 'bill', 'misc', extensionKey, 'receiptLanguage'), acceptLanguage);

/** A plain receipt for a stored AddBillDto (receipt-service.md 2.1). The service's layout is unknown. */
export function receiptLines(body: unknown, key: string, words: Words): Lines {
  const bill = objectAt(body, 'bill');
  const [head, data, misc] = [objectAt(bill, 'head'), objectAt(bill, 'data'), objectAt(bill, 'misc', key)];
  const seller = objectAt(head, 'seller');
  const address = objectAt(seller, 'address');
  const town = joined([textAt(address, 'postalCode'), textAt(address, 'city')]);
  const labelled = (label: string, text: string | null) => line(text === null ? null : `${label} ${text}`, 'small');

  const given = textAt(data, 'currency') ?? '';
  // XXX is ISO 4217's code for money of no currency.
  const currency = /^[A-Za-z]{3}$/.test(given) ? given : 'XXX';
  const money = new Intl.NumberFormat(words.locale, { style: 'currency', currency, maximumFractionDigits: 6 });
  const decimal = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 6 });
  const moneyAt = (value: unknown, ...path: readonly string[]) => {
    const amount = numberAt(value, ...path);
    return amount === null ? null : money.format(amount);
  };

  /** The lines of an item (receipt-service.md 2.6). Undescribed kinds show everything that looks like text. */
  const itemLines = (item: JsonRecord): Lines => {
    const more = objectAt(item, key);
    const name = firstText(textAt(item, 'text'), textAt(item, 'key'), textAt(more, 'key'));
    const value = firstText(moneyAt(item, 'fullAmountInclVat'), textAt(item, 'value'), textAt(more, 'value'));
    const [quantity, price] = [numberAt(item, 'item', 'quantity') ?? 1, moneyAt(item, 'item', 'pricePerUnit')];
    // Only the service knows what an integer measure means (receipt-service.md 9), so nothing is shown.
    const measure = objectAt(item, 'item').quantityMeasure;
    const unit =
      textAt(item, 'item', key, 'customQuantityMeasure') ??
      (typeof measure === 'string' && measure !== 'Count' ? measure : null);
    return [
      ...row(name, value, more.type === 'Text' ? 'small' : 'line'),
      ...labelled(joined([decimal.format(quantity), unit, '×']), quantity === 1 && unit === null ? null : price),
      ...fields([more.discounts, item.additionalText, more.sublines]),
    ];
  };

  const vatLine = (entry: JsonRecord): Lines => {
    const name = joined([
      textAt(entry, 'groupName') ?? textAt(entry, 'groupId'),
      decimal.format(numberAt(entry, 'percentage') ?? 0),
    ]);
    const [net, vat, gross] = ['exclVat', 'vat', 'inclVat'].map((part) => moneyAt(entry, part) ?? '');
    return entry.isHidden === true ? [] : row(`${name} %`, `${net} + ${vat} = ${gross}`, 'small');
  };

  const paymentLines = (payment: JsonRecord): Lines => {
    const { remainingAmount, paymentDetails } = objectAt(payment, key);
    const { foreignAmount, foreignCurrency } = payment;
    return [
      ...row(textAt(payment, 'name') ?? '', moneyAt(payment, 'amount')),
      ...fields([{ foreignAmount, foreignCurrency, remainingAmount }, paymentDetails]),
    ];
  };

  const security = objectAt(bill, 'security');
  const fiscal = objectAt(security, security.fiscalization ? 'fiscalization' : 'tse');
  const slips = listAt(bill, 'misc', 'additionalReceipts').filter(
    (slip) => slip.type !== 'VendorReceipt' && textAt(slip, 'contentType')?.startsWith('text/plain') === true,
  );
  const { cashierName, returnBarcode } = misc;
  return [
    ...when(misc.isExample, words.training, 'mark'),
    ...when(misc.isExample, words.trainingNote, 'small'),
    ...line(textAt(seller, 'name') ?? words.receipt, 'title'),
    ...line(joined([textAt(address, 'street'), town], ', '), 'small'),
    ...labelled(words.vatId, textAt(seller, 'vatId')),
    ...labelled(words.taxNumber, textAt(seller, 'taxNumber')),
    ...line(dateTime(textAt(head, 'date') ?? '', words.locale), 'small'),
    ...when(misc.isCopy, words.copy),
    ...section(words.buyer, fields([head.buyer, head.buyerText])),
    ...section('', ...listAt(data, 'lines').map(itemLines)),
    ...section(
      '',
      fields(objectAt(data, key).discounts),
      row(words.total, moneyAt(data, 'fullAmountInclVat'), 'sum'),
      row(words.tip, moneyAt(data, key, 'tip') ?? moneyAt(data, key, 'tip', 'amount')),
    ),
    ...section(words.paidWith, ...listAt(data, 'paymentTypes').map(paymentLines)),
    ...section(words.vat, ...listAt(data, 'vatAmounts').map(vatLine)),
    ...listAt(misc, 'customSections').flatMap((one) => section(textAt(one, 'section') ?? '', fields(one.data))),
    ...section('', fields({ receipt: head.number, cashRegister: bill.cashRegister, cashierName, returnBarcode })),
    // `VendorReceipt` is the merchant's own copy and is not shown.
    ...slips.flatMap((slip) => section(words.slip, line(textAt(slip, 'content'), 'small'))),
    // All fields are shown, because they differ by type (receipt-service.md 2.7).
    ...section(words.fiscal, fields(fiscal)),
    ...section('', line(textAt(bill, 'misc', 'footerText'))),
  ];
}
