import { z } from 'zod';
import { commandsOn, defineAction, told, withWarnings } from '../commands/action.ts';
import { onboardingSchema, onboardingStatusSchema } from '../lib/partner-view.ts';
import { done } from '../lib/result.ts';
import type { Onboarding } from './onboarding.ts';
import { onboardingRequestSchema, onVendorCustomer } from './partner-input.ts';

const onboardedSchema = z.object({
  ...onboardingSchema.pick({ registrationLink: true, vendorCustomerId: true, answerPaths: true }).shape,
  credentialsStored: z.boolean().describe('In the keychain; they are never returned'),
  ...withWarnings,
});

type OnboardingContext = { readonly onboarding: Onboarding };

/** How a merchant is onboarded (interface document 4.7). */
export const onboardingCommands = {
  ...commandsOn<OnboardingContext>()('program', {
    'onboarding.finish': ({ onboarding }, input) => onboarding.finish(input),
  }),
  'till.startOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: onboardingRequestSchema,
    unknownMembers: 'refused',
    output: onboardedSchema,
    async run({ onboarding }: OnboardingContext, form, { by, transportWarnings }) {
      const started = await onboarding.start(form, by.kind === 'commandLine');
      if (!started.ok) return started;
      const { registrationLink, vendorCustomerId, credentials, answerPaths } = started.value;
      const credentialsStored = credentials !== 'unread';
      const answer = { registrationLink, vendorCustomerId, credentialsStored, answerPaths };
      return told(done(answer), transportWarnings);
    },
  }),
  'till.endOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: z.unknown(),
    output: z.null(),
    run: ({ onboarding }: OnboardingContext) => onboarding.end(),
  }),
  'till.lookAtOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: z.unknown(),
    output: onboardingSchema,
    run: ({ onboarding }: OnboardingContext) => onboarding.look(),
  }),
  'till.getOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: onVendorCustomer,
    output: onboardingStatusSchema,
    run: ({ onboarding }: OnboardingContext, { vendorCustomerId }) => onboarding.statusOf(vendorCustomerId),
  }),
};
