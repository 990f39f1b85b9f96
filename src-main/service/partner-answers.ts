import { z } from 'zod';
import {
  type OnboardingStatus,
  onboardingStatusSchema,
  type PartnerUser,
  partnerUserSchema,
  type ReceiptItem,
  type UserToken,
} from '../kernel/partner-view.ts';
import type { Answer } from './answers.ts';

/** What a call of the partner interface can end in (interface document 4.7 and 7). These are values: nothing is thrown. */
export type PartnerAnswer<T> = { readonly kind: 'ok'; readonly value: T } | PartnerFailure;

export type PartnerFailure =
  | Extract<Answer<never>, { readonly kind: 'refused' | 'signInNeeded' | 'noAnswer' }>
  /** `user-temporarily-not-available`: the service is still making this user. */
  | { readonly kind: 'userNotYetAvailable'; readonly retryAfterMs: number | null }
  /** Nothing was asked: there is no address, or no key for it. */
  | { readonly kind: 'notConfigured'; readonly lacks: 'address' | 'key' };

const textOrNull = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null);

const address = z.object({ street: textOrNull, city: textOrNull, postalCode: textOrNull, countryCode: textOrNull });

/** Shown as a picture, so an http(s) address or none; another one hides no receipt. */
const picture = z
  .unknown()
  .transform((value) => (typeof value === 'string' && /^https?:\/\/[^\s\p{Cc}]{1,2040}$/u.test(value) ? value : null));

/** Interface document 2.11. What an item lacks beside its id is null: one odd receipt does not hide the others. */
const receiptItem = z.object({
  receiptId: z.string().min(1),
  storeId: textOrNull,
  amount: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  currency: textOrNull,
  date: textOrNull,
  imageResource: picture,
  vendorName: textOrNull,
  vendorAddress: address.nullish().transform((value) => value ?? null),
});

export const receiptListAnswer: z.ZodType<readonly ReceiptItem[]> = z.array(receiptItem);

export const userAnswer: z.ZodType<PartnerUser> = partnerUserSchema;

const secretText = z.string().min(1);

/** "All strings" (2.11); a number of seconds is what `expires_in` is elsewhere, and reads like its text. */
export const tokenAnswer: z.ZodType<UserToken> = z.object({
  id: z.string(),
  accessToken: secretText,
  refreshToken: secretText,
  expiresIn: z.union([z.string(), z.int().transform(String)]),
});

/** "The response is the receiptId as a string" (4.7): as JSON text, or as plain text. */
export const addedAnswer = z.string().min(1).max(512);

export const onboardingStatusAnswer: z.ZodType<OnboardingStatus> = onboardingStatusSchema.extend({
  customerId: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
});
