import { z } from 'zod';
import { guid } from '../shared/guid.ts';
import { isRecord, type JsonRecord } from '../shared/json.ts';
import { jsonTextOf, parseKeepingNumbers } from '../shared/json-text.ts';
import type { ReceiptItem } from '../shared/partner-view.ts';
import { addressFault } from '../shared/service-address.ts';
import { pathSegment } from './http.ts';
import { eitherOf, mapped, members, type Reader, rows, type ValueOf, wholeAnswer } from './reader.ts';

/** The successful answers of the routes (receipt-service.md 2 and 4). */

/**
 * The address is shown as a QR code. With error correction M, a code holds this many bytes (ISO/IEC 18004, version 40).
 */
const mostQrBytes = 2331;

export const isShownAddress = (url: string): boolean =>
  addressFault(url) === null && Buffer.byteLength(url, 'utf8') <= mostQrBytes;

/** The answer of a registration (receipt-service.md 2.9). */
const addressed = {
  type: z.literal('url'),
  url: z.string().refine(isShownAddress, 'web address that can be shown'),
  billId: guid,
};
const assigned = { type: z.enum(['externalId', 'userId', 'bankCard']), isAssigned: z.literal(true), billId: guid };

/** The older answers `userId` and `bankCard` are read as `assigned`. */
export type Registration =
  | { readonly type: 'url'; readonly billId: string; readonly url: string }
  | { readonly type: 'assigned'; readonly billId: string };

export type StoredBill = Registration | { readonly type: 'stored'; readonly billId: string };

export const registration: Reader<Registration> = eitherOf<Registration>(
  mapped(members(addressed, ['billId', 'url']), ({ billId, url }) => ({ type: 'url', billId, url })),
  mapped(members(assigned, ['billId', 'isAssigned']), ({ billId }) => ({ type: 'assigned', billId })),
);

export const storedBill: Reader<StoredBill> = eitherOf<StoredBill>(
  mapped(members(addressed, ['billId']), ({ billId, url }) =>
    url === null ? { type: 'stored', billId } : { type: 'url', billId, url },
  ),
  mapped(members(assigned, ['billId']), ({ billId, isAssigned }) => ({
    type: isAssigned === null ? 'stored' : 'assigned',
    billId,
  })),
);

/** The 200 of receipt-service.md 4.4 returns `billId` in an undescribed form: as a member or alone. */
export const namedBill: Reader<{ readonly billId: string }> = eitherOf(
  members({ billId: guid }, ['billId']),
  mapped(members({ id: guid }, ['id']), ({ id }) => ({ billId: id })),
  mapped(wholeAnswer(guid), (billId) => ({ billId })),
);

const json = z.custom<JsonRecord>(isRecord, 'object');
/** An enumeration by name or number (receipt-service.md 9). A number of any length stays as its digits. */
const nameOrNumber = z.union([z.string(), z.int().transform(String)], 'string or number').nullish();

/** The start of a loyalty transaction (receipt-service.md 2.10). `providerData` is passed on byte for byte. */
export const loyaltyStart = mapped(
  members(
    {
      transactionId: pathSegment,
      customerId: nameOrNumber,
      providerType: nameOrNumber,
      points: z.number().nullish(),
      activatedRewards: z
        .custom<readonly JsonRecord[]>((value) => Array.isArray(value) && value.every(isRecord), 'array of objects')
        .transform((list) => parseKeepingNumbers(jsonTextOf(list)) as readonly JsonRecord[])
        .nullish(),
      providerData: json.transform(jsonTextOf).nullish(),
    },
    ['transactionId'],
  ),
  (start) => ({ ...start, activatedRewards: start.activatedRewards ?? [] }),
);

export type LoyaltyStart = ValueOf<typeof loyaltyStart>;

const cancelled = { transactionId: z.string(), status: z.string() };

/** The cancel of a loyalty transaction (receipt-service.md 2.10). One of its two members is enough. */
export const loyaltyCancel = eitherOf<{ [Name in keyof LoyaltyCancel]: LoyaltyCancel[Name] | null }>(
  members(cancelled, ['transactionId']),
  members(cancelled, ['status']),
);
export type LoyaltyCancel = { readonly [Name in keyof typeof cancelled]: z.output<(typeof cancelled)[Name]> };

const text = z.string().nullish();
const part = z
  .union([z.string(), z.int().transform(String)], 'string')
  .nullish()
  .transform((value) => value ?? null);

/** The answers of the partner interface (receipt-service.md 2.11). */
export const receiptList: Reader<readonly ReceiptItem[]> = rows(
  members({
    receiptId: z.string().min(1),
    storeId: text,
    amount: z.number().nullish(),
    currency: text,
    date: text,
    // The address is shown as a picture, so only http(s) is accepted.
    imageResource: z
      .string()
      .regex(/^https?:\/\/[^\s\p{Cc}]{1,2040}$/u, 'web address of a picture')
      .nullish(),
    vendorName: text,
    vendorAddress: z.object({ street: part, city: part, postalCode: part, countryCode: part }).nullish(),
  }),
);

export const user = members({ id: guid }, ['id']);

const secret = z.string().min(1);

/** `expires_in` is a text with seconds (receipt-service.md 5, rule 3). */
export const token = members(
  {
    access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/, 'token that fits a header'),
    token_type: z.string().regex(/^bearer$/i, 'Bearer'),
    expires_in: z.string().regex(/^[1-9]\d{0,8}$/, 'seconds'),
    refresh_token: secret.max(16_384).nullish(),
  },
  ['access_token'],
);

export const userToken = members({ id: z.string(), accessToken: secret, refreshToken: secret, expiresIn: z.string() }, [
  'accessToken',
  'refreshToken',
  'expiresIn',
]);

/** The answer is the receipt id alone (receipt-service.md 4.7), as JSON text or as plain text. */
export const addedReceipt = mapped(wholeAnswer(z.string().min(1).max(512)), (receiptId) => ({ receiptId }));

export const onboardingStatus = members({ type: z.enum(['activated', 'notActivated']), customerId: text }, ['type']);
