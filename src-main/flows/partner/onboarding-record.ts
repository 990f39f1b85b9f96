import { z } from 'zod';
import type { OnboardingForm } from '../../contract/partner-commands.ts';
import type { SealedValues } from '../../storage/sealed-values.ts';

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
  readDraft(): OnboardingForm | null;
  writeDraft(form: OnboardingForm | null): void;
}

const names = { record: 'onboarding', draft: 'onboarding-draft' } as const;

/** Read once: the windows ask for it at every change. */
export function createOnboardingFile(kept: () => SealedValues): OnboardingFile {
  let record: OnboardingRecord | null | undefined;
  const parse = <T>(schema: z.ZodType<T>, name: string): T | null => {
    const text = kept().get(name);
    const read = text === null ? null : schema.safeParse(JSON.parse(text));
    return read?.success === true ? read.data : null;
  };
  const write = (name: string, value: unknown): void => kept().set(name, value === null ? null : JSON.stringify(value));
  return {
    read() {
      if (record === undefined) record = parse(recordSchema, names.record);
      return record;
    },
    write(changed) {
      write(names.record, changed);
      record = changed;
    },
    readDraft: () => parse(recordSchema.shape.form, names.draft),
    writeDraft: (form) => write(names.draft, form),
  };
}
