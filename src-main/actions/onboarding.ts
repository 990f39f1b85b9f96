import { z } from 'zod';
import { onboardingSchema, onboardingStatusSchema } from '../lib/partner-view.ts';
import { done } from '../lib/result.ts';
import { commandActions, defineAction } from './action.ts';
import { onboardingRequestSchema, onVendorCustomer } from './partner-input.ts';
import { told, withWarnings } from './results.ts';

export const onboardedSchema = z.object({
  ...onboardingSchema.pick({ registrationLink: true, vendorCustomerId: true, answerPaths: true }).shape,
  credentialsStored: z.boolean().describe('In the keychain; they are never returned'),
  ...withWarnings,
});

/** How a merchant is onboarded (interface document 4.7), and how the app reaches the partner interface. */
export const onboardingActions = {
  ...commandActions('program', {
    'partner.getAccess': ({ partnerAccess }) => partnerAccess.get(),
    'partner.saveAccess': ({ partnerAccess }, input) => partnerAccess.save(input),
    'onboarding.finish': ({ onboarding }, input) => onboarding.finish(input),
  }),
  'till.startOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: onboardingRequestSchema,
    strangers: 'refused',
    output: onboardedSchema,
    async run({ onboarding }, form, { by, doorWarnings }) {
      const started = await onboarding.start(form, by.kind === 'commandLine');
      if (!started.ok) return started;
      const { registrationLink, vendorCustomerId, credentials, answerPaths } = started.value;
      const credentialsStored = credentials !== 'unread';
      const answer = { registrationLink, vendorCustomerId, credentialsStored, answerPaths };
      return told(done(answer), doorWarnings);
    },
  }),
  'till.endOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: z.unknown(),
    output: z.null(),
    run: ({ onboarding }) => onboarding.end(),
  }),
  'till.lookAtOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: z.unknown(),
    output: onboardingSchema,
    run: ({ onboarding }) => onboarding.look(),
  }),
  'till.getOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: onVendorCustomer,
    output: onboardingStatusSchema,
    run: ({ onboarding }, { vendorCustomerId }) => onboarding.statusOf(vendorCustomerId),
  }),
};
