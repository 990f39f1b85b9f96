import { fromCents, vatCents } from './amounts.ts';
import type { Bill } from './bill.ts';

/** A sale typed in by the cashier. */
export interface HandSale {
  /** Gross total in cents; negative for a refund. */
  readonly totalCents: number;
  /** ISO 4217, three letters. */
  readonly currency: string;
  /** VAT rate in percent, such as 19. */
  readonly vatPercent: number;
  readonly payment: 'Cash' | 'CardPayment';
  /** The one line of the receipt, in the words of the merchant. */
  readonly lineText: string;
  /** ISO 8601 with offset. */
  readonly date: string;
  readonly receiptNumber: string;
}

const paymentNames = { Cash: 'Cash', CardPayment: 'Card' } as const;

/** A complete bill with one default line (interface document 2.2-2.8); `checkBill` finds nothing wrong with it. */
export function handBill(sale: HandSale): Bill {
  const total = fromCents(sale.totalCents);
  const vat = vatCents(sale.totalCents, sale.vatPercent);
  const vatAmount = {
    percentage: sale.vatPercent,
    inclVat: total,
    exclVat: fromCents(sale.totalCents - vat),
    vat: fromCents(vat),
  };
  return {
    head: { number: sale.receiptNumber, date: sale.date },
    data: {
      currency: sale.currency,
      fullAmountInclVat: total,
      paymentTypes: [{ name: paymentNames[sale.payment], amount: total, 'extension:service': { type: sale.payment } }],
      vatAmounts: [vatAmount],
      lines: [
        {
          text: sale.lineText,
          vatAmounts: [vatAmount],
          fullAmountInclVat: total,
          item: { number: '1', quantity: 1, pricePerUnit: total },
          'extension:service': { sequenceNumber: 1, type: 'Default' },
        },
      ],
    },
    security: {},
    misc: { 'extension:service': { receiptType: 'Receipt' } },
  };
}
