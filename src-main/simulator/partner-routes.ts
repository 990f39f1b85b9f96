import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { beginOnboarding, onboardingStatus } from './onboarding-routes.ts';
import { admitPartner } from './partner-access.ts';
import { partnerCallOf } from './partner-call.ts';
import type { PartnerHandler } from './partner-handler.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { sendText } from './replies.ts';
import { type PartnerRoute, partnerPrefix } from './route-names.ts';
import { addReceipt, listReceipts, sendPdf } from './user-receipt-routes.ts';
import { createUser, deleteUser, issueUserToken } from './user-routes.ts';

const handlers: Readonly<Record<PartnerRoute, PartnerHandler>> = {
  userCreate: createUser,
  userToken: issueUserToken,
  userDelete: deleteUser,
  receiptList: listReceipts,
  receiptPdf: sendPdf,
  receiptAdd: addReceipt,
  onboarding: beginOnboarding,
  onboardingStatus,
};

/**
 * Interface document 4.7. Some of its methods and paths are switches that may be turned while the service runs, so that
 * every request below partnerPrefix comes here and finds its route by them.
 */
export function partnerRoutes(app: FastifyInstance, ctx: Context): void {
  app.all(`${partnerPrefix}/*`, (request, reply) => {
    const call = partnerCallOf(partnerSwitchesOf(ctx.switches.current()), request.method, request.url);
    if (call === null) {
      ctx.complain(request, 'malformed', 'The interface has no such route.');
      return sendText(reply, 404, 'Not found');
    }
    if (!admitPartner(ctx, call.route, request, reply)) return reply;
    if (call.unknownQuery > 0) {
      ctx.complain(request, 'malformed', `The query has ${call.unknownQuery} unknown parameter(s).`);
    }
    return handlers[call.route](ctx, call, request, reply);
  });
}
