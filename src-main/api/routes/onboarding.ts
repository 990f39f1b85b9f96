import { onboardingSchema, onboardingStatusSchema } from '../../lib/partner-view.ts';
import { onboardedSchema } from '../../partner/onboarding-commands.ts';
import { actionRoute, json, type Route } from '../route.ts';
import { deskProblem, deskProblems } from './users.ts';

/** How a merchant is onboarded (pos-api.md "Customer desk"). */
export const onboardingRoutes: readonly Route[] = [
  actionRoute({
    method: 'POST',
    path: '/v1/onboarding',
    action: 'till.startOnboarding',
    name: 'startOnboarding',
    summary: 'Start the onboarding of the merchant; never repeated by the app',
    example: {
      vendorCustomer: { vendorCustomerId: 'merchant-17', name: 'Example Shop' },
      invoicingDetails: { name: 'Example Shop' },
    },
    refusal: deskProblem,
    answers: {
      201: {
        description: 'Started; the credentials are in the keychain',
        schema: onboardedSchema,
        example: {
          registrationLink: 'https://partner.example/register/merchant-17',
          vendorCustomerId: 'merchant-17',
          credentialsStored: true,
          answerPaths: [],
        },
      },
    },
    problems: [...deskProblems, 'conflict', 'not-found', 'outcome-unknown', 'storage-full'],
    reply: (started) => json(201, started),
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/onboarding',
    action: 'till.lookAtOnboarding',
    name: 'lookAtOnboarding',
    summary: 'Where the registration stands that is under way; what is kept of its answer is read again first',
    answers: {
      200: {
        description: 'As far as it is known',
        schema: onboardingSchema,
        example: {
          ...{ stage: 'started', practice: false, status: 'notActivated', credentials: 'stored', error: null },
          registrationLink: 'https://partner.example/register/merchant-17',
          ...{ vendorCustomerId: 'merchant-17', customerId: null, answerPaths: [] },
        },
      },
    },
    problems: ['not-found', 'storage-full'],
  }),
  actionRoute({
    method: 'DELETE',
    path: '/v1/onboarding',
    action: 'till.endOnboarding',
    name: 'endOnboarding',
    summary: 'Give up what is kept of an unfinished registration; the service is not told',
    answers: { 204: { description: 'Nothing is kept any more' } },
    problems: [...deskProblems, 'storage-full'],
  }),
  actionRoute({
    method: 'GET',
    path: '/v1/onboarding/{vendorCustomerId}',
    action: 'till.getOnboarding',
    name: 'getOnboarding',
    summary: 'Whether the merchant is activated; receipts can be sent only then',
    answers: {
      200: {
        description: 'The status',
        schema: onboardingStatusSchema,
        example: { type: 'notActivated', customerId: '0a6de3f0-6a4f-4f0e-9d53-3c1f2f8e7b61' },
      },
    },
    problems: [...deskProblems, 'not-found'],
  }),
];
