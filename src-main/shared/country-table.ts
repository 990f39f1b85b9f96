import { z } from 'zod';

/** The form of `assets/countries.json`. The windows read the table without zod, so they import types from here only. */

const day = z.iso.date();

/** Null: the source or the date was not checked. */
const evidence = { source: z.url().nullable(), checkedOn: day.nullable() };

const rule = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ value, from: day.nullable(), ...evidence }).optional();

const rate = z.strictObject({
  kind: z.enum(['standard', 'reduced', 'reduced2', 'reduced3', 'reduced4', 'zero']),
  percent: z.number().min(0).max(100),
  /** The first and the last day on which the value applies; null: without a limit. */
  from: day.nullable(),
  until: day.nullable(),
});

const countrySchema = z.strictObject({
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The language of most customers; absent where the app lacks it or the computer knows which of several. */
  language: z.enum(['de', 'en', 'es', 'fr', 'pt', 'sv']).optional(),
  /** The standard rate first and 0 for exempt sales. Regions with other rates set them. */
  vat: z.strictObject({ rates: z.array(rate).min(1), ...evidence }),
  /** An absent rule was not found, or was not looked up. */
  rules: z.strictObject({
    /** The rounding step of cash payments in cents; absent if cash is not rounded. */
    cashStepCents: rule(z.int().positive()),
    /** Whether the customer must agree to a digital receipt. */
    agreement: rule(z.boolean()),
    /** Whether paper is handed out while the service cannot be reached. */
    paperOffline: rule(z.boolean()),
    /** Whether paper must be possible when the customer asks. The app offers it in every country. */
    paperOnRequest: rule(z.boolean()),
    /** Whether a receipt needs fiscal data, which only the till has. */
    fiscalData: rule(z.boolean()),
    /** The sentence that the shop must show its customers at the place of payment. */
    customerSentence: rule(z.enum(['printedOnRequest'])),
  }),
  /** Notes for the generated page, in English. */
  notes: z.array(z.string()).optional(),
});

/** The countries by their code of ISO 3166. */
export const countryTableSchema = z.record(z.string().regex(/^[A-Z]{2}$/), countrySchema);

export type Country = z.infer<typeof countrySchema>;
export type VatKind = z.infer<typeof rate>['kind'];
