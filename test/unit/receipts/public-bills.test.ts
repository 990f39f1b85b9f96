import { describe, expect, test } from 'vitest';
import { checkBill } from '../../../src-main/receipts/check-bill.ts';
import { corrected, correctionsOf } from '../../../src-main/receipts/corrections.ts';

/**
 * Kinds of bills from the public documents of tills and of services for receipts, as a till would convert them. Each is
 * a paid receipt that docs/receipt-service.md permits, so none may be refused. All content is invented. The sources:
 *
 * - anybill: api_vendorV2.md and the Postman collection of github.com/anybill/documentation
 * - fiskaltrust: doc/middleware-it-registratore-telematico/receipt-case-definitions and doc/digital-receipt of
 *   github.com/fiskaltrust/interface-doc
 * - Zettle: purchase.adoc and giftcard.md of github.com/iZettle/api-documentation
 * - Square: the objects Order and Tender of the API reference
 * - Shopify: the object Order of the Admin API
 * - DFKA taxonomy 2.1: the schema of closings by fiskaly, and the export of Odoo (l10n_de_pos_cert) that follows it
 * - BTCPay Server: the payment methods of an invoice in the Greenfield API
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

const vat = (percentage: number, inclVat: number, exclVat: number) => ({
  percentage,
  inclVat,
  exclVat,
  vat: Number((inclVat - exclVat).toFixed(5)),
});

const kinds: readonly (readonly [kind: string, bill: object])[] = [
  [
    'anybill: a reduced line with its first price, and weighed goods',
    bill({
      lines: [
        line(8.9, { originalPrice: 12, category: '4594' }, { discounts: [{ id: 2, type: 'Absolute', value: 3.1 }] }),
        line(1.1, {}, { sequenceNumber: 2 }, { quantity: 0.736, pricePerUnit: 1.5, quantityMeasure: 'Kilogram' }),
      ],
      vatAmounts: [vat(19, 8.9, 7.48), vat(7, 1.1, 1.03)],
    }),
  ],
  [
    'anybill: cash and a gift card with its balances and its end',
    bill({
      paymentTypes: [
        pay(3),
        pay(7, 'Voucher', { initialBalance: 50, remainingBalance: 43, dateOfExpiry: '2027-01-01T00:00:00.000Z' }),
      ],
    }),
  ],
  [
    'anybill: a text on the bill and a line that is only a text',
    bill(
      { lines: [line(10), { text: 'Thank you', [extension]: { sequenceNumber: 2, type: 'Text' } }] },
      { misc: { footerText: 'Open on Sundays' } },
    ),
  ],
  [
    'fiskaltrust: a void as a receipt with negative quantities',
    bill({
      fullAmountInclVat: -10,
      paymentTypes: [pay(-10)],
      lines: [line(-10, {}, {}, { quantity: -1, pricePerUnit: 10 })],
    }),
  ],
  [
    'fiskaltrust: a refund that names its first receipt',
    bill({
      fullAmountInclVat: -10,
      paymentTypes: [pay(-10, 'CardPayment')],
      lines: [line(-10, { cbPreviousReceiptReference: 'R-7' }, { isReturn: true }, { quantity: -1, pricePerUnit: 10 })],
    }),
  ],
  [
    'fiskaltrust: a tip as a line without VAT',
    bill({
      fullAmountInclVat: 12,
      paymentTypes: [pay(12, 'CardPayment')],
      lines: [line(10), line(2, { text: 'Tip', vatAmounts: [vat(0, 2, 2)] }, { sequenceNumber: 2 })],
    }),
  ],
  [
    'fiskaltrust: a voucher for one kind of goods is sold with its VAT',
    bill({
      lines: [line(10, { text: 'Gift card', vatAmounts: [vat(22, 10, 8.2)] })],
      vatAmounts: [vat(22, 10, 8.2)],
    }),
  ],
  [
    'fiskaltrust: signatures with caption and text, the data of a QR code among them',
    fiscal({
      type: 'SecurityInformation',
      data: [{ displayed: true, displayName: 'RT', value: { text: 'RT-1', format: '0x01' } }],
    }),
  ],
  [
    'Zettle: a card payment with a masked number and what the terminal reports',
    bill({
      paymentTypes: [
        pay(10, 'CardPayment', {
          cardPan: '411111******1111',
          authCode: '429579',
          applicationIdentifier: 'A0000000041010',
          cardPaymentEntryMode: 'CONTACTLESS_EMV',
          terminalDate: 20261125,
          terminalTime: 200000,
          cardNumber: 1111,
          traceNumber: 7,
        }),
      ],
    }),
  ],
  ['Zettle: cash with change', bill({ paymentTypes: [pay(10, 'Cash', { amountGiven: 50, amountReturned: 40 })] })],
  [
    'Zettle: a discount of the whole purchase, in percent and without a name',
    bill({
      lines: [line(20)],
      [extension]: {
        discounts: [{ id: 'whole', type: 'Percentage', percentage: 50, quantity: 1, value: 10 }],
        fullAmountInclVatBeforeDiscounts: 20,
      },
    }),
  ],
  [
    'Zettle: a tip in a card payment',
    bill({ paymentTypes: [pay(12, 'CardPayment')], [extension]: { tip: { gratuityAmount: 2 } } }),
  ],
  [
    'Zettle: a service charge, and payment with Swish',
    bill({ paymentTypes: [pay(10, 'Swish')], lines: [line(5), line(5, { text: 'Standard shipping' })] }),
  ],
  [
    'Square: modifiers of a dish as sublines',
    bill({
      lines: [line(10, {}, { sublines: [{ uid: 'm1', text: 'Large', base_price_money: { amount: 100 } }, 'no ice'] })],
    }),
  ],
  [
    'Square: two tenders, and change rounded to five cents',
    bill({
      fullAmountInclVat: 10.05,
      paymentTypes: [pay(4.05, 'CardPayment'), pay(6, 'Cash', { amountGiven: 20, amountReturned: 14 })],
      lines: [line(10.03), line(0.02, { text: 'Rounding' }, { sequenceNumber: 2 })],
    }),
  ],
  [
    'Square: a discount of a line with a name and percentage alone',
    bill({
      lines: [line(10, {}, { discounts: [{ uid: 'd', name: 'Member', percentage: '20', scope: 'LINE_ITEM' }] })],
    }),
  ],
  [
    'Square: rewards with a structured value',
    misc({
      couponingInformation: {
        type: 'Generic',
        redeemedRewards: [{ identifier: 7, value: { amount: 1, unit: 'EUR' } }],
      },
    }),
  ],
  [
    'Shopify: fields that say nothing are null, and the buyer wants mail',
    bill(
      { lines: [line(10, { sku: null, vendor: null, tax_lines: [] }, {}, { gtin: null })] },
      {
        countryCode: null,
        head: { date: '2026-11-25T20:00:00-05:00', buyerText: null, buyer: { eMailAddress: 'buyer@example.com' } },
        misc: { note: null, tags: '' },
      },
    ),
  ],
  [
    'Shopify: a discount code as a line of its own',
    bill({
      lines: [
        line(12),
        { text: 'WELCOME', fullAmountInclVat: -2, [extension]: { sequenceNumber: 2, type: 'Discount' } },
      ],
    }),
  ],
  [
    'DFKA: amounts of VAT with five decimals',
    bill({ vatAmounts: [{ percentage: 19, inclVat: 10, exclVat: 8.40336, vat: 1.59664 }] }),
  ],
  [
    'DFKA: deposit and the return of empties as business cases of their own',
    bill({
      lines: [
        line(10.25, { businessCase: 'Umsatz' }),
        line(0.25, { text: 'Pfand' }, { sequenceNumber: 2 }),
        line(
          -0.5,
          { text: 'PfandRueckzahlung' },
          { sequenceNumber: 3, isReturn: true },
          { quantity: -2, pricePerUnit: 0.25 },
        ),
      ],
    }),
  ],
  [
    'DFKA: a fiscal device with the times of its transaction and a list of its own',
    fiscal({
      type: 'Tse',
      signature: 'x',
      timestampStart: '2026-11-25T19:59:30Z',
      timestampEnd: '2026-11-25T20:00:00Z',
      extension: [{ key: 'a', value: 1 }],
    }),
  ],
  [
    'BTCPay Server: payments in bitcoin and in a stable coin',
    bill({
      paymentTypes: [
        { ...pay(4, 'Crypto'), foreignAmount: 0.00031245, foreignCurrency: 'BTC' },
        { ...pay(6, 'Crypto'), foreignAmount: 6.034512, foreignCurrency: 'USDC' },
      ],
    }),
  ],
];

/** Kinds of docs/receipt-service.md that none of the sources has. */
const others: readonly (readonly [kind: string, bill: object])[] = [
  [
    'a discount of a line without id and type',
    bill({
      lines: [line(10, {}, { discounts: [{ sequenceNumber: 1, discountId: 'summer', fullAmountInclVat: -2 }] })],
    }),
  ],
  [
    'a key-value line',
    bill({ lines: [line(10), { key: 'Table', value: '7', [extension]: { sequenceNumber: 2, type: 'keyValue' } }] }),
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

test('there are 23 kinds, each of a named source', () => {
  const named = /^(?:anybill|fiskaltrust|Zettle|Square|Shopify|DFKA|BTCPay Server): /;
  expect(kinds.filter(([kind]) => named.test(kind))).toHaveLength(23);
  expect(new Set(kinds.map(([kind]) => kind)).size).toBe(kinds.length);
});

describe('a published kind of bill is accepted', () => {
  test.each([...kinds, ...others])('%s', (_kind, given) => {
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
  test('VAT groups that do not make the total', () => {
    const given = bill({ vatAmounts: [vat(0, 4, 4), vat(0, 5, 5)] });
    expect(codes(given)).toEqual({ errors: [], warnings: ['sum-vat-groups'] });
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
