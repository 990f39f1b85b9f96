import { fromCents } from '../../receipts/amounts.ts';
import { JsonText } from '../../shared/json-text.ts';
import { done, type Result } from '../../shared/result.ts';
import type { LoyaltyResource, SaleResource } from '../../shared/till-view.ts';
import type { Sale, SaleLoyalty } from './sale.ts';

/** Before payment the customer should see a code, unless the receipt goes to an account. */
const lacksCode = ({ state, url, assigned, accountExpected }: Sale): boolean =>
  state === 'open' && url === null && !assigned && !accountExpected;

const noCode = {
  path: '/url',
  code: 'no-code',
  message: 'Found no receipt address yet. Expected one to show as a QR code; the app asks for it again automatically.',
};

export function saleResource(sale: Sale): SaleResource {
  // The code of a closed repeat leads to no receipt.
  const isRepeat = sale.acceptedAs !== null && sale.acceptedAs !== sale.id;
  return {
    id: sale.id,
    reference: sale.reference,
    storeId: sale.storeId,
    state: sale.state,
    acceptedAs: sale.acceptedAs,
    billId: isRepeat ? null : sale.billId,
    url: isRepeat ? null : sale.url,
    assigned: sale.assigned,
    qrReplaced: sale.qrReplaced,
    amount: sale.amountCents === null ? null : fromCents(sale.amountCents),
    currency: sale.currency,
    printed: sale.printed,
    cancelled: sale.cancelled,
    loyalty: sale.loyalty === null ? null : loyaltyResource(sale.loyalty),
    attention: sale.attention,
    warnings: lacksCode(sale) ? [...sale.warnings, noCode] : [...sale.warnings],
    createdAt: new Date(sale.createdAt).toISOString(),
    updatedAt: new Date(sale.updatedAt).toISOString(),
  };
}

/** The till reads `starting` as unknown, because the outcome is not known yet. */
export function loyaltyResource(loyalty: SaleLoyalty): LoyaltyResource {
  const { state, providerData, ...rest } = loyalty;
  return {
    ...rest,
    state: state === 'starting' ? 'unknown' : state,
    providerData: providerData === null ? null : new JsonText(providerData),
  };
}

export const toResource = (result: Result<Sale>): Result<SaleResource> =>
  result.ok ? done(saleResource(result.value)) : result;
