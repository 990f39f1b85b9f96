import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { scopeOf } from './account.ts';
import type { Context } from './context.ts';
import { wordsFor } from './contrary.ts';
import { refusePartner } from './partner-replies.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { sendText } from './replies.ts';
import type { PartnerRoute } from './route-names.ts';

type Verdict = 'admitted' | 'refused' | 'forbidden';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function byKey(ctx: Context, request: FastifyRequest): Verdict {
  const { partnerKeyHeader } = partnerSwitchesOf(ctx.switches.current());
  const given = request.headers[partnerKeyHeader.toLowerCase()];
  if (given === undefined) ctx.complain(request, 'malformed', `The header ${partnerKeyHeader} is missing.`);
  const isRight = typeof given === 'string' && timingSafeEqual(digest(given), digest(ctx.account().partnerKey));
  return isRight ? 'admitted' : 'refused';
}

/** A token for another scope is a good token without the permission (interface document 5.6). */
function byToken(ctx: Context, request: FastifyRequest): Verdict {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) {
    ctx.complain(request, 'malformed', 'The header Authorization: Bearer <ACCESS_TOKEN> is missing.');
    return 'refused';
  }
  const holder = ctx.identity.holderOf(token);
  if (holder === null) return 'refused';
  const { partnerScope } = partnerSwitchesOf(ctx.switches.current());
  return holder.scope === scopeOf(ctx.account(), partnerScope) ? 'admitted' : 'forbidden';
}

/** Whether the request may go on; else it was answered. Interface document 5.8 shows nothing: all of it is switched. */
export function admitPartner(ctx: Context, route: PartnerRoute, request: FastifyRequest, reply: FastifyReply): boolean {
  const switches = partnerSwitchesOf(ctx.switches.current());
  const isOnboarding = route === 'onboarding' || route === 'onboardingStatus';
  const access = isOnboarding ? switches.onboardingAccess : switches.partnerAccess;
  const checks = { key: byKey, token: byToken, none: (): Verdict => 'admitted' };
  const verdict = checks[access](ctx, request);
  if (verdict === 'refused') {
    const title = 'The request is not authorised.';
    refusePartner(ctx, request, reply, { status: switches.partnerRefusalStatus, title, code: 'not-authorised' });
    return false;
  }
  if (verdict === 'forbidden' || ctx.switches.current().forbiddenRoutes.includes(route)) {
    sendText(reply, 403, wordsFor(ctx, 'forbidden'));
    return false;
  }
  return true;
}
