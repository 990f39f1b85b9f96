import { z } from 'zod';

/** The schema of `assets/countries.json`. The windows have no zod, so they import only types from here. */

const day = z.iso.date();

/** Null if nobody has checked the value. */
const evidence = { source: z.url().nullable(), checkedOn: day.nullable() };

const rule = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ value, from: day.nullable(), ...evidence }).optional();

const rate = z.strictObject({
  kind: z.enum(['standard', 'reduced', 'reduced2', 'reduced3', 'reduced4', 'zero']),
  percent: z.number().min(0).max(100),
  /** The first and the last day of the value; null: unlimited. */
  from: day.nullable(),
  until: day.nullable(),
});

const countrySchema = z.strictObject({
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The language of most customers; absent if the app lacks it or only the computer knows. */
  language: z.enum(['de', 'en', 'es', 'fr', 'pt', 'sv']).optional(),
  /** The standard rate comes first, and 0 is for exempt sales. Regions with other rates set their own. */
  vat: z.strictObject({ rates: z.array(rate).min(1), ...evidence }),
  /** An absent rule is unknown. */
  rules: z.strictObject({
    /** The rounding step of cash payments in cents; absent if cash is not rounded. */
    cashStepCents: rule(z.int().positive()),
    agreement: rule(z.boolean()),
    /** Whether customers get paper while the service cannot be reached. */
    paperOffline: rule(z.boolean()),
    /** Whether customers must be able to get paper. The app offers it in every country. */
    paperOnRequest: rule(z.boolean()),
    /** What happens to a paper that was kept back while nobody decided. */
    paperAtTimeout: rule(z.enum(['print', 'keep'])),
    /** Whether a receipt needs fiscal data, which only the till has. */
    fiscalData: rule(z.boolean()),
    /** The sentence that the shop must display at the place of payment. */
    customerSentence: rule(z.enum(['printedOnRequest'])),
  }),
  /** Notes for the generated page, in English. */
  notes: z.array(z.string()).optional(),
});

/** The countries by their code of ISO 3166. */
export const countryTableSchema = z.record(z.string().regex(/^[A-Z]{2}$/), countrySchema);

export type Country = z.infer<typeof countrySchema>;
export type VatKind = z.infer<typeof rate>['kind'];
