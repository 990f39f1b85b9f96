import type { ServerResponse } from 'node:http';
import { receiptPageSchema, userTokenSchema } from '../../lib/partner-view.ts';
import type { AppError } from '../../lib/result.ts';
import { addedReceiptSchema, newUserAnswer, type ReceiptPdf } from '../../partner/commands.ts';
import { type Problem, type ProblemType, problemOf } from '../problem.ts';
import { actionRoute, json, type Route, type RouteAnswer } from '../route.ts';
import { receiptPageExample, userIdExample, userTokenExample } from './examples.ts';

/** What the partner interface can answer on every route of the customer desk. */
export const deskProblems = [
  'partner-not-configured',
  'refused',
  'offline',
  'sign-in-needed',
  'not-configured',
] as const satisfies readonly ProblemType[];

/** What must not be repeated by itself says so in `outcome`, as the start of a loyalty transaction does. */
export const deskProblem = (error: AppError): Problem =>
  error.code === 'outcomeUnknown' ? { ...problemOf(error), outcome: 'unknown' } : problemOf(error);

/** Users of the partner interface and their receipts (pos-api.md "Customer desk"). */
export const userRoutes: readonly Route[] = [
  actionRoute({
    method: 'POST',
    path: '/v1/users',
    action: 'till.createUser',
    name: 'createUser',
    summary: 'Make a user for a customer number; never repeated by the app',
    example: { externalId: 'customer-0001', loyaltyCards: [{ code: '9900000000017', name: 'Club' }] },
    refusal: deskProblem,
    answers: { 201: { description: 'Made', schema: newUserAnswer, example: { id: userIdExample } } },
    problems: [...deskProblems, 'conflict', 'not-found', 'outcome-unknown'],
    reply: (user) => json(201, user),
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/users/{id}/token',
    action: 'till.getUserToken',
    name: 'getUserToken',
    summary: 'Get a token of the user for a frontend: a secret that the app does not keep',
    answers: { 200: { description: 'The token', schema: userTokenSchema, example: userTokenExample } },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/users/{id}',
    action: 'till.deleteUser',
    name: 'deleteUser',
    summary: 'Delete the user',
    answers: { 204: { description: 'Deleted' } },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/users/{id}/receipts',
    action: 'till.listUserReceipts',
    name: 'listUserReceipts',
    summary: 'List the receipts of the user, page by page',
    answers: { 200: { description: 'One page', schema: receiptPageSchema, example: receiptPageExample } },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/users/{id}/receipts/{receiptId}/pdf',
    action: 'till.openReceiptPdf',
    name: 'getReceiptPdf',
    summary: 'Get a receipt of the user as PDF',
    answers: {
      200: {
        description: 'The file as it comes; one that breaks off on its way breaks off here, too',
        mediaType: 'application/pdf',
        example: '%PDF-1.7 ...',
      },
    },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
    reply: pdfAnswer,
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/users/{id}/receipts',
    action: 'till.addUserReceipt',
    name: 'addUserReceipt',
    summary: 'Add an anonymous receipt to the user; never repeated by the app',
    example: { receiptId: 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21' },
    refusal: deskProblem,
    answers: {
      200: {
        description: 'Added',
        schema: addedReceiptSchema,
        example: { receiptId: 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21' },
      },
    },
    problems: [...deskProblems, 'conflict', 'not-found', 'outcome-unknown', 'user-temporarily-not-available'],
  }),
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

/** At the pace of the reader: no more is held than a piece. What breaks off is not passed for whole. */
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
