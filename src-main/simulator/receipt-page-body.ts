import { type Html, html } from './html.ts';
import { extrasMarkup } from './receipt-page-extras.ts';
import { formatsFor, listAt, numberAt, objectAt, type Reading, row, textAt } from './receipt-page-format.ts';
import type { Words } from './receipt-page-words.ts';
import type { JsonObject } from './shape.ts';

function addressMarkup(address: JsonObject): Html | null {
  const town = [textAt(address, 'postalCode'), textAt(address, 'city')].filter((part) => part !== null).join(' ');
  const parts = [textAt(address, 'street'), town === '' ? null : town].filter((part) => part !== null);
  return parts.length === 0 ? null : html`<p>${parts.join(', ')}</p>`;
}

function headMarkup(bill: JsonObject, misc: JsonObject, { words, format }: Reading): Html {
  const head = objectAt(bill, 'head');
  const seller = objectAt(head, 'seller');
  const kind = misc.isHospitalityBill === true ? words.hospitality : misc.isInvoice === true ? words.invoice : null;
  const title = textAt(seller, 'name') ?? kind ?? words.receipt;
  const vatId = textAt(seller, 'vatId');
  const taxNumber = textAt(seller, 'taxNumber');
  const date = textAt(head, 'date');
  return html`<header><h1>${title}</h1>${addressMarkup(objectAt(seller, 'address'))}
${vatId === null ? null : html`<p>${words.vatId} ${vatId}</p>`}
${taxNumber === null ? null : html`<p>${words.taxNumber} ${taxNumber}</p>`}
<p>${date === null ? '' : format.dateTime(date)}</p>
${kind === null || kind === title ? null : html`<p>${kind}</p>`}
${misc.isCopy === true ? html`<p><span class="tag">${words.copy}</span></p>` : null}</header>`;
}

function buyerMarkup(bill: JsonObject, { words }: Reading): Html | null {
  const head = objectAt(bill, 'head');
  const buyer = objectAt(head, 'buyer');
  const customerNumber = textAt(buyer, 'customerNumber');
  const parts = [
    textAt(buyer, 'name'),
    textAt(objectAt(buyer, 'address'), 'street'),
    [textAt(objectAt(buyer, 'address'), 'postalCode'), textAt(objectAt(buyer, 'address'), 'city')].join(' ').trim(),
    customerNumber === null ? null : `${words.customerNumber} ${customerNumber}`,
    textAt(head, 'buyerText'),
  ].filter((part) => part !== null && part !== '');
  if (parts.length === 0) return null;
  return html`<section><h2>${words.buyer}</h2>${parts.map((part) => html`<div>${part}</div>`)}</section>`;
}

/** What stands below a Default line: quantity and price, the price before discounts, the return mark, more text. */
function lineDetails(line: JsonObject, extension: JsonObject, { words, format }: Reading): Html {
  const item = objectAt(line, 'item');
  const quantity = numberAt(item, 'quantity');
  const price = numberAt(item, 'pricePerUnit');
  const measure = textAt(item, 'quantityMeasure');
  const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
  const unit = measure === null || measure === 'Count' || measure === '0' ? '×' : `${measure} ×`;
  const parts = [
    quantity === null || price === null || (quantity === 1 && unit === '×')
      ? null
      : `${format.decimal(quantity)} ${unit} ${format.money(price)}`,
    before === null || before === numberAt(line, 'fullAmountInclVat')
      ? null
      : `${words.instead} ${format.money(before)}`,
    textAt(line, 'additionalText'),
  ].filter((part) => part !== null);
  const tag = extension.isReturn === true ? html`<span class="tag">${words.returned}</span> ` : null;
  return html`${tag}${parts.map((part) => html`<div class="soft">${part}</div>`)}`;
}

/** Interface document 2.6. The fields of key-value lines and sublines are not shown there; what looks like text is shown. */
function lineMarkup(line: JsonObject, reading: Reading, depth = 0): Html {
  const extension = objectAt(line, reading.extensionKey);
  const type = (textAt(extension, 'type') ?? 'Default').toLowerCase();
  const text = textAt(line, 'text') ?? textAt(line, 'key') ?? textAt(extension, 'key') ?? '';
  const value = textAt(line, 'value') ?? textAt(extension, 'value');
  const amount = numberAt(line, 'fullAmountInclVat');
  const sublines = depth > 2 ? [] : listAt(extension, 'sublines');
  const inner =
    sublines.length === 0 ? null : html`<ul>${sublines.map((sub) => lineMarkup(sub, reading, depth + 1))}</ul>`;
  const right = amount === null ? (value ?? '') : reading.format.money(amount);
  const kind = type === 'text' ? 'note' : type === 'discount' ? 'discount' : '';
  return html`<li class="${kind}">${row(text, right)}${lineDetails(line, extension, reading)}${inner}</li>`;
}

function linesMarkup(data: JsonObject, reading: Reading): Html | null {
  const lines = listAt(data, 'lines');
  if (lines.length === 0) return null;
  return html`<section><ul>${lines.map((line) => lineMarkup(line, reading))}</ul></section>`;
}

function totalsMarkup(data: JsonObject, { words, format, extensionKey }: Reading): Html {
  const extension = objectAt(data, extensionKey);
  const total = numberAt(data, 'fullAmountInclVat') ?? 0;
  const before = numberAt(extension, 'fullAmountInclVatBeforeDiscounts');
  const tip = numberAt(extension, 'tip') ?? numberAt(objectAt(extension, 'tip'), 'amount');
  return html`<section>${before === null || before === total ? null : row(words.beforeDiscounts, format.money(before), 'soft')}
${row(words.total, format.money(total), 'sum')}${tip === null ? null : row(words.tip, format.money(tip))}</section>`;
}

function paymentMarkup(payment: JsonObject, { words, format, extensionKey }: Reading): Html {
  const details = objectAt(objectAt(payment, extensionKey), 'paymentDetails');
  const small = (label: string, value: string | null) => (value === null ? null : row(label, value, 'soft'));
  const money = (name: string) => {
    const amount = numberAt(details, name);
    return amount === null ? null : format.money(amount);
  };
  const foreign = numberAt(payment, 'foreignAmount');
  const foreignCurrency = textAt(payment, 'foreignCurrency');
  return html`<li>${row(textAt(payment, 'name') ?? '', format.money(numberAt(payment, 'amount') ?? 0))}
${foreign === null || foreignCurrency === null ? null : small('', format.money(foreign, foreignCurrency))}
${small(words.given, money('amountGiven'))}${small(words.change, money('amountReturned'))}
${small(words.card, textAt(details, 'cardPan'))}${small(words.terminal, textAt(details, 'terminalId'))}
${small(words.trace, textAt(details, 'traceNumber'))}${small(words.auth, textAt(details, 'authCode'))}</li>`;
}

function paymentsMarkup(data: JsonObject, reading: Reading): Html | null {
  const payments = listAt(data, 'paymentTypes');
  if (payments.length === 0) return null;
  const items = payments.map((payment) => paymentMarkup(payment, reading));
  return html`<section><h2>${reading.words.paidWith}</h2><ul>${items}</ul></section>`;
}

function vatMarkup(data: JsonObject, { words, format }: Reading): Html | null {
  const entries = listAt(data, 'vatAmounts').filter((entry) => entry.isHidden !== true);
  if (entries.length === 0) return null;
  const rows = entries.map((entry) => {
    const label = [
      textAt(entry, 'groupName') ?? textAt(entry, 'groupId'),
      format.percent(numberAt(entry, 'percentage') ?? 0),
    ];
    const cells = ['exclVat', 'vat', 'inclVat'].map(
      (name) => html`<td>${format.money(numberAt(entry, name) ?? 0)}</td>`,
    );
    return html`<tr><td>${label.filter((part) => part !== null).join(' ')}</td>${cells}</tr>`;
  });
  const heads = [words.vat, words.net, words.vat, words.gross].map(
    (head, index) => html`<th>${index === 0 ? '' : head}</th>`,
  );
  return html`<section><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></section>`;
}

/** A stored AddBillDto as a receipt to read. */
export function receiptMarkup(body: unknown, extensionKey: string, words: Words): Html {
  const bill = objectAt(body, 'bill');
  const data = objectAt(bill, 'data');
  const misc = objectAt(objectAt(bill, 'misc'), extensionKey);
  const reading: Reading = { words, extensionKey, format: formatsFor(words.locale, textAt(data, 'currency') ?? 'XXX') };
  const mark =
    misc.isExample === true ? html`<div class="mark"><b>${words.training}</b>${words.trainingNote}</div>` : null;
  return html`${mark}${headMarkup(bill, misc, reading)}${buyerMarkup(bill, reading)}${linesMarkup(data, reading)}
${totalsMarkup(data, reading)}${paymentsMarkup(data, reading)}${vatMarkup(data, reading)}${extrasMarkup(bill, misc, reading)}`;
}
