import type { ServerResponse } from 'node:http';
import { type Problem, problemOf } from '../../dispatch/problem.ts';
import type { ReceiptPdf } from '../../partner/commands.ts';
import type { AppError } from '../../shared/result.ts';
import { actionRoute, type PosRoute, type RouteAnswer } from '../route.ts';

/** `outcome` marks a request that must not be repeated automatically, as at the start of a loyalty transaction. */
const partnerProblem = (error: AppError): Problem =>
  error.code === 'outcomeUnknown' ? { ...problemOf(error), outcome: 'unknown' } : problemOf(error);

/** Users of the partner interface, their receipts, and the onboarding of a merchant (docs/customer-service.md). */
export const partnerRoutes: readonly PosRoute[] = [
  actionRoute('POST', '/v1/users', 'till.createUser', { status: 201, refusal: partnerProblem }),
  actionRoute('GET', '/v1/users/{id}/token', 'till.getUserToken'),
  actionRoute('DELETE', '/v1/users/{id}', 'till.deleteUser', { status: 204 }),
  actionRoute('GET', '/v1/users/{id}/receipts', 'till.listUserReceipts'),
  actionRoute('GET', '/v1/users/{id}/receipts/{receiptId}/pdf', 'till.openReceiptPdf', {
    name: 'getReceiptPdf',
    mediaType: 'application/pdf',
    reply: pdfAnswer,
  }),
  actionRoute('POST', '/v1/users/{id}/receipts', 'till.addUserReceipt', { refusal: partnerProblem }),
  actionRoute('POST', '/v1/onboarding', 'till.startOnboarding', { status: 201, refusal: partnerProblem }),
  actionRoute('GET', '/v1/onboarding', 'till.getCurrentOnboarding'),
  actionRoute('DELETE', '/v1/onboarding', 'till.discardOnboarding', { status: 204 }),
  actionRoute('GET', '/v1/onboarding/{vendorCustomerId}', 'till.getOnboarding'),
];

function pdfAnswer(pdf: ReceiptPdf): RouteAnswer {
  return {
    kind: 'stream',
    open(response, headers) {
      response.writeHead(200, {
        ...headers,
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="receipt.pdf"',
        ...(pdf.lengthBytes !== null && { 'content-length': pdf.lengthBytes }),
      });
      handOn(pdf, response).catch(() => response.destroy());
    },
    drop: pdf.stop,
  };
}

/** Sends the PDF at the reader's pace, with one chunk in memory. A broken transfer never looks complete. */
async function handOn(pdf: ReceiptPdf, response: ServerResponse): Promise<void> {
  const gone = new Promise<void>((resolve) => response.once('close', resolve));
  response.once('close', () => pdf.stop());
  const failure = await pdf.pipe(async (piece) => {
    if (response.destroyed || response.write(piece)) return;
    await Promise.race([gone, new Promise((resolve) => response.once('drain', resolve))]);
  });
  if (failure === null) response.end();
  else response.destroy();
}
