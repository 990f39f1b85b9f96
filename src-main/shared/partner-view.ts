import { z } from 'zod';
import { guid } from './guid.ts';
import { appErrorCodes } from './result.ts';

/** The answers of the partner interface for tills and windows (receipt-service.md 2.11). */

export const partnerUserSchema = z.object({ id: guid });
export type PartnerUser = Readonly<z.infer<typeof partnerUserSchema>>;

/** A secret that is passed on once and never stored or logged. All members are texts, even the seconds. */
export const userTokenSchema = z.object({
  id: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.string().describe('The lifetime of the access token in seconds, as a text'),
});
export type UserToken = Readonly<z.infer<typeof userTokenSchema>>;

const textOrNull = z.string().nullable();

const receiptItemSchema = z.object({
  receiptId: textOrNull.describe('The id of the receipt at the service'),
  storeId: textOrNull,
  amount: z.number().nullable(),
  currency: textOrNull,
  date: textOrNull,
  imageResource: textOrNull.describe('The web address of a picture for the receipt'),
  vendorName: textOrNull,
  vendorAddress: z
    .object({ street: textOrNull, city: textOrNull, postalCode: textOrNull, countryCode: textOrNull })
    .nullable(),
});
export type ReceiptItem = Readonly<z.infer<typeof receiptItemSchema>>;

export const receiptPageSchema = z.object({
  items: z.array(receiptItemSchema),
  totalCount: z.int().nullable().describe('The number of all receipts of the user; null if the service sent none'),
  continuation: textOrNull.describe('The `continuation` for the next page; null on the last page'),
});
export type ReceiptPage = z.infer<typeof receiptPageSchema>;

export const onboardingStatusSchema = z.object({ type: z.enum(['activated', 'notActivated']), customerId: textOrNull });
export type OnboardingStatus = Readonly<z.infer<typeof onboardingStatusSchema>>;

/** The state of an onboarding (receipt-service.md 4.7), without the sent form and secrets. */
export const onboardingSchema = z.object({
  stage: z
    .enum(['asking', 'unknown', 'started'])
    .describe(
      '`asking`: the request is running. `unknown`: no clear answer came, and the onboarding may have started. `started`: the service has accepted the onboarding',
    ),
  training: z.boolean().describe('Whether the onboarding is at the training service inside the app'),
  registrationLink: textOrNull.describe(
    'The address of the page where the merchant registers; null if the answer of the service has none at the place in the setting `partner.registrationLinkPlace`',
  ),
  vendorCustomerId: textOrNull.describe(
    "The vendor's own id of the merchant; null if neither the answer of the service nor the form has one at the places in the settings. Without it the app cannot request the status",
  ),
  status: z.enum(['activated', 'notActivated']).nullable(),
  customerId: textOrNull,
  credentials: z
    .enum(['stored', 'unread', 'used'])
    .describe(
      '`stored`: the credentials from the answer of the service are in the keychain. `used`: the app already signs in with them. `unread`: the app could not take them from the answer yet, and keeps the answer encrypted',
    ),
  answerPaths: z
    .array(z.string())
    .readonly()
    .describe(
      'If the app could not find the credentials in the answer of the service: JSON pointers to all values of that answer, at most 200. Choose the right ones in the settings. Otherwise empty',
    ),
  error: z
    .enum(appErrorCodes)
    .nullable()
    .describe('The error code of the last request for the status; null if it did not fail'),
});
export type OnboardingView = Readonly<z.infer<typeof onboardingSchema>>;
