import { type Problem, problemOf } from '../../dispatch/problem.ts';
import type { AppError } from '../../shared/result.ts';
import { actionRoute, type PosRoute, type RouteAnswer } from '../route.ts';

/** `outcome` marks a request that must not be repeated automatically, as at the start of a loyalty transaction. */
const partnerProblem = (error: AppError): Problem =>
  error.code === 'outcomeUnknown' ? { ...problemOf(error), outcome: 'unknown' } : problemOf(error);

const pdfAnswer = (bytes: Buffer): RouteAnswer => ({
  kind: 'file',
  bytes,
  headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="receipt.pdf"' },
});

/** Users of the partner interface, their receipts, and the onboarding of a merchant (docs/customer-service.md). */
export const partnerRoutes: readonly PosRoute[] = [
  actionRoute('POST', '/v1/users', 'till.createUser', { status: 201, refusal: partnerProblem }),
  actionRoute('GET', '/v1/users/{id}/token', 'till.getUserToken'),
  actionRoute('DELETE', '/v1/users/{id}', 'till.deleteUser', { status: 204 }),
  actionRoute('GET', '/v1/users/{id}/receipts', 'till.listUserReceipts'),
  actionRoute('GET', '/v1/users/{id}/receipts/{receiptId}/pdf', 'till.getReceiptPdf', {
    mediaType: 'application/pdf',
    reply: pdfAnswer,
  }),
  actionRoute('POST', '/v1/users/{id}/receipts', 'till.addUserReceipt', { refusal: partnerProblem }),
  actionRoute('POST', '/v1/onboarding', 'till.startOnboarding', { status: 201, refusal: partnerProblem }),
  actionRoute('GET', '/v1/onboarding', 'till.getCurrentOnboarding'),
  actionRoute('DELETE', '/v1/onboarding', 'till.discardOnboarding', { status: 204 }),
  actionRoute('GET', '/v1/onboarding/{vendorCustomerId}', 'till.getOnboarding'),
];
