import { z } from 'zod';
import { saleResource } from '../flows/sale/sale-resource.ts';
import { done, type FieldIssue, type Result } from '../lib/result.ts';
import { issueSchema, type SaleResource } from '../lib/till-view.ts';
import type { Sale } from '../sale/sale.ts';

/** That it is done is all that a window is told; what it came to stands in its view. */
export const nothing = (result: Result<unknown>): Result<null> => (result.ok ? done(null) : result);

/** A sale as a till sees it: picked member by member. */
export const toResource = (result: Result<Sale>): Result<SaleResource> =>
  result.ok ? done(saleResource(result.value)) : result;

/** For an answer that is no sale: what was odd and taken all the same. */
export const withWarnings = {
  warnings: z.array(issueSchema).optional().describe('Only where something was odd about the request'),
};

export const told = <T extends object>(result: Result<T>, warnings: readonly FieldIssue[]) =>
  result.ok && warnings.length > 0 ? done({ ...result.value, warnings: [...warnings] }) : result;
