import { z } from 'zod';
import { type Action, type Actor, defineAction, type FolderActor, tillOf } from '../../dispatch/dispatch.ts';
import { amount, basketQuantity, currencyCode, list } from '../../receipts/fields.ts';
import { externalIdSchema, storeIdSchema, userIdentificationSchema } from '../../receipts/user-identification.ts';
import { guid } from '../../shared/guid.ts';
import { isRecord } from '../../shared/json.ts';
import { jsonTextOf } from '../../shared/json-text.ts';
import { failed } from '../../shared/result.ts';
import { saleStates } from '../../shared/sale-states.ts';
import { type Reach, reaches, reachOf } from '../../shared/till-names.ts';
import { type SaleResource, type StatusResource, saleResourceSchema } from '../../shared/till-view.ts';
import type { Sale } from '../sale/sale.ts';
import type { SessionContext } from '../session-context.ts';

/** The zod error of a field is its expectation; `receipts/issues.ts` adds what was found. */

/** The input of an action on a sale. The body is a member of its own, so that a refusal can name its fields. */
export const onSale = z.object({ saleId: guid });
export const onSaleWith = <Sent extends z.ZodType>(sent: Sent) => z.object({ saleId: guid, sent });

const expectedLanguage = 'a language tag such as "de" or "de-AT"';
const expectedLimit = 'a whole number from 1 to 200';
const expectedShortText = 'text of at most 200 characters';

/** Control characters and half surrogates do not survive every transport, but a key must. */
const cleanText = /^[^\p{Cc}\p{Cs}]*$/u;
const nameOf = (most: number) => {
  const expected = `text of 1 to ${most} characters without control characters`;
  return z
    .string(expected)
    .min(1, expected)
    .max(most, expected)
    .refine((value) => cleanText.test(value), expected)
    .meta({ pattern: cleanText.source });
};

const referenceSchema = nameOf(128).describe(
  "The till's own id of the sale, and the idempotency key: during a business day it means the same sale of this till",
);

export const customerSchema = z
  .object({ externalId: externalIdSchema.regex(/\S/, 'text that is not blank') }, 'an object with externalId')
  .describe("The customer, by the merchant's own number");

/** The limit of `buyerInformation` in bytes. Each stored version of the sale contains it. */
const buyerBytes = 16 * 1024;

/** Returns the same object, no copy: `jsonTextOf` finds the original text by it, which is sent byte for byte. */
const buyerInformationSchema = z
  .unknown()
  .refine(isRecord, { error: 'an object', abort: true })
  .refine(
    (value) => Buffer.byteLength(jsonTextOf(value)) <= buyerBytes,
    `an object of at most ${buyerBytes} bytes as JSON`,
  )
  .meta({
    type: 'object',
    description: `Data of the buyer, at most ${buyerBytes} bytes. The app sends them with the registration of the receipt id, byte for byte`,
  });

export const openSaleSchema = z.object(
  {
    reference: referenceSchema,
    billId: guid.describe("The till's own receipt id, only if the setting `service.selfGeneratedIds` is on").optional(),
    storeId: storeIdSchema.describe('The store of the sale; default: the store of the settings').optional(),
    amount: amount.describe('The gross amount, at most 2 decimals').optional(),
    currency: currencyCode.describe('ISO 4217').optional(),
    customer: customerSchema.optional(),
    userIdentification: z
      .object({ externalId: userIdentificationSchema.shape.externalId }, 'an object with externalId')
      .nullable()
      .optional()
      .describe('The customer in the form of a bill request; send either this or `customer`'),
    buyerInformation: buyerInformationSchema.optional(),
    language: z
      .string(expectedLanguage)
      .max(35, expectedLanguage)
      .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/, expectedLanguage)
      .describe("The language of the customer display for this sale; the shop's default if the app does not support it")
      .optional(),
    show: z.boolean('true or false').describe('Whether the QR code is shown at once; default true').optional(),
  },
  'a JSON object',
);

export const changeSaleSchema = z.object(
  {
    ...openSaleSchema.pick({ amount: true, currency: true, language: true }).shape,
    show: z.boolean('true or false').describe('Whether the QR code is shown now; true also shows it again').optional(),
  },
  'a JSON object',
);

export const billRequestSchema = z.object(
  {
    /** `receipts` checks the bill, whose schema is in the OpenAPI description only. */
    bill: z
      .unknown()
      .refine((value) => value !== undefined, 'a bill object')
      .describe(
        'The receipt in the form of docs/receipt-format.md; unknown fields reach the receipt service unchanged',
      ),
    displayTarget: z
      .string('text, not empty')
      .min(1, 'text, not empty')
      .describe('The query parameter `DisplayTarget` of the request to the receipt service, for an anonymous receipt')
      .optional(),
    storeId: storeIdSchema.describe('The store of the receipt; default: the store of the sale').optional(),
    userIdentification: userIdentificationSchema
      .nullable()
      .optional()
      .describe('The customer of the receipt; if absent, that of the sale. Null makes the receipt anonymous'),
    again: z
      .boolean('true or false')
      .optional()
      .describe(
        'if true, the app accepts a bill that equals an earlier one. It needs a sale with a `reference` of its own',
      ),
  },
  'a JSON object with bill',
);

export const receiptRequestSchema = z.object(
  {
    ...openSaleSchema.pick({ reference: true, customer: true, buyerInformation: true, language: true }).shape,
    ...billRequestSchema.shape,
    storeId: openSaleSchema.shape.storeId,
  },
  'a JSON object',
);

export const fileSaleSchema = z.object({ id: guid.optional(), reference: referenceSchema.optional() });

export const checkRequestSchema = z.object(
  { ...receiptRequestSchema.shape, reference: referenceSchema.optional() },
  'a JSON object with bill',
);

const basketLineSchema = z.object(
  {
    text: z.string(expectedShortText).max(200, expectedShortText),
    quantity: basketQuantity.optional(),
    amount,
  },
  'an object with text and amount',
);

export const basketSchema = z.object(
  {
    lines: list(basketLineSchema).max(500, 'a list of at most 500 lines'),
    total: amount,
    currency: currencyCode,
  },
  'a JSON object',
);

export const saleOutput: z.ZodType<SaleResource> = saleResourceSchema;

export const loyaltyRequestSchema = z.object(
  // receipt-service.md 2.10 has no limit here; the limit of a body applies.
  { externalUserId: z.string('text, not empty').min(1, 'text, not empty') },
  'a JSON object with externalUserId',
);

const expectedCode = 'the 8 digits that the cashier window shows, as text';

export const pairRequestSchema = z.object(
  {
    code: z.string(expectedCode).regex(/^\d{8}$/, expectedCode),
    name: nameOf(64).describe('A new name for this till, or the known one of a till that is paired again'),
  },
  'a JSON object with code and name',
);

const expectedInstant = 'a date and time with offset (ISO 8601), such as 2025-05-31T14:05:00+02:00';

/** A "+" that was not percent-encoded arrives as a space. */
const instantSchema = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(' ', '+') : value),
  z.iso.datetime({ offset: true, error: expectedInstant }),
);

const limitSchema = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value),
  z.int(expectedLimit).min(1, expectedLimit).max(200, expectedLimit),
);

export const salesQuerySchema = z.object({
  reference: referenceSchema.optional().describe('Only the sales of the calling till with this reference'),
  state: z
    .enum(saleStates, `one of ${saleStates.join(', ')}`)
    .optional()
    .describe('Only the sales in this state'),
  from: instantSchema.optional().describe('Only sales opened at or after this time; ISO 8601 with offset'),
  to: instantSchema.optional().describe('Only sales opened before this time; ISO 8601 with offset'),
  limit: limitSchema.optional().describe('The number of sales on a page; default 50'),
  cursor: z.guid('the `next` of the previous page').optional().describe('The value of `next` from the previous page'),
});

export const reachOfTill = (
  { settings, shopTills }: Pick<SessionContext, 'settings' | 'shopTills'>,
  till: string,
): Reach => reachOf(till, settings().posApi.tillsShareSales, shopTills());

export type OwnSaleContext = Pick<SessionContext, 'saleRepository' | 'settings' | 'shopTills'>;
export type SaleActionContext = OwnSaleContext & Pick<SessionContext, 'duplicateIndex'>;

/** Returns the sale if this till reaches it. Null both for a sale of another till and for a missing one. */
export function ownSale(context: OwnSaleContext, till: string, saleId: string): Sale | null {
  const sale = context.saleRepository.find(saleId);
  return sale !== null && (sale.till === till || reaches(reachOfTill(context, till), sale.till)) ? sale : null;
}

/** Every till can read that the customer display is in use, but only the sale's own till reads for which sale. */
export function statusSeenBy(status: StatusResource, isOwn: (saleId: string) => boolean): StatusResource {
  const { saleId } = status.display;
  return saleId === null || isOwn(saleId) ? status : { ...status, display: { ...status.display, saleId: null } };
}

/** The same answer for another till's sale and a missing one, so that a till cannot detect the difference. */
const nothingThere = failed('notFound', 'Found no sale of this till with this id. Look it up by its reference.');

export const defineSaleAction = <
  Context extends SaleActionContext,
  Input extends z.ZodType<{ readonly saleId: string }>,
  Output extends z.ZodType,
>(
  row: Omit<Action<'session', Context, Input, Output>, 'locked' | 'who' | 'needs'> & {
    /** The action answers only after its changes are on disk (`SaleRepository.grouped`). */
    readonly isGrouped?: boolean;
    /** A file that asks for the action is noted with its changes: repeated later, it could mean the next sale. */
    readonly isStep?: boolean;
  },
): Action<'session', Context, Input, Output> =>
  defineAction({
    ...row,
    who: ['sale', 'folder'],
    needs: 'session',
    run(context: Context, input, request) {
      const { file } = originOf(request.by);
      const isStep = row.isStep === true && file !== undefined;
      const run = () => {
        const sale = ownSale(context, tillOf(request.by), input.saleId);
        if (sale === null) return nothingThere;
        // Warnings are stored for any outcome, because not every answer contains the sale.
        const warnings = [...request.transportWarnings];
        if (warnings.length > 0) context.saleRepository.change(sale.id, { type: 'warned', warnings });
        const result = row.run(context, input, request);
        if (isStep && !(result instanceof Promise) && result.ok) context.duplicateIndex.noteFile(file, sale.id);
        return result;
      };
      return row.isGrouped === true || isStep ? context.saleRepository.grouped(run) : run();
    },
  });

type OfFile = { readonly [Each in 'file' | 'writtenAt' | 'isRestored']?: FolderActor[Each] | undefined };

export interface Origin extends Pick<Sale, 'origin' | 'till'>, OfFile {
  /** False keeps the customer display unchanged, because this customer has left. Default true. */
  readonly onScreen?: boolean | undefined;
}

export function originOf(by: Actor): Origin {
  const till = tillOf(by);
  if (by.kind !== 'folder') return { origin: 'till', till, file: by.kind === 'till' ? by.file : undefined };
  const { isFresh, file, writtenAt, isRestored } = by;
  return { origin: 'file', till, onScreen: isFresh, file, writtenAt, isRestored };
}
