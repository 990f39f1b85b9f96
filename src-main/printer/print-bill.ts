import { fromCents } from '../receipts/fields.ts';
import type { Facts, PaymentFact, ReadPrint, VatFact } from './print.ts';

const payment = ({ name, cents, type }: PaymentFact) => ({
  name,
  amount: fromCents(cents),
  'extension:service': { type },
});

const vat = ({ percentage, inclCents, exclCents, vatCents }: VatFact) => ({
  percentage,
  inclVat: fromCents(inclCents),
  exclVat: fromCents(exclCents),
  vat: fromCents(vatCents),
});

const ifKnown = <T>(key: string, value: T | null): Readonly<Record<string, T>> =>
  value === null ? {} : { [key]: value };

/** The body of `POST /v1/receipts` for an accepted print: only the facts known for certain, and the print itself. */
export const printBill = (
  { text, png }: ReadPrint,
  { reference, facts }: { readonly reference: string; readonly facts: Facts },
) => ({
  reference,
  bill: {
    ...ifKnown('countryCode', facts.countryCode),
    ...ifKnown('cashRegister', facts.registerSerial === null ? null : { serialNumber: facts.registerSerial }),
    head: { ...ifKnown('number', facts.number), date: facts.date },
    data: {
      currency: facts.currency,
      fullAmountInclVat: fromCents(facts.totalCents),
      ...ifKnown('paymentTypes', facts.payments?.map(payment) ?? null),
      ...ifKnown('vatAmounts', facts.vatAmounts?.map(vat) ?? null),
    },
    security: facts.security,
    misc: { additionalReceipts: [printedReceipt(png ?? text)], 'extension:service': { receiptType: 'Receipt' } },
  },
});

export const printedReceipt = (print: string | Uint8Array) => ({
  type: 'BasicReceipt',
  ...(typeof print === 'string'
    ? { contentType: 'text/plain', content: print }
    : { contentType: 'image/png', content: Buffer.from(print).toString('base64') }),
  isPrimaryReceipt: true,
});
