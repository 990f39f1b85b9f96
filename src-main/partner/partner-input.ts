import { z } from 'zod';
import { problemText } from '../service/answer-body.ts';
import type { PartnerAnswer, PartnerFailure, ServiceProblem } from '../service/answers.ts';
import { pathSegment } from '../service/http.ts';
import { guid } from '../shared/guid.ts';
import { isRecord } from '../shared/json.ts';
import { done, failed, type Result } from '../shared/result.ts';

/** The service describes no limits for users, pages and ids, so these are ours, and messages say so. */

const EXTERNAL_ID = 'text, not empty';
const ours = '(a limit of this app)';
const RECEIPT_ID = `an id of 1 to 512 characters, not . or .., without control characters ${ours}`;
const CLIENT_ID = `text of at most 200 characters ${ours}`;
const CONTINUATION = `text of 1 to 16384 characters ${ours}`;
const TAKE = `a whole number from 1 to 1000 ${ours}`;
const FREE = 'an object with free fields';

const loyaltyCardSchema = z.object(
  { code: z.string('text'), name: z.string('text').optional() },
  'an object with code and name',
);

export const newUserSchema = z.object(
  {
    externalId: z
      .string(EXTERNAL_ID)
      .min(1, EXTERNAL_ID)
      .describe("The merchant's own number of the customer; the service accepts each number once"),
    loyaltyCards: z.array(loyaltyCardSchema, 'a list of loyalty cards').optional(),
  },
  'a JSON object with externalId',
);

/** An id from a service that becomes part of an address. */
const foreignId = z
  .string(RECEIPT_ID)
  .min(1, RECEIPT_ID)
  .max(512, RECEIPT_ID)
  .refine((id) => pathSegment.safeParse(id).success, RECEIPT_ID);

export const onUser = z.object({ userId: guid });
export const onUserWith = <Sent extends z.ZodType>(sent: Sent) => z.object({ userId: guid, sent });
export const onReceipt = z.object({ userId: guid, receiptId: foreignId });
export const onVendorCustomer = z.object({ vendorCustomerId: foreignId });

export const tokenQuerySchema = z.object({
  applicationClientId: z
    .string(CLIENT_ID)
    .max(200, CLIENT_ID)
    .optional()
    .describe('The frontend application that will use the token; default: the setting `partner.applicationClientId`'),
});

const takeSchema = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
  z.int(TAKE).min(1, TAKE).max(1_000, TAKE),
);

export const receiptsQuerySchema = z.object({
  take: takeSchema.optional().describe('The number of receipts on a page; default: the setting `partner.take`'),
  continuation: z
    .string(CONTINUATION)
    .min(1, CONTINUATION)
    .max(16_384, CONTINUATION)
    .optional()
    .describe('The value of `continuation` from the previous page'),
});

export const addReceiptSchema = z.object({ receiptId: foreignId }, 'a JSON object with receiptId');

/** Returns the same object, not a copy, because the object keeps its text and is passed on byte for byte. */
const freeFields = z.custom<Readonly<Record<string, unknown>>>(isRecord, FREE).meta({ type: 'object' });
const freeList = z
  .custom<readonly unknown[]>((value) => Array.isArray(value), 'a list')
  .meta({ type: 'array', items: {} });

export const onboardingRequestSchema = z.object(
  {
    vendorCustomer: freeFields.describe(
      'The data of the merchant, sent byte for byte. The service does not describe the fields',
    ),
    stores: freeList.describe('The stores of the merchant, sent byte for byte').optional(),
    invoicingDetails: freeFields.describe(
      'The data for invoices to the merchant, sent byte for byte. The service does not describe the fields',
    ),
  },
  'a JSON object with vendorCustomer and invoicingDetails',
);
export type OnboardingForm = z.infer<typeof onboardingRequestSchema>;

/** `unknown`: the message for a request that may have arrived and must not be repeated. */
export function partnerFailure(answer: PartnerFailure, unknown?: string): Result<never> {
  switch (answer.kind) {
    case 'notConfigured':
      return failed(
        'partnerNotConfigured',
        answer.lacks === 'address'
          ? 'The partner interface has no address. Enter it in Settings, or start with --partner-url.'
          : 'Found no partner key for this address. Set it in Settings, or as RECEIPT_COMPANION_PARTNER_KEY.',
      );
    case 'signInNeeded':
      return failed(
        'signInNeeded',
        `The partner interface does not accept the credentials (${answer.detail}). Check them in Settings.`,
      );
    case 'userNotYetAvailable':
      return after(answer.retryAfterMs, failed('userNotYetAvailable', 'The service is still creating this user.'));
    case 'refused':
      return refusal(answer.problem);
    case 'noAnswer':
      if (unknown !== undefined && answer.mayHaveArrived)
        return failed('outcomeUnknown', `The answer was not clear (${answer.detail}). ${unknown}`);
      return answer.mostBytes !== undefined
        ? failed('tooLarge', `Found an answer of more than ${answer.mostBytes} bytes, which is the limit.`)
        : after(
            answer.retryAfterMs,
            failed('offline', `The partner interface did not answer (${answer.detail}). Try again later.`),
          );
  }
}

const after = (retryAfterMs: number | null, result: Result<never>): Result<never> =>
  retryAfterMs === null || result.ok ? result : { ok: false, error: { ...result.error, retryAfterMs } };

/** Passes the service's own text on, because the bodies of these refusals are not described. */
function refusal(problem: ServiceProblem): Result<never> {
  const { status, detail, errors } = problem;
  if (status === 0) return failed('invalid', detail);
  const message = `HTTP ${status}: ${problemText(problem) || 'the service gave no reason.'}`;
  if (status === 404) return failed('notFound', message);
  if (status === 409) return failed('conflict', message);
  const fields = errors.map(({ path, message }) => ({ path, code: 'service', message }));
  return failed('refused', message, fields.length > 0 ? fields : undefined);
}

export const partnerResult = <T>(answer: PartnerAnswer<T>, unknown?: string): Result<T> =>
  answer.kind === 'ok' ? done(answer.value) : partnerFailure(answer, unknown);
