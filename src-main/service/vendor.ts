import type { z } from 'zod';
import { isGuid } from '../contract/guid.ts';
import type { Answer, ServiceProblem, VendorClient } from './answers.ts';
import type { HttpAnswer, NoAnswer } from './http.ts';
import { noAnswer } from './http.ts';
import { isWebPage, parseJson, readProblem } from './problems.ts';
import {
  loyaltyCancelAnswer,
  loyaltyStartAnswer,
  pathSegment,
  printedAnswer,
  registrationAnswer,
} from './vendor-answers.ts';
import { createVendorCall, type Reply, type VendorPorts } from './vendor-call.ts';

const loyaltyPath = '/v3/loyalty/transactions';

/**
 * The vendor interface, sections 4.1 to 4.6: one call, one answer, as the service rules' table "Vendor routes" reads it. Only a 401 is resent
 * in here; whatever else is repeated is for the caller to repeat.
 */
export function createVendorClient(ports: VendorPorts): VendorClient {
  const send = createVendorCall(ports);
  return {
    registerReceipt: async (request, options) => {
      const route = { method: 'POST', name: 'POST /v3/bill/url', path: '/v3/bill/url', body: request } as const;
      return settle(await send(route, options), {
        success: (answer) => readAnswer(answer, registrationAnswer),
        // Section 7 knows one 404 here, the store; a wrong base address is a setting too.
        refusal: (problem) => (problem.status === 404 ? { kind: 'storeUnknown', problem } : null),
      });
    },

    addBill: async (body, options) => {
      const target = options?.displayTarget;
      const query = target === undefined ? '' : `?${new URLSearchParams({ DisplayTarget: target })}`;
      const route = { method: 'POST', name: 'POST /v3/bill', path: `/v3/bill${query}`, body } as const;
      return settle(await send(route, options), {
        success: (answer) => about(body.bill.id, readAnswer(answer, registrationAnswer), answer),
        refusal: billRefusal,
      });
    },

    cancelReceipt: async (billId, options) => {
      if (!isGuid(billId)) return notSent('billId', 'a UUID');
      const route = { method: 'DELETE', name: 'DELETE /v3/bill/{billId}', path: `/v3/bill/${billId}` } as const;
      return settle(await send(route, options), {
        success: (answer) => (answer.status === 204 ? { kind: 'ok', value: null } : notTheService(answer)),
      });
    },

    markPrinted: async (billId, options) => {
      if (!isGuid(billId)) return notSent('billId', 'a UUID');
      const name = 'POST /v3/bill/{billId}/printed';
      const route = { method: 'POST', name, path: `/v3/bill/${billId}/printed` } as const;
      return settle(await send(route, options), {
        success: (answer) => {
          const printed = about(billId, readAnswer(answer, printedAnswer), answer);
          return printed.kind === 'ok' ? { kind: 'ok', value: null } : printed;
        },
      });
    },

    startLoyalty: async (externalUserId, options) => {
      const route = { method: 'PUT', name: `PUT ${loyaltyPath}`, path: loyaltyPath, body: { externalUserId } } as const;
      return settle(await send(route, options), { success: (answer) => readAnswer(answer, loyaltyStartAnswer) });
    },

    cancelLoyalty: async (transactionId, options) => {
      if (!pathSegment.safeParse(transactionId).success) return notSent('transactionId', 'the id that the start gave');
      const name = `DELETE ${loyaltyPath}/{transactionId}`;
      const route = { method: 'DELETE', name, path: `${loyaltyPath}/${encodeURIComponent(transactionId)}` } as const;
      return settle(await send(route, options), {
        success: (answer) => {
          const cancelled = readAnswer(answer, loyaltyCancelAnswer);
          const other = cancelled.kind === 'ok' && cancelled.value.transactionId !== transactionId;
          return other ? notTheService(answer, 'the answer speaks of another transaction') : cancelled;
        },
        refusal: (problem, answer) => {
          if (problem.status !== 404 || isWebPage(answer)) return null;
          ports.log.warn('loyalty-transaction-already-gone', { status: problem.status });
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
  readonly refusal?: (problem: ServiceProblem, answer: HttpAnswer) => Answer<T> | null;
}

function settle<T>(reply: Reply, reading: Reading<T>): Answer<T> {
  if (reply.kind !== 'http') return reply;
  if (reply.status < 300) return reading.success(reply);
  const problem = readProblem(reply);
  return reading.refusal?.(problem, reply) ?? { kind: 'refused', problem };
}

/** The 4xx of POST /v3/bill that are no plain refusal (interface document 4.2 rules 2 and 3, section 7). */
function billRefusal(problem: ServiceProblem, answer: HttpAnswer): Answer<never> | null {
  if (problem.status === 409) return isWebPage(answer) ? notTheService(answer) : { kind: 'alreadyThere' };
  if (problem.status !== 404 || isWebPage(answer)) return null;
  const idGone = problem.type === 'pregeneratedbill-notfound';
  const untypedIdGone = problem.type === null && problem.title.startsWith('PreGeneratedBill could not be found');
  if (idGone || untypedIdGone) return { kind: 'idGone', problem };
  const said = `${problem.type ?? ''} ${problem.title} ${problem.detail}`;
  return /\bstore/i.test(said) && !/\buser\b/i.test(said) ? { kind: 'storeUnknown', problem } : null;
}

/** A 200 whose body is what the document says; a body that is no JSON is tried as the text it is. */
function readAnswer<T>(answer: HttpAnswer, schema: z.ZodType<T>): Answer<T> {
  if (answer.status !== 200 || isWebPage(answer)) return notTheService(answer);
  const body = schema.safeParse(parseJson(answer.text) ?? answer.text.trim());
  return body.success ? { kind: 'ok', value: body.data } : notTheService(answer);
}

/** An answer about another receipt is no answer to this request. Without an id the service chose one. */
function about<T extends { readonly billId: string }>(id: unknown, read: Answer<T>, answer: HttpAnswer): Answer<T> {
  if (read.kind !== 'ok' || typeof id !== 'string') return read;
  if (read.value.billId.toLowerCase() === id.toLowerCase()) return read;
  return notTheService(answer, 'the answer speaks of another receipt');
}

function notTheService(answer: HttpAnswer, why?: string): NoAnswer {
  const { status } = answer;
  const what = isWebPage(answer) ? 'a web page came' : 'the answer is not what the interface describes';
  return noAnswer('not-the-service', `HTTP ${status}: ${why ?? what}`, { status, mayHaveArrived: true });
}

/** An id that cannot be part of an address would ask for something else; status 0 says that nothing was asked. */
function notSent(field: string, expected: string): Answer<never> {
  const detail = `${field} does not fit into an address, expected ${expected}.`;
  return { kind: 'refused', problem: { status: 0, type: null, title: 'Not sent', detail, errors: [], traceId: null } };
}
