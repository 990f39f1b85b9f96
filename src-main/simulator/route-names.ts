import { z } from 'zod';

/** The names by which faults, refusals and the ledger speak of routes. */
export const routeNameSchema = z.enum([
  'token',
  'register',
  'bill',
  'cancel',
  'printed',
  'loyaltyStart',
  'loyaltyCancel',
  'partner',
  'page',
]);
export type RouteName = z.infer<typeof routeNameSchema>;

export const tokenPath = '/identity/oauth2/v2.0/token';
export const partnerPrefix = '/partner';
export const controlPrefix = '/control';

const names: ReadonlyMap<string, RouteName> = new Map([
  [`POST ${tokenPath}`, 'token'],
  ['POST /api/v3/bill/url', 'register'],
  ['POST /api/v3/bill', 'bill'],
  ['DELETE /api/v3/bill/:billId', 'cancel'],
  ['POST /api/v3/bill/:billId/printed', 'printed'],
  ['PUT /api/v3/loyalty/transactions', 'loyaltyStart'],
  ['DELETE /api/v3/loyalty/transactions/:transactionId', 'loyaltyCancel'],
  ['PUT /api/v3/loyalty/:provider/transactions', 'loyaltyStart'],
  ['DELETE /api/v3/loyalty/:provider/transactions/:transactionId', 'loyaltyCancel'],
  ['GET /r/:billId', 'page'],
]);

/** The name of a route pattern, or null for what is not part of the interface. */
export function routeNameOf(method: string, pattern: string | undefined): RouteName | null {
  if (pattern === undefined) return null;
  if (pattern.startsWith(partnerPrefix)) return 'partner';
  return names.get(`${method} ${pattern}`) ?? null;
}
