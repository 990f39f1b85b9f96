import { z } from 'zod';
import { field, recordOf } from '../shared/json.ts';
import {
  amount,
  anyNumber,
  identifier,
  list,
  openAmount,
  openFlag,
  openIdentifier,
  openName,
  openText,
  record,
  text,
  vatAmount,
  whole,
} from './fields.ts';

const vatShape = {
  percentage: anyNumber,
  inclVat: amount,
  exclVat: vatAmount,
  vat: vatAmount,
  groupId: openIdentifier.optional(),
};
const lineVatSchema = record('2.6', vatShape);
export const vatGroupSchema = record('2.4', {
  ...vatShape,
  groupName: openText.optional(),
  isHidden: openFlag.optional(),
});

/** Other fields of a discount are not described (receipt-service.md 2.4 and 2.12). */
export const discountSchema = record('2.4', { id: identifier, type: openName });

/** A discount of a line: none of its fields is described (receipt-service.md 2.6 and 2.12). */
const lineDiscountSchema = record('2.6', {});

const itemExtensionSchema = record('2.6', {
  gtin: openIdentifier.optional(),
  externalCategory: z.unknown().optional(),
  serialNumber: openIdentifier.optional(),
  plu: openIdentifier.optional(),
  pricePerUnitBeforeDiscounts: anyNumber.nullable().optional(),
  customQuantityMeasure: openText.optional(),
});

/** A unit price may need more than two decimals (fuel, metered goods): it is not an amount that is paid. */
const itemSchema = record('2.6', {
  number: identifier,
  quantity: anyNumber.describe('any number of decimals'),
  pricePerUnit: anyNumber.describe('any number of decimals'),
  quantityMeasure: openName.nullable().optional(),
  'extension:service': itemExtensionSchema.nullable().optional(),
});

const sequenceNumber = whole.describe('it determines the order of several discounts');
const sublines = z.unknown().optional();

const defaultLineSchema = record('2.6', {
  text,
  additionalText: openText.optional(),
  vatAmounts: list(lineVatSchema).nullable().optional(),
  fullAmountInclVat: openAmount.optional(),
  item: itemSchema,
  deliveryPeriodStart: openText.optional(),
  deliveryPeriodEnd: openText.optional(),
  'extension:service': record('2.6', {
    sequenceNumber,
    type: z.literal('Default', '"Default"').nullable().optional().describe('by default `Default`, with a warning'),
    sublines,
    fullAmountInclVatBeforeDiscounts: openAmount.optional(),
    discounts: list(lineDiscountSchema).nullable().optional(),
    categoryId: openIdentifier.optional(),
    lineReturnReference: z.unknown().optional(),
    returnBarcodeReference: z.unknown().optional(),
    equivalentValue: z.unknown().optional(),
    isReturn: openFlag.optional(),
  }),
});

const textLineSchema = record('2.6', {
  text,
  additionalText: openText.optional(),
  'extension:service': record('2.6', { sequenceNumber, type: z.literal('Text', '"Text"'), sublines }),
});

const discountLineSchema = record('2.6', {
  text,
  additionalText: openText.optional(),
  vatAmounts: list(lineVatSchema).nullable().optional(),
  fullAmountInclVat: openAmount.optional().describe('at most 2 decimals; a negative amount is recommended'),
  relatedLines: z.unknown().optional(),
  'extension:service': record('2.6', {
    sequenceNumber,
    equivalentValue: z.unknown().optional(),
    type: z.literal('Discount', '"Discount"'),
    sublines,
  }),
});

/** The fields of key-value lines are not described (receipt-service.md 2.6). */
const keyValueLineSchema = record('2.6', {
  'extension:service': record('2.6', {
    sequenceNumber,
    type: z.literal('keyValue', '"keyValue"'),
    sublines,
  }),
});

export const otherLineType = z
  .union([z.string(), z.int()], 'the kind of line: "Default", "Text", "Discount", "keyValue" or "Custom"')
  .refine((type) => typeof type !== 'string' || !judgedLineTypes.includes(type), { abort: true });

/** Lines of the kind `Custom`, of an unknown kind, or with an integer as kind: only their extension is checked. */
const otherLineSchema = record('2.6', {
  'extension:service': record('2.6', {
    sequenceNumber,
    type: otherLineType,
    sublines,
  }),
});

export const lineKinds = {
  Default: defaultLineSchema,
  Text: textLineSchema,
  Discount: discountLineSchema,
  keyValue: keyValueLineSchema,
  'Custom, others': otherLineSchema,
} as const;

export const judgedLineTypes: readonly string[] = Object.keys(lineKinds).slice(0, -1);

/** The kind of a line: `Default` if it names none. Null for an integer, or without an extension. */
export function lineKind(line: unknown): string | null {
  const extension = recordOf(field(line, 'extension:service'));
  if (extension === null) return null;
  const type = extension.type ?? 'Default';
  return typeof type === 'string' ? type : null;
}

/** A failed union has the message `#n`, the option whose errors count; issues.ts reads it. */
export const lineSchema = z.union(Object.values(lineKinds), {
  error: (issue) => {
    const index = judgedLineTypes.indexOf(lineKind(issue.input) ?? '');
    return `#${index < 0 ? judgedLineTypes.length : index}`;
  },
});
