import { billRequestSchema } from '../requests.ts';
import { saleSchema } from '../resources.ts';
import { answer, defineRoute, type Route } from '../route.ts';
import { billExample, queuedSaleExample } from './examples.ts';

/** The bill of an open sale, after payment (pos-api.md "Routes"). */
export const billRoutes: readonly Route[] = [
  defineRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/bill',
    access: 'paired',
    name: 'putBill',
    summary: 'Send the bill: it is on disk when this is answered',
    body: { schema: billRequestSchema, example: { bill: billExample } },
    answers: {
      202: {
        description: 'On disk and queued; the same bill again, for the same store and customer, gets the same answer',
        schema: saleSchema,
        example: queuedSaleExample,
      },
    },
    problems: ['not-found', 'conflict', 'wrong-state', 'storage-full', 'queue-full'],
    handle: async ({ params: { id }, body, doorWarnings }, { app }) =>
      answer(await app.acceptBill(id, { ...body, doorWarnings }), 202),
  }),
];
