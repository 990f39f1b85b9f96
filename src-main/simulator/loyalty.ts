import { rawNumber } from '../lib/json-text.ts';
import { type Context, complain, type Exchange, type VendorRoute } from './context.ts';
import type { LoyaltyState } from './ledger.ts';
import { expectNoBody, expectQuery, readAs, sendText } from './replies.ts';

const providerData = { tier: 'green', programme: { id: 'training', season: 3 }, flags: ['newsletter', null, true] };

/** With keys like those of the receipt and numbers that a double cannot hold: it goes on as it is. */
const contraryProviderData = {
  'extension:service': { account: rawNumber('90071992547409931234') },
  rate: rawNumber('0.10000000000000000055'),
  none: null,
};

const activatedRewards = [
  { identifier: 'coffee', name: 'Free coffee', description: 'One filter coffee with any purchase' },
  { identifier: 'ten-percent', name: '10 % off', description: 'On one article of your choice' },
];

const moduleOff = 'The loyalty module is not activated';

/** Interface document 4.5; the answer 2.10. The provider and all its data are invented. Every 400 is plain text (section 7). */
function start(exchange: Exchange) {
  const { ctx, reply } = exchange;
  expectQuery(exchange);
  const body = readAs(exchange.request, 'LoyaltyStart');
  if (!body.ok) {
    complain(exchange, body.sentence);
    return sendText(reply, 400, body.sentence);
  }
  const externalUserId = String(body.value.externalUserId);
  const { loyaltyModule, loyaltyRejection, loyaltyUsers, loyaltyPoints, contrary } = ctx.switches.current();
  if (!loyaltyModule) return sendText(reply, 403, moduleOff);
  if (loyaltyRejection !== null) return sendText(reply, 400, loyaltyRejection);
  if (loyaltyUsers !== 'any' && !loyaltyUsers.includes(externalUserId)) {
    return sendText(reply, 404, 'Loyalty user not found');
  }
  const transactionId = contrary ? `LT/${ctx.random.uuid()} #1` : ctx.random.uuid();
  ctx.state.loyalty.put({ transactionId, state: 'active' });
  ctx.journals.loyalty.add({ transactionId, externalUserId, state: 'active', at: ctx.clock.now() });
  return reply.send({
    transactionId,
    customerId: `C-${ctx.random.uuid().slice(0, 8)}`,
    providerType: 'TrainingClub',
    points: loyaltyPoints ? Math.floor(ctx.random.fraction() * 2000) : null,
    activatedRewards,
    providerData: contrary ? contraryProviderData : providerData,
  });
}

/** Ends a transaction that is active; false where it is not. */
function move(ctx: Context, transactionId: string, state: LoyaltyState): boolean {
  if (ctx.state.loyalty.get(transactionId)?.state !== 'active') return false;
  ctx.state.loyalty.put({ transactionId, state });
  const noted = ctx.journals.loyalty.entries().findLast((entry) => entry.transactionId === transactionId);
  if (noted !== undefined) noted.state = state;
  return true;
}

/** The provider is done with a transaction; true when it was active. */
export const endLoyalty = (ctx: Context, transactionId: string): boolean => move(ctx, transactionId, 'ended');

/** Interface document 4.6. */
function cancel(exchange: Exchange) {
  const { ctx, reply } = exchange;
  expectNoBody(exchange);
  expectQuery(exchange);
  const transactionId = exchange.params.get('transactionId') ?? '';
  const { loyaltyModule, loyaltyTransactionsEnd } = ctx.switches.current();
  if (!loyaltyModule) return sendText(reply, 403, moduleOff);
  if (loyaltyTransactionsEnd) endLoyalty(ctx, transactionId);
  if (ctx.state.loyalty.get(transactionId) === undefined) {
    return sendText(reply, 404, 'Loyalty transaction not found');
  }
  const isNow = move(ctx, transactionId, 'cancelled');
  return reply.send({ transactionId, status: isNow ? 'CANCELED' : 'TRANSACTION_NOT_ACTIVE_ANYMORE' });
}

/** Interface document 9. The date is invented, and written as RFC 9745 has it. */
const deprecated = (run: (exchange: Exchange) => unknown) => (exchange: Exchange) => {
  complain(exchange, 'The provider-specific loyalty routes are deprecated.', 'deprecated');
  exchange.reply.headers({
    deprecation: '@1735689600',
    link: '</api/v3/loyalty/transactions>; rel="successor-version"',
  });
  return run(exchange);
};

export const loyaltyRoutes: readonly VendorRoute[] = [
  ['loyaltyStart', 'PUT', '/api/v3/loyalty/transactions', start],
  ['loyaltyCancel', 'DELETE', '/api/v3/loyalty/transactions/:transactionId', cancel],
  ['loyaltyStart', 'PUT', '/api/v3/loyalty/:provider/transactions', deprecated(start)],
  ['loyaltyCancel', 'DELETE', '/api/v3/loyalty/:provider/transactions/:transactionId', deprecated(cancel)],
];
