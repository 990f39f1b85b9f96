import { z } from 'zod';
import type { Context, Handler, RouteRow } from './context.ts';
import { faultSchema } from './faults.ts';
import { readJournals } from './ledger.ts';
import { storeFor } from './receipts.ts';
import { readJsonBody } from './refusals.ts';
import { emptyReply, jsonReply, type Reply, textReply } from './replies.ts';
import { controlPrefix, routeNameSchema } from './route-names.ts';
import { switchesSchema } from './switches.ts';
import { printerModes } from './virtual-printer.ts';

export const actionsOn = (ctx: Context) => ({
  revokeAccessTokens: () => ctx.accessTokens.clear(),
  revokeRefreshTokens: () => ctx.refreshTokens.clear(),
  addReceipts: (userId: string, requests: readonly object[]) => {
    for (const request of requests) storeFor(ctx, userId, request);
  },
});

/** All other members are switches. */
const stateSchema = z.looseObject({
  revokeAccessTokens: z.literal(true).optional(),
  revokeRefreshTokens: z.literal(true).optional(),
});
const printerSchema = z.strictObject({ mode: z.enum(printerModes) });
const faultsSchema = z.union([faultSchema, z.array(faultSchema)]);

const route = (on: string, run: Handler): RouteRow => ({
  access: 'control',
  run,
  on: on.replace(' ', ` ${controlPrefix}/{token}`),
});

const withBody = <T>(on: string, schema: z.ZodType<T>, act: (ctx: Context, given: T) => Reply): RouteRow =>
  route(on, (exchange) => {
    const body = readJsonBody(exchange);
    if ('wrong' in body) return textReply(400, body.wrong);
    const parsed = schema.safeParse(body.value);
    return parsed.success ? act(exchange.ctx, parsed.data) : textReply(400, z.prettifyError(parsed.error));
  });

/** The control surface shows whole receipts, so it must be enabled at the start, and its address contains a token. */
export const controlRoutes: readonly RouteRow[] = [
  route('GET /ledger', ({ ctx }) => jsonReply(200, readJournals(ctx))),
  route('GET /state', ({ ctx }) => jsonReply(200, ctx.switches.current())),
  route('GET /faults', ({ ctx }) => jsonReply(200, ctx.faults.list())),
  withBody('POST /faults', faultsSchema, (ctx, faults) => {
    for (const fault of [faults].flat()) ctx.faults.add(fault);
    return emptyReply(204);
  }),
  route('DELETE /faults', ({ ctx, query }) => {
    const filter = z.strictObject({ route: routeNameSchema.optional() }).safeParse(Object.fromEntries(query));
    if (!filter.success) return textReply(400, z.prettifyError(filter.error));
    ctx.faults.clear(filter.data.route);
    return emptyReply(204);
  }),
  route('GET /printer', ({ ctx: { printer } }) => {
    const jobs = printer.jobs().map(({ bytes, isWhole }) => ({ job: bytes.toString('base64'), isWhole }));
    return jsonReply(200, { address: printer.address(), mode: printer.mode(), jobs });
  }),
  withBody('POST /printer', printerSchema, ({ printer }, { mode }) => {
    void printer.set(mode);
    return emptyReply(204);
  }),
  withBody('POST /state', stateSchema, (ctx, changes) => {
    const { revokeAccessTokens, revokeRefreshTokens, ...patch } = changes;
    const switches = switchesSchema.safeParse({ ...ctx.switches.current(), ...patch });
    if (!switches.success) return textReply(400, z.prettifyError(switches.error));
    const actions = actionsOn(ctx);
    if (revokeAccessTokens) actions.revokeAccessTokens();
    if (revokeRefreshTokens) actions.revokeRefreshTokens();
    return jsonReply(200, ctx.switches.set(switches.data));
  }),
];
