import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scopeOf, vendorScope } from './account.ts';
import type { Context } from './context.ts';
import { wordsFor } from './contrary.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { sendProblem, sendText } from './replies.ts';
import { routeNameOf } from './route-names.ts';

/** Interface document 3: of a customer who is not activated, receipts cannot be sent. How that is said is not shown. */
function refuseNotActivated(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  const { notActivatedStatus: status, notActivatedBody } = partnerSwitchesOf(ctx.switches.current());
  const title = 'The customer is not activated';
  switch (notActivatedBody) {
    case 'text':
      return sendText(reply, status, title);
    case 'problem':
      return sendProblem(ctx, request, reply, { status, title, type: 'customer-not-activated' });
    case 'empty':
      return reply.code(status).send();
  }
}

/** Guards the vendor routes of this scope: bearer token (interface document 5.1), then permission (5.6). */
export function guardVendorRoutes(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    const header = request.headers.authorization;
    const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
    if (token === undefined) {
      ctx.complain(request, 'malformed', 'The header Authorization: Bearer <ACCESS_TOKEN> is missing.');
      return reply.code(401).send();
    }
    const holder = ctx.identity.holderOf(token);
    if (holder === null) return reply.code(401).send();
    const route = routeNameOf(request.method, request.routeOptions.url);
    const isForbidden = route !== null && ctx.switches.current().forbiddenRoutes.includes(route);
    if (isForbidden || holder.scope !== scopeOf(ctx.account(), vendorScope)) {
      return sendText(reply, 403, wordsFor(ctx, 'forbidden'));
    }
    const merchant = holder.vendorCustomerId === null ? null : ctx.onboarding.find(holder.vendorCustomerId);
    const { notActivatedRoutes } = partnerSwitchesOf(ctx.switches.current());
    const isAffected = notActivatedRoutes.some((name) => name === route);
    if (merchant?.activatedAt === null && isAffected) return refuseNotActivated(ctx, request, reply);
  });
}
