import { type Context, complain, digest, type Handler, note, secret } from './context.ts';
import { problemReply, refusePartner, refuseUnknownUser } from './refusals.ts';
import { emptyReply, jsonReply } from './replies.ts';
import type { User } from './simulator-state.ts';

function add(ctx: Context, externalId: string, waitMs = 0): User {
  const availableAt = ctx.clock.now() + waitMs;
  // A digest, because the stored state must not contain externalIds.
  const user = { userId: ctx.random.uuid(), externalKey: digest(externalId), availableAt };
  ctx.state.user.put(user);
  ctx.deletedKeys.delete(user.externalKey);
  note(ctx, 'partner', { kind: 'userCreated', userId: user.userId, externalId });
  return user;
}

export const findUser = ({ state }: Context, userId: string): User | null =>
  state.user.rows().find((user) => user.userId === userId.toLowerCase()) ?? null;

/** The user with the externalId of a bill or registration. Users of the partner interface are included. */
export function userMatching(ctx: Context, externalId: string): User | null {
  const key = digest(externalId);
  const isListed = ctx.switches.current().knownExternalIds.includes(externalId) && !ctx.deletedKeys.has(key);
  return ctx.state.user.get(key) ?? (isListed ? add(ctx, externalId) : null);
}

export const userMatchingOrNew = (ctx: Context, externalId: string): User =>
  userMatching(ctx, externalId) ?? add(ctx, externalId);

/** The longest externalId of a bill (receipt-format.md). A longer one would never match. */
const longestExternalId = 256;
/** The time for which a slowly created user has no token (receipt-service.md 8). */
const slowUserMs = 60_000;
const userTokenSeconds = 3_600;

export const postUser: Handler = (exchange) => {
  const { ctx, input } = exchange;
  const externalId = String(input.externalId);
  if (externalId.length > longestExternalId) {
    complain(exchange, `externalId: longer than ${longestExternalId}: no bill can name this user.`, 'suspicious');
  }
  if (userMatching(ctx, externalId) !== null) {
    return refusePartner(exchange, 409, 'user-already-exists', 'A user with this externalId exists already.');
  }
  const waitMs = ctx.random.fraction() < ctx.switches.current().slowUserChance ? slowUserMs : 0;
  const { userId } = add(ctx, externalId, waitMs);
  return jsonReply(200, { id: userId });
};

/** Issues a token (receipt-service.md 2.11, 4.7 and 7). All members are strings. */
export const issueUserToken: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const user = findUser(ctx, params.get('userId') ?? '');
  if (user === null) return refuseUnknownUser(exchange);
  const { applicationClientIds } = ctx.switches.current();
  const applicationClientId = params.get('applicationClientId') ?? null;
  const fewest = applicationClientId === null ? 1 : 0;
  const isWrong = applicationClientIds.length > fewest && !applicationClientIds.includes(applicationClientId ?? '');
  if (isWrong) {
    const title = 'applicationClientId must name one of the frontend applications.';
    return refusePartner(exchange, 400, 'application-unknown', title);
  }
  if (user.availableAt > ctx.clock.now()) {
    const type = 'user-temporarily-not-available';
    return problemReply(exchange, 404, 'User is temporarily not available.', { type });
  }
  const [accessToken, refreshToken] = [secret(ctx.random, 32), secret(ctx.random, 32)];
  const token = { id: user.userId, accessToken, refreshToken, expiresIn: String(userTokenSeconds) };
  return jsonReply(200, token, { 'cache-control': 'no-store' });
};

/** Deletes a user (receipt-service.md 4.7, which does not show the answer). */
export const removeUser: Handler = (exchange) => {
  const { ctx } = exchange;
  const user = findUser(ctx, exchange.params.get('userId') ?? '');
  if (user === null) return refuseUnknownUser(exchange);
  const { userId, externalKey } = user;
  ctx.state.user.remove(externalKey);
  ctx.deletedKeys.add(externalKey);
  const own = ctx.state.userReceipt.rows().filter((receipt) => receipt.userId === userId);
  for (const { receiptId } of own) ctx.state.userReceipt.remove(receiptId);
  note(ctx, 'partner', { kind: 'userDeleted', userId });
  return emptyReply(204);
};
