import { describe, expect, test } from 'vitest';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { corrected, correctionsOf } from '../../../src-main/receipts/corrections.ts';

/**
 * The kinds of bills that vendors of tills publish as examples, with invented content. Each is a paid receipt that the
 * document permits, so none may be refused.
 */

const extension = 'extension:service';
const date = '2026-11-25T20:00:00+01:00';

const line = (amount: number, more: object = {}, inExtension: object = {}, inItem: object = {}) => ({
  text: 'Tea',
  fullAmountInclVat: amount,
  item: { number: '4711', quantity: 1, pricePerUnit: amount, quantityMeasure: 'Count', ...inItem },
  [extension]: { sequenceNumber: 1, type: 'Default', ...inExtension },
  ...more,
});

const pay = (amount: number, type: string | number = 'Cash', details?: object) => ({
  name: String(type),
  amount,
  [extension]: { type, ...(details && { paymentDetails: details }) },
});

const bill = (data: object = {}, rest: object = {}) => ({
  head: { date },
  data: { currency: 'EUR', fullAmountInclVat: 10, paymentTypes: [pay(10)], lines: [line(10)], ...data },
  security: {},
  ...rest,
});

const misc = (inExtension: object) => bill({}, { misc: { [extension]: inExtension } });
const fiscal = (fiscalization: object) => bill({}, { security: { fiscalization } });

const codes = (given: unknown) => {
  const { errors, warnings } = checkBill(given);
  return { errors: errors.map(({ path, code }) => `${path} ${code}`), warnings: warnings.map(({ code }) => code) };
};

const kinds: readonly (readonly [name: string, bill: object])[] = [
  [
    'a card payment with the dates of the terminal as numbers',
    bill({
      paymentTypes: [
        pay(10, 'CardPayment', { terminalDate: 20261125, terminalTime: 200000, cardNumber: 1234, traceNumber: 7 }),
      ],
    }),
  ],
  ['cash with change', bill({ paymentTypes: [pay(20, 'Cash', { amountGiven: 20, amountReturned: 10 })] })],
  ['a split payment', bill({ paymentTypes: [pay(4), pay(6, 'CardPayment')] })],
  [
    'a discount of a line without id and type',
    bill({
      lines: [line(10, {}, { discounts: [{ sequenceNumber: 1, discountId: 'summer', fullAmountInclVat: -2 }] })],
    }),
  ],
  [
    'a discount of a line with a text alone',
    bill({ lines: [line(10, {}, { discounts: [{ name: 'Member', value: '20 %' }] })] }),
  ],
  [
    'a discount line',
    bill({
      lines: [
        line(12),
        { text: 'Discount', fullAmountInclVat: -2, [extension]: { sequenceNumber: 2, type: 'Discount' } },
      ],
    }),
  ],
  [
    'a discount on the total',
    bill({
      lines: [line(12)],
      [extension]: { discounts: [{ id: 1, type: 'Percentage' }], fullAmountInclVatBeforeDiscounts: 12 },
    }),
  ],
  ['sublines of a menu', bill({ lines: [line(10, {}, { sublines: [{ text: 'Large' }, 'without ice'] })] })],
  ['a text line', bill({ lines: [line(10), { text: 'Thank you', [extension]: { sequenceNumber: 2, type: 'Text' } }] })],
  [
    'a key-value line',
    bill({ lines: [line(10), { key: 'Table', value: '7', [extension]: { sequenceNumber: 2, type: 'keyValue' } }] }),
  ],
  [
    'a return of one line',
    bill({
      fullAmountInclVat: -10,
      paymentTypes: [pay(-10)],
      lines: [line(-10, {}, { isReturn: true }, { quantity: -1, pricePerUnit: 10 })],
    }),
  ],
  [
    'a weighed article',
    bill({ lines: [line(10, {}, {}, { quantity: 0.512, pricePerUnit: 19.53, quantityMeasure: 'Kilogram' })] }),
  ],
  ['a tip in a card payment', bill({ paymentTypes: [pay(12, 'CardPayment')], [extension]: { tip: { amount: 2 } } })],
  ['a deposit', bill({ lines: [line(9.75), line(0.25, { text: 'Deposit' })] })],
  [
    'a voucher that is redeemed',
    bill({ paymentTypes: [pay(10, 'Voucher', { cardNumber: 998877, remainingAmount: 5, currency: 'EUR' })] }),
  ],
  [
    'a payment in bitcoin',
    bill({ paymentTypes: [{ ...pay(10, 'Crypto'), foreignAmount: 0.00031245, foreignCurrency: 'BTC' }] }),
  ],
  [
    'a payment in a stable coin',
    bill({ paymentTypes: [{ ...pay(10, 'Crypto'), foreignAmount: 21.734512, foreignCurrency: 'USDC' }] }),
  ],
  [
    'a fiscalization with an extension list',
    fiscal({ type: 'Tse', signature: 'x', extension: [{ key: 'a', value: 1 }] }),
  ],
  [
    'security information with a structured value',
    fiscal({ type: 'SecurityInformation', data: [{ displayed: true, displayName: 'Code', value: { text: 'x' } }] }),
  ],
  [
    'rewards with a structured value',
    misc({
      couponingInformation: {
        type: 'Generic',
        redeemedRewards: [{ identifier: 7, value: { amount: 1, unit: 'EUR' } }],
      },
    }),
  ],
  [
    'coupons after the sale',
    misc({
      afterSalesCoupons: [{ title: 'Next', codeType: 'Qr', code: 4711, redeemEndDate: '2026-12-31T23:59+01:00' }],
    }),
  ],
  [
    'empty objects as PHP writes them',
    bill(
      { paymentTypes: [{ name: 'Cash', amount: 10, [extension]: { type: 'Cash', paymentDetails: [] } }] },
      { head: { date, buyer: [] }, cashRegister: [], security: [], misc: { [extension]: [] } },
    ),
  ],
  [
    'a business customer with an e-invoice',
    bill(
      {},
      {
        head: {
          date,
          seller: { name: 'Shop', vatId: 'DE123456789' },
          buyer: {
            name: 'Company',
            format: 'XRechnung',
            address: { street: 'Street 1', postalCode: '10115', city: 'Berlin' },
          },
        },
        misc: { [extension]: { receiptType: 'EInvoice' } },
      },
    ),
  ],
];

describe('a published kind of bill is accepted', () => {
  test.each(kinds)('%s', (_name, given) => {
    expect(codes(given).errors).toEqual([]);
  });
});

describe('a date with offset is completed to a date-time, with a warning', () => {
  test.each([
    ['Java without seconds', '2026-11-25T20:00+01:00', '2026-11-25T20:00:00+01:00'],
    ['Java with the name of the zone', '2026-11-25T20:00:05+01:00[Europe/Berlin]', '2026-11-25T20:00:05+01:00'],
    ['PHP without the colon', '2026-11-25T20:00:05+0100', '2026-11-25T20:00:05+01:00'],
    ['hours alone', '2026-11-25T20:00:05+01', '2026-11-25T20:00:05+01:00'],
    ['Python with a space', '2026-11-25 20:00:05.123456+01:00', '2026-11-25T20:00:05.123456+01:00'],
    ['Go with nanoseconds', '2026-11-25T20:00:05.123456789Z', '2026-11-25T20:00:05.1234567Z'],
    ['small letters', '2026-11-25t20:00:05z', '2026-11-25T20:00:05Z'],
  ])('%s', (_name, written, sent) => {
    const given = { ...bill(), head: { date: written } };
    expect(codes(given)).toEqual({ errors: [], warnings: ['date-form'] });
    expect(corrected(given, correctionsOf(given))).toMatchObject({ head: { date: sent } });
  });

  test.each([
    ['2026-11-25', 'the time and the offset are missing'],
    ['2026-11-25T20:00:00', 'the offset is missing'],
    ['2026-11-25 20:00:00.123', 'the offset is missing'],
    ['2026-02-30T20:00:00Z', 'a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00'],
    ['25.11.2026 20:00', 'a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00'],
  ])('%s is refused, and the message names what is missing', (written, missing) => {
    const { errors } = checkBill({ ...bill(), head: { date: written } });
    expect(errors).toEqual([{ path: '/head/date', code: 'format', message: expect.stringContaining(missing) }]);
  });
});

describe('an odd part of a bill is a warning', () => {
  const vat = (inclVat: number) => ({ percentage: 0, inclVat, exclVat: inclVat, vat: 0 });
  test.each([
    ['VAT groups that do not make the total', bill({ vatAmounts: [vat(4), vat(5)] }), 'sum-vat-groups'],
    ['a line that is not quantity times price', bill({ lines: [line(10, {}, {}, { quantity: 3 })] }), 'line-price'],
    ['a return with a positive amount', bill({ lines: [line(10, {}, { isReturn: true })] }), 'return-positive'],
    ['a tip that is in no payment', bill({ [extension]: { tip: 2 } }), 'tip-unpaid'],
    [
      'a receipt by mail without an address',
      bill({}, { head: { date, buyer: { sendReceiptByMail: true } } }),
      'mail-address',
    ],
    ['a clock that was never set', bill({}, { head: { date: '1970-01-01T01:00:12+01:00' } }), 'date-unset'],
  ])('%s', (_name, given, code) => {
    expect(codes(given)).toEqual({ errors: [], warnings: [code] });
  });

  test('a date more than two days from the clock is one in live mode only, and never refuses the bill', () => {
    const at = (days: number) => ({ now: Date.parse(date) + days * 86_400_000 + 1, mode: 'live' as const });
    const far = [expect.objectContaining({ path: '/head/date', code: 'date-far' })];
    for (const days of [2, -3]) {
      expect(checkBill(bill(), at(days))).toMatchObject({ errors: [], warnings: far });
      expect(checkBill(bill(), { ...at(days), warningsBlock: true })).toMatchObject({ errors: [], warnings: far });
      expect(checkBill(bill(), { ...at(days), mode: 'training' }).warnings).toEqual([]);
    }
    for (const days of [1, -2]) expect(checkBill(bill(), at(days)).warnings).toEqual([]);
  });
});
