import { type Html, html } from './html.ts';
import { extrasMarkup } from './receipt-page-extras.ts';
import {
  formatsFor,
  joined,
  labelled,
  list,
  listAt,
  note,
  numberAt,
  objectAt,
  paragraph,
  type Reading,
  row,
  section,
  textAt,
} from './receipt-page-format.ts';
import type { Words } from './receipt-page-words.ts';
import type { JsonObject } from './shape.ts';

const townOf = (address: JsonObject) => joined([textAt(address, 'postalCode'), textAt(address, 'city')]);

function headMarkup(bill: JsonObject, misc: JsonObject, { words, format }: Reading): Html {
  const head = objectAt(bill, 'head');
  const seller = objectAt(head, 'seller');
  const address = objectAt(seller, 'address');
  const kind = misc.isHospitalityBill === true ? words.hospitality : misc.isInvoice === true ? words.invoice : null;
  const title = textAt(seller, 'name') ?? kind ?? words.receipt;
  return html`<header><h1>${title}</h1>${paragraph(joined([textAt(address, 'street'), townOf(address)], ', '))}
${paragraph(labelled(words.vatId, textAt(seller, 'vatId')))}
${paragraph(labelled(words.taxNumber, textAt(seller, 'taxNumber')))}
<p>${format.dateTime(textAt(head, 'date') ?? '')}</p>
${paragraph(kind === title ? null : kind)}
${misc.isCopy === true ? html`<p><span class="tag">${words.copy}</span></p>` : null}</header>`;
}

function buyerMarkup(bill: JsonObject, { words }: Reading): Html | null {
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
  return section(words.buyer, ...parts.map((part) => (part === null ? null : html`<div>${part}</div>`)));
}

/** Interface document 2.12: of a discount only id and type are sure; what looks like its name and its size is shown. */
function discountsMarkup(extension: JsonObject, { words, format }: Reading): readonly (Html | null)[] {
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
function lineDetails(line: JsonObject, extension: JsonObject, reading: Reading): Html {
  const { words, format, extensionKey } = reading;
  const item = objectAt(line, 'item');
  const price = format.money(numberAt(item, 'pricePerUnit'));
  const times = `${format.decimal(numberAt(item, 'quantity'))} ${unitOf(item, extensionKey)}`;
  const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
  const isLess = before !== numberAt(line, 'fullAmountInclVat');
  const tag = extension.isReturn === true ? html`<span class="tag">${words.returned}</span> ` : null;
  return html`${tag}${times === '1 ×' ? null : note(labelled(times, price))}
${isLess ? note(labelled(words.instead, format.money(before))) : null}${discountsMarkup(extension, reading)}
${note(textAt(line, 'additionalText'))}`;
}

/** Interface document 2.6. The fields of key-value lines and sublines are not shown there; what looks like text is shown. */
function lineMarkup(line: JsonObject, reading: Reading, depth = 0): Html {
  const extension = objectAt(line, reading.extensionKey);
  const type = (textAt(extension, 'type') ?? 'Default').toLowerCase();
  const text = textAt(line, 'text') ?? textAt(line, 'key') ?? textAt(extension, 'key') ?? '';
  const value = textAt(line, 'value') ?? textAt(extension, 'value') ?? '';
  const right = reading.format.money(numberAt(line, 'fullAmountInclVat')) ?? value;
  const sublines = depth > 2 ? [] : listAt(extension, 'sublines');
  const inner = list(sublines.map((sub) => lineMarkup(sub, reading, depth + 1)));
  const kind = type === 'text' ? 'note' : type === 'discount' ? 'discount' : '';
  return html`<li class="${kind}">${row(text, right)}${lineDetails(line, extension, reading)}${inner}</li>`;
}

function totalsMarkup(data: JsonObject, reading: Reading): Html | null {
  const { words, format, extensionKey } = reading;
  const extension = objectAt(data, extensionKey);
  const total = numberAt(data, 'fullAmountInclVat');
  const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
  const tip = numberAt(extension, 'tip') ?? numberAt(objectAt(extension, 'tip'), 'amount');
  return section(
    null,
    before === total ? null : row(words.beforeDiscounts, format.money(before), 'soft'),
    ...discountsMarkup(extension, reading),
    row(words.total, format.money(total), 'sum'),
    row(words.tip, format.money(tip)),
  );
}

function paymentMarkup(payment: JsonObject, { words, format, extensionKey }: Reading): Html {
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
  return html`<li>${row(textAt(payment, 'name') ?? '', format.money(numberAt(payment, 'amount')))}
${small.map(([label, value]) => row(label, value, 'soft'))}</li>`;
}

function vatMarkup(data: JsonObject, { words, format }: Reading): Html | null {
  const entries = listAt(data, 'vatAmounts').filter((entry) => entry.isHidden !== true);
  if (entries.length === 0) return null;
  const rows = entries.map((entry) => {
    const group = textAt(entry, 'groupName') ?? textAt(entry, 'groupId');
    const amounts = ['exclVat', 'vat', 'inclVat'].map((name) => format.money(numberAt(entry, name)));
    const cells = [joined([group, format.percent(numberAt(entry, 'percentage'))]), ...amounts];
    return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  const heads = ['', words.net, words.vat, words.gross].map((head) => html`<th>${head}</th>`);
  return section(null, html`<table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`);
}

/** A stored AddBillDto as a receipt to read. */
export function receiptMarkup(body: unknown, extensionKey: string, words: Words): Html {
  const bill = objectAt(body, 'bill');
  const data = objectAt(bill, 'data');
  const misc = objectAt(objectAt(bill, 'misc'), extensionKey);
  const reading: Reading = { words, extensionKey, format: formatsFor(words.locale, textAt(data, 'currency') ?? 'XXX') };
  const mark =
    misc.isExample === true ? html`<div class="mark"><b>${words.training}</b>${words.trainingNote}</div>` : null;
  const lines = listAt(data, 'lines').map((line) => lineMarkup(line, reading));
  const payments = listAt(data, 'paymentTypes').map((payment) => paymentMarkup(payment, reading));
  return html`${mark}${headMarkup(bill, misc, reading)}${buyerMarkup(bill, reading)}${section(null, list(lines))}
${totalsMarkup(data, reading)}${section(words.paidWith, list(payments))}${vatMarkup(data, reading)}
${extrasMarkup(bill, misc, reading)}`;
}
