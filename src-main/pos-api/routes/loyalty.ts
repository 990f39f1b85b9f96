import { z } from 'zod';
import type { AppError } from '../../kernel/result.ts';
import { type Problem, problem, problemOf } from '../problem.ts';
import { loyaltyRequestSchema } from '../requests.ts';
import { loyaltySchema } from '../resources.ts';
import { answer, defineRoute, json, type Route, refuse } from '../route.ts';
import { loyaltyExample } from './examples.ts';

const cancelledSchema = z.object({ transactionId: z.string(), status: z.string() });

/**
 * What a till must know before it tries again: the start is not idempotent (interface document 4.5). `offline` says that
 * nothing was changed at the service.
 */
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

/** The loyalty transaction of a sale (pos-api.md "Routes"). */
export const loyaltyRoutes: readonly Route[] = [
  defineRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/loyalty',
    access: 'paired',
    name: 'startLoyalty',
    summary: 'Start a loyalty transaction',
    body: { schema: loyaltyRequestSchema, example: { externalUserId: 'loyalty-0001' } },
    answers: { 200: { description: 'Started', schema: loyaltySchema, example: loyaltyExample } },
    problems: [
      'loyalty-not-active',
      'not-found',
      'loyalty-user-unknown',
      'wrong-state',
      'outcome-unknown',
      'not-started',
      'refused',
      'sign-in-needed',
    ],
    handle: async ({ params: { id }, body }, { app }) => {
      const result = await app.startLoyalty(id, body.externalUserId);
      return result.ok ? json(200, result.value) : refuse(startProblem(result.error));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/sales/{id}/loyalty',
    access: 'paired',
    name: 'cancelLoyalty',
    summary: 'Cancel the loyalty transaction',
    answers: {
      200: {
        description: 'Cancelled, or no longer active',
        schema: cancelledSchema,
        example: { transactionId: 'lt-5521', status: 'CANCELED' },
      },
    },
    problems: [
      'loyalty-not-active',
      'not-found',
      'wrong-state',
      'outcome-unknown',
      'offline',
      'refused',
      'sign-in-needed',
    ],
    handle: async ({ params: { id } }, { app }) => answer(await app.cancelLoyalty(id), 200),
  }),
];
