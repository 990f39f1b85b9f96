import iconv from 'iconv-lite';
import { isRecord } from '../shared/json.ts';
import type { Context, Exchange, Handler } from './context.ts';
import { numberAt, textAt } from './json-path.ts';
import { type Line, receiptLines, wordsForBill } from './receipt-text.ts';
import { readJsonBody, refuseAsMalformed, refusePartner, refuseUnknownUser } from './refusals.ts';
import { jsonReply, reply } from './replies.ts';
import { findUser } from './users.ts';

/** Adds a bill to a user's list (receipt-service.md 2.11). Texts that the bill lacks are empty, which is invented. */
export function addToUser(ctx: Context, userId: string, receiptId: string, storeId: string, body: unknown): void {
  const textOf = (...path: readonly string[]): string => textAt(body, 'bill', ...path) ?? '';
  const ofSeller = (name: string): string => textOf('head', 'seller', 'address', name);
  const item = {
    receiptId,
    storeId,
    amount: numberAt(body, 'bill', 'data', 'fullAmountInclVat') ?? 0,
    currency: textOf('data', 'currency'),
    date: textOf('head', 'date'),
    imageResource: null,
    vendorName: textOf('head', 'seller', 'name'),
    vendorAddress: {
      street: ofSeller('street'),
      city: ofSeller('city'),
      postalCode: ofSeller('postalCode'),
      countryCode: ofSeller('countryCode') || textOf('countryCode'),
    },
  };
  ctx.state.userReceipt.put({ receiptId, userId, item });
}

/** A parameter in the path, query or body. receipt-service.md does not show which. */
function parameter(exchange: Exchange, name: string): string | null {
  const given = exchange.params.get(name);
  if (given !== undefined || exchange.request.method === 'GET') return given ?? null;
  const body = readJsonBody(exchange);
  return 'value' in body ? textAt(body.value, name) : null;
}
const userOf = (exchange: Exchange) => findUser(exchange.ctx, parameter(exchange, 'userId') ?? '');

/** These limits of a page are invented, because receipt-service.md 8 has none. */
const defaultTake = 20;
const maxTake = 100;

function takeOf(given: string | null): number | null {
  if (given === null) return defaultTake;
  return /^[1-9]\d{0,8}$/.test(given) ? Math.min(Number(given), maxTake) : null;
}

/** A token that the client cannot interpret, with characters that have a meaning in a query. It names the last receipt. */
const tokenAfter = (userId: string, receiptId: string): string =>
  `+/${Buffer.from(`${userId}/${receiptId}`).toString('base64url')}&#%==`;

export const getReceipts: Handler = (exchange) => {
  const { ctx } = exchange;
  const user = userOf(exchange);
  if (user === null) return refuseUnknownUser(exchange);
  const { userId } = user;
  const take = takeOf(parameter(exchange, 'take'));
  if (take === null) return refuseAsMalformed(exchange, { take: ['Expected a page size within the bounds.'] });
  const token = parameter(exchange, 'continuation');
  const own = ctx.state.userReceipt.rows().filter((receipt) => receipt.userId === userId);
  const newestFirst = own.toReversed();
  const start = newestFirst.findIndex(({ receiptId }) => tokenAfter(userId, receiptId) === token) + 1;
  if (token !== null && start === 0) {
    return refuseAsMalformed(exchange, { continuation: ["Expected what this user's last page gave."] });
  }
  const receipts = newestFirst.slice(start, start + take);
  const last = receipts.at(-1);
  const items = receipts.map(({ item }) => item);
  return jsonReply(200, items, {
    'total-count': String(own.length),
    'cache-control': 'no-store',
    ...(last !== undefined && start + take < own.length && { continuationtoken: tokenAfter(userId, last.receiptId) }),
  });
};

export const sendPdf: Handler = (exchange) => {
  const { ctx, request } = exchange;
  const user = userOf(exchange);
  if (user === null) return refuseUnknownUser(exchange);
  const receiptId = (parameter(exchange, 'receiptId') ?? '').toLowerCase();
  const isOwn = ctx.state.userReceipt.get(receiptId)?.userId === user.userId;
  const content = isOwn ? ctx.contents.get(receiptId) : undefined;
  if (!isRecord(content)) return refusePartner(exchange, 404, 'receipt-not-found', 'The user has no such receipt.');
  const pdf = receiptPdf(content, ctx.extensionKey, request.headers['accept-language'] ?? '', ctx.clock.now());
  return reply(200, 'application/pdf', pdf, { 'cache-control': 'no-store' });
};

/** The body names the receipt, and the answer is its id as a string. receipt-service.md describes neither. */
export const postReceipt: Handler = (exchange) => {
  const { ctx, input } = exchange;
  const user = userOf(exchange);
  if (user === null) return refuseUnknownUser(exchange);
  const { userId } = user;
  const receiptId = String(input.receiptId).toLowerCase();
  const receipt = ctx.state.receipt.get(receiptId);
  const isOwn = ctx.state.userReceipt.get(receiptId)?.userId === userId;
  if (receipt?.status !== 'stored' || !(receipt.assigned || ctx.contents.has(receiptId))) {
    return refusePartner(exchange, 404, 'receipt-not-found', 'There is no such anonymous receipt.');
  }
  if (receipt.assigned && !isOwn) {
    return refusePartner(exchange, 409, 'receipt-not-anonymous', 'The receipt belongs to somebody already.');
  }
  if (!receipt.assigned) {
    ctx.state.receipt.put({ ...receipt, assigned: true });
    addToUser(ctx, userId, receiptId, receipt.storeId, ctx.contents.get(receiptId));
  }
  return jsonReply(200, receiptId);
};

/** Lengths are in points (1/72 inch). The page is as long as the receipt. A letter is 0.6 font sizes wide. */
const page = { width: 420, margin: 36, lineHeight: 12, fontSize: 9 };
const columns = Math.floor((page.width - 2 * page.margin) / (0.6 * page.fontSize));

/** Encodes text for the standard fonts of PDF, with a question mark for characters that they lack. */
const encoded = (text: string): string => {
  const plain = text.normalize('NFC').replaceAll(/[\u2000-\u200a\u202f]/gu, '\u00a0');
  return iconv
    .encode(plain.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[^\0-\uffff]/gu, '?'), 'win1252')
    .toString('latin1');
};

const pieces = new RegExp(`.{1,${columns}}(?: |$)|.{1,${columns}}`, 'g');
const wrapped = (text: string): readonly string[] =>
  text.split('\n').flatMap((part) => encoded(part).match(pieces) ?? ['']);

function rowsOf({ look, text, value }: Line): readonly string[] {
  const [left, right] = [wrapped(text), value === '' ? [] : wrapped(value)];
  const [last = '', first = ''] = [left.at(-1), right[0]];
  const isOneRow = right.length === 1 && last.length + first.length < columns;
  const texts = isOneRow
    ? [...left.slice(0, -1), last + first.padStart(columns - last.length)]
    : [...left, ...right.map((part) => part.padStart(columns))];
  return look === 'heading' && text !== '' ? ['', ...texts] : texts;
}

const literal = (text: string): string => `(${text.replaceAll(/[\\()]/g, '\\$&')})`;

/** Writes the PDF directly, because a library with its own fonts would block tills for 100 to 360 ms a receipt. */
export function receiptPdf(body: object, extensionKey: string, acceptLanguage: string, at: number): Buffer {
  const words = wordsForBill(body, extensionKey, acceptLanguage);
  const { width, margin, lineHeight, fontSize } = page;
  const drawn = receiptLines(body, extensionKey, words).flatMap(rowsOf);
  const height = drawn.length * lineHeight + 2 * margin;
  const texts = drawn.map((text) => `${literal(text)} Tj T*`).join('\n');
  // These operators draw the page (ISO 32000-1, 9.4).
  const content = `BT /R ${fontSize} Tf ${lineHeight} TL ${margin} ${height - margin} Td\n${texts}\nET`;
  const date = new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${literal(words.locale.slice(0, 2))} >>`,
    '<< /Type /Pages /Count 1 /Kids [5 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(encoded(words.receipt))} /Creator (Receipt Companion) /CreationDate (D:${date}Z) >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /R 3 0 R >> >> /Contents 6 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let written = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(written + table + trailer, 'latin1');
}
