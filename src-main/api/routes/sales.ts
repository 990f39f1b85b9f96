import { type Problem, problem, problemOf } from '../../dispatch/problem.ts';
import type { AppError } from '../../shared/result.ts';
import { saleResourceSchema } from '../../shared/till-view.ts';
import { actionRoute, type Route } from '../route.ts';
import cookbook from './cookbook.json' with { type: 'json' };
import {
  billExample,
  cancelledSaleExample,
  loyaltyExample,
  openSaleExample,
  printedSaleExample,
  queuedSaleExample,
} from './examples.ts';

const located = { Location: 'The path of the sale' };

/** The start is not idempotent (receipt-service.md 4.5). `offline`: nothing was changed at the service. */
function startProblem(error: AppError): Problem {
  switch (error.code) {
    case 'outcomeUnknown':
      return { ...problemOf(error), outcome: 'unknown' };
    case 'offline':
      return problem('not-started', error.message, { outcome: 'notStarted' });
    case 'refused':
    case 'signInNeeded':
      return { ...problemOf(error), outcome: 'notStarted' };
    default:
      return problemOf(error);
  }
}

/** A sale from its address to its bill (docs/pos/first-sale.md). */
export const saleRoutes: readonly Route[] = [
  actionRoute({
    method: 'POST',
    path: '/v1/sales',
    action: 'till.openSale',
    summary: 'Open a sale and get the receipt address before payment',
    description:
      "Call it when the sale begins, with the till's own number as `reference`. A repeated call returns the same sale until it is paid. Afterwards it is a 409 with the time of the payment. `url` is the address for the QR code, also while the receipt service cannot be reached.",
    example: { reference: 'T1-2025-000184', amount: 19.9, currency: 'EUR' },
    answers: {
      201: {
        description: 'Opened and on disk',
        schema: saleResourceSchema,
        example: openSaleExample,
        headers: located,
      },
      200: {
        description: 'This till opened the sale today with the same content, or has changed it to this amount since',
        schema: saleResourceSchema,
        example: openSaleExample,
        headers: located,
      },
    },
    problems: ['conflict', 'too-many-open-sales', 'not-configured', 'storage-full'],
    reply: ({ known, sale }) => ({
      kind: 'json',
      status: known ? 200 : 201,
      body: sale,
      headers: { location: `/v1/sales/${sale.id}` },
    }),
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/sales',
    action: 'till.listSales',
    summary: 'List sales, newest first; `reference` finds the sales of the calling till',
    description: 'One page of the sales that this till may see. Go on with `next` as `cursor` until it is null.',
    answers: { 200: { description: 'One page', example: { items: [openSaleExample], next: null } } },
    problems: [],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/sales/{id}',
    action: 'till.getSale',
    summary: 'Read a sale',
    description:
      'The current sale. `delivered` means that the receipt service has the receipt. `attention` has the refusal.',
    answers: { 200: { description: 'The sale', example: openSaleExample } },
    problems: ['not-found'],
  }),
  actionRoute({
    method: 'PATCH',
    path: '/v1/sales/{id}',
    action: 'till.changeSale',
    summary: 'Change amount, currency, language or showing of a sale that is not paid',
    description:
      'For an amount that changed before payment, and for the language of the customer. The id and the code stay.',
    example: { amount: 24.9 },
    answers: { 200: { description: 'Changed and on disk', example: { ...openSaleExample, amount: 24.9 } } },
    problems: ['not-found', 'wrong-state', 'storage-full'],
  }),
  actionRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/basket',
    action: 'till.setBasket',
    summary: 'Show the basket on the customer display',
    description: 'Repeat it as often as the basket changes. `total` becomes the amount of the sale.',
    example: {
      lines: [{ text: 'Coffee beans 1 kg', quantity: 1, amount: 19.9 }],
      total: 19.9,
      currency: 'EUR',
    },
    answers: { 204: { description: 'Shown' } },
    problems: ['not-found', 'wrong-state', 'storage-full'],
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/sales/{id}/show',
    action: 'till.showSale',
    summary: 'Show the QR on the customer display (again)',
    description: 'Brings the code back after something else was on the customer display.',
    answers: { 204: { description: 'Shown' } },
    problems: ['not-found', 'wrong-state'],
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/sales/{id}/printed',
    action: 'till.markPrinted',
    summary: 'Mark the receipt as printed on paper',
    description: 'Informs the receipt service that the customer got paper. Safe to repeat.',
    answers: { 202: { description: 'Marked, on disk, queued for the service', example: printedSaleExample } },
    problems: ['not-found', 'wrong-state', 'storage-full'],
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/sales/{id}',
    action: 'till.cancelSale',
    summary: 'Cancel the sale',
    description:
      'For a sale that was not paid, or was paid back. Safe to repeat; the code stops being valid at the receipt service.',
    answers: { 202: { description: 'Cancelled, on disk, queued for the service', example: cancelledSaleExample } },
    problems: ['not-found', 'wrong-state', 'storage-full'],
  }),
  actionRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/bill',
    action: 'till.putBill',
    summary: 'Send the bill: it is on disk when this is answered',
    description:
      'Call it after payment. A 202 means that the bill is on disk and will be delivered without the till; repeating the same bill gets the same answer, another bill is a conflict unless the first was refused.',
    example: { bill: billExample },
    answers: {
      202: {
        description: 'On disk and queued; the same bill again, for the same store and customer, gets the same answer',
        example: queuedSaleExample,
      },
    },
    problems: ['not-found', 'conflict', 'wrong-state', 'storage-full', 'queue-full'],
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/receipts',
    action: 'till.acceptReceipt',
    summary: 'Sale and bill in one call, after payment',
    description:
      'For tills that show no code before payment, and for the bill of an open sale with the same `reference`. Safe to repeat.',
    example: { reference: 'T1-2025-000185', bill: billExample },
    examples: cookbook,
    answers: {
      202: {
        description: 'On disk and queued; the same receipt again gets the same answer',
        example: { ...queuedSaleExample, reference: 'T1-2025-000185' },
      },
    },
    problems: ['conflict', 'wrong-state', 'not-configured', 'storage-full', 'queue-full'],
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/receipts/check',
    action: 'till.checkReceipt',
    summary: 'Check the body of either call; nothing is stored',
    description:
      'Returns the errors and warnings of `PUT /v1/sales/{id}/bill` and `POST /v1/receipts`. Use it during development or before payment.',
    example: { bill: billExample },
    answers: {
      200: {
        description: 'Errors would be refused with 422; warnings would be kept on the sale',
        example: { errors: [], warnings: [] },
      },
    },
    problems: [],
  }),
  actionRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/loyalty',
    action: 'till.startLoyalty',
    summary: 'Start a loyalty transaction',
    description:
      'Send it before the bill. The app repeats it only after a 429 or 503 of the receipt service, at most twice. `outcome` of a 502 says whether a transaction may have been started: after a 500, 502, 504 or a missing answer it is `unknown`, and only a person starts again.',
    example: { externalUserId: 'loyalty-0001' },
    refusal: startProblem,
    answers: { 200: { description: 'Started', example: loyaltyExample } },
    problems: [
      'loyalty-not-active',
      'not-found',
      'loyalty-user-unknown',
      'conflict',
      'wrong-state',
      'outcome-unknown',
      'not-started',
      'refused',
      'sign-in-needed',
    ],
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/sales/{id}/loyalty',
    action: 'till.cancelLoyalty',
    summary: 'Cancel the loyalty transaction',
    description: 'Use it if the customer changes their mind before payment.',
    answers: {
      200: { description: 'Cancelled, or no longer active', example: { transactionId: 'lt-5521', status: 'CANCELED' } },
    },
    problems: [
      'loyalty-not-active',
      'not-found',
      'wrong-state',
      'outcome-unknown',
      'offline',
      'refused',
      'sign-in-needed',
    ],
  }),
];
