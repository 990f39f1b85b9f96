import { actionRoute, type Route } from '../route.ts';
import { billExample, queuedSaleExample } from './examples.ts';

/** The bill of an open sale, after payment (pos-api.md "Routes"). */
export const billRoutes: readonly Route[] = [
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
];
