import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Context, isSame } from './context.ts';
import { failures, faultSchema } from './faults.ts';
import { readJournals } from './ledger.ts';
import { endLoyalty } from './loyalty.ts';
import { activate } from './onboarding.ts';
import { readJson, sendText } from './replies.ts';
import { controlPrefix, routeNameSchema } from './route-names.ts';
import { addSampleReceipts } from './sample-bills.ts';
import { type Switches, switchesSchema } from './switches.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const hosts = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** What POST /control/state takes: any switch, and four one-time actions. */
const stateSchema = switchesSchema.partial().extend({
  revokeAccessTokens: z.literal(true).optional(),
  revokeRefreshTokens: z.literal(true).optional(),
  endLoyaltyTransaction: z.string().optional(),
  /** vendorCustomerId of a merchant. */
  activateMerchant: z.string().optional(),
});
/** What POST /control/receipts takes. */
const receiptsSchema = z.strictObject({ userId: z.string(), count: z.int().min(1).max(20_000) });
const faultsSchema = z.union([faultSchema, z.array(faultSchema)]);

function readAs<T>(schema: z.ZodType<T>, request: FastifyRequest, reply: FastifyReply): T | null {
  const body = readJson(request);
  const parsed = body.ok ? schema.safeParse(body.value) : null;
  if (parsed?.success === true) return parsed.data;
  const found = parsed?.error === undefined ? 'Expected a JSON body.' : z.prettifyError(parsed.error);
  sendText(reply, 400, found);
  return null;
}

/**
 * The control surface of tests and demonstrations, below /control/<token>: it shows whole receipts, so it is there only
 * where the service was started to be controlled, for whoever was given its address. Only this machine may use it: the
 * peer and the Host header must be loopback, and pages of browsers (which send Origin) are refused.
 */
export function controlRoutes(app: FastifyInstance, ctx: Context, token: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const local = loopback.has(request.ip) && hosts.test(request.headers.host ?? '');
    if (!local || request.headers.origin !== undefined) return sendText(reply, 403, 'Only for this machine');
    const { token: given = '' } = request.params as { readonly token?: string };
    if (!isSame(given, token)) return sendText(reply, 403, 'Only by the address of this start');
  });

  const below = `${controlPrefix}/:token`;
  app.get(`${below}/ledger`, () => readJournals(ctx.journals));
  app.get(`${below}/complaints`, () => ctx.journals.complaints.entries());
  app.get(`${below}/state`, () => ctx.switches.asSet());
  app.get(`${below}/faults`, () => ctx.faults.list());

  app.post(`${below}/faults`, (request, reply) => {
    const faults = readAs(faultsSchema, request, reply);
    if (faults === null) return reply;
    for (const fault of [faults].flat()) ctx.faults.add(fault);
    return reply.code(204).send();
  });

  app.post<{ Params: { name: string } }>(`${below}/fail/:name`, ({ params }, reply) => {
    const failure = failures[params.name];
    if (failure === undefined) {
      return sendText(reply, 404, `Found ${params.name}. Expected one of ${Object.keys(failures).join(', ')}.`);
    }
    for (const fault of failure.faults ?? []) ctx.faults.add(fault);
    ctx.switches.set(failure.switches ?? {});
    if (failure.switches?.acceptsSignIn === false) ctx.accessTokens.clear();
    return reply.code(204).send();
  });

  app.delete(`${below}/fail`, (_request, reply) => {
    ctx.faults.clear();
    ctx.switches.set({ acceptsSignIn: true, loyaltyModule: true, loyaltyUsers: 'any' });
    return reply.code(204).send();
  });

  app.post(`${below}/receipts`, (request, reply) => {
    const wanted = readAs(receiptsSchema, request, reply);
    if (wanted === null) return reply;
    if (!addSampleReceipts(ctx, wanted.userId, wanted.count)) return sendText(reply, 404, 'There is no such user');
    return reply.code(204).send();
  });

  app.delete(`${below}/faults`, (request, reply) => {
    const query = z.strictObject({ route: routeNameSchema.optional() }).safeParse(request.query);
    if (!query.success) return sendText(reply, 400, z.prettifyError(query.error));
    ctx.faults.clear(query.data.route);
    return reply.code(204).send();
  });

  app.post(`${below}/state`, (request, reply) => {
    const wanted = readAs(stateSchema, request, reply);
    if (wanted === null) return reply;
    const { revokeAccessTokens, revokeRefreshTokens, endLoyaltyTransaction, activateMerchant, ...patch } = wanted;
    if (revokeAccessTokens) ctx.accessTokens.clear();
    if (revokeRefreshTokens) ctx.refreshTokens.clear();
    if (endLoyaltyTransaction !== undefined) endLoyalty(ctx, endLoyaltyTransaction);
    if (activateMerchant !== undefined) activate(ctx, activateMerchant);
    return ctx.switches.set(patch as Partial<Switches>);
  });
}
