import { saleResource } from '../flows/sale/sale-resource.ts';
import { done, type Result } from '../kernel/result.ts';
import type { SaleResource } from '../kernel/till-view.ts';
import type { Sale } from '../sale/sale.ts';

/** That it is done is all that a window is told; what it came to stands in its view. */
export const nothing = (result: Result<unknown>): Result<null> => (result.ok ? done(null) : result);

/** A sale as a till sees it: picked member by member. */
export const toResource = (result: Result<Sale>): Result<SaleResource> =>
  result.ok ? done(saleResource(result.value)) : result;
