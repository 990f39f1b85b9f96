import { isGuid } from '../lib/guid.ts';
import type { Answer, ServiceProblem, VendorClient } from './answers.ts';
import { notSent } from './call.ts';
import { loyaltyCancel, loyaltyStart, namedBill, pathSegment, registration, storedBill } from './described.ts';
import { unreadable } from './http.ts';
import type { HttpAnswer } from './http-answer.ts';
import { readProblem } from './problems.ts';
import { createDeviations, type Deviation, type Reader, readAnswer, statusAs } from './reader.ts';
import { createVendorCall, type Reply, type VendorParts } from './vendor-call.ts';

const loyaltyPath = '/v3/loyalty/transactions';

/**
 * The vendor interface, sections 4.1 to 4.6: one call, one answer, as the service rules' table "Vendor routes" reads it. Only a 401 is resent
 * in here; whatever else is repeated is for the caller to repeat.
 */
export function createVendorClient(parts: VendorParts): VendorClient {
  const { deviations = createDeviations(parts.log) } = parts;
  const send = createVendorCall({ ...parts, deviations });
  const read = <T>(route: string, answer: HttpAnswer, reader: Reader<T>, status: number): Answer<T> =>
    readAnswer(deviations, route, answer, reader, status);

  /** A status that says by itself that it is done, or an answer that names the receipt. */
  function doneTo(billId: string, route: string, answer: HttpAnswer, described: 200 | 204): Answer<null> {
    const isBare = answer.status !== 200 && answer.text.trim() === '';
    if (isBare) deviations.tell(route, statusAs(described, answer));
    const done = isBare ? null : about(billId, route, read(route, answer, namedBill, described), answer);
    return done === null || done.kind === 'ok' ? { kind: 'ok', value: null } : done;
  }

  /** An answer about another receipt is no answer to this request. Without an id the service chose one. */
  function about<T extends { readonly billId: string }>(
    id: unknown,
    route: string,
    read: Answer<T>,
    answer: HttpAnswer,
  ): Answer<T> {
    if (read.kind !== 'ok' || typeof id !== 'string' || read.value.billId.toLowerCase() === id.toLowerCase())
      return read;
    deviations.tell(route, [otherId('/billId')]);
    return unreadable(answer, 'the answer speaks of another receipt');
  }

  return {
    registerReceipt: async (request, options) => {
      const route = {
        method: 'POST',
        route: 'register',
        name: 'POST /v3/bill/url',
        path: '/v3/bill/url',
        body: request,
      } as const;
      return readReply(await send(route, options), {
        success: (answer) => read(route.name, answer, registration, 200),
        refusal: (problem) => notFound(problem, idsIn(request.buyerInformation), request.storeId),
      });
    },

    addBill: async (body, options) => {
      const target = options?.displayTarget;
      const query = target === undefined ? '' : `?${new URLSearchParams({ DisplayTarget: target })}`;
      const route = {
        method: 'POST',
        route: 'bill',
        name: 'POST /v3/bill',
        path: `/v3/bill${query}`,
        body,
        // Sent again behind our back it would meet its own 409, which on a first try says that somebody else was there.
        freshConnection: true,
      } as const;
      return readReply(await send(route, options), {
        success: (answer) => about(body.bill.id, route.name, read(route.name, answer, storedBill, 200), answer),
        refusal: (problem) => billRefusal(problem, idsIn([body.bill.id, body.userIdentification]), body.storeId),
      });
    },

    cancelReceipt: async (billId, options) => {
      if (!isGuid(billId)) return notSent('billId', 'a UUID');
      const route = {
        method: 'DELETE',
        route: 'cancel',
        name: 'DELETE /v3/bill/{billId}',
        path: `/v3/bill/${billId}`,
      } as const;
      return readReply(await send(route, options), {
        success: (answer) => doneTo(billId, route.name, answer, 204),
      });
    },

    markPrinted: async (billId, options) => {
      if (!isGuid(billId)) return notSent('billId', 'a UUID');
      const name = 'POST /v3/bill/{billId}/printed';
      const route = { method: 'POST', route: 'printed', name, path: `/v3/bill/${billId}/printed` } as const;
      return readReply(await send(route, options), {
        success: (answer) => doneTo(billId, route.name, answer, 200),
      });
    },

    startLoyalty: async (externalUserId, options) => {
      const route = {
        method: 'PUT',
        route: 'loyaltyStart',
        name: `PUT ${loyaltyPath}`,
        path: loyaltyPath,
        body: { externalUserId },
        // The start is the one route that is not idempotent (interface document 4.5).
        freshConnection: true,
      } as const;
      return readReply(await send(route, options), {
        success: (answer) => read(route.name, answer, loyaltyStart, 200),
      });
    },

    cancelLoyalty: async (transactionId, options) => {
      if (!pathSegment.safeParse(transactionId).success) return notSent('transactionId', 'the id that the start gave');
      const name = `DELETE ${loyaltyPath}/{transactionId}`;
      const route = {
        method: 'DELETE',
        route: 'loyaltyCancel',
        name,
        path: `${loyaltyPath}/${encodeURIComponent(transactionId)}`,
      } as const;
      return readReply(await send(route, options), {
        success: (answer) => {
          const cancelled = read(route.name, answer, loyaltyCancel, 200);
          if (cancelled.kind !== 'ok') return cancelled;
          const { transactionId: named, status } = cancelled.value;
          if (named !== null && named !== transactionId) {
            deviations.tell(name, [otherId('/transactionId')]);
            return unreadable(answer, 'the answer speaks of another transaction');
          }
          return { kind: 'ok', value: { transactionId, status: status ?? 'CANCELED' } };
        },
        refusal: (problem) => {
          if (problem.status !== 404) return null;
          parts.log.warn('loyalty-transaction-already-gone', { status: problem.status });
          return { kind: 'ok', value: { transactionId, status: 'TRANSACTION_NOT_ACTIVE_ANYMORE' } };
        },
      });
    },
  };
}

interface Reading<T> {
  /** A 2xx. */
  readonly success: (answer: HttpAnswer) => Answer<T>;
  /** A 4xx that means something of its own on this route; null leaves it `refused`. */
  readonly refusal?: (problem: ServiceProblem) => Answer<T> | null;
}

function readReply<T>(reply: Reply, reading: Reading<T>): Answer<T> {
  if (reply.kind !== 'http') return reply;
  if (reply.status < 300) return reading.success(reply);
  const problem = readProblem(reply);
  return reading.refusal?.(problem) ?? { kind: 'refused', problem };
}

/** The 4xx of POST /v3/bill that are no plain refusal (interface document 4.2 rules 2 and 3, section 7). */
function billRefusal(problem: ServiceProblem, ours: readonly string[], storeId: string): Answer<never> | null {
  if (problem.status === 409) return { kind: 'alreadyThere', problem };
  const { status, type, title, detail } = problem;
  // Typed, or as the sentence alone: the document shows both words, and a 404 of this route may be text (section 7).
  const isDead =
    type === 'pregeneratedbill-notfound' ||
    (type === null && [title, detail].some((words) => words.startsWith('PreGeneratedBill could not be found')));
  return status === 404 && isDead ? { kind: 'registrationExpired', problem } : notFound(problem, ours, storeId);
}

/**
 * A 404 that names an id of ours speaks of this receipt or this customer. Any other speaks of the store, or of a wrong base
 * address: settings both. No word of it is understood, for the document fixes none.
 */
function notFound(problem: ServiceProblem, ours: readonly string[], storeId: string): Answer<never> | null {
  if (problem.status !== 404) return null;
  const said = `${problem.title} ${problem.detail}`.toLowerCase();
  return ours.some((id) => id !== storeId && names(said, id.toLowerCase())) ? null : { kind: 'storeUnknown', problem };
}

/** Whole, not as a part of another word or number. */
function names(said: string, id: string): boolean {
  if (id === '') return false;
  const isPart = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_-]/u.test(letter);
  for (let at = said.indexOf(id); at >= 0; at = said.indexOf(id, at + 1)) {
    if (!isPart(said[at - 1]) && !isPart(said[at + id.length])) return true;
  }
  return false;
}

/** Every text in what names a receipt or a customer; how deep it stands is up to the merchant. */
function idsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.values(value).flatMap((inner) => idsIn(inner, depth + 1));
}

const otherId = (pointer: string): Deviation => ({ pointer, found: 'another id', expected: 'the id that was sent' });
