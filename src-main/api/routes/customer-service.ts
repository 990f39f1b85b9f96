import type { ServerResponse } from 'node:http';
import { type Problem, type ProblemType, problemOf } from '../../dispatch/problem.ts';
import type { ReceiptPdf } from '../../partner/commands.ts';
import type { AppError } from '../../shared/result.ts';
import { actionRoute, json, type Route, type RouteAnswer } from '../route.ts';
import { receiptPageExample, userIdExample, userTokenExample } from './examples.ts';

/** The possible problems on every route of Customer service. */
const deskProblems = [
  'partner-not-configured',
  'refused',
  'offline',
  'sign-in-needed',
  'not-configured',
] as const satisfies readonly ProblemType[];

/** `outcome` marks a result that must not be repeated automatically, as for the start of a loyalty transaction. */
const deskProblem = (error: AppError): Problem =>
  error.code === 'outcomeUnknown' ? { ...problemOf(error), outcome: 'unknown' } : problemOf(error);

/** Users of the partner interface, their receipts, and the onboarding of a merchant (docs/customer-desk.md). */
export const partnerRoutes: readonly Route[] = [
  actionRoute({
    method: 'POST',
    path: '/v1/users',
    action: 'till.createUser',
    summary: 'Create a user for a customer number; the app never repeats the request',
    description:
      'If no answer came, the service may have created the user: then `outcome` is `unknown`, and a person has to find out.',
    example: { externalId: 'customer-0001', loyaltyCards: [{ code: '9900000000017', name: 'Club' }] },
    refusal: deskProblem,
    answers: { 201: { description: 'Created', example: { id: userIdExample } } },
    problems: [...deskProblems, 'conflict', 'not-found', 'outcome-unknown'],
    reply: (user) => json(201, user),
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/users/{id}/token',
    action: 'till.getUserToken',
    summary: 'Get a token of the user for a frontend application; the app does not store it',
    description:
      'Pass it to the frontend application of the customer and do not store it. A new user may be available only after some seconds.',
    answers: { 200: { description: 'The token', example: userTokenExample } },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/users/{id}',
    action: 'till.deleteUser',
    summary: 'Delete the user',
    description: 'The receipt service deletes the user; it cannot be undone.',
    answers: { 204: { description: 'Deleted' } },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/users/{id}/receipts',
    action: 'till.listUserReceipts',
    summary: 'List the receipts of the user, page by page',
    description: '`take` receipts at a time. Go on with `continuation` until it is null.',
    answers: { 200: { description: 'One page', example: receiptPageExample } },
    problems: [...deskProblems, 'not-found', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/users/{id}/receipts/{receiptId}/pdf',
    action: 'till.openReceiptPdf',
    name: 'getReceiptPdf',
    summary: 'Get a receipt of the user as PDF',
    description: 'The PDF is streamed from the receipt service and not stored.',
    answers: {
      200: {
        description: 'The file. If the transfer from the service breaks off, this one does, too',
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
    summary: 'Add an anonymous receipt to the user; the app never repeats the request',
    description:
      'Use it for a receipt that was anonymous at the till. If no answer came, the service may have added it: then `outcome` is `unknown`.',
    example: { receiptId: 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21' },
    refusal: deskProblem,
    answers: { 200: { description: 'Added', example: { receiptId: 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21' } } },
    problems: [...deskProblems, 'conflict', 'not-found', 'outcome-unknown', 'user-temporarily-not-available'],
  }),
  actionRoute({
    method: 'POST',
    path: '/v1/onboarding',
    action: 'till.startOnboarding',
    summary: 'Start the onboarding of the merchant; the app never repeats the request',
    description:
      'If no answer came, the service may have started it: then `outcome` is `unknown`. GET /v1/onboarding shows the known state.',
    example: {
      vendorCustomer: { vendorCustomerId: 'merchant-17', name: 'Example Shop' },
      invoicingDetails: { name: 'Example Shop' },
    },
    refusal: deskProblem,
    answers: {
      201: {
        description: 'Started; the credentials are in the keychain',
        example: {
          registrationLink: 'https://partner.example/register/merchant-17',
          vendorCustomerId: 'merchant-17',
          credentialsStored: true,
          answerPaths: [],
        },
      },
    },
    problems: [...deskProblems, 'conflict', 'not-found', 'outcome-unknown', 'keychain-missing', 'storage-full'],
    reply: (started) => json(201, started),
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/onboarding',
    action: 'till.lookAtOnboarding',
    summary: 'Read the state of the current onboarding; its stored answer is read again first',
    description: 'If the onboarding has an id, the receipt service is asked. Otherwise the stored state is returned.',
    answers: {
      200: {
        description: 'The known state',
        example: {
          stage: 'started',
          training: false,
          status: 'notActivated',
          credentials: 'stored',
          error: null,
          registrationLink: 'https://partner.example/register/merchant-17',
          vendorCustomerId: 'merchant-17',
          customerId: null,
          answerPaths: [],
        },
      },
    },
    problems: ['not-found', 'storage-full'],
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/onboarding',
    action: 'till.endOnboarding',
    summary: 'Discard an unfinished onboarding here; the service is not informed',
    description: 'Use it before you start another onboarding.',
    answers: { 204: { description: 'Discarded' } },
    problems: [...deskProblems, 'storage-full'],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/onboarding/{vendorCustomerId}',
    action: 'till.getOnboarding',
    summary: 'Get the status of a merchant; receipts can be sent after the activation',
    description: 'Asks the receipt service for the merchant by their own id.',
    answers: {
      200: {
        description: 'The status',
        example: { type: 'notActivated', customerId: '0a6de3f0-6a4f-4f0e-9d53-3c1f2f8e7b61' },
      },
    },
    problems: [...deskProblems, 'not-found'],
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

/** Sends at the pace of the reader and holds at most one piece. A broken transfer never looks complete. */
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
