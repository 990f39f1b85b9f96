import { smallestCents } from '../shared/minor-unit.ts';
import type { Bill } from './bill.ts';
import { fromCents, vatCents } from './fields.ts';

export interface HandSale {
  /** The gross amounts in cents for each VAT rate in percent, such as 19; negative for a refund. */
  readonly parts: readonly { readonly cents: number; readonly vatPercent: number }[];
  readonly currency: string;
  readonly payment: 'Cash' | 'CardPayment';
  readonly lineText: string;
  readonly date: string;
  readonly receiptNumber: string;
}

const paymentNames = { Cash: 'Cash', CardPayment: 'Card' } as const;

/** A complete bill with one default line for each rate (receipt-service.md 2.2 to 2.8); `checkBill` accepts it. */
export function handBill(sale: HandSale): Bill {
  const total = fromCents(sale.parts.reduce((sum, { cents }) => sum + cents, 0));
  const vatAmounts = sale.parts.map(({ cents, vatPercent }) => {
    const vat = vatCents(cents, vatPercent, smallestCents(sale.currency));
    return { percentage: vatPercent, inclVat: fromCents(cents), exclVat: fromCents(cents - vat), vat: fromCents(vat) };
  });
  return {
    head: { number: sale.receiptNumber, date: sale.date },
    data: {
      currency: sale.currency,
      fullAmountInclVat: total,
      paymentTypes: [{ name: paymentNames[sale.payment], amount: total, 'extension:service': { type: sale.payment } }],
      vatAmounts,
      lines: vatAmounts.map((vatAmount, at) => {
        const isReturn = vatAmount.inclVat < 0;
        return {
          text: sale.lineText,
          vatAmounts: [vatAmount],
          fullAmountInclVat: vatAmount.inclVat,
          item: { number: String(at + 1), quantity: isReturn ? -1 : 1, pricePerUnit: Math.abs(vatAmount.inclVat) },
          'extension:service': { sequenceNumber: at + 1, type: 'Default', ...(isReturn && { isReturn }) },
        };
      }),
    },
    security: {},
    misc: { 'extension:service': { receiptType: 'Receipt' } },
  };
}
