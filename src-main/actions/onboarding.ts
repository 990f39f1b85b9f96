import { z } from 'zod';
import { onboardingStatusSchema } from '../kernel/partner-view.ts';
import { done } from '../kernel/result.ts';
import { commandActions, defineAction } from './action.ts';
import { onboardingRequestSchema, onVendorCustomer } from './partner-input.ts';
import { told, withWarnings } from './results.ts';

export const onboardedSchema = z.object({
  registrationLink: z.string().nullable().describe('Null where the answer held none at the place of the settings'),
  vendorCustomerId: z.string().nullable().describe('Null: the status cannot be asked for'),
  credentialsStored: z.boolean().describe('In the keychain; they are never returned'),
  answerPaths: z
    .array(z.string())
    .readonly()
    .describe(
      'Where the answer, which is kept sealed, has something, without a value; empty once the credentials were found',
    ),
  ...withWarnings,
});

/** How a merchant is onboarded (interface document 4.7), and how the app reaches the partner interface. */
export const onboardingActions = {
  ...commandActions('program', {
    'partner.getAccess': ({ partnerAccess }) => partnerAccess.get(),
    'partner.saveAccess': ({ partnerAccess }, input) => partnerAccess.save(input),
    'onboarding.get': async ({ onboarding }) => done(await onboarding.get()),
    'onboarding.keepDraft'({ onboarding }, { form }) {
      onboarding.keepDraft(form);
      return done(null);
    },
    'onboarding.start': ({ onboarding }, { at, form }) => onboarding.start(at, form),
    'onboarding.check': ({ onboarding }) => onboarding.check(),
    'onboarding.finish': ({ onboarding }, input) => onboarding.finish(input),
    'onboarding.end': ({ onboarding }) => onboarding.end(),
  }),
  'till.startOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: onboardingRequestSchema,
    strangers: 'refused',
    output: onboardedSchema,
    async run({ onboarding }, form, { doorWarnings }) {
      const started = await onboarding.start('open', form);
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
  'till.getOnboarding': defineAction({
    who: ['partner'],
    needs: 'program',
    input: onVendorCustomer,
    output: onboardingStatusSchema,
    run: ({ onboarding }, { vendorCustomerId }) => onboarding.statusOf(vendorCustomerId),
  }),
};
