import { amount, anyNumber, openFlag, openIdentifier, openText, record, vatAmount } from './fields.ts';

/** One VAT group of the whole bill (interface document 2.4). */
export const vatGroupSchema = record('2.4', {
  percentage: anyNumber,
  inclVat: amount,
  exclVat: vatAmount,
  vat: vatAmount,
  groupId: openIdentifier.optional(),
  groupName: openText.optional(),
  isHidden: openFlag.optional(),
});

/** One VAT amount of a line (interface document 2.6). */
export const lineVatSchema = record('2.6', {
  percentage: anyNumber,
  inclVat: amount,
  exclVat: vatAmount,
  vat: vatAmount,
  groupId: openIdentifier.optional(),
});
