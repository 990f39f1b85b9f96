import type { Json } from './simulator-till.ts';

const ext = 'extension:service';
const vat = (percentage: number, inclVat: number, exclVat: number, tax: number, groupId: string): Json => ({
  percentage,
  inclVat,
  exclVat,
  vat: tax,
  groupId,
});

/** A bill with every kind of line, two payments, two VAT groups, coupons, loyalty and fiscal data. */
export function richBill(extension: Json = {}, extra: Json = {}): Json {
  return {
    countryCode: 'DE',
    cashRegister: { serialNumber: 'TILL-0007' },
    head: {
      number: '2026-000417',
      date: '2026-01-05T18:42:07+01:00',
      seller: {
        name: 'Bäckerei & Café Morgenrot',
        vatId: 'DE000000000',
        taxNumber: '00/000/00000',
        address: { street: 'Beispielweg 12', postalCode: '01234', city: 'Musterstadt', countryCode: 'DE' },
      },
      buyerText: null,
    },
    data: {
      currency: 'EUR',
      fullAmountInclVat: 21.31,
      paymentTypes: [
        {
          name: 'Visa',
          amount: 11.31,
          [ext]: {
            type: 'CardPayment',
            paymentDetails: {
              cardPan: '400000******0000',
              terminalId: '60000001',
              traceNumber: 4711,
              authCode: 'A1B2C3',
            },
          },
        },
        { name: 'Bar', amount: 10, [ext]: { type: 'Cash', paymentDetails: { amountGiven: 20, amountReturned: 10 } } },
      ],
      vatAmounts: [vat(7, 10.61, 9.92, 0.69, 'B'), vat(19, 10.7, 8.99, 1.71, 'A')],
      lines: [
        {
          text: 'Roggenmischbrot 750 g',
          item: { number: '100', quantity: 1, pricePerUnit: 4.6, quantityMeasure: 'Count' },
          fullAmountInclVat: 4.6,
          [ext]: { sequenceNumber: 1, type: 'Default' },
        },
        {
          text: 'Laugenstange mit Käse und Kürbiskernen überbacken',
          additionalText: 'noch warm',
          item: { number: '101', quantity: 3, pricePerUnit: 2.49, quantityMeasure: 'Count' },
          fullAmountInclVat: 6.01,
          [ext]: { sequenceNumber: 2, type: 'Default', fullAmountInclVatBeforeDiscounts: 7.47 },
        },
        {
          text: 'Kaffeebohnen „Hausröstung“',
          item: { number: '200', quantity: 0.5, pricePerUnit: 25.4, quantityMeasure: 'kg' },
          fullAmountInclVat: 12.7,
          [ext]: { sequenceNumber: 3, type: 'Default', sublines: [{ text: 'gemahlen für Filter' }] },
        },
        { text: 'Stammkunden-Rabatt', fullAmountInclVat: -2, [ext]: { sequenceNumber: 4, type: 'Discount' } },
        { text: 'Bitte kühl und trocken lagern.', [ext]: { sequenceNumber: 5, type: 'Text' } },
        { text: 'Tisch', value: '14', [ext]: { sequenceNumber: 6, type: 'keyValue' } },
      ],
      [ext]: { fullAmountInclVatBeforeDiscounts: 24.77 },
    },
    security: {
      fiscalization: {
        type: 'Tse',
        serialNumber: 'a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3e4f5',
        timestampStart: '2026-01-05T17:41:30.000Z',
        timestampEnd: '2026-01-05T17:42:07.000Z',
        transactionNumber: 80417,
        signatureNumber: 160901,
        signature: 'MEUCIQDinventedinventedinventedinventedinventedinvented==',
      },
    },
    misc: {
      footerText: 'Danke für Ihren Einkauf!\nMontag bis Samstag ab 6 Uhr für Sie da.',
      additionalReceipts: [
        { type: 'BasicReceipt', contentType: 'text/plain', content: 'K-U-N-D-E-N-B-E-L-E-G\nZahlung erfolgt' },
        { type: 'VendorReceipt', contentType: 'text/plain', content: 'HAENDLERBELEG' },
      ],
      [ext]: {
        receiptLanguage: 'de',
        cashierName: 'Kasse Eins',
        couponingInformation: {
          type: 'Generic',
          transactionId: 't-1',
          collectedPoints: 21,
          usedPoints: null,
          redeemedRewards: [{ identifier: 'coffee', name: 'Gratis-Kaffee' }],
        },
        afterSalesCoupons: [
          {
            title: '10 % auf Ihr nächstes Brot',
            codeType: 'Qr',
            code: 'MORGEN-10-4417',
            description: 'Ein Brot Ihrer Wahl',
            redeemStartDate: '2026-01-06T00:00:00+01:00',
            redeemEndDate: '2026-01-31T23:59:59+01:00',
          },
        ],
        ...extension,
      },
    },
    ...extra,
  };
}
