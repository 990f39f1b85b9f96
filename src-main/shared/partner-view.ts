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
  receiptId: textOrNull.describe('The id of the receipt; null if the service gave none that a request can use'),
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
      '`asking`: no answer has come yet. `unknown`: no answer came, and the onboarding may have started. `started`: the service has the onboarding',
    ),
  training: z.boolean().describe('Whether the training service inside the app answered'),
  registrationLink: textOrNull.describe(
    'The address of the page where the merchant registers; null if the JSON pointer in the settings finds none',
  ),
  vendorCustomerId: textOrNull.describe("The vendor's id of the merchant; without it no status can be requested"),
  status: z.enum(['activated', 'notActivated']).nullable(),
  customerId: textOrNull,
  credentials: z
    .enum(['stored', 'unread', 'used'])
    .describe(
      '`stored`: the credentials are in the keychain. `unread`: the JSON pointers in the settings do not lead to them, so the app keeps the answer encrypted. `used`: they are the current account',
    ),
  answerPaths: z
    .array(z.string())
    .readonly()
    .describe(
      'The JSON pointers to all values of the answer of the service if the pointers in the settings found no credentials in it; otherwise empty',
    ),
  error: z.enum(appErrorCodes).nullable().describe('Why the last request for the status failed; null if it did not'),
});
export type OnboardingView = Readonly<z.infer<typeof onboardingSchema>>;
