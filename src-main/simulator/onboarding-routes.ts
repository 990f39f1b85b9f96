import { statusOfMade } from './contrary.ts';
import type { JsonObject } from './json.ts';
import { onboardingAnswer } from './onboarding-desk.ts';
import type { PartnerHandler } from './partner-handler.ts';
import { refuseMalformed, refusePartner, sendJson, shownId } from './partner-replies.ts';
import { partnerSwitchesOf } from './partner-switches.ts';
import { expectNoBody, readJson } from './replies.ts';
import { faultsOf, list, object } from './shape.ts';

/** Interface document 2.12 shows no field of these; what is no object is none of them. */
const request = object({
  vendorCustomer: object({}),
  stores: list(object({})).nullish(),
  invoicingDetails: object({}),
});

export const beginOnboarding: PartnerHandler = (ctx, _call, incoming, reply) => {
  const body = readJson(incoming);
  if (!body.ok) return refuseMalformed(ctx, incoming, reply, { body: [body.sentence] });
  const faults = faultsOf(request, body.value);
  if (Object.keys(faults).length > 0) return refuseMalformed(ctx, incoming, reply, faults);
  const { vendorCustomer, stores = null, invoicingDetails } = body.value as Record<string, JsonObject>;
  const { vendorCustomerIdField: field } = partnerSwitchesOf(ctx.switches.current());
  const given = field === null ? null : vendorCustomer?.[field];
  if (given !== null && (typeof given !== 'string' || given === '')) {
    const path = `vendorCustomer.${field}`;
    return refuseMalformed(ctx, incoming, reply, { [path]: ["Expected the vendor's own id for the customer."] });
  }
  const begun = ctx.onboarding.begin({
    vendorCustomer: vendorCustomer ?? {},
    stores,
    invoicingDetails: invoicingDetails ?? {},
    vendorCustomerId: given,
  });
  if (begun === null) {
    const title = 'A customer with this id exists already.';
    return refusePartner(ctx, incoming, reply, { status: 409, title, code: 'customer-already-exists' });
  }
  reply.header('cache-control', 'no-store');
  return sendJson(reply, statusOfMade(ctx), onboardingAnswer(ctx, begun, ctx.addressOf(`/registration/${begun.link}`)));
};

/** Interface document 4.7: 200 in both cases. */
export const onboardingStatus: PartnerHandler = (ctx, call, incoming, reply) => {
  expectNoBody(ctx, incoming);
  const merchant = ctx.onboarding.find(call.params.get('vendorCustomerId') ?? '');
  if (merchant === null) {
    const title = 'There is no such customer.';
    return refusePartner(ctx, incoming, reply, { status: 404, title, code: 'customer-not-found' });
  }
  const type = merchant.activatedAt === null ? 'notActivated' : 'activated';
  return sendJson(reply, 200, { type, customerId: shownId(ctx, merchant.customerId) });
};
