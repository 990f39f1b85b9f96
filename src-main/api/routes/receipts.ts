import { saleResourceSchema } from '../../lib/till-view.ts';
import { billCheckSchema } from '../../sales/accept-receipt.ts';
import { actionRoute, type Route } from '../route.ts';
import { billExample, queuedSaleExample } from './examples.ts';

/** Sale and bill in one call, and the check of a bill that stores nothing (pos-api.md "Routes"). */
export const receiptRoutes: readonly Route[] = [
  actionRoute({
    method: 'POST',
    path: '/v1/receipts',
    action: 'till.acceptReceipt',
    name: 'acceptReceipt',
    summary: 'Sale and bill in one call, after payment',
    example: { reference: 'T1-2025-000185', bill: billExample },
    answers: {
      202: {
        description: 'On disk and queued; the same receipt again gets the same answer',
        schema: saleResourceSchema,
        example: { ...queuedSaleExample, reference: 'T1-2025-000185' },
      },
    },
    problems: ['conflict', 'wrong-state', 'not-configured', 'storage-full', 'queue-full'],
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/receipts/check',
    action: 'till.checkReceipt',
    name: 'checkReceipt',
    summary: 'Check the body of either call; nothing is stored',
    example: { bill: billExample },
    answers: {
      200: {
        description: 'Errors would be refused with 422; warnings would be kept on the sale',
        schema: billCheckSchema,
        example: { errors: [], warnings: [] },
      },
    },
    problems: [],
  }),
];
