import { JsonText, parseKeepingNumbers } from '../shared/json-text.ts';
import type { Settings } from '../shared/settings.ts';
import { problemText } from './answer-body.ts';
import type { Answer, CallOptions, Ok, ServiceProblem } from './answers.ts';
import { type CallParts, createCall, type Route, signInFirst } from './call.ts';
import {
  type LoyaltyCancel,
  type LoyaltyStart,
  loyaltyCancel,
  loyaltyStart,
  namedBill,
  type Registration,
  registration,
  type StoredBill,
  storedBill,
} from './described.ts';
import { addressBelow, noAnswer } from './http.ts';
import { mapped, readAnswer, statusAs, withId } from './reader.ts';

export interface VendorParts extends CallParts {
  /** `totalTimeoutMs` covers one whole call, with sign-in and resending. */
  readonly settings: () => Pick<Settings['service'], 'baseUrl' | 'connectTimeoutMs' | 'totalTimeoutMs'>;
}

export type VendorClient = ReturnType<typeof createVendorClient>;

/** The vendor interface (receipt-service.md 4.1 to 4.6). The caller decides what to repeat. */
export function createVendorClient(parts: VendorParts) {
  const { settings, log, tokens } = parts;
  const { ask } = createCall(parts, {
    name: 'service',
    settings,
    address: (path) =>
      vendorUrl(settings().baseUrl, path) ??
      noAnswer('no-connection', 'no service address is set', { mayHaveArrived: false }),
    access: (signal) => signInFirst(tokens, signal),
  });

  return {
    registerReceipt: (
      request: { readonly storeId: string; readonly buyerInformation?: unknown },
      options?: CallOptions,
    ): Promise<Answer<Registration>> =>
      ask(options, {
        template: 'POST /v3/bill/url',
        body: request,
        words: [404],
        success: readAnswer(registration, 200),
        refusal: (problem) => notFound(problem, idsIn(request.buyerInformation), request.storeId),
      }),
    /** `body` is the request of receipt-service.md 2.1. Without an id in it the service chooses one. */
    addBill: (
      body: {
        readonly storeId: string;
        readonly userIdentification?: unknown;
        readonly bill: { readonly id?: unknown };
      },
      { displayTarget, ...options }: CallOptions & { readonly displayTarget?: string } = {},
    ): Promise<Answer<StoredBill>> =>
      ask(options, {
        template: 'POST /v3/bill',
        values: { DisplayTarget: displayTarget },
        body,
        // If Chromium repeated the request silently, the second one would get a 409, like a bill of another program.
        freshConnection: true,
        words: [404, 409],
        success: readAnswer(withId(storedBill, 'billId', body.bill.id), 200),
        refusal: (problem) => billRefusal(problem, idsIn([body.bill.id, body.userIdentification]), body.storeId),
      }),
    cancelReceipt: (billId: string, options?: CallOptions): Promise<Answer<null>> =>
      ask(options, { ...doneTo(billId, 204), template: 'DELETE /v3/bill/{billId}', words: [] }),
    markPrinted: (billId: string, options?: CallOptions): Promise<Answer<null>> =>
      ask(options, { ...doneTo(billId, 200), template: 'POST /v3/bill/{billId}/printed', words: [404] }),
    /** Makes one attempt, because this request, unlike the others, is not idempotent (receipt-service.md 4.5). */
    startLoyalty: (externalUserId: string, options?: CallOptions): Promise<Answer<LoyaltyStart>> =>
      ask(options, {
        template: 'PUT /v3/loyalty/transactions',
        body: { externalUserId },
        freshConnection: true,
        words: [400, 404],
        success: readAnswer(loyaltyStart, 200),
      }),
    cancelLoyalty: (transactionId: string, options?: CallOptions): Promise<Answer<LoyaltyCancel>> =>
      ask(options, {
        template: 'DELETE /v3/loyalty/transactions/{transactionId}',
        values: { transactionId },
        words: [400, 404],
        success: readAnswer(
          mapped(withId(loyaltyCancel, 'transactionId', transactionId), ({ status }) => ({
            transactionId,
            status: status ?? 'CANCELED',
          })),
          200,
        ),
        refusal({ status }): Ok<LoyaltyCancel> | null {
          if (status !== 404) return null;
          log.warn('loyalty-transaction-not-found', { status });
          return { kind: 'ok', value: { transactionId, status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' } };
        },
      }),
  };
}

/** `{base_url}/api{path}`, for a base with or without its own `/api`; null if it is not a web address. */
export const vendorUrl = (baseUrl: string, path: string): string | null =>
  addressBelow(baseUrl, `/api${path}`, /(?:\/api)?\/*$/);

/** An empty answer of a 2xx other than 200 is a success. Any other answer must name the receipt. */
function doneTo(billId: string, described: 200 | 204): Pick<Route<null>, 'values' | 'success'> {
  const named = readAnswer(withId(namedBill, 'billId', billId), described);
  return {
    values: { billId },
    success(answer, report) {
      const isBare = answer.status !== 200 && answer.text.trim() === '';
      if (isBare) report(statusAs(described, answer));
      const done = isBare ? null : named(answer, report);
      return done?.kind === 'noAnswer' ? done : { kind: 'ok', value: null };
    },
  };
}

/** The special 4xx of POST /v3/bill (receipt-service.md 7, and rules 2 and 3 of 4.2). */
function billRefusal(problem: ServiceProblem, ours: readonly string[], storeId: string) {
  const { status, type, title, detail } = problem;
  if (status === 409) return { kind: 'alreadyThere', problem } as const;
  // Some answers have no type, only this sentence: as title, as detail, or as plain text.
  const isDead =
    type === 'pregeneratedbill-notfound' ||
    (type === null && [title, detail].some((words) => words.startsWith('PreGeneratedBill could not be found')));
  return status === 404 && isDead
    ? ({ kind: 'registrationExpired', problem } as const)
    : notFound(problem, ours, storeId);
}

/** A 404 that contains one of our ids is about this receipt or customer. Any other is about a setting. */
function notFound(problem: ServiceProblem, ours: readonly string[], storeId: string) {
  if (problem.status !== 404) return null;
  const text = problemText(problem).toLowerCase();
  const isOurs = ours.some((id) => id !== storeId && names(text, id.toLowerCase()));
  return isOurs ? null : ({ kind: 'storeUnknown', problem } as const);
}

function names(text: string, id: string): boolean {
  const isPart = (letter = ''): boolean => /[\p{L}\p{N}_-]/u.test(letter);
  for (let at = text.indexOf(id); id !== '' && at >= 0; at = text.indexOf(id, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + id.length])) return true;
  }
  return false;
}

/** Collects every text in the ids of a receipt or customer. The merchant decides their nesting. */
function idsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof JsonText) return idsIn(parseKeepingNumbers(value.text), depth);
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.values(value).flatMap((inner) => idsIn(inner, depth + 1));
}
