import { z } from 'zod';
import { notPaired, type Problem, problem, problemOf } from '../../dispatch/problem.ts';
import { readInput } from '../../dispatch/read-input.ts';
import { pairRequestSchema } from '../../sales/till/till-input.ts';
import type { AppError } from '../../shared/result.ts';
import { eventSchema, saleResourceSchema } from '../../shared/till-view.ts';
import { actionRoute, contentAnswer, jsonAnswer, type PosRoute, readBody, refuse } from '../route.ts';
import { descriptionRoutes } from './description.ts';

const pairRoute: PosRoute = {
  method: 'POST',
  path: '/v1/pair',
  access: 'open',
  name: 'pair',
  body: pairRequestSchema,
  answer: z.object({ token: z.string() }),
  handle({ body, side }, { pairing }) {
    const sent = readBody(body, true);
    if (!sent.ok) return refuse(sent.problem);
    const read = readInput(pairRequestSchema, sent.value);
    if (!read.ok) return refuse(problemOf(read.error));
    const { code, name } = read.value.value;
    const redeemed = pairing.redeem(code, name, side);
    switch (redeemed.kind) {
      case 'paired':
        return jsonAnswer(200, { token: redeemed.token });
      case 'refused':
        return refuse(
          problem(
            'pairing-refused',
            'Found a code that is wrong, was used or has expired. Expected the code of a pairing that a person has just started.',
          ),
        );
      case 'notKept':
        return refuse(problemOf(redeemed.error));
      case 'tooManyTries':
        return refuse(
          problem(
            'too-many-tries',
            'Found 5 wrong codes on this connection. Open a new connection and send the code of the cashier window.',
            { retryAfterSeconds: 1, headers: { connection: 'close' } },
          ),
        );
    }
  },
};

/** `outcome` marks a request that must not be repeated automatically, because it may have had an effect. */
const withOutcome = (error: AppError): Problem =>
  error.code === 'outcomeUnknown' ? { ...problemOf(error), outcome: 'unknown' } : problemOf(error);

/** Starting loyalty is not idempotent (receipt-service.md 4.5), so `outcome` says whether it may have started. */
function startProblem(error: AppError): Problem {
  switch (error.code) {
    case 'offline':
      return problem('not-started', error.message, { outcome: 'notStarted' });
    case 'refused':
    case 'signInNeeded':
      return { ...problemOf(error), outcome: 'notStarted' };
    default:
      return withOutcome(error);
  }
}

/** The routes of a sale, from its QR code to its bill (docs/pos/first-sale.md). */
const saleRoutes: readonly PosRoute[] = [
  actionRoute('POST', '/v1/sales', 'till.openSale', {
    answer: saleResourceSchema,
    reply: ({ known, sale }) => jsonAnswer(known ? 200 : 201, sale, { location: `/v1/sales/${sale.id}` }),
  }),
  actionRoute('GET', '/v1/sales', 'till.listSales'),
  actionRoute('GET', '/v1/sales/{id}', 'till.getSale'),
  actionRoute('PATCH', '/v1/sales/{id}', 'till.changeSale'),
  actionRoute('PUT', '/v1/sales/{id}/basket', 'till.setBasket', { status: 204 }),
  actionRoute('POST', '/v1/sales/{id}/show', 'till.showSale', { status: 204 }),
  actionRoute('POST', '/v1/sales/{id}/printed', 'till.markPrinted', { status: 202 }),
  actionRoute('DELETE', '/v1/sales/{id}', 'till.cancelSale', { status: 202 }),
  actionRoute('PUT', '/v1/sales/{id}/bill', 'till.putBill', { status: 202 }),
  actionRoute('POST', '/v1/receipts', 'till.acceptReceipt', { status: 202 }),
  actionRoute('POST', '/v1/receipts/check', 'till.checkReceipt'),
  actionRoute('PUT', '/v1/sales/{id}/loyalty', 'till.startLoyalty', { refusal: startProblem }),
  actionRoute('DELETE', '/v1/sales/{id}/loyalty', 'till.cancelLoyalty'),
];

const pdfHeaders = { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="receipt.pdf"' };

/** Users of the partner interface, their receipts, and the onboarding of a merchant (docs/customer-service.md). */
const partnerRoutes: readonly PosRoute[] = [
  actionRoute('POST', '/v1/users', 'till.createUser', { status: 201, refusal: withOutcome }),
  actionRoute('GET', '/v1/users/{id}/token', 'till.getUserToken'),
  actionRoute('DELETE', '/v1/users/{id}', 'till.deleteUser', { status: 204 }),
  actionRoute('GET', '/v1/users/{id}/receipts', 'till.listUserReceipts'),
  actionRoute('GET', '/v1/users/{id}/receipts/{receiptId}/pdf', 'till.getReceiptPdf', {
    mediaType: 'application/pdf',
    reply: (bytes) => contentAnswer(bytes, pdfHeaders),
  }),
  actionRoute('POST', '/v1/users/{id}/receipts', 'till.addUserReceipt', { refusal: withOutcome }),
  actionRoute('POST', '/v1/onboarding', 'till.startOnboarding', { status: 201, refusal: withOutcome }),
  actionRoute('GET', '/v1/onboarding', 'till.getCurrentOnboarding'),
  actionRoute('DELETE', '/v1/onboarding', 'till.discardOnboarding', { status: 204 }),
  actionRoute('GET', '/v1/onboarding/{vendorCustomerId}', 'till.getOnboarding'),
];

const expectedNonce = '16 to 128 letters, digits, - or _';
const proofQuerySchema = z.object({
  nonce: z
    .string(expectedNonce)
    .regex(/^[\w-]{16,128}$/, expectedNonce)
    .describe('A new random text for each request'),
});

const statusRoutes: readonly PosRoute[] = [
  actionRoute('GET', '/v1/status', 'till.getStatus'),
  {
    method: 'GET',
    path: '/v1/health',
    access: 'open',
    name: 'getHealth',
    answer: z.object({ ok: z.literal(true) }),
    handle: () => jsonAnswer(200, { ok: true }),
  },
  {
    method: 'GET',
    path: '/v1/proof',
    access: 'open',
    name: 'getProof',
    query: proofQuerySchema,
    answer: z.object({ proofs: z.array(z.string()) }),
    handle({ query, address }, { proofsOf }) {
      const read = readInput(proofQuerySchema, query);
      return read.ok
        ? jsonAnswer(200, { proofs: proofsOf(read.value.value.nonce, address) })
        : refuse(problemOf(read.error));
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    access: 'sale',
    name: 'streamEvents',
    answer: eventSchema,
    mediaType: 'text/event-stream',
    handle({ by, lastEventId, stillPaired }, { hub }) {
      if (by === null) return refuse(notPaired);
      const { till } = by;
      if (!hub.hasRoom(till)) {
        return refuse(
          problem('too-many-streams', 'Close a stream before you open another.', { retryAfterSeconds: 30 }),
        );
      }
      return {
        kind: 'stream',
        open(response, headers) {
          response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
          hub.open(response, { till, lastEventId, stillPaired });
        },
      };
    },
  },
];

/** Every route of the POS API, in the order of its description. The server and OpenAPI are made from this table. */
export const posRoutes: readonly PosRoute[] = [
  pairRoute,
  ...saleRoutes,
  ...partnerRoutes,
  ...statusRoutes,
  ...descriptionRoutes,
];

export function allowedMethods(path: string): readonly string[] {
  const methods = posRoutes.filter((route) => matches(route.path, path)).map((route) => route.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const steps = path.split('/');
  return steps.length === expected.length && expected.every((step, at) => step.startsWith('{') || step === steps[at]);
}
