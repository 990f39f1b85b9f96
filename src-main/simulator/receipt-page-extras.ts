import { joined, labelled, listAt, numberAt, objectAt, type Reading, textAt } from './receipt-page-format.ts';
import { type Part, row, section, text } from './receipt-parts.ts';
import { isObject, type JsonObject } from './shape.ts';

function couponPart(coupon: JsonObject, { words, format }: Reading): Part {
  const day = (name: string) => format.day(textAt(coupon, name) ?? '') || null;
  const span = [labelled(words.from, day('redeemStartDate')), labelled(words.until, day('redeemEndDate'))];
  return {
    kind: 'coupon',
    title: textAt(coupon, 'title'),
    description: textAt(coupon, 'description'),
    valid: labelled(words.valid, joined(span)),
    code: textAt(coupon, 'code'),
  };
}

function loyaltyPart(misc: JsonObject, { words, format }: Reading): Part | null {
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
function freeLines(value: unknown, name: string | null = null, depth = 0): readonly (Part | null)[] {
  if (Array.isArray(value)) return depth > 8 ? [] : value.flatMap((entry) => freeLines(entry, null, depth + 1));
  if (isObject(value)) {
    return depth > 8 ? [] : Object.entries(value).flatMap(([key, entry]) => freeLines(entry, key, depth + 1));
  }
  if (value === null || value === undefined || value === '') return [];
  const isSelfEvident = name === null || ['text', 'title', 'value', 'content'].includes(name);
  return [text(isSelfEvident ? String(value) : `${name}: ${String(value)}`, 'free')];
}

function customParts(misc: JsonObject): readonly (Part | null)[] {
  return listAt(misc, 'customSections').map((custom) =>
    section(typeof custom.section === 'string' ? custom.section : null, ...freeLines(custom.data)),
  );
}

/** Interface document 2.7: fields differ by type, so every plain field is shown under its own name. */
function fiscalPart(bill: JsonObject, { words, extensionKey }: Reading): Part | null {
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
  const title = joined([words.fiscal, textAt(fiscal, 'type')], ' · ') ?? '';
  const qrData = textAt(fiscal, 'posInspectionQrData') ?? textAt(fiscal, 'qrCodeData');
  const failed = extension.failure === true || extension.tseFailure === true;
  return section(
    null,
    failed ? text(words.fiscalFailure, 'soft paragraph') : null,
    qrData === null ? null : { kind: 'code', text: qrData, label: words.fiscal },
    entries.length === 0 ? null : { kind: 'folded', title, parts: [{ kind: 'terms', entries }] },
  );
}

/** Slips for the customer. `VendorReceipt` is the merchant's own copy and stays hidden. */
function slipParts(bill: JsonObject, { words }: Reading): readonly (Part | null)[] {
  const slips = listAt(objectAt(bill, 'misc'), 'additionalReceipts').filter(
    (slip) => slip.type !== 'VendorReceipt' && textAt(slip, 'contentType')?.startsWith('text/plain') === true,
  );
  return slips.map((slip) => {
    const content = plainText(textAt(slip, 'content') ?? '');
    return section(null, { kind: 'folded', title: words.slip, parts: [{ kind: 'slip', text: content }] });
  });
}

/** "May be base64 text" (interface document 2.8): read as such only when nothing else fits. */
function plainText(content: string): string {
  const looksEncoded = /^(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(content);
  if (!looksEncoded) return content;
  const decoded = Buffer.from(content, 'base64').toString('utf8');
  return decoded.includes('\uFFFD') ? content : decoded;
}

function referencesPart(bill: JsonObject, misc: JsonObject, { words }: Reading): Part | null {
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
export function extraParts(bill: JsonObject, misc: JsonObject, reading: Reading): readonly (Part | null)[] {
  const coupons = listAt(misc, 'afterSalesCoupons').map((coupon) => couponPart(coupon, reading));
  const footerText = textAt(objectAt(bill, 'misc'), 'footerText');
  return [
    loyaltyPart(misc, reading),
    section(reading.words.coupons, ...coupons),
    ...customParts(misc),
    referencesPart(bill, misc, reading),
    ...slipParts(bill, reading),
    fiscalPart(bill, reading),
    footerText === null ? null : { kind: 'footer', text: footerText },
  ];
}
