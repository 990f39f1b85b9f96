import type { AppError } from '../../lib/result.ts';
import { type Problem, problem, problemOf } from '../problem.ts';
import { actionRoute, type Route } from '../route.ts';
import { loyaltyExample } from './examples.ts';

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
  actionRoute({
    method: 'PUT',
    path: '/v1/sales/{id}/loyalty',
    action: 'till.startLoyalty',
    summary: 'Start a loyalty transaction',
    description:
      'Before the bill. It is not repeated by the app: `outcome` of a 502 says whether it may have been started.',
    example: { externalUserId: 'loyalty-0001' },
    refusal: startProblem,
    answers: { 200: { description: 'Started', example: loyaltyExample } },
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
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/sales/{id}/loyalty',
    action: 'till.cancelLoyalty',
    summary: 'Cancel the loyalty transaction',
    description: 'For a customer who changes their mind before payment.',
    answers: {
      200: { description: 'Cancelled, or no longer active', example: { transactionId: 'lt-5521', status: 'CANCELED' } },
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
  }),
];
