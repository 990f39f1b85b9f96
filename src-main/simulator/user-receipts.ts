import { isRecord } from '../shared/json.ts';
import { shownId } from './alternate-reading.ts';
import { type Context, type Exchange, type Handler, note } from './context.ts';
import { numberAt, objectAt, textAt } from './json-path.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { readJson, refuseAsMalformed, refusePartner, refuseUnknownUser } from './refusals.ts';
import { json, reply, text } from './replies.ts';
import type { UserReceipt } from './simulator-state.ts';
import { findUser } from './users.ts';

/** Adds a bill to a user's list. The list entry of a bill without a seller is not described. */
export function addToUser(ctx: Context, userId: string, receiptId: string, storeId: string, body: unknown): void {
  const address = objectAt(body, 'bill', 'head', 'seller', 'address');
  const vendorAddress = {
    street: textAt(address, 'street'),
    city: textAt(address, 'city'),
    postalCode: textAt(address, 'postalCode'),
    countryCode: textAt(address, 'countryCode') ?? textAt(body, 'bill', 'countryCode'),
  };
  const item = {
    storeId,
    amount: numberAt(body, 'bill', 'data', 'fullAmountInclVat') ?? 0,
    currency: textAt(body, 'bill', 'data', 'currency') ?? '',
    date: textAt(body, 'bill', 'head', 'date') ?? '',
    vendorName: textAt(body, 'bill', 'head', 'seller', 'name'),
    vendorAddress: Object.keys(address).length === 0 ? null : vendorAddress,
  };
  const position = (ctx.state.userReceipt.last()?.position ?? 0) + 1;
  ctx.state.userReceipt.put({ receiptId, userId, position, item });
}

/** A parameter of the path or the query or, where the route has one, of the body: the document does not show where. */
function parameter(exchange: Exchange, name: string): string | null {
  const given = exchange.params.get(name);
  if (given !== undefined || exchange.request.method === 'GET') return given ?? null;
  const body = readJson(exchange);
  return 'value' in body ? textAt(body.value, name) : null;
}
const userOf = (exchange: Exchange) => findUser(exchange.ctx, parameter(exchange, 'userId') ?? '');

/** receipt-service.md 2.11. Without a seller in the bill there is no name or address to give. */
function listItem(ctx: Context, { receiptId, item }: UserReceipt) {
  const { alternateReading, receiptPictures } = ctx.switches.current();
  const at = new Date(item.date);
  const places = ['street', 'city', 'postalCode', 'countryCode'] as const;
  const address = Object.fromEntries(places.map((name) => [name, item.vendorAddress?.[name] ?? '']));
  return {
    receiptId: shownId(ctx, receiptId),
    storeId: item.storeId,
    amount: item.amount,
    currency: item.currency,
    date: alternateReading && !Number.isNaN(at.getTime()) ? at.toISOString() : item.date,
    imageResource: receiptPictures ? ctx.addressOf('/picture.svg') : null,
    vendorName: item.vendorName ?? '',
    vendorAddress: alternateReading ? item.vendorAddress : address,
  };
}

function takeOf(given: string | null, { switches }: Context): number | null {
  const { defaultTake, maxTake, takeBeyondMax } = switches.current();
  if (given === null) return defaultTake;
  const wanted = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  if (wanted === null || wanted <= maxTake) return wanted;
  return takeBeyondMax === 'clamped' ? maxTake : null;
}

/** Opaque to the client. The alternate reading uses characters that have a meaning in a query. */
function tokenFor({ userId, position }: UserReceipt, alternateReading: boolean): string {
  const token = Buffer.from(`${userId}/${position}`).toString('base64url');
  return alternateReading ? `+/${token}&#%==` : token;
}
function positionIn(token: string, userId: string): number | null {
  const [user, position] = Buffer.from(token.replaceAll(/[^\w-]/g, ''), 'base64url')
    .toString()
    .split('/');
  return user === userId && /^\d+$/.test(position ?? '') ? Number(position) : null;
}

export const listReceipts: Handler = (exchange) => {
  const { ctx } = exchange;
  const user = userOf(exchange);
  if (user === null) return refuseUnknownUser(exchange);
  const { userId } = user;
  const take = takeOf(parameter(exchange, 'take'), ctx);
  if (take === null) return refuseAsMalformed(exchange, { take: ['Expected a page size within the bounds.'] });
  const token = parameter(exchange, 'continuation');
  const after = token === null ? null : positionIn(token, userId);
  if (token !== null && after === null) {
    return refuseAsMalformed(exchange, { continuation: ["Expected what this user's last page gave."] });
  }
  // The document names no order: a service with the alternate reading begins with the oldest.
  const { alternateReading } = ctx.switches.current();
  const own = ctx.state.userReceipt.rows().filter((receipt) => receipt.userId === userId);
  const inOrder = alternateReading ? own : own.reverse();
  const left = inOrder.filter(
    ({ position }) => after === null || (alternateReading ? position > after : position < after),
  );
  const receipts = left.slice(0, take);
  const last = receipts.at(-1);
  note(ctx, 'partner', { kind: 'receiptsListed', userId, count: receipts.length, total: own.length });
  const items = receipts.map((receipt) => listItem(ctx, receipt));
  return json(200, items, {
    'total-count': String(own.length),
    'cache-control': 'no-store',
    ...(last !== undefined && left.length > take && { continuationtoken: tokenFor(last, alternateReading) }),
  });
};

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#8a3b12" d="M0 0h8v8H0z"/><path fill="#fffefa" d="M2 1h4v6H2z"/></svg>';

/** Behind `imageResource` (receipt-service.md 2.11), the same for every seller. */
export const sendPicture: Handler = () =>
  reply(200, 'image/svg+xml', picture, { 'cache-control': 'max-age=3600', 'x-content-type-options': 'nosniff' });

export const sendPdf: Handler = (exchange) => {
  const { ctx, request } = exchange;
  const user = userOf(exchange);
  if (user === null) return refuseUnknownUser(exchange);
  const receiptId = (parameter(exchange, 'receiptId') ?? '').toLowerCase();
  const isOwn = ctx.state.userReceipt.get(receiptId)?.userId === user.userId;
  const content = isOwn ? ctx.contents.get(receiptId) : undefined;
  if (!isRecord(content)) return refusePartner(exchange, 404, 'receipt-not-found', 'The user has no such receipt.');
  const pdf = receiptPdf(content, ctx.extensionKey, request.headers['accept-language'] ?? '', ctx.clock.now());
  note(ctx, 'partner', { kind: 'pdfMade', userId: user.userId, receiptId });
  const type = ctx.switches.current().alternateReading ? 'application/octet-stream' : 'application/pdf';
  return reply(200, type, pdf, { 'cache-control': 'no-store' });
};

/** receipt-service.md 4.7: the body names the receipt, the answer repeats it as a string. */
export const addReceipt: Handler = (exchange) => {
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
  note(ctx, 'partner', { kind: 'receiptAdded', userId, receiptId });
  const shown = shownId(ctx, receiptId);
  return ctx.switches.current().alternateReading ? text(200, shown) : json(200, shown);
};
