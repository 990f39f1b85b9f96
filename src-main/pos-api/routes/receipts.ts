import { z } from 'zod';
import { checkRequestSchema, receiptRequestSchema } from '../requests.ts';
import { issueSchema, saleSchema } from '../resources.ts';
import { answer, defineRoute, json, type Route } from '../route.ts';
import { billExample, queuedSaleExample } from './examples.ts';

const checkSchema = z.object({ errors: z.array(issueSchema), warnings: z.array(issueSchema) });

/** Sale and bill in one call, and the check of a bill that stores nothing (pos-api.md "Routes"). */
export const receiptRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/receipts',
    access: 'paired',
    name: 'acceptReceipt',
    summary: 'Sale and bill in one call, after payment',
    body: { schema: receiptRequestSchema, example: { reference: 'T1-2025-000185', bill: billExample } },
    answers: {
      202: {
        description: 'On disk and queued; the same receipt again gets the same answer',
        schema: saleSchema,
        example: { ...queuedSaleExample, reference: 'T1-2025-000185' },
      },
    },
    problems: ['conflict', 'wrong-state', 'not-configured', 'storage-full', 'queue-full'],
    handle: async ({ body, doorWarnings, till }, { app }) =>
      answer(await app.acceptReceipt({ ...body, doorWarnings }, till), 202),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/receipts/check',
    access: 'paired',
    name: 'checkReceipt',
    summary: 'Check the body of either call; nothing is stored',
    body: { schema: checkRequestSchema, example: { bill: billExample } },
    answers: {
      200: {
        description: 'Errors would be refused with 422; warnings would be kept on the sale',
        schema: checkSchema,
        example: { errors: [], warnings: [] },
      },
    },
    problems: [],
    handle: ({ body, doorWarnings }, { app }) => json(200, app.checkBill({ ...body, doorWarnings })),
  }),
];
