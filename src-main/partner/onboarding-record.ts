import { z } from 'zod';
import type { SealedValues } from '../storage/sealed-values.ts';

/** What is sent (interface document 2.12); its fields are not shown. */
export interface OnboardingForm {
  readonly vendorCustomer: Readonly<Record<string, unknown>>;
  readonly stores?: readonly unknown[] | undefined;
  readonly invoicingDetails: Readonly<Record<string, unknown>>;
}

/** An onboarding that is under way, as it is kept: sealed, and beside every connection, for it ends with a change of one. */
const recordSchema = z.object({
  at: z.enum(['open', 'shop']),
  /** Of the partner interface that it was sent to: it is asked for its status nowhere else. */
  place: z.string(),
  stage: z.enum(['asking', 'unknown', 'started']),
  startedAt: z.number(),
  form: z.object({
    vendorCustomer: z.record(z.string(), z.unknown()),
    stores: z.array(z.unknown()).readonly().optional(),
    invoicingDetails: z.record(z.string(), z.unknown()),
  }),
  registrationLink: z.string().nullable(),
  vendorCustomerId: z.string().nullable(),
  status: z.enum(['activated', 'notActivated']).nullable(),
  customerId: z.string().nullable(),
  credentials: z.enum(['stored', 'unread', 'used']),
  /** The answer as it came while no credentials were found in it: they are given once, and a setting can be corrected. */
  unreadAnswer: z.string().nullable(),
  checkedAt: z.number().nullable(),
});
export type OnboardingRecord = Readonly<Omit<z.infer<typeof recordSchema>, 'form'>> & { readonly form: OnboardingForm };

export interface OnboardingFile {
  read(): OnboardingRecord | null;
  write(record: OnboardingRecord | null): void;
}

/** Read once: the windows ask for it at every change. */
export function createOnboardingFile(kept: () => SealedValues): OnboardingFile {
  let record: OnboardingRecord | null | undefined;
  const parse = (text: string | null): OnboardingRecord | null => {
    const read = text === null ? null : recordSchema.safeParse(JSON.parse(text));
    return read?.success === true ? read.data : null;
  };
  return {
    read() {
      if (record === undefined) {
        record = parse(kept().get('onboarding'));
        // Of windows that had a form for it.
        kept().set('onboarding-draft', null);
      }
      return record;
    },
    write(changed) {
      kept().set('onboarding', changed === null ? null : JSON.stringify(changed));
      record = changed;
    },
  };
}
