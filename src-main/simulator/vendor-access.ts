import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { wordsFor } from './contrary.ts';
import { sendText } from './replies.ts';
import { routeNameOf } from './route-names.ts';

/** Guards the vendor routes of this scope: bearer token (interface document 5.1), then permission (5.6). */
export function guardVendorRoutes(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    const header = request.headers.authorization;
    const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
    if (token === undefined) {
      ctx.complain(request, 'malformed', 'The header Authorization: Bearer <ACCESS_TOKEN> is missing.');
    }
    if (token === undefined || !ctx.identity.accepts(token)) return reply.code(401).send();
    const route = routeNameOf(request.method, request.routeOptions.url);
    if (route !== null && ctx.switches.current().forbiddenRoutes.includes(route)) {
      return sendText(reply, 403, wordsFor(ctx, 'forbidden'));
    }
  });
}
