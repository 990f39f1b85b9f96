import { rawNumber } from '../shared/json-text.ts';
import { type Context, type Handler, note } from './context.ts';
import type { LoyaltyState } from './ledger.ts';
import { jsonReply, textReply } from './replies.ts';

/** Has a key that the app renames in receipts, and numbers that no double holds. The app must pass it on unchanged. */
const providerData = {
  tier: 'green',
  'extension:service': { account: rawNumber('90071992547409931234') },
  rate: rawNumber('0.10000000000000000055'),
  none: null,
};

const activatedRewards = [
  { identifier: 'coffee', name: 'Free coffee', description: 'One filter coffee with any purchase' },
  { identifier: 'ten-percent', name: '10 % off', description: 'On one article of your choice' },
];

const moduleOff = 'The loyalty module is not activated';

/** Starts a transaction with invented data (receipt-service.md 4.5 and 2.10). */
export const startLoyalty: Handler = ({ ctx, input }) => {
  const externalUserId = String(input.externalUserId);
  const { loyaltyModule, loyaltyUsers } = ctx.switches.current();
  if (!loyaltyModule) return textReply(403, moduleOff);
  if (loyaltyUsers !== 'any' && !loyaltyUsers.includes(externalUserId)) return textReply(404, 'Loyalty user not found');
  // Contains characters that a client must encode in a path.
  const transactionId = `LT/${ctx.random.uuid()} #1`;
  ctx.state.loyalty.put({ transactionId, state: 'active' });
  note(ctx, 'loyalty', { transactionId, externalUserId, state: 'active' });
  return jsonReply(200, {
    transactionId,
    customerId: `C-${ctx.random.uuid().slice(0, 8)}`,
    providerType: 'TrainingClub',
    points: Math.floor(ctx.random.fraction() * 2000),
    activatedRewards,
    providerData,
  });
};
function move(ctx: Context, transactionId: string, state: LoyaltyState): boolean {
  if (ctx.state.loyalty.get(transactionId)?.state !== 'active') return false;
  ctx.state.loyalty.put({ transactionId, state });
  const noted = ctx.journals.loyalty.findLast((entry) => entry.transactionId === transactionId);
  if (noted !== undefined) noted.state = state;
  return true;
}

export const endLoyalty = (ctx: Context, transactionId: string): boolean => move(ctx, transactionId, 'ended');

export const cancelLoyalty: Handler = ({ ctx, params }) => {
  const transactionId = params.get('transactionId') ?? '';
  if (!ctx.switches.current().loyaltyModule) return textReply(403, moduleOff);
  if (ctx.state.loyalty.get(transactionId) === undefined) return textReply(404, 'Loyalty transaction not found');
  const isNow = move(ctx, transactionId, 'cancelled');
  return jsonReply(200, { transactionId, status: isNow ? 'CANCELED' : 'TRANSACTION_NOT_ACTIVE_ANYMORE' });
};
