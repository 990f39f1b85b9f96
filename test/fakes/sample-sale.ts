import { newSale, type Sale } from '../../src-main/sales/sale/sale.ts';
import { applySaleEvents, type SaleEvent } from '../../src-main/sales/sale/state.ts';

export const sampleNow = Date.UTC(2026, 0, 5, 9, 0, 0);
export const sampleBillId = '6f3e0c1a-5b1d-4c57-9a3e-0d4f8f1b2c3d';
export const sampleUrl = 'https://receipts.example/r/6f3e0c1a';

export const idTaken: SaleEvent & { type: 'idTaken' } = { type: 'idTaken', billId: sampleBillId, url: sampleUrl };
export const billAccepted: SaleEvent & { type: 'billAccepted' } = {
  type: 'billAccepted',
  billHash: 'hash-1',
  totalCents: 1990,
  currency: 'EUR',
  receiptNumber: 'R-1',
  displayTarget: null,
  warnings: [],
};
export const refusal = {
  status: 400,
  title: 'Bad bill',
  detail: 'seller is missing',
  errors: [],
  traceId: null,
  extensions: '',
  code: null,
};

export function sampleSale(change: Partial<Sale> = {}): Sale {
  const start = {
    id: 'a3d1b7f0-0f43-4a8e-9d5e-6a6f0f1e2d3c',
    reference: 'till-1/4711',
    till: 'till-1',
    businessDay: '2026-01-05',
    origin: 'till' as const,
    storeId: 'store-1',
    storeFixedByTill: false,
    amountCents: 1990,
    currency: 'EUR',
    openedCurrency: 'EUR',
    language: null,
    externalId: null,
    buyerInformation: null,
    openedWith: '',
  };
  return { ...newSale(start, sampleNow), ...change };
}

/** The sale after these events, one second apart. Fails the test if an event is refused. */
export function saleAfter(sale: Sale, ...events: readonly SaleEvent[]): Sale {
  return events.reduce((before, event) => {
    const next = applySaleEvents(before, [event], before.updatedAt + 1_000);
    if (!next.ok) throw new Error(`${event.type}: ${next.error.message}`);
    return next.value;
  }, sale);
}
