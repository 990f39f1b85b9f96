import { statusOfMade } from './contrary.ts';
import type { PartnerHandler } from './partner-handler.ts';
import { refuseMalformed, refusePartner, refuseUnknownUser, sendJson, shownId } from './partner-replies.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { expectNoBody, readJson, sendProblem, sendText } from './replies.ts';
import { faultsOf, list, object, string, text } from './shape.ts';

/** As long as a bill's may be (interface document 8): a longer one could never be met again. */
const longestExternalId = 256;

/** Interface document 2.11, which says of a loyalty card only that it has a code and a name. */
const creation = object({
  externalId: text((value) => value !== '', 'a string that is not empty'),
  loyaltyCards: list(object({ code: string.nullish(), name: string.nullish() })).nullish(),
});

export const createUser: PartnerHandler = (ctx, _call, request, reply) => {
  const body = readJson(request);
  if (!body.ok) return refuseMalformed(ctx, request, reply, { body: [body.sentence] });
  const faults = faultsOf(creation, body.value);
  if (Object.keys(faults).length > 0) return refuseMalformed(ctx, request, reply, faults);
  const { externalId, loyaltyCards = null } = body.value as { externalId: string; loyaltyCards?: unknown };
  if (externalId.length > longestExternalId) {
    ctx.complain(request, 'suspicious', `externalId: longer than ${longestExternalId}: no bill can name this user.`);
  }
  const outcome = ctx.users.create(externalId, loyaltyCards);
  const { existingUser, existingUserStatus: status } = partnerSwitchesOf(ctx.switches.current());
  if (outcome.kind === 'exists' && existingUser === 'refused') {
    const title = 'A user with this externalId exists already.';
    return refusePartner(ctx, request, reply, { status, title, code: 'user-already-exists' });
  }
  return sendJson(reply, outcome.kind === 'exists' ? 200 : statusOfMade(ctx), { id: shownId(ctx, outcome.userId) });
};

/** Interface document 4.7 and, for the fresh user, 7. Every member is a string. */
export const issueUserToken: PartnerHandler = (ctx, call, request, reply) => {
  expectNoBody(ctx, request);
  const user = ctx.users.find(call.params.get('userId') ?? '');
  if (user === null) return refuseUnknownUser(ctx, request, reply);
  const { applicationClientIds, userTokenSeconds } = partnerSwitchesOf(ctx.switches.current());
  const applicationClientId = call.params.get('applicationClientId') ?? null;
  const isNeeded = applicationClientIds.length > 1 && applicationClientId === null;
  const isWrong = applicationClientId !== null && !applicationClientIds.includes(applicationClientId);
  if (isNeeded || (applicationClientIds.length > 0 && isWrong)) {
    const title = 'applicationClientId must name one of the frontend applications.';
    return refusePartner(ctx, request, reply, { status: 400, title, code: 'application-unknown' });
  }
  if (user.availableAt > ctx.clock.now()) {
    return sendProblem(ctx, request, reply, {
      status: 404,
      type: 'user-temporarily-not-available',
      title: 'User is temporarily not available.',
    });
  }
  ctx.record({ kind: 'tokenIssued', userId: user.userId, applicationClientId, at: ctx.clock.now() });
  const secret = (): string => Buffer.from(ctx.random.bytes(32)).toString('base64url');
  const isContrary = ctx.switches.current().contrary;
  const expiresAt = new Date(ctx.clock.now() + userTokenSeconds * 1000).toISOString();
  // The unit of expiresIn is not shown.
  const answer = { id: shownId(ctx, user.userId), accessToken: secret(), refreshToken: secret() };
  reply.header('cache-control', 'no-store');
  return sendJson(reply, 200, { ...answer, expiresIn: isContrary ? expiresAt : String(userTokenSeconds) });
};

/** Interface document 4.7; the answer is not shown. */
export const deleteUser: PartnerHandler = (ctx, call, request, reply) => {
  expectNoBody(ctx, request);
  const { unknownUserDelete } = partnerSwitchesOf(ctx.switches.current());
  const userId = (call.params.get('userId') ?? '').toLowerCase();
  const wasThere = ctx.users.remove(userId);
  if (!wasThere && unknownUserDelete === 'refused') return refuseUnknownUser(ctx, request, reply);
  ctx.userReceipts.dropUser(userId);
  return ctx.switches.current().contrary ? sendText(reply, 202, 'The user is being deleted') : reply.code(204).send();
};
