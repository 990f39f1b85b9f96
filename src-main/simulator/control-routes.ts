import { z } from 'zod';
import type { JsonRecord } from '../shared/json.ts';
import type { Context, Handler, RouteRow } from './context.ts';
import { faultSchema } from './faults.ts';
import { readJournals } from './ledger.ts';
import { endLoyalty } from './loyalty-handlers.ts';
import { activate } from './onboarding-handlers.ts';
import { storeFor } from './receipts.ts';
import { readJson } from './refusals.ts';
import { bare, json, type Reply, text } from './replies.ts';
import { controlPrefix, routeNameSchema } from './route-names.ts';
import { switchesSchema } from './switches.ts';
import { findUser } from './users.ts';
import { printerModes } from './virtual-printer.ts';

const hourMs = 3_600_000;

const sellers = [
  { name: 'Bäckerei Morgenrot', street: 'Beispielweg 12', postalCode: '01234', city: 'Musterstadt', countryCode: 'DE' },
  { name: 'Café Żółć', street: 'ul. Przykładowa 7', postalCode: '00-001', city: 'Łódź', countryCode: 'PL' },
  { name: 'Καφενείο Δοκιμή', street: 'Οδός Παραδείγματος 3', postalCode: '105 57', city: 'Αθήνα', countryCode: 'GR' },
  { name: 'Épicerie du Coin', street: '4, rue Exemple', postalCode: '75001', city: 'Paris', countryCode: 'FR' },
];

/** Example bills, each an hour older than the one before. */
function sampleBill(extensionKey: string, now: number, number: number): JsonRecord {
  const { name, ...address } = sellers[number % sellers.length] ?? { name: '' };
  const amount = (100 + ((number * 797) % 9_900)) / 100;
  const line = {
    text: 'Espresso',
    fullAmountInclVat: amount,
    item: { number: '1', quantity: 1, pricePerUnit: amount },
    [extensionKey]: { sequenceNumber: 1, type: 'Default' },
  };
  const head = { number: String(number), date: new Date(now - number * hourMs).toISOString() };
  return {
    bill: {
      head: { ...head, seller: { name, address } },
      data: { currency: 'EUR', fullAmountInclVat: amount, lines: [line] },
      security: {},
    },
  };
}

function addSampleReceipts(ctx: Context, userId: string, count: number): boolean {
  const user = findUser(ctx, userId);
  if (user === null) return false;
  const now = ctx.clock.now();
  ctx.state.together(() => {
    for (let left = count; left > 0; left -= 1) storeFor(ctx, user.userId, sampleBill(ctx.extensionKey, now, left));
  });
  return true;
}

export const actionsOn = (ctx: Context) => ({
  revokeAccessTokens: () => ctx.accessTokens.clear(),
  revokeRefreshTokens: () => ctx.refreshTokens.clear(),
  endLoyaltyTransaction: (transactionId: string) => endLoyalty(ctx, transactionId),
  /** Activates the merchant like the registration page; true if there is one. */
  activateMerchant: (vendorCustomerId: string) => activate(ctx, vendorCustomerId),
  addReceipts: (userId: string, count: number) => addSampleReceipts(ctx, userId, count),
});

/** All other members are switches. */
const stateSchema = z.looseObject({
  revokeAccessTokens: z.literal(true).optional(),
  revokeRefreshTokens: z.literal(true).optional(),
  endLoyaltyTransaction: z.string().optional(),
  activateMerchant: z.string().optional(),
});
const receiptsSchema = z.strictObject({ userId: z.string(), count: z.int().min(1).max(20_000) });
const printerSchema = z.strictObject({ mode: z.enum(printerModes) });
const faultsSchema = z.union([faultSchema, z.array(faultSchema)]);

const route = (on: string, run: Handler): RouteRow => ({
  access: 'control',
  run,
  on: on.replace(' ', ` ${controlPrefix}/{token}`),
});

const withBody = <T>(on: string, schema: z.ZodType<T>, act: (ctx: Context, given: T) => Reply): RouteRow =>
  route(on, (exchange) => {
    const body = readJson(exchange);
    if ('wrong' in body) return text(400, body.wrong);
    const parsed = schema.safeParse(body.value);
    return parsed.success ? act(exchange.ctx, parsed.data) : text(400, z.prettifyError(parsed.error));
  });

/** The control surface shows whole receipts, so it must be enabled at the start, and its address contains a token. */
export const controlRoutes: readonly RouteRow[] = [
  route('GET /ledger', ({ ctx }) => json(200, readJournals(ctx))),
  route('GET /complaints', ({ ctx }) => json(200, readJournals(ctx).complaints)),
  route('GET /state', ({ ctx }) => json(200, ctx.switches.current())),
  route('GET /faults', ({ ctx }) => json(200, ctx.faults.list())),
  withBody('POST /faults', faultsSchema, (ctx, faults) => {
    for (const fault of [faults].flat()) ctx.faults.add(fault);
    return bare(204);
  }),
  route('DELETE /faults', ({ ctx, query }) => {
    const asked = z.strictObject({ route: routeNameSchema.optional() }).safeParse(Object.fromEntries(query));
    if (!asked.success) return text(400, z.prettifyError(asked.error));
    ctx.faults.clear(asked.data.route);
    return bare(204);
  }),
  route('GET /printer', ({ ctx: { printer } }) => {
    const jobs = printer.jobs().map(({ bytes, isWhole }) => ({ job: bytes.toString('base64'), isWhole }));
    return json(200, { address: printer.address(), mode: printer.mode(), jobs });
  }),
  withBody('POST /printer', printerSchema, ({ printer }, { mode }) => {
    void printer.set(mode);
    return bare(204);
  }),
  withBody('POST /receipts', receiptsSchema, (ctx, { userId, count }) =>
    addSampleReceipts(ctx, userId, count) ? bare(204) : text(404, 'There is no such user'),
  ),
  withBody('POST /state', stateSchema, (ctx, wanted) => {
    const { revokeAccessTokens, revokeRefreshTokens, endLoyaltyTransaction, activateMerchant, ...patch } = wanted;
    const switches = switchesSchema.safeParse({ ...ctx.switches.current(), ...patch });
    if (!switches.success) return text(400, z.prettifyError(switches.error));
    const actions = actionsOn(ctx);
    if (revokeAccessTokens) actions.revokeAccessTokens();
    if (revokeRefreshTokens) actions.revokeRefreshTokens();
    if (endLoyaltyTransaction !== undefined) actions.endLoyaltyTransaction(endLoyaltyTransaction);
    if (activateMerchant !== undefined) actions.activateMerchant(activateMerchant);
    return json(200, ctx.switches.set(switches.data));
  }),
];
