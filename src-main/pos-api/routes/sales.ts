import { z } from 'zod';
import { problemOf } from '../problem.ts';
import { basketSchema, openSaleSchema, salesQuerySchema } from '../requests.ts';
import { saleSchema } from '../resources.ts';
import { answer, defineRoute, emptyAnswer, json, nothingThere, type Route, refuse } from '../route.ts';
import { cancelledSaleExample, openSaleExample, printedSaleExample } from './examples.ts';

const DEFAULT_LIMIT = 50;

const pageSchema = z.object({
  items: z.array(saleSchema),
  next: z.string().nullable().describe('Send it as `cursor` to get the next page; null on the last page'),
});

/** Opening, reading, showing, marking and cancelling a sale (pos-api.md "Routes"). */
export const saleRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/sales',
    access: 'paired',
    name: 'openSale',
    summary: 'Open a sale: the receipt address is there before payment',
    body: {
      schema: openSaleSchema,
      example: { reference: 'T1-2025-000184', amount: 19.9, currency: 'EUR' },
    },
    answers: {
      201: { description: 'Opened and on disk', schema: saleSchema, example: openSaleExample },
      200: { description: 'This till used the reference today with the same content', schema: saleSchema },
    },
    problems: ['conflict', 'too-many-open-sales', 'not-configured', 'storage-full'],
    async handle({ body, doorWarnings, till }, { app }) {
      const result = await app.openSale({ ...body, doorWarnings }, till);
      if (!result.ok) return refuse(problemOf(result.error));
      const { known, sale } = result.value;
      return {
        kind: 'json',
        status: known ? 200 : 201,
        body: sale,
        headers: { location: `/v1/sales/${sale.id}` },
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/sales',
    access: 'paired',
    name: 'listSales',
    summary: 'List sales, newest first; with `reference` only those of the till that asks',
    query: salesQuerySchema,
    answers: {
      200: {
        description: 'One page',
        schema: pageSchema,
        example: { items: [openSaleExample], next: null },
      },
    },
    problems: [],
    handle({ query, till }, { app }) {
      return json(
        200,
        app.listSales(
          {
            reference: query.reference,
            state: query.state,
            from: query.from === undefined ? undefined : Date.parse(query.from),
            to: query.to === undefined ? undefined : Date.parse(query.to),
            limit: query.limit ?? DEFAULT_LIMIT,
            cursor: query.cursor,
          },
          till,
        ),
      );
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/sales/{id}',
    access: 'paired',
    name: 'getSale',
    summary: 'Read a sale',
    answers: { 200: { description: 'The sale', schema: saleSchema, example: openSaleExample } },
    problems: ['not-found'],
    handle: ({ params: { id } }, { app }) => {
      const sale = app.findSale(id);
      return sale === null ? refuse(nothingThere) : json(200, sale);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/basket',
    access: 'paired',
    name: 'setBasket',
    summary: 'Show the basket on the customer screen',
    body: {
      schema: basketSchema,
      example: {
        lines: [{ text: 'Coffee beans 1 kg', quantity: 1, amount: 19.9 }],
        total: 19.9,
        currency: 'EUR',
      },
    },
    answers: { 204: { description: 'Shown' } },
    problems: ['not-found', 'wrong-state'],
    handle: ({ params: { id }, body }, { app }) => emptyAnswer(app.setBasket(id, body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/sales/{id}/show',
    access: 'paired',
    name: 'showSale',
    summary: 'Show the QR on the customer screen (again)',
    answers: { 204: { description: 'Shown' } },
    problems: ['not-found', 'wrong-state'],
    handle: ({ params: { id } }, { app }) => emptyAnswer(app.showSale(id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/sales/{id}/printed',
    access: 'paired',
    name: 'markPrinted',
    summary: 'Mark the receipt as printed on paper',
    answers: {
      202: { description: 'Marked, on disk, queued for the service', schema: saleSchema, example: printedSaleExample },
    },
    problems: ['not-found', 'wrong-state', 'storage-full'],
    handle: ({ params: { id } }, { app }) => answer(app.markPrinted(id), 202),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/sales/{id}',
    access: 'paired',
    name: 'cancelSale',
    summary: 'Cancel the sale',
    answers: {
      202: {
        description: 'Cancelled, on disk, queued for the service',
        schema: saleSchema,
        example: cancelledSaleExample,
      },
    },
    problems: ['not-found', 'wrong-state', 'storage-full'],
    handle: ({ params: { id } }, { app }) => answer(app.cancelSale(id), 202),
  }),
];
