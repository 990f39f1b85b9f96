import { z } from 'zod';

/** Interface document 4.7. */
const partnerRoutes = [
  'userCreate',
  'userToken',
  'userDelete',
  'receiptList',
  'receiptPdf',
  'receiptAdd',
  'onboarding',
  'onboardingStatus',
] as const;
export type PartnerRoute = (typeof partnerRoutes)[number];

/** The names by which faults, refusals and the ledger speak of routes. */
export const routeNameSchema = z.enum([
  'token',
  'register',
  'bill',
  'cancel',
  'printed',
  'loyaltyStart',
  'loyaltyCancel',
  ...partnerRoutes,
  'registration',
  'picture',
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
  ['GET /picture/:vendor', 'picture'],
  ['GET /registration/:link', 'registration'],
  ['POST /registration/:link', 'registration'],
]);

/** The name of a route pattern, or null for what is not part of the interface. Partner routes: partner-call.ts. */
export function routeNameOf(method: string, pattern: string | undefined): RouteName | null {
  return pattern === undefined ? null : (names.get(`${method} ${pattern}`) ?? null);
}
