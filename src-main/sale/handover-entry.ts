import { z } from 'zod';
import { consentKinds, type HandoverEntry, issueKinds } from '../kernel/handover.ts';

const at = z.int();

/** One line of a sale's log, as it is stored. */
export const handoverEntry = z.discriminatedUnion('what', [
  z.object({ at, what: z.enum(['agreed', 'agreementTakenBack']), how: z.enum(consentKinds) }),
  z.object({ at, what: z.literal('issued'), how: z.enum(issueKinds) }),
  z.object({ at, what: z.literal('paperTakenBack'), how: z.literal('paper') }),
]) satisfies z.ZodType<HandoverEntry>;
