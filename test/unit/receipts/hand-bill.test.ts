import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billSummary } from '../../../src-main/receipts/bill.ts';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { type HandSale, handBill } from '../../../src-main/receipts/hand-bill.ts';
import { toWireBill } from '../../../src-main/receipts/to-wire.ts';
import { validBill } from '../../fixtures/receipts/valid-bills.ts';

const sale: HandSale = {
  parts: [{ cents: 1999, vatPercent: 19 }],
  currency: 'EUR',
  payment: 'Cash',
  lineText: 'Ware',
  date: '2025-05-31T14:05:00+02:00',
  receiptNumber: 'H-17',
};

describe('a sale typed by hand', () => {
  test('makes a bill without errors or warnings for any amount, rate and payment', () => {
    const sales = fc.record({
      parts: fc.array(
        fc.record({
          cents: fc.integer({ min: -100_000_000, max: 100_000_000 }),
          vatPercent: fc.constantFrom(0, 2.1, 5.5, 7, 8.1, 10, 19, 20, 25, 27),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
      payment: fc.constantFrom<HandSale['payment']>('Cash', 'CardPayment'),
      lineText: fc.string(),
      receiptNumber: fc.string(),
    });
    fc.assert(
      fc.property(sales, (part) => {
        expect(checkBill(handBill({ ...sale, ...part }), { mode: 'live' })).toMatchObject({ errors: [], warnings: [] });
      }),
    );
  });

  test('has its VAT computed in the smallest unit of its currency', () => {
    const inYen = handBill({ ...sale, currency: 'JPY', parts: [{ cents: 100_000, vatPercent: 10 }] });
    expect(inYen.data.vatAmounts).toEqual([{ percentage: 10, inclVat: 1000, exclVat: 909, vat: 91 }]);
    const { data } = handBill(sale);
    expect(data.vatAmounts).toEqual([{ percentage: 19, inclVat: 19.99, exclVat: 16.8, vat: 3.19 }]);
    expect(data.paymentTypes).toEqual([{ name: 'Cash', amount: 19.99, 'extension:service': { type: 'Cash' } }]);
  });

  test('gives each line its amount, its VAT and its text', () => {
    const parts = [sale.parts[0] ?? { cents: 0, vatPercent: 0 }, { cents: -500, vatPercent: 7 }];
    expect(handBill({ ...sale, parts }).data).toMatchObject({
      fullAmountInclVat: 14.99,
      lines: [
        {
          text: 'Ware',
          fullAmountInclVat: 19.99,
          vatAmounts: [{ percentage: 19 }],
          item: { number: '1', quantity: 1 },
        },
        { text: 'Ware', fullAmountInclVat: -5, vatAmounts: [{ percentage: 7 }], item: { number: '2', quantity: -1 } },
      ],
    });
  });
});

describe('the summary', () => {
  const summaryOf = (name: string) => {
    const { bill } = checkBill(validBill(name));
    if (bill === null) throw new Error(name);
    return billSummary(bill);
  };

  test('has no number where the till gives none or an empty one', () => {
    expect(summaryOf('minimal').number).toBeNull();
    expect(summaryOf('nulls-and-empties').number).toBeNull();
  });

  test('reads the wire form under any extension key', () => {
    const { bill } = checkBill(validBill('de-full-refund'));
    if (bill === null) throw new Error('de-full-refund');
    const wire = toWireBill(bill, { billId: 'x', extensionKey: 'extension:acme', training: false });
    expect(billSummary(wire)).toEqual({ totalCents: -3999, currency: 'EUR', number: '2025-000131' });
  });
});
