import { z } from 'zod';
import { guid } from '../kernel/guid.ts';
import { parseKeepingNumbers, textOf } from '../kernel/json-text.ts';
import type { LoyaltyCancel, LoyaltyStart, Registration } from './answers.ts';
import { isObject } from './problems.ts';

/**
 * What the vendor routes answer with when all is well. Extra members are let through or dropped; a wrong or missing one means that
 * something else than the service has answered.
 */

const longestUrl = 2048;
/** What a QR code of error correction M holds in bytes (ISO/IEC 18004, version 40): the address is shown as one. */
const mostQrBytes = 2331;

/** A name before an `@` is there to deceive whoever reads the address. */
const leadsWhereItSays = (url: string): boolean => {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.username === '' && parsed.password === '';
};

/** Shown as a QR code to strangers: http(s) only, at most 2,048 characters, no control characters, no user name, and no more than a code holds (service rules). */
const receiptUrl = z
  .string()
  .max(longestUrl)
  .refine((url) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(url) && /^https?:\/\//i.test(url))
  .refine((url) => leadsWhereItSays(url) && Buffer.byteLength(url, 'utf8') <= mostQrBytes);

/** Interface document 2.9. The legacy types have the shape of `externalId`. */
export const registrationAnswer: z.ZodType<Registration> = z.union([
  z.object({ type: z.literal('url'), url: receiptUrl, billId: guid }),
  z
    .object({ type: z.enum(['externalId', 'userId', 'bankCard']), isAssigned: z.literal(true), billId: guid })
    .transform((answer) => ({ type: 'assigned' as const, billId: answer.billId })),
]);

/** Interface document 4.4, "200 returns billId", in a shape that it does not show: an object with the id, or the id alone. */
export const printedAnswer: z.ZodType<{ readonly billId: string }> = z.union([
  z.object({ billId: guid }),
  z.object({ id: guid }).transform(({ id }) => ({ billId: id })),
  guid.transform((id) => ({ billId: id })),
]);

/** It becomes a segment of a path: no empty one, no `.` and `..`, nothing that cannot be encoded. */
export const pathSegment = z
  .string()
  .min(1)
  .max(512)
  .refine((id) => id !== '.' && id !== '..' && id.isWellFormed() && !/\p{Cc}/u.test(id));

type Json = Readonly<Record<string, unknown>>;

/** Passed through as it is: no copy, no change of order, every digit. */
const rewards = z
  .custom<readonly Json[]>((value) => Array.isArray(value) && value.every(isObject))
  .transform((list) => parseKeepingNumbers(textOf(list)) as readonly Json[]);
const providerText = z.custom<Json>(isObject).transform(textOf);

const orNull = <Type extends z.ZodType>(type: Type) => type.nullish().transform((value) => value ?? null);

/** Interface document 2.10. */
export const loyaltyStartAnswer: z.ZodType<LoyaltyStart> = z.object({
  transactionId: pathSegment,
  customerId: orNull(z.string()),
  providerType: orNull(z.string()),
  points: orNull(z.number()),
  activatedRewards: rewards.nullish().transform((list) => list ?? []),
  providerData: orNull(providerText),
});

/** Interface document 2.10: both states are a success. */
export const loyaltyCancelAnswer: z.ZodType<LoyaltyCancel> = z.object({
  transactionId: z.string(),
  status: z.enum(['CANCELED', 'TRANSACTION_NOT_ACTIVE_ANYMORE']),
});
