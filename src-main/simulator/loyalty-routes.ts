import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { isObject } from './json.ts';
import { expectNoBody, expectQuery, param, readJson, sendText } from './replies.ts';

/** Date from which the provider-specific routes count as deprecated, as RFC 9745 writes it. Invented. */
const deprecatedSince = '@1735689600';
const moduleOff = 'The loyalty module is not activated';

/** Interface document 4.5. Every 400 is plain text (section 7). */
function start(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  expectQuery(ctx, request, []);
  const malformed = (sentence: string) => {
    ctx.complain(request, 'malformed', sentence);
    return sendText(reply, 400, sentence);
  };
  const body = readJson(request);
  if (!body.ok) return malformed(body.sentence);
  const externalUserId = isObject(body.value) ? body.value.externalUserId : undefined;
  if (typeof externalUserId !== 'string' || externalUserId === '') {
    return malformed('externalUserId: expected a string that is not empty.');
  }
  const outcome = ctx.loyalty.start(externalUserId);
  switch (outcome.kind) {
    case 'moduleOff':
      return sendText(reply, 403, moduleOff);
    case 'rejected':
      return sendText(reply, 400, outcome.message);
    case 'unknownUser':
      return sendText(reply, 404, 'Loyalty user not found');
    case 'started':
      return reply.send(outcome.answer);
  }
}

/** Interface document 4.6. */
function cancel(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  expectNoBody(ctx, request);
  expectQuery(ctx, request, []);
  const transactionId = param(request, 'transactionId');
  const outcome = ctx.loyalty.cancel(transactionId);
  if (outcome === 'moduleOff') return sendText(reply, 403, moduleOff);
  if (outcome === 'unknown') return sendText(reply, 404, 'Loyalty transaction not found');
  return reply.send({ transactionId, status: outcome });
}

/** The loyalty routes, and the deprecated provider-specific ones beside them (interface document 9). */
export function loyaltyRoutes(app: FastifyInstance, ctx: Context): void {
  const deprecated = (request: FastifyRequest, reply: FastifyReply): void => {
    ctx.complain(request, 'deprecated', 'The provider-specific loyalty routes are deprecated.');
    reply.headers({
      deprecation: deprecatedSince,
      link: '</api/v3/loyalty/transactions>; rel="successor-version"',
    });
  };
  app.put('/api/v3/loyalty/transactions', (request, reply) => start(ctx, request, reply));
  app.delete('/api/v3/loyalty/transactions/:transactionId', (request, reply) => cancel(ctx, request, reply));
  app.put('/api/v3/loyalty/:provider/transactions', (request, reply) => {
    deprecated(request, reply);
    return start(ctx, request, reply);
  });
  app.delete('/api/v3/loyalty/:provider/transactions/:transactionId', (request, reply) => {
    deprecated(request, reply);
    return cancel(ctx, request, reply);
  });
}
