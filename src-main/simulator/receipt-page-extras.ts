import { type Html, html } from './html.ts';
import { listAt, numberAt, objectAt, type Reading, row, textAt } from './receipt-page-format.ts';
import type { JsonObject } from './shape.ts';

function couponMarkup(coupon: JsonObject, { words, format }: Reading): Html {
  const from = textAt(coupon, 'redeemStartDate');
  const until = textAt(coupon, 'redeemEndDate');
  const span = [from && `${words.from} ${format.day(from)}`, until && `${words.until} ${format.day(until)}`];
  const valid = span.filter((part) => part !== null).join(' ');
  const description = textAt(coupon, 'description');
  return html`<div class="coupon"><b>${textAt(coupon, 'title') ?? ''}</b>
${description === null ? null : html`<div>${description}</div>`}
${valid === '' ? null : html`<div class="soft">${words.valid} ${valid}</div>`}<code>${textAt(coupon, 'code') ?? ''}</code></div>`;
}

function couponsMarkup(misc: JsonObject, reading: Reading): Html | null {
  const coupons = listAt(misc, 'afterSalesCoupons');
  if (coupons.length === 0) return null;
  const cards = coupons.map((coupon) => couponMarkup(coupon, reading));
  return html`<section><h2>${reading.words.coupons}</h2>${cards}</section>`;
}

function loyaltyMarkup(misc: JsonObject, { words, format }: Reading): Html | null {
  const couponing = objectAt(misc, 'couponingInformation');
  const collected = numberAt(couponing, 'collectedPoints');
  const used = numberAt(couponing, 'usedPoints');
  const rewards = listAt(couponing, 'redeemedRewards').map((reward) => {
    const value = numberAt(reward, 'value');
    const name = textAt(reward, 'name') ?? textAt(reward, 'identifier') ?? '';
    return row(`${words.rewards}: ${name}`, value === null ? '' : format.money(value));
  });
  if (collected === null && used === null && rewards.length === 0) return null;
  return html`<section>${rewards}${collected === null ? null : row(words.points, format.decimal(collected))}
${used === null ? null : row(words.pointsUsed, format.decimal(used))}</section>`;
}

/** Interface document 2.7: fields differ by type, so every plain field is shown under its own name. */
function fiscalMarkup(bill: JsonObject, { words, extensionKey }: Reading): Html | null {
  const security = objectAt(bill, 'security');
  const current = objectAt(security, 'fiscalization');
  const fiscal = Object.keys(current).length > 0 ? current : objectAt(security, 'tse');
  const extension = objectAt(security, extensionKey);
  const named = [
    ...listAt(fiscal, 'additionalData'),
    ...listAt(fiscal, 'data').filter((entry) => entry.displayed === true),
  ];
  const entries: readonly (readonly [string, string | null])[] = [
    ...Object.keys(fiscal)
      .filter((name) => name !== 'type')
      .map((name) => [name, textAt(fiscal, name)] as const),
    ...named.map((entry) => [textAt(entry, 'displayName') ?? '', textAt(entry, 'value')] as const),
  ];
  const shown = entries.filter(([, value]) => value !== null);
  const failed = extension.failure === true || extension.tseFailure === true;
  if (shown.length === 0 && !failed) return null;
  const list = shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  const title = [words.fiscal, textAt(fiscal, 'type')].filter((part) => part !== null).join(' · ');
  return html`<section>${failed ? html`<p class="soft">${words.fiscalFailure}</p>` : null}
${list.length === 0 ? null : html`<details><summary>${title}</summary><dl>${list}</dl></details>`}</section>`;
}

/** Slips for the customer. `VendorReceipt` is the merchant's own copy and stays hidden. */
function slipsMarkup(bill: JsonObject, { words }: Reading): readonly Html[] {
  const slips = listAt(objectAt(bill, 'misc'), 'additionalReceipts').filter(
    (slip) => slip.type !== 'VendorReceipt' && textAt(slip, 'contentType')?.startsWith('text/plain') === true,
  );
  return slips.map((slip) => {
    const content = textAt(slip, 'content') ?? '';
    return html`<section><details><summary>${words.slip}</summary><pre>${plainText(content)}</pre></details></section>`;
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
  const references: readonly (readonly [string, string | null])[] = [
    [words.number, textAt(objectAt(bill, 'head'), 'number')],
    [
      words.register,
      textAt(objectAt(bill, 'cashRegister'), 'number') ?? textAt(objectAt(bill, 'cashRegister'), 'serialNumber'),
    ],
    [words.cashier, textAt(misc, 'cashierName')],
    [words.returnCode, textAt(misc, 'returnBarcode')],
  ];
  const rows = references.flatMap(([label, value]) => (value === null ? [] : [row(label, value, 'soft wrap')]));
  return rows.length === 0 ? null : html`<section>${rows}</section>`;
}

/** Everything below the VAT table. */
export function extrasMarkup(bill: JsonObject, misc: JsonObject, reading: Reading): Html {
  const footerText = textAt(objectAt(bill, 'misc'), 'footerText');
  return html`${loyaltyMarkup(misc, reading)}${couponsMarkup(misc, reading)}${referencesMarkup(bill, misc, reading)}
${slipsMarkup(bill, reading)}${fiscalMarkup(bill, reading)}
${footerText === null ? null : html`<footer>${footerText}</footer>`}`;
}
