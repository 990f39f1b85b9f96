import type { ReceiptPage, UserToken } from '../../lib/partner-view.ts';
import type { LoyaltyResource, SaleResource, StatusResource } from '../../lib/till-view.ts';

/** The examples of the OpenAPI description. A test checks each against its schema and sends the requests. */

export const loyaltyExample: LoyaltyResource = {
  state: 'active',
  transactionId: 'lt-5521',
  customerId: 'customer-17',
  providerType: 'Example',
  points: 120,
  activatedRewards: [{ identifier: 'coffee', name: 'Free coffee', description: 'One coffee of any size' }],
  providerData: { tier: 'silver' },
};

export const openSaleExample: SaleResource = {
  id: '3e7a1f52-8c0b-4f6d-9a43-5b2f9d1c7e10',
  reference: 'T1-2025-000184',
  storeId: 'store-1',
  state: 'open',
  acceptedAs: null,
  billId: 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21',
  url: 'https://receipts.example/r/b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21',
  assigned: false,
  qrReplaced: false,
  amount: 19.9,
  currency: 'EUR',
  printed: null,
  cancelled: null,
  loyalty: null,
  attention: null,
  warnings: [],
  createdAt: '2025-05-31T12:05:00.000Z',
  updatedAt: '2025-05-31T12:05:00.000Z',
};

export const queuedSaleExample: SaleResource = {
  ...openSaleExample,
  state: 'queued',
  updatedAt: '2025-05-31T12:06:10.000Z',
};

export const printedSaleExample: SaleResource = { ...queuedSaleExample, printed: 'queued' };

export const cancelledSaleExample: SaleResource = { ...queuedSaleExample, state: 'cancelled', cancelled: 'queued' };

export const statusExample: StatusResource = {
  mode: 'training',
  service: 'online',
  pool: { available: 5, target: 5 },
  outbox: { queued: 0, attention: 0, oldestSeconds: 0, nextTryAt: null, pacedUntil: null, secondsLeft: null },
  display: { connected: true, showing: 'qr', saleId: '5b0a1f0e-7a53-4f0e-9f57-0f3a7d2c9b41' },
  keyStorage: 'keychain',
  notices: [],
  deviations: [],
  version: '0.1.0',
};

export const billExample = {
  head: { number: '184', date: '2025-05-31T14:05:00+02:00', seller: { name: 'Example Shop' } },
  data: {
    currency: 'EUR',
    fullAmountInclVat: 19.9,
    paymentTypes: [{ name: 'Cash', amount: 19.9, 'extension:service': { type: 'Cash' } }],
    vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }],
    lines: [
      {
        text: 'Coffee beans 1 kg',
        fullAmountInclVat: 19.9,
        vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }],
        item: { number: '4711', quantity: 1, pricePerUnit: 19.9 },
        'extension:service': { sequenceNumber: 1, type: 'Default' },
      },
    ],
  },
  security: { fiscalization: { type: 'Tse' } },
};

export const userIdExample = '5d7c1f0e-93b2-4c6a-8e21-7a4f0d9b3c52';

export const userTokenExample: UserToken = {
  id: userIdExample,
  accessToken: 'eyJhbGciOiJub25lIn0.e30.',
  refreshToken: 'example-refresh-token',
  expiresIn: '3600',
};

export const receiptPageExample: ReceiptPage = {
  items: [
    {
      receiptId: 'b1d6c8a4-2f37-4c19-8e55-0a9d3c7f4b21',
      storeId: 'store-1',
      amount: 19.9,
      currency: 'EUR',
      date: '2025-05-31T14:05:00+02:00',
      imageResource: null,
      vendorName: 'Example Shop',
      vendorAddress: { street: 'Market Street 1', city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
    },
  ],
  totalCount: 250,
  continuation: 'eyJwYWdlIjoyfQ',
};
