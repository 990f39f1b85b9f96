import { z } from 'zod';
import { defaultPartnerSwitches, partnerSwitchShape } from './partner-switches.ts';
import { routeNameSchema } from './route-names.ts';

/** How the service is set up at the moment. Every switch can be turned while it runs. */
export const switchesSchema = z.strictObject({
  /** false: the identity provider refuses user name and password, and every refresh token. */
  acceptsSignIn: z.boolean(),
  accessTokenSeconds: z.int().min(1),
  refreshTokenSeconds: z.int().min(1),
  /** true: a refresh token works once. */
  singleUseRefreshTokens: z.boolean(),
  /** Routes that answer 403 (interface document 5.6). */
  forbiddenRoutes: z.array(routeNameSchema).readonly(),
  /** Interface document 4.2 rule 3. */
  selfGeneratedIds: z.boolean(),
  /** Interface document 4.2 rule 1. */
  transparentUserCreation: z.boolean(),
  /** External ids of users that exist. */
  knownExternalIds: z.array(z.string().min(1).max(256)).readonly(),
  /** The `type` of an answer for a known user, instead of `externalId` (interface document 2.9). */
  legacyResponseType: z.enum(['userId', 'bankCard']).nullable(),
  /** How long after the 204 a cancellation is carried out, in milliseconds. */
  cancelDelayMs: z.int().min(0),
  /** false: loyalty routes answer 403. */
  loyaltyModule: z.boolean(),
  /** false: the provider has no points; they are null. */
  loyaltyPoints: z.boolean(),
  /** Who the provider knows. */
  loyaltyUsers: z.union([z.literal('any'), z.array(z.string()).readonly()]),
  /** The provider's refusal of every start, sent as 400 plain text. */
  loyaltyRejection: z.string().min(1).nullable(),
  /** true: transactions are over when somebody cancels them. */
  loyaltyTransactionsEnd: z.boolean(),
  ...partnerSwitchShape,
  /** true: reads the document otherwise wherever it leaves room; see contrary.ts. */
  contrary: z.boolean(),
});
export type Switches = Readonly<z.infer<typeof switchesSchema>>;

const defaultSwitches: Switches = {
  acceptsSignIn: true,
  accessTokenSeconds: 86_400,
  refreshTokenSeconds: 1_209_600,
  singleUseRefreshTokens: false,
  forbiddenRoutes: [],
  selfGeneratedIds: false,
  transparentUserCreation: false,
  knownExternalIds: [],
  legacyResponseType: null,
  cancelDelayMs: 0,
  loyaltyModule: true,
  loyaltyPoints: true,
  loyaltyUsers: 'any',
  loyaltyRejection: null,
  loyaltyTransactionsEnd: false,
  ...defaultPartnerSwitches,
  contrary: false,
};

export interface SwitchBoard {
  current(): Switches;
  set(patch: Partial<Switches>): Switches;
}

export function createSwitchBoard(initial: Partial<Switches>): SwitchBoard {
  let switches: Switches = switchesSchema.parse({ ...defaultSwitches, ...initial });
  return {
    current: () => switches,
    set: (patch) => {
      switches = switchesSchema.parse({ ...switches, ...patch });
      return switches;
    },
  };
}
