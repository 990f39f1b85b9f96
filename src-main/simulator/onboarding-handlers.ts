import { field } from '../shared/json.ts';
import { type Context, digest, type Handler, isSame, note, secret } from './context.ts';
import { refuseAsMalformed, refusePartner } from './refusals.ts';
import { jsonReply } from './replies.ts';
import type { Merchant } from './simulator-state.ts';

const merchantWho = ({ state }: Context, fits: (merchant: Merchant) => boolean): Merchant | null =>
  state.merchant.rows().find(fits) ?? null;

export const findMerchant = (ctx: Context, vendorCustomerId: string | null): Merchant | null =>
  merchantWho(ctx, (merchant) => merchant.vendorCustomerId.toLowerCase() === vendorCustomerId?.toLowerCase());
export const merchantBehind = (ctx: Context, link: string): Merchant | null =>
  merchantWho(ctx, ({ linkDigest }) => isSame(linkDigest, digest(link)));
export const merchantOf = (ctx: Context, name: string, password: string): Merchant | null =>
  merchantWho(ctx, ({ username, passwordDigest }) => username === name && isSame(passwordDigest, digest(password)));

export function activate(ctx: Context, merchant: Merchant): void {
  if (merchant.activatedAt !== null) return;
  ctx.state.merchant.put({ ...merchant, activatedAt: ctx.clock.now() });
  note(ctx, 'partner', { kind: 'activated', vendorCustomerId: merchant.vendorCustomerId });
}

/** receipt-service.md 4.7 does not show where the answer has its values, so switches set the places. */
export const beginOnboarding: Handler = (exchange) => {
  const { ctx, input } = exchange;
  const { vendorCustomerIdField: idField, onboardingPlaces: places } = ctx.switches.current();
  const given = idField === null ? null : field(input.vendorCustomer, idField);
  if (given !== null && (typeof given !== 'string' || given === '')) {
    const path = `vendorCustomer.${idField}`;
    return refuseAsMalformed(exchange, { [path]: ["Expected the vendor's own id for the customer."] });
  }
  if (given !== null && findMerchant(ctx, given) !== null) {
    return refusePartner(exchange, 409, 'customer-already-exists', 'A customer with this id exists already.');
  }
  const [password, link] = [secret(ctx.random, 18), secret(ctx.random, 24)];
  const [vendorCustomerId, customerId] = [given ?? ctx.random.uuid(), ctx.random.uuid()];
  const username = `merchant-${ctx.random.uuid().slice(0, 8)}@training.invalid`;
  const digests = { passwordDigest: digest(password), linkDigest: digest(link) };
  ctx.state.merchant.put({ vendorCustomerId, customerId, username, ...digests, activatedAt: null });
  const answer: Record<string, unknown> = {};
  const registrationLink = ctx.addressOf(`/registration/${link}`);
  for (const [name, value] of Object.entries({ registrationLink, vendorCustomerId, username, password })) {
    const [last, ...above] = (places[name as keyof typeof places] ?? '').split('.').reverse();
    let inner = answer;
    for (const member of above.reverse()) {
      inner[member] ??= {};
      inner = inner[member] as Record<string, unknown>;
    }
    if (last) inner[last] = value;
  }
  return jsonReply(200, answer, { 'cache-control': 'no-store' });
};

/** Answers 200 whether or not the customer is activated (receipt-service.md 4.7). */
export const merchantStatus: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const merchant = findMerchant(ctx, params.get('vendorCustomerId') ?? '');
  if (merchant === null) return refusePartner(exchange, 404, 'customer-not-found', 'There is no such customer.');
  const type = merchant.activatedAt === null ? 'notActivated' : 'activated';
  return jsonReply(200, { type, customerId: merchant.customerId });
};
