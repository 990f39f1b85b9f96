import { type Problem, problem, problemOf } from '../../dispatch/problem.ts';
import type { AppError } from '../../shared/result.ts';
import { saleResourceSchema } from '../../shared/till-view.ts';
import { actionRoute, type PosRoute } from '../route.ts';

/** Starting loyalty is not idempotent (receipt-service.md 4.5), so `outcome` says whether it may have started. */
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

/** The routes of a sale, from its QR code to its bill (docs/pos/first-sale.md). */
export const saleRoutes: readonly PosRoute[] = [
  actionRoute('POST', '/v1/sales', 'till.openSale', {
    answer: saleResourceSchema,
    reply: ({ known, sale }) => ({
      kind: 'json',
      status: known ? 200 : 201,
      body: sale,
      headers: { location: `/v1/sales/${sale.id}` },
    }),
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
