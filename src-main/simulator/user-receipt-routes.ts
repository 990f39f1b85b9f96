import type { FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { isObject } from './json.ts';
import type { PartnerCall } from './partner-call.ts';
import type { PartnerHandler } from './partner-handler.ts';
import type { UserReceipt } from './partner-records.ts';
import { refuseMalformed, refusePartner, refuseUnknownUser, sendJson, shownId } from './partner-replies.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { picturePath } from './picture-routes.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { expectNoBody, readJson, sendText } from './replies.ts';

/** A parameter of the path or the query or, where the route has one, of the body: the document does not show where. */
function parameter(call: PartnerCall, request: FastifyRequest, name: string): string | null {
  const given = call.params.get(name);
  if (given !== undefined || request.method === 'GET') return given ?? null;
  const body = readJson(request);
  const member = body.ok && isObject(body.value) ? body.value[name] : undefined;
  return typeof member === 'string' || typeof member === 'number' ? String(member) : null;
}

/** Interface document 2.11. Without a seller in the bill there is no name or address to give. */
function listItem(ctx: Context, { receiptId, item }: UserReceipt) {
  const { contrary } = ctx.switches.current();
  const { receiptPictures } = partnerSwitchesOf(ctx.switches.current());
  const at = new Date(item.date);
  const blank = { street: '', city: '', postalCode: '', countryCode: '' };
  const { street, city, postalCode, countryCode } = item.vendorAddress ?? blank;
  const address = {
    street: street ?? '',
    city: city ?? '',
    postalCode: postalCode ?? '',
    countryCode: countryCode ?? '',
  };
  return {
    receiptId: shownId(ctx, receiptId),
    storeId: item.storeId,
    amount: item.amount,
    currency: item.currency,
    date: contrary && !Number.isNaN(at.getTime()) ? at.toISOString() : item.date,
    imageResource: receiptPictures ? ctx.addressOf(picturePath(item.vendorName ?? '')) : null,
    vendorName: item.vendorName ?? '',
    vendorAddress: contrary ? item.vendorAddress : address,
  };
}

/** The page size: null for what is none. */
function takeOf(given: string | null, ctx: Context): number | null {
  const { defaultTake, maxTake, takeBeyondMax } = partnerSwitchesOf(ctx.switches.current());
  if (given === null) return defaultTake;
  const wanted = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  if (wanted === null || wanted <= maxTake) return wanted;
  return takeBeyondMax === 'clamped' ? maxTake : null;
}

export const listReceipts: PartnerHandler = (ctx, call, request, reply) => {
  if (request.method === 'GET') expectNoBody(ctx, request);
  const user = ctx.users.find(parameter(call, request, 'userId') ?? '');
  if (user === null) return refuseUnknownUser(ctx, request, reply);
  const { userId } = user;
  const take = takeOf(parameter(call, request, 'take'), ctx);
  if (take === null) return refuseMalformed(ctx, request, reply, { take: ['Expected a page size within the bounds.'] });
  const page = ctx.userReceipts.page(userId, take, parameter(call, request, 'continuation'));
  if (page === null) {
    return refuseMalformed(ctx, request, reply, { continuation: ["Expected what this user's last page gave."] });
  }
  const { receipts, total, continuation } = page;
  ctx.record({ kind: 'receiptsListed', userId, count: receipts.length, total, at: ctx.clock.now() });
  reply.header('Total-Count', String(total)).header('cache-control', 'no-store');
  if (continuation !== null) reply.header('ContinuationToken', continuation);
  const items = receipts.map((receipt) => listItem(ctx, receipt));
  return sendJson(reply, 200, items);
};

export const sendPdf: PartnerHandler = (ctx, call, request, reply) => {
  const user = ctx.users.find(parameter(call, request, 'userId') ?? '');
  if (user === null) return refuseUnknownUser(ctx, request, reply);
  const receiptId = (parameter(call, request, 'receiptId') ?? '').toLowerCase();
  const content = ctx.userReceipts.ownerOf(receiptId) === user.userId ? ctx.receipts.contentOf(receiptId) : undefined;
  if (!isObject(content)) {
    const title = 'The user has no such receipt.';
    return refusePartner(ctx, request, reply, { status: 404, title, code: 'receipt-not-found' });
  }
  const pdf = receiptPdf(content, ctx.extensionKey, request.headers['accept-language'] ?? '', ctx.clock.now());
  ctx.record({ kind: 'pdfMade', userId: user.userId, receiptId, at: ctx.clock.now() });
  reply.header('cache-control', 'no-store');
  return reply.type(ctx.switches.current().contrary ? 'application/octet-stream' : 'application/pdf').send(pdf);
};

/** Interface document 4.7: the body names the receipt, the answer repeats it as a string. */
export const addReceipt: PartnerHandler = (ctx, call, request, reply) => {
  const body = readJson(request);
  const receiptId = body.ok && isObject(body.value) ? body.value.receiptId : undefined;
  if (typeof receiptId !== 'string' || receiptId === '') {
    const sentence = body.ok ? 'Expected a string that is not empty.' : body.sentence;
    return refuseMalformed(ctx, request, reply, { receiptId: [sentence] });
  }
  const user = ctx.users.find(parameter(call, request, 'userId') ?? '');
  if (user === null) return refuseUnknownUser(ctx, request, reply);
  switch (ctx.receipts.assign(receiptId, user.userId)) {
    case 'unknown': {
      const title = 'There is no such anonymous receipt.';
      return refusePartner(ctx, request, reply, { status: 404, title, code: 'receipt-not-found' });
    }
    case 'notAnonymous': {
      const title = 'The receipt belongs to somebody already.';
      return refusePartner(ctx, request, reply, { status: 409, title, code: 'receipt-not-anonymous' });
    }
    case 'assigned': {
      const shown = shownId(ctx, receiptId.toLowerCase());
      ctx.record({ kind: 'receiptAdded', userId: user.userId, receiptId: shown.toLowerCase(), at: ctx.clock.now() });
      return ctx.switches.current().contrary ? sendText(reply, 200, shown) : sendJson(reply, 200, shown);
    }
  }
};
