import { type Html, html } from './html.ts';
import {
  joined,
  labelled,
  listAt,
  note,
  numberAt,
  objectAt,
  type Reading,
  row,
  section,
  textAt,
} from './receipt-page-format.ts';
import { qrMarkup } from './receipt-page-qr.ts';
import { isObject, type JsonObject } from './shape.ts';

function couponMarkup(coupon: JsonObject, { words, format }: Reading): Html {
  const day = (name: string) => format.day(textAt(coupon, name) ?? '') || null;
  const span = [labelled(words.from, day('redeemStartDate')), labelled(words.until, day('redeemEndDate'))];
  return html`<div class="coupon"><b>${textAt(coupon, 'title')}</b><div>${textAt(coupon, 'description')}</div>
${note(labelled(words.valid, joined(span)))}<code>${textAt(coupon, 'code')}</code></div>`;
}

function loyaltyMarkup(misc: JsonObject, { words, format }: Reading): Html | null {
  const couponing = objectAt(misc, 'couponingInformation');
  const rewards = listAt(couponing, 'redeemedRewards').map((reward) => {
    const name = textAt(reward, 'name') ?? textAt(reward, 'identifier') ?? '';
    return row(
      `${words.rewards}: ${name}`,
      format.money(numberAt(reward, 'value')) ?? textAt(reward, 'value') ?? '',
      'wrap',
    );
  });
  const points = (label: string, name: string) => row(label, format.decimal(numberAt(couponing, name)));
  return section(null, ...rewards, points(words.points, 'collectedPoints'), points(words.pointsUsed, 'usedPoints'));
}

/** Interface document 2.12 does not show what is in a section: its texts, numbers and answers, in their order. */
function freeLines(value: unknown, name: string | null = null, depth = 0): readonly Html[] {
  if (Array.isArray(value)) return depth > 8 ? [] : value.flatMap((entry) => freeLines(entry, null, depth + 1));
  if (isObject(value)) {
    return depth > 8 ? [] : Object.entries(value).flatMap(([key, entry]) => freeLines(entry, key, depth + 1));
  }
  if (value === null || value === undefined || value === '') return [];
  const isSelfEvident = name === null || ['text', 'title', 'value', 'content'].includes(name);
  return [html`<div class="free">${isSelfEvident ? String(value) : `${name}: ${String(value)}`}</div>`];
}

function customMarkup(misc: JsonObject): readonly (Html | null)[] {
  return listAt(misc, 'customSections').map((custom) =>
    section(typeof custom.section === 'string' ? custom.section : null, ...freeLines(custom.data)),
  );
}

/** Interface document 2.7: fields differ by type, so every plain field is shown under its own name. */
function fiscalMarkup(bill: JsonObject, { words, extensionKey }: Reading): Html | null {
  const security = objectAt(bill, 'security');
  const current = objectAt(security, 'fiscalization');
  const fiscal = Object.keys(current).length > 0 ? current : objectAt(security, 'tse');
  const extension = objectAt(security, extensionKey);
  const named = [
    ...listAt(fiscal, 'additionalData'),
    objectAt(fiscal, 'additionalData'),
    ...listAt(fiscal, 'data').filter((entry) => entry.displayed === true),
  ];
  const entries = [
    ...Object.keys(fiscal).map((name) => [name, name === 'type' ? null : textAt(fiscal, name)] as const),
    ...named.map((entry) => [textAt(entry, 'displayName'), textAt(entry, 'value')] as const),
  ].filter(([, value]) => value !== null);
  const terms = entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  const title = joined([words.fiscal, textAt(fiscal, 'type')], ' · ');
  const qrData = textAt(fiscal, 'posInspectionQrData') ?? textAt(fiscal, 'qrCodeData');
  const failed = extension.failure === true || extension.tseFailure === true;
  return section(
    null,
    failed ? html`<p class="soft">${words.fiscalFailure}</p>` : null,
    qrData === null ? null : qrMarkup(qrData, words.fiscal),
    terms.length === 0 ? null : html`<details><summary>${title}</summary><dl>${terms}</dl></details>`,
  );
}

/** Slips for the customer. `VendorReceipt` is the merchant's own copy and stays hidden. */
function slipsMarkup(bill: JsonObject, { words }: Reading): readonly (Html | null)[] {
  const slips = listAt(objectAt(bill, 'misc'), 'additionalReceipts').filter(
    (slip) => slip.type !== 'VendorReceipt' && textAt(slip, 'contentType')?.startsWith('text/plain') === true,
  );
  return slips.map((slip) => {
    const content = plainText(textAt(slip, 'content') ?? '');
    return section(null, html`<details><summary>${words.slip}</summary><pre>${content}</pre></details>`);
  });
}

/** "May be base64 text" (interface document 2.8): read as such only when nothing else fits. */
function plainText(content: string): string {
  const looksEncoded = /^(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(content);
  if (!looksEncoded) return content;
  const decoded = Buffer.from(content, 'base64').toString('utf8');
  return decoded.includes('\uFFFD') ? content : decoded;
}

function referencesMarkup(bill: JsonObject, misc: JsonObject, { words }: Reading): Html | null {
  const register = objectAt(bill, 'cashRegister');
  const references: readonly (readonly [string, string | null])[] = [
    [words.number, textAt(objectAt(bill, 'head'), 'number')],
    [words.register, textAt(register, 'number') ?? textAt(register, 'serialNumber')],
    [words.cashier, textAt(misc, 'cashierName')],
    [words.returnCode, textAt(misc, 'returnBarcode')],
  ];
  return section(null, ...references.map(([label, value]) => row(label, value, 'soft wrap')));
}

/** Everything below the VAT table. */
export function extrasMarkup(bill: JsonObject, misc: JsonObject, reading: Reading): Html {
  const coupons = listAt(misc, 'afterSalesCoupons').map((coupon) => couponMarkup(coupon, reading));
  const footerText = textAt(objectAt(bill, 'misc'), 'footerText');
  return html`${loyaltyMarkup(misc, reading)}${section(reading.words.coupons, ...coupons)}${customMarkup(misc)}
${referencesMarkup(bill, misc, reading)}${slipsMarkup(bill, reading)}${fiscalMarkup(bill, reading)}
${footerText === null ? null : html`<footer>${footerText}</footer>`}`;
}
