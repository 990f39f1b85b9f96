import type { ReceiptPage, UserToken } from '../../shared/partner-view.ts';
import type { LoyaltyResource, SaleResource, StatusResource } from '../../shared/till-view.ts';
import examples from './examples.json' with { type: 'json' };

/** The examples of the OpenAPI description. A test checks each against its schema and sends the requests. */

export const openSaleExample = examples.openSale as SaleResource;
export const queuedSaleExample: SaleResource = {
  ...openSaleExample,
  state: 'queued',
  updatedAt: '2025-05-31T12:06:10.000Z',
};
export const printedSaleExample: SaleResource = { ...queuedSaleExample, printed: 'queued' };
export const cancelledSaleExample: SaleResource = { ...queuedSaleExample, state: 'cancelled', cancelled: 'queued' };

export const loyaltyExample = examples.loyalty as LoyaltyResource;
export const statusExample = examples.status as StatusResource;
export const billExample = examples.bill;
export const userIdExample = examples.userId;
export const userTokenExample: UserToken = examples.userToken;
export const receiptPageExample: ReceiptPage = examples.receiptPage;
