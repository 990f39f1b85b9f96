import { deepestNesting } from '../lib/json-text.ts';

/** Why a bill is refused (422): code and meaning. docs/receipt-format.md is made from these two tables. */
export const errorCodes = {
  missing: 'A required field is not there.',
  null: 'A field is null where the interface document does not admit null.',
  type: 'A value of another JSON type, or a number that is not whole where it must be.',
  length: 'Text that is too long, too short or empty.',
  format: 'Text that does not have the form: date with offset, time of day, currency code, UUID.',
  value: 'Text that is none of the names of a closed enumeration.',
  decimals: 'An amount with more than 2 decimals that is paid or asked for.',
  number:
    'A number that is not finite, in any field; one beyond ±9007199254740991 in a field that is counted with; or an amount whose cents would not be exact. Other numbers pass at any length, digit by digit.',
  depth: `Nested deeper than ${deepestNesting} levels.`,
  'card-number': 'A card number of which more than the first 6 and the last 4 digits can be seen.',
  'id-mismatch': 'The bill has an id that is not the id of its sale.',
  'extension-key': 'An object has the configured extension key beside `extension:service`: both would get one name.',
  more: 'There are more than 100 findings; the others are left out.',
} as const;

/** What is odd about a bill that is sent all the same, unless the settings let warnings block. */
export const warningCodes = {
  'sum-lines':
    'The amounts of the lines add up neither to the total nor to the total before discounts (1 cent per line is tolerated, and cash rounding up to the setting `delivery.cashRoundingCents`).',
  'sum-payments':
    'The payments, less change, do not add up to the total (1 cent per payment is tolerated, and cash rounding up to the same setting).',
  'sum-vat': 'inclVat is not exclVat + vat (1 cent is tolerated).',
  'vat-rate': 'vat is not the VAT that inclVat contains at that rate (1 cent is tolerated).',
  deprecated: 'A deprecated field (interface document 9).',
  'integer-enum': 'An integer where the name of an enumeration is recommended; it is sent on unchanged.',
  'line-kind': 'A line whose kind is missing (read as `Default`) or unknown (sent on without being checked).',
  'fiscalization-kind': 'A fiscalization type that the service will read as `Tse`.',
  'unit-price': 'A unit price with more than 2 decimals; it is sent on unchanged.',
  'currency-case': 'A currency code in small letters.',
  'currency-unknown': 'A currency code that ISO 4217 does not know; it is sent on unchanged.',
  'null-field':
    'Null in fields that admit none (one warning for all); they are read and sent as if they were not there.',
  'binary-noise':
    'An amount with noise of binary fractions below 0.000001, such as 0.30000000000000004 (one warning for all); it is rounded.',
  'vat-decimals': 'An `exclVat` or `vat` with more than 2 decimals (one warning for all); it is rounded to cents.',
  'e-invoice':
    'Something that an e-invoice (receiptType `EInvoice`, or an integer that may mean it) needs and that is in none of the likely places. A setting (`delivery.eInvoiceBlocks`) lets it refuse the bill.',
  example: 'A bill marked as an example in live mode.',
  more: 'There are more than 100 findings; the others are left out.',
} as const;

export type BillErrorCode = keyof typeof errorCodes;
export type BillWarningCode = keyof typeof warningCodes;
