import { isRecord } from '../shared/json.ts';
import { type Context, complain, type Handler, note } from './context.ts';
import { isUuid } from './formats.ts';
import { textAt } from './json-path.ts';
import { endLoyalty } from './loyalty-handlers.ts';
import { problemReply, refuseAsMalformed } from './refusals.ts';
import { emptyReply, jsonReply, textReply } from './replies.ts';
import { addToUser } from './user-receipts.ts';
import { userMatching, userMatchingOrNew } from './users.ts';

function receiptAnswer(ctx: Context, billId: string, assigned: boolean) {
  if (!assigned) return { type: 'url', url: ctx.addressOf(`/r/${billId}`), billId };
  return { type: 'externalId', isAssigned: true, billId };
}

/** Collects `userIdentification.externalId` at any depth, which identifies the buyer. */
function externalIdsIn(value: unknown, depth = 0): readonly string[] {
  if (!isRecord(value) || depth > 8) return [];
  const here = textAt(value, 'userIdentification', 'externalId');
  const deeper = Object.values(value).flatMap((inner) => externalIdsIn(inner, depth + 1));
  return here === null ? deeper : [here, ...deeper];
}

export const register: Handler = ({ ctx, input }) => {
  const { buyerInformation = null } = input;
  const storeId = String(input.storeId);
  if (!ctx.account().storeIds.includes(storeId)) return textReply(404, 'Store not found');
  const billId = ctx.random.uuid();
  const buyers = externalIdsIn({ buyerInformation });
  const assigned = buyers.some((externalId) => userMatching(ctx, externalId) !== null);
  ctx.state.receipt.put({ billId, storeId, status: 'registered', assigned });
  note(ctx, 'registrations', { billId, storeId, assigned, buyerInformation });
  return jsonReply(200, receiptAnswer(ctx, billId, assigned));
};

function keepBill(ctx: Context, billId: string, storeId: string, userId: string | null, body: unknown): void {
  ctx.state.receipt.put({ billId, storeId, status: 'stored', assigned: userId !== null });
  ctx.contents.set(billId, body);
  const oldest = ctx.contents.keys().next();
  if (ctx.contents.size > ctx.keep && !oldest.done) ctx.contents.delete(oldest.value);
  if (userId !== null) addToUser(ctx, userId, billId, storeId, body);
}

export const storeFor = (ctx: Context, userId: string, body: unknown): void =>
  keepBill(ctx, ctx.random.uuid(), ctx.account().storeIds[0], userId, body);

/** Accepts a bill (receipt-service.md 4.2, and the column `bill` in 7). */
export const addBill: Handler = (exchange) => {
  const { ctx, input: body, params } = exchange;
  const { selfGeneratedIds, transparentUserCreation } = ctx.switches.current();
  const storeId = textAt(body, 'storeId') ?? '';
  const givenId = textAt(body, 'bill', 'id');
  if (!ctx.account().storeIds.includes(storeId)) return textReply(404, 'Store not found');
  const billId = givenId?.toLowerCase() ?? ctx.random.uuid();
  const before = ctx.state.receipt.get(billId);
  const isRegistered = before?.status === 'registered';
  if (before !== undefined && !isRegistered && before.status !== 'gone') {
    return textReply(409, `Bill with id ${givenId} already exists`);
  }
  if (!isRegistered && givenId !== null && !selfGeneratedIds) {
    return problemReply(exchange, 404, 'PreGeneratedBill could not be found.', { type: 'pregeneratedbill-notfound' });
  }
  if (before !== undefined && before.storeId !== storeId) {
    complain(exchange, 'The id was registered for another store.', 'suspicious');
  }
  const externalId = textAt(body, 'userIdentification', 'externalId');
  const find = transparentUserCreation ? userMatchingOrNew : userMatching;
  const user = externalId === null ? null : find(ctx, externalId);
  const assigned = user !== null;
  keepBill(ctx, billId, storeId, user?.userId ?? null, body);
  const displayTarget = params.get('DisplayTarget') || null;
  note(ctx, 'bills', { billId, storeId, assigned, displayTarget, body });
  // A receipt ends the loyalty transaction that it names. A later cancel is then too late (receipt-service.md 3).
  const transactionId = textAt(body, 'bill', 'misc', ctx.extensionKey, 'couponingInformation', 'transactionId');
  endLoyalty(ctx, transactionId ?? '');
  return jsonReply(200, receiptAnswer(ctx, billId, assigned));
};

/** Answers 204 even for an unknown id (receipt-service.md 4.3). */
export const cancelBill: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const billId = (params.get('billId') ?? '').toLowerCase();
  if (!isUuid(billId)) {
    complain(exchange, 'billId in the path is not a UUID.');
    return emptyReply(204);
  }
  const receipt = ctx.state.receipt.get(billId);
  note(ctx, 'cancels', { billId, known: receipt !== undefined });
  ctx.contents.delete(billId);
  ctx.state.userReceipt.remove(billId);
  if (receipt?.status === 'registered') ctx.state.receipt.put({ ...receipt, status: 'gone' });
  if (receipt?.status === 'stored') ctx.state.receipt.put({ ...receipt, status: 'cancelled' });
  return emptyReply(204);
};

export const markPrinted: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const given = params.get('billId') ?? '';
  if (!isUuid(given)) return refuseAsMalformed(exchange, { billId: ['Found a string, expected a UUID.'] });
  const receipt = ctx.state.receipt.get(given.toLowerCase());
  if (receipt === undefined) return textReply(404, 'Bill not found');
  if (receipt.status !== 'stored') {
    const why = receipt.status === 'registered' ? 'not stored yet' : 'cancelled';
    return problemReply(exchange, 400, `The bill was ${why}.`);
  }
  note(ctx, 'printed', { billId: receipt.billId });
  // receipt-service.md leaves the form of `billId` in this answer open.
  return jsonReply(200, { billId: given });
};

export function pageContent({ state, contents }: Context, id: string) {
  const receipt = state.receipt.get(id.toLowerCase());
  if (receipt === undefined) return { kind: 'unknown' } as const;
  if (receipt.status === 'cancelled' || receipt.status === 'gone') return { kind: 'cancelled' } as const;
  if (receipt.assigned) return { kind: 'inAccount' } as const;
  if (receipt.status === 'registered') return { kind: 'waiting' } as const;
  const body = contents.get(receipt.billId);
  return body === undefined ? ({ kind: 'contentGone' } as const) : ({ kind: 'receipt', body } as const);
}
