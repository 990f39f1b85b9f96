import {
  formatsFor,
  joined,
  labelled,
  listAt,
  noCurrency,
  numberAt,
  objectAt,
  textAt,
  type Words,
  wordsFor,
} from './receipt-format.ts';
import type { JsonObject } from './shape.ts';

/**
 * A line of a receipt, with a value at its right edge. The page (`receipt-page.ts`) and the PDF (`receipt-pdf.ts`) write the
 * same lines in the same order, so that neither knows more than the other.
 */
export interface Line {
  /** `code`: drawn as a QR code, where it fits into one. A heading without text is a rule. */
  readonly look: 'mark' | 'title' | 'heading' | 'line' | 'small' | 'sum' | 'code';
  readonly text: string;
  readonly value: string | null;
}
type Lines = readonly Line[];
type Look = Line['look'];

/** What has nothing to show is no line. */
const line = (text: string | null, look: Look = 'line'): Lines => (text === null ? [] : [{ look, text, value: null }]);
const small = (text: string | null): Lines => line(text, 'small');
const row = (text: string, value: string | null, look: Look = 'line'): Lines =>
  value === null ? [] : [{ look, text, value }];

function section(title: string, ...parts: readonly Lines[]): Lines {
  const lines = parts.flat();
  return lines.length === 0 ? [] : [...line(title, 'heading'), ...lines];
}

const townOf = (address: JsonObject) => joined([textAt(address, 'postalCode'), textAt(address, 'city')]);

/** "May be base64 text" (interface document 2.8): read as such only when nothing else fits. */
function plainText(content: string): string {
  const looksEncoded = /^(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(content);
  if (!looksEncoded) return content;
  const decoded = Buffer.from(content, 'base64').toString('utf8');
  return decoded.includes('\uFFFD') ? content : decoded;
}

/** Interface document 2.12 does not show what is in a section: its texts, numbers and answers, in their order. */
function freeLines(value: unknown, name: string | null = null, depth = 0): Lines {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    return depth > 8
      ? []
      : Object.entries(value).flatMap(([key, entry]) => freeLines(entry, isList ? null : key, depth + 1));
  }
  if (value === null || value === undefined || value === '') return [];
  const isSelfEvident = name === null || ['text', 'title', 'value', 'content'].includes(name);
  return line(isSelfEvident ? String(value) : `${name}: ${String(value)}`);
}

/** The language that the bill asks for, else one that its reader understands. */
export function wordsOf(body: unknown, extensionKey: string, acceptLanguage: string): Words {
  const misc = objectAt(objectAt(objectAt(body, 'bill'), 'misc'), extensionKey);
  return wordsFor(typeof misc.receiptLanguage === 'string' ? misc.receiptLanguage : null, acceptLanguage);
}

/** A stored AddBillDto as a receipt to read. */
export function receiptLines(body: unknown, extensionKey: string, words: Words): Lines {
  const bill = objectAt(body, 'bill');
  const head = objectAt(bill, 'head');
  const data = objectAt(bill, 'data');
  const misc = objectAt(objectAt(bill, 'misc'), extensionKey);
  const format = formatsFor(words.locale, textAt(data, 'currency') ?? noCurrency);
  const moneyAt = (value: JsonObject, name: string) => format.money(numberAt(value, name));
  const extensionOf = (value: JsonObject) => objectAt(value, extensionKey);

  function headLines(): Lines {
    const seller = objectAt(head, 'seller');
    const address = objectAt(seller, 'address');
    const kind = misc.isHospitalityBill === true ? words.hospitality : misc.isInvoice === true ? words.invoice : null;
    const title = textAt(seller, 'name') ?? kind ?? words.receipt;
    return [
      ...line(title, 'title'),
      ...small(joined([textAt(address, 'street'), townOf(address)], ', ')),
      ...small(labelled(words.vatId, textAt(seller, 'vatId'))),
      ...small(labelled(words.taxNumber, textAt(seller, 'taxNumber'))),
      ...small(format.dateTime(textAt(head, 'date') ?? '')),
      ...small(kind === title ? null : kind),
      ...line(misc.isCopy === true ? words.copy : null),
    ];
  }

  function buyerLines(): Lines {
    const buyer = objectAt(head, 'buyer');
    const address = objectAt(buyer, 'address');
    const customer = labelled(words.customerNumber, textAt(buyer, 'customerNumber'));
    const parts = [
      textAt(buyer, 'name'),
      textAt(address, 'street'),
      townOf(address),
      customer,
      textAt(head, 'buyerText'),
    ];
    return section(words.buyer, ...parts.map((part) => line(part)));
  }

  /** Interface document 2.12: of a discount only id and type are sure; what looks like its name and its size is shown. */
  const discountLines = (extension: JsonObject): Lines =>
    listAt(extension, 'discounts').flatMap((discount) => {
      const name = textAt(discount, 'name') ?? textAt(discount, 'text') ?? textAt(discount, 'description');
      const amount = moneyAt(discount, 'amount') ?? moneyAt(discount, 'fullAmountInclVat');
      const size = amount ?? format.percent(numberAt(discount, 'percentage'));
      return row(name ?? `${words.discount} ${textAt(discount, 'id') ?? ''}`, size ?? '', 'small');
    });

  /** A measure given as integer is one of a list that only the service knows (interface document 9): it says nothing here. */
  function timesOf(item: JsonObject): string {
    const measure = typeof item.quantityMeasure === 'string' ? textAt(item, 'quantityMeasure') : null;
    const unit = textAt(extensionOf(item), 'customQuantityMeasure') ?? measure;
    return `${format.decimal(numberAt(item, 'quantity'))} ${unit === null || unit === 'Count' ? '×' : `${unit} ×`}`;
  }

  /** Interface document 2.6. The fields of key-value lines and sublines are not shown there; what looks like text is shown. */
  function itemLines(item: JsonObject, depth = 0): Lines {
    const extension = extensionOf(item);
    const name = textAt(item, 'text') ?? textAt(item, 'key') ?? textAt(extension, 'key') ?? '';
    const value = moneyAt(item, 'fullAmountInclVat') ?? textAt(item, 'value') ?? textAt(extension, 'value') ?? '';
    const times = timesOf(objectAt(item, 'item'));
    const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
    const isLess = before !== numberAt(item, 'fullAmountInclVat');
    const sublines = depth > 2 ? [] : listAt(extension, 'sublines');
    return [
      ...row(depth === 0 ? name : `· ${name}`, value, textAt(extension, 'type') === 'Text' ? 'small' : 'line'),
      ...small(extension.isReturn === true ? words.returned : null),
      ...small(times === '1 ×' ? null : labelled(times, moneyAt(objectAt(item, 'item'), 'pricePerUnit'))),
      ...small(isLess ? labelled(words.instead, format.money(before)) : null),
      ...discountLines(extension),
      ...small(textAt(item, 'additionalText')),
      ...sublines.flatMap((sub) => itemLines(sub, depth + 1)),
    ];
  }

  function totalLines(): Lines {
    const extension = extensionOf(data);
    const total = numberAt(data, 'fullAmountInclVat');
    const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
    const tip = numberAt(extension, 'tip') ?? numberAt(objectAt(extension, 'tip'), 'amount');
    return section(
      '',
      before === total ? [] : row(words.beforeDiscounts, format.money(before), 'small'),
      discountLines(extension),
      row(words.total, format.money(total), 'sum'),
      row(words.tip, format.money(tip)),
    );
  }

  function paymentLines(payment: JsonObject): Lines {
    const extension = extensionOf(payment);
    const details = objectAt(extension, 'paymentDetails');
    const currency = textAt(payment, 'foreignCurrency');
    const parts: readonly (readonly [string, string | null])[] = [
      ['', currency === null ? null : format.money(numberAt(payment, 'foreignAmount'), currency)],
      [words.given, moneyAt(details, 'amountGiven')],
      [words.change, moneyAt(details, 'amountReturned')],
      [words.remaining, moneyAt(extension, 'remainingAmount')],
      [words.card, textAt(details, 'cardPan')],
      [words.terminal, textAt(details, 'terminalId')],
      [words.trace, textAt(details, 'traceNumber')],
      [words.auth, textAt(details, 'authCode')],
    ];
    const smallParts = parts.flatMap(([label, value]) => row(label, value, 'small'));
    return [...row(textAt(payment, 'name') ?? '', moneyAt(payment, 'amount')), ...smallParts];
  }

  function vatLines(): Lines {
    const entries = listAt(data, 'vatAmounts').filter((entry) => entry.isHidden !== true);
    const rows = entries.flatMap((entry) => {
      const group = textAt(entry, 'groupName') ?? textAt(entry, 'groupId');
      const [net, vat, gross] = ['exclVat', 'vat', 'inclVat'].map((name) => moneyAt(entry, name) ?? '–');
      const name = joined([group, format.percent(numberAt(entry, 'percentage'))]);
      return row(name ?? '', `${net} + ${vat} = ${gross}`, 'small');
    });
    return rows.length === 0 ? [] : section('', row('', `${words.net} + ${words.vat} = ${words.gross}`, 'small'), rows);
  }

  function loyaltyLines(): Lines {
    const couponing = objectAt(misc, 'couponingInformation');
    const rewards = listAt(couponing, 'redeemedRewards').flatMap((reward) => {
      const name = textAt(reward, 'name') ?? textAt(reward, 'identifier') ?? '';
      return row(`${words.rewards}: ${name}`, moneyAt(reward, 'value') ?? textAt(reward, 'value') ?? '');
    });
    const points = (label: string, name: string) => row(label, format.decimal(numberAt(couponing, name)));
    return section('', rewards, points(words.points, 'collectedPoints'), points(words.pointsUsed, 'usedPoints'));
  }

  function couponLines(coupon: JsonObject): Lines {
    const day = (name: string) => format.day(textAt(coupon, name) ?? '') || null;
    const span = [labelled(words.from, day('redeemStartDate')), labelled(words.until, day('redeemEndDate'))];
    return [
      ...line(textAt(coupon, 'title')),
      ...small(textAt(coupon, 'description')),
      ...small(labelled(words.valid, joined(span))),
      ...line(textAt(coupon, 'code')),
    ];
  }

  const referenceLines = (): Lines => {
    const register = objectAt(bill, 'cashRegister');
    return section(
      '',
      row(words.number, textAt(head, 'number'), 'small'),
      row(words.register, textAt(register, 'number') ?? textAt(register, 'serialNumber'), 'small'),
      row(words.cashier, textAt(misc, 'cashierName'), 'small'),
      row(words.returnCode, textAt(misc, 'returnBarcode'), 'small'),
    );
  };

  /** Slips for the customer. `VendorReceipt` is the merchant's own copy and stays hidden. */
  const slipLines = (): Lines =>
    listAt(objectAt(bill, 'misc'), 'additionalReceipts')
      .filter((slip) => slip.type !== 'VendorReceipt' && textAt(slip, 'contentType')?.startsWith('text/plain') === true)
      .flatMap((slip) => section(words.slip, small(plainText(textAt(slip, 'content') ?? ''))));

  /** Interface document 2.7: fields differ by type, so every plain field is shown under its own name. */
  function fiscalLines(): Lines {
    const security = objectAt(bill, 'security');
    const current = objectAt(security, 'fiscalization');
    const fiscal = Object.keys(current).length > 0 ? current : objectAt(security, 'tse');
    const extension = extensionOf(security);
    const named = [
      ...listAt(fiscal, 'additionalData'),
      objectAt(fiscal, 'additionalData'),
      ...listAt(fiscal, 'data').filter((entry) => entry.displayed === true),
    ];
    const entries = [
      ...Object.keys(fiscal).map((name) => [name, name === 'type' ? null : textAt(fiscal, name)] as const),
      ...named.map((entry) => [textAt(entry, 'displayName'), textAt(entry, 'value')] as const),
    ];
    const failed = extension.failure === true || extension.tseFailure === true;
    return [
      ...section('', line(failed ? words.fiscalFailure : null)),
      ...section(
        joined([words.fiscal, textAt(fiscal, 'type')], ' · ') ?? '',
        line(textAt(fiscal, 'posInspectionQrData') ?? textAt(fiscal, 'qrCodeData'), 'code'),
        entries.flatMap(([name, value]) => small(value === null ? null : `${name ?? ''}: ${value}`)),
      ),
    ];
  }

  return [
    ...(misc.isExample === true ? [...line(words.training, 'mark'), ...small(words.trainingNote)] : []),
    ...headLines(),
    ...buyerLines(),
    ...section('', ...listAt(data, 'lines').map((item) => itemLines(item))),
    ...totalLines(),
    ...section(words.paidWith, ...listAt(data, 'paymentTypes').map(paymentLines)),
    ...vatLines(),
    ...loyaltyLines(),
    ...section(words.coupons, ...listAt(misc, 'afterSalesCoupons').map(couponLines)),
    ...listAt(misc, 'customSections').flatMap((custom) =>
      section(typeof custom.section === 'string' ? custom.section : '', freeLines(custom.data)),
    ),
    ...referenceLines(),
    ...slipLines(),
    ...fiscalLines(),
    ...section('', line(textAt(objectAt(bill, 'misc'), 'footerText'))),
  ];
}
