import { fateOf } from '../inbox/fate.ts';
import type { InboxPort, Verdict } from '../inbox/inbox-port.ts';
import type { Result } from '../kernel/result.ts';
import { readJson } from '../pos-api/json-body.ts';
import type { PosPort } from '../pos-api/pos-port.ts';
import { type Problem, problem, problemBody, problemOf } from '../pos-api/problem.ts';
import { readRequest } from '../pos-api/read-request.ts';
import { receiptRequestSchema } from '../pos-api/requests.ts';
import type { SaleResource } from '../pos-api/resources.ts';

export type ReceiptRequest = Parameters<PosPort['acceptReceipt']>[0];

/** The inbox's side of the flows: a file is read and judged as a body of POST /v1/receipts would be. */
export function createInboxPort(
  acceptReceipt: (request: ReceiptRequest, onScreen: boolean) => Promise<Result<SaleResource>>,
): InboxPort {
  return {
    async accept(content, { name, isFresh }) {
      const request = readReceiptFile(content);
      if ('type' in request) return refused(request, name);
      const taken = await acceptReceipt(request.value, isFresh);
      if (taken.ok) return { kind: 'taken', sale: taken.value };
      const { code } = taken.error;
      const fate = fateOf[code];
      return fate === 'refused' ? refused(problemOf(taken.error), name) : { kind: fate, reason: code };
    },
  };
}

function refused(why: Problem, name: string): Verdict {
  return { kind: 'refused', problem: problemBody(why, name) };
}

/** Reads the content of a file as the body of POST /v1/receipts. */
export function readReceiptFile(content: Uint8Array): { readonly value: ReceiptRequest } | Problem {
  const read = readJson(content);
  if (!read.ok) return problem('not-json', read.detail);
  const request = readRequest(receiptRequestSchema, read.value);
  return request.ok ? { value: { ...request.value, doorWarnings: request.doorWarnings } } : request.problem;
}
