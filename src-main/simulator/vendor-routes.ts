import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { wordsFor } from './contrary.ts';
import { isUuid } from './formats.ts';
import { isObject } from './json.ts';
import type { BillRequest } from './receipt-book.ts';
import { expectNoBody, expectQuery, param, readJson, refuseAsMalformed, sendProblem, sendText } from './replies.ts';
import { faultsOf, object, text } from './shape.ts';

/** Interface document 2.9. */
function receiptAnswer(ctx: Context, billId: string, assigned: boolean) {
  if (!assigned) return { type: 'url', url: ctx.addressOf(`/r/${billId}`), billId };
  return { type: ctx.switches.current().legacyResponseType ?? 'externalId', isAssigned: true, billId };
}

const registration = object({
  storeId: text((value) => value !== '', 'a string that is not empty'),
  buyerInformation: object({}).nullish(),
});

/** Interface document 4.1. */
function register(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  expectQuery(ctx, request, []);
  const body = readJson(request);
  if (!body.ok) return refuseAsMalformed(ctx, request, reply, { body: [body.sentence] });
  const faults = faultsOf(registration, body.value);
  if (Object.keys(faults).length > 0 || !isObject(body.value)) return refuseAsMalformed(ctx, request, reply, faults);
  const outcome = ctx.receipts.register(String(body.value.storeId), body.value.buyerInformation ?? null);
  if (outcome.kind === 'unknownStore') return sendText(reply, 404, wordsFor(ctx, 'storeUnknown'));
  return reply.send(receiptAnswer(ctx, outcome.billId, outcome.assigned));
}

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** Picks what the rules of POST /v3/bill look at out of a body that was found good. */
function billRequest(body: unknown, query: unknown): BillRequest {
  return {
    storeId: String(memberOf(body, 'storeId')),
    billId: stringOrNull(memberOf(memberOf(body, 'bill'), 'id')),
    externalId: stringOrNull(memberOf(memberOf(body, 'userIdentification'), 'externalId')),
    displayTarget: stringOrNull(memberOf(query, 'DisplayTarget')),
    body,
  };
}

/** A receipt that carries a loyalty transaction uses it up (interface document 2.8 and 6). */
function endLoyaltyOf(ctx: Context, body: unknown): void {
  const misc = memberOf(memberOf(memberOf(body, 'bill'), 'misc'), ctx.extensionKey);
  const transactionId = memberOf(memberOf(misc, 'couponingInformation'), 'transactionId');
  if (typeof transactionId === 'string') ctx.loyalty.end(transactionId);
}

/** Interface document 4.2 and the first table of 7. */
function addBill(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  expectQuery(ctx, request, ['DisplayTarget']);
  const body = readJson(request);
  if (!body.ok) return refuseAsMalformed(ctx, request, reply, { body: [body.sentence] });
  const verdict = ctx.checkBill(body.value);
  for (const path of verdict.deprecated) ctx.complain(request, 'deprecated', `${path} is deprecated.`);
  if (Object.keys(verdict.errors).length > 0) return refuseAsMalformed(ctx, request, reply, verdict.errors);
  const wanted = billRequest(body.value, request.query);
  const outcome = ctx.receipts.store(wanted);
  switch (outcome.kind) {
    case 'unknownStore':
      return sendText(reply, 404, wordsFor(ctx, 'storeUnknown'));
    case 'alreadyExists':
      return sendText(reply, 409, `Bill with id ${wanted.billId} already exists`);
    case 'notPreRegistered':
      return sendProblem(ctx, request, reply, {
        status: 404,
        type: 'pregeneratedbill-notfound',
        title: 'PreGeneratedBill could not be found.',
      });
    case 'stored':
      if (outcome.otherStore) ctx.complain(request, 'suspicious', 'The id was registered for another store.');
      endLoyaltyOf(ctx, body.value);
      return reply.send(receiptAnswer(ctx, outcome.billId, outcome.assigned));
  }
}

/** Interface document 4.3: always 204, even for what is not an id. */
function cancel(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  const billId = param(request, 'billId');
  expectNoBody(ctx, request);
  expectQuery(ctx, request, []);
  if (isUuid(billId)) ctx.receipts.cancel(billId);
  else ctx.complain(request, 'malformed', 'billId in the path is not a UUID.');
  return reply.code(204).send();
}

/** Interface document 4.4. */
function markPrinted(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  const billId = param(request, 'billId');
  expectNoBody(ctx, request);
  expectQuery(ctx, request, []);
  if (!isUuid(billId)) {
    return refuseAsMalformed(ctx, request, reply, { billId: ['Found another string, expected a UUID.'] });
  }
  const refuse = (title: string) => sendProblem(ctx, request, reply, { status: 400, title });
  switch (ctx.receipts.markPrinted(billId)) {
    case 'unknown':
      return sendText(reply, 404, wordsFor(ctx, 'billUnknown'));
    case 'notStored':
      return refuse('The bill was not stored yet.');
    case 'cancelled':
      return refuse('The bill was cancelled.');
    case 'printed': {
      // "200 returns billId", in a shape that the document leaves open.
      const answer = ctx.switches.current().contrary ? { id: billId } : { billId };
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    }
  }
}

/** The receipt routes (interface document 4.1 to 4.4), in a scope that guardVendorRoutes protects. */
export function vendorRoutes(app: FastifyInstance, ctx: Context): void {
  app.post('/api/v3/bill/url', (request, reply) => register(ctx, request, reply));
  app.post('/api/v3/bill', (request, reply) => addBill(ctx, request, reply));
  app.delete('/api/v3/bill/:billId', (request, reply) => cancel(ctx, request, reply));
  app.post('/api/v3/bill/:billId/printed', (request, reply) => markPrinted(ctx, request, reply));
}
