import { extraParts } from './receipt-page-extras.ts';
import {
  formatsFor,
  joined,
  labelled,
  listAt,
  noCurrency,
  numberAt,
  objectAt,
  type Reading,
  textAt,
} from './receipt-page-format.ts';
import type { Words } from './receipt-page-words.ts';
import { type Item, list, note, type Part, paragraph, present, row, section, text } from './receipt-parts.ts';
import type { JsonObject } from './shape.ts';

const townOf = (address: JsonObject) => joined([textAt(address, 'postalCode'), textAt(address, 'city')]);

function headPart(bill: JsonObject, misc: JsonObject, { words, format }: Reading): Part {
  const head = objectAt(bill, 'head');
  const seller = objectAt(head, 'seller');
  const address = objectAt(seller, 'address');
  const kind = misc.isHospitalityBill === true ? words.hospitality : misc.isInvoice === true ? words.invoice : null;
  const title = textAt(seller, 'name') ?? kind ?? words.receipt;
  const parts = present([
    paragraph(joined([textAt(address, 'street'), townOf(address)], ', ')),
    paragraph(labelled(words.vatId, textAt(seller, 'vatId'))),
    paragraph(labelled(words.taxNumber, textAt(seller, 'taxNumber'))),
    paragraph(format.dateTime(textAt(head, 'date') ?? '')),
    paragraph(kind === title ? null : kind),
    misc.isCopy === true ? { kind: 'tag', text: words.copy } : null,
  ]);
  return { kind: 'head', title, parts };
}

function buyerPart(bill: JsonObject, { words }: Reading): Part | null {
  const head = objectAt(bill, 'head');
  const buyer = objectAt(head, 'buyer');
  const address = objectAt(buyer, 'address');
  const parts = [
    textAt(buyer, 'name'),
    textAt(address, 'street'),
    townOf(address),
    labelled(words.customerNumber, textAt(buyer, 'customerNumber')),
    textAt(head, 'buyerText'),
  ];
  return section(words.buyer, ...parts.map((part) => text(part)));
}

/** Interface document 2.12: of a discount only id and type are sure; what looks like its name and its size is shown. */
function discountParts(extension: JsonObject, { words, format }: Reading): readonly (Part | null)[] {
  return listAt(extension, 'discounts').map((discount) => {
    const name = textAt(discount, 'name') ?? textAt(discount, 'text') ?? textAt(discount, 'description');
    const amount = numberAt(discount, 'amount') ?? numberAt(discount, 'fullAmountInclVat');
    const size = format.money(amount) ?? format.percent(numberAt(discount, 'percentage'));
    return row(name ?? `${words.discount} ${textAt(discount, 'id') ?? ''}`, size ?? '', 'soft');
  });
}

/** A measure given as integer is one of a list that only the service knows (interface document 9): it says nothing here. */
function unitOf(item: JsonObject, extensionKey: string): string {
  const measure = typeof item.quantityMeasure === 'string' ? textAt(item, 'quantityMeasure') : null;
  const unit = textAt(objectAt(item, extensionKey), 'customQuantityMeasure') ?? measure;
  return unit === null || unit === 'Count' ? '×' : `${unit} ×`;
}

/** What stands below a Default line: quantity and price, the price before discounts, the return mark, more text. */
function lineDetails(line: JsonObject, extension: JsonObject, reading: Reading): readonly (Part | null)[] {
  const { words, format, extensionKey } = reading;
  const item = objectAt(line, 'item');
  const price = format.money(numberAt(item, 'pricePerUnit'));
  const times = `${format.decimal(numberAt(item, 'quantity'))} ${unitOf(item, extensionKey)}`;
  const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
  const isLess = before !== numberAt(line, 'fullAmountInclVat');
  return [
    extension.isReturn === true ? { kind: 'tag', text: words.returned } : null,
    times === '1 ×' ? null : note(labelled(times, price)),
    isLess ? note(labelled(words.instead, format.money(before))) : null,
    ...discountParts(extension, reading),
    note(textAt(line, 'additionalText')),
  ];
}

/** Interface document 2.6. The fields of key-value lines and sublines are not shown there; what looks like text is shown. */
function lineItem(line: JsonObject, reading: Reading, depth = 0): Item {
  const extension = objectAt(line, reading.extensionKey);
  const type = (textAt(extension, 'type') ?? 'Default').toLowerCase();
  const name = textAt(line, 'text') ?? textAt(line, 'key') ?? textAt(extension, 'key') ?? '';
  const value = textAt(line, 'value') ?? textAt(extension, 'value') ?? '';
  const right = reading.format.money(numberAt(line, 'fullAmountInclVat')) ?? value;
  const sublines = depth > 2 ? [] : listAt(extension, 'sublines');
  const inner = list(sublines.map((sub) => lineItem(sub, reading, depth + 1)));
  const look = type === 'text' ? 'note' : type === 'discount' ? 'discount' : '';
  return { look, parts: present([row(name, right), ...lineDetails(line, extension, reading), inner]) };
}

function totalsPart(data: JsonObject, reading: Reading): Part | null {
  const { words, format, extensionKey } = reading;
  const extension = objectAt(data, extensionKey);
  const total = numberAt(data, 'fullAmountInclVat');
  const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
  const tip = numberAt(extension, 'tip') ?? numberAt(objectAt(extension, 'tip'), 'amount');
  return section(
    null,
    before === total ? null : row(words.beforeDiscounts, format.money(before), 'soft'),
    ...discountParts(extension, reading),
    row(words.total, format.money(total), 'sum'),
    row(words.tip, format.money(tip)),
  );
}

function paymentItem(payment: JsonObject, { words, format, extensionKey }: Reading): Item {
  const extension = objectAt(payment, extensionKey);
  const details = objectAt(extension, 'paymentDetails');
  const currency = textAt(payment, 'foreignCurrency');
  const foreign = currency === null ? null : format.money(numberAt(payment, 'foreignAmount'), currency);
  const small: readonly (readonly [string, string | null])[] = [
    ['', foreign],
    [words.given, format.money(numberAt(details, 'amountGiven'))],
    [words.change, format.money(numberAt(details, 'amountReturned'))],
    [words.remaining, format.money(numberAt(extension, 'remainingAmount'))],
    [words.card, textAt(details, 'cardPan')],
    [words.terminal, textAt(details, 'terminalId')],
    [words.trace, textAt(details, 'traceNumber')],
    [words.auth, textAt(details, 'authCode')],
  ];
  const smallRows = small.map(([label, value]) => row(label, value, 'soft'));
  const name = textAt(payment, 'name') ?? '';
  return { look: '', parts: present([row(name, format.money(numberAt(payment, 'amount'))), ...smallRows]) };
}

function vatPart(data: JsonObject, { words, format }: Reading): Part | null {
  const entries = listAt(data, 'vatAmounts').filter((entry) => entry.isHidden !== true);
  if (entries.length === 0) return null;
  const rows = entries.map((entry) => {
    const group = textAt(entry, 'groupName') ?? textAt(entry, 'groupId');
    const amounts = ['exclVat', 'vat', 'inclVat'].map((name) => format.money(numberAt(entry, name)));
    return [joined([group, format.percent(numberAt(entry, 'percentage'))]), ...amounts].map((cell) => cell ?? '');
  });
  return section(null, { kind: 'table', heads: ['', words.net, words.vat, words.gross], rows });
}

/** A stored AddBillDto as a receipt to read. */
export function receiptParts(body: unknown, extensionKey: string, words: Words): readonly Part[] {
  const bill = objectAt(body, 'bill');
  const data = objectAt(bill, 'data');
  const misc = objectAt(objectAt(bill, 'misc'), extensionKey);
  const reading: Reading = {
    words,
    extensionKey,
    format: formatsFor(words.locale, textAt(data, 'currency') ?? noCurrency),
  };
  const lines = listAt(data, 'lines').map((line) => lineItem(line, reading));
  const payments = listAt(data, 'paymentTypes').map((payment) => paymentItem(payment, reading));
  return present([
    misc.isExample === true ? { kind: 'mark', title: words.training, text: words.trainingNote } : null,
    headPart(bill, misc, reading),
    buyerPart(bill, reading),
    section(null, list(lines)),
    totalsPart(data, reading),
    section(words.paidWith, list(payments)),
    vatPart(data, reading),
    ...extraParts(bill, misc, reading),
  ]);
}
