import { z } from 'zod';
import { field } from '../shared/json.ts';
import { flag, list, openIdentifier, openText, plainValue, record, something, text, whole } from './fields.ts';

/** The content of `value` is not described, so any value except null passes. */
const namedValueSchema = record('2.7', { displayName: text, value: something });

/** Accepts one entry or a list of additional data, because the interface describes neither. */
const oneOrMore = <Entry extends z.ZodType>(entry: Entry) =>
  z.union([list(entry), entry], { error: (issue) => (Array.isArray(issue.input) ? '#0' : '#1') });
const additionalValues = oneOrMore(namedValueSchema);

/** Checks only the two required fields of additional TSE data. Everything else passes. */
const tseExtension = z
  .union(
    [record('2.7', { additionalData: additionalValues.nullable().optional() }), z.array(z.unknown()), plainValue],
    {
      error: '#0',
    },
  )
  .nullable();

const rksvSchema = record('2.7', {
  type: z.literal('Rksv', '"Rksv"'),
  transactionNumber: openIdentifier.optional(),
  serialNumber: openIdentifier.optional(),
  signatureNumber: openIdentifier.optional(),
  signature: openText.optional(),
  posInspectionQrData: openText.optional(),
  additionalLegalText: openText.optional(),
  additionalData: additionalValues.nullable().optional(),
});

const typedEntrySchema = record('2.7', { type: z.union([text, whole], 'text') });

const boiTvaSchema = record('2.7', {
  type: z.literal('BoiTva', '"BoiTva"'),
  additionalData: oneOrMore(typedEntrySchema).nullable().optional(),
});

const tBaiSchema = record('2.7', {
  type: z.literal('TBai', '"TBai"'),
  qrCodeData: openText.optional(),
  link: openText.optional(),
  number: whole.optional(),
  id: openIdentifier.optional(),
});

const swedenSchema = record('2.7', { type: z.literal('Sweden', '"Sweden"') });
const portugalSchema = record('2.7', { type: z.literal('Portugal', '"Portugal"') });

const securityInformationSchema = record('2.7', {
  type: z.literal('SecurityInformation', '"SecurityInformation"'),
  data: list(record('2.7', { displayed: something, displayName: text, value: something }))
    .nullable()
    .optional(),
});

/** The service alone knows what an integer kind means (receipt-service.md 9), so its fields cannot be checked. */
export const numberedSchema = record('2.7', { type: z.int() });

const tseSchema = record('2.7', {
  type: z
    .unknown()
    .refine((type) => kindNamed(type) === 'Tse', { abort: true })
    .optional()
    .describe('a missing or unknown kind is read as `Tse`'),
  serialNumber: openIdentifier.optional(),
  signatureAlgorithm: openText.optional(),
  logTimeFormat: openText.optional(),
  certificate: openText.optional(),
  timestampStart: openIdentifier.optional(),
  timestampEnd: openIdentifier.optional(),
  firstOrder: openIdentifier.optional(),
  transactionNumber: openIdentifier.optional(),
  signatureNumber: openIdentifier.optional(),
  processData: openText.optional(),
  processType: openText.optional(),
  signature: openText.optional(),
  extension: tseExtension.optional(),
  'extension:service': tseExtension.optional(),
  additionalData: additionalValues.nullable().optional(),
});

export const fiscalizationKinds = {
  Tse: tseSchema,
  Rksv: rksvSchema,
  BoiTva: boiTvaSchema,
  TBai: tBaiSchema,
  Sweden: swedenSchema,
  Portugal: portugalSchema,
  SecurityInformation: securityInformationSchema,
} as const;
const kinds = { ...fiscalizationKinds, numbered: numberedSchema } as const;

/** The kind that decides which fields are checked; `Tse` if the type is missing or unknown. */
function kindNamed(type: unknown): string {
  if (Number.isInteger(type)) return 'numbered';
  return typeof type === 'string' && Object.hasOwn(fiscalizationKinds, type) ? type : 'Tse';
}
export const fiscalizationKind = (fiscalization: unknown): string => kindNamed(field(fiscalization, 'type'));

/** security.fiscalization: a union by `type`. The message `#n` names the option whose errors count. */
export const fiscalizationSchema = z.union(Object.values(kinds), {
  error: (issue) => `#${Object.keys(kinds).indexOf(fiscalizationKind(issue.input))}`,
});

const securityExtensionSchema = record('2.7', {
  failure: flag.optional(),
  required: flag.optional(),
  publicKey: openText.optional(),
  signedData: openText.optional(),
  tseFailure: flag.optional().describe('deprecated; the app sends it as `failure`'),
  tseRequired: flag.optional().describe('deprecated; the app sends it as `required`'),
});

export const securitySchema = record('2.7', {
  fiscalization: fiscalizationSchema.nullable().optional(),
  tse: fiscalizationSchema.nullable().optional().describe('deprecated; the app sends it as `fiscalization`'),
  'extension:service': securityExtensionSchema.optional(),
});
