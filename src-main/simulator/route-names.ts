import { z } from 'zod';

export const routeNameSchema = z.enum([
  'token',
  'register',
  'bill',
  'cancel',
  'printed',
  'loyaltyStart',
  'loyaltyCancel',
  'userCreate',
  'userToken',
  'userDelete',
  'receiptList',
  'receiptPdf',
  'receiptAdd',
  'onboarding',
  'onboardingStatus',
  'registration',
  'page',
]);
export type RouteName = z.infer<typeof routeNameSchema>;

export const tokenPath = '/identity/oauth2/v2.0/token';
export const partnerPrefix = '/partner';
export const controlPrefix = '/control';

export const pathOf = ({ url = '' }: { readonly url?: string | undefined }): string => url.split('?', 1)[0] ?? '';
