import type { FieldIssue, Result } from '../contract/errors.ts';
import type { InboxPort, Verdict } from '../inbox/inbox-port.ts';
import { readJson } from '../pos-api/json-body.ts';
import type { PosPort } from '../pos-api/pos-port.ts';
import { type Problem, problem, problemBody, problemOf, problemTypes } from '../pos-api/problem.ts';
import { receiptRequestSchema } from '../pos-api/requests.ts';
import type { SaleResource } from '../pos-api/resources.ts';
import { IssueList, pointerOf } from '../receipt/issues.ts';
import { addSchemaIssues } from '../receipt/schema-issues.ts';

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
      if (code === 'storageFull' || code === 'storageBusy' || code === 'shuttingDown')
        return { kind: 'pauses', reason: code };
      const why = problemOf(taken.error);
      // What the POS API answers with 503 passes without a change of the file.
      return problemTypes[why.type].status === 503 ? { kind: 'waits', reason: code } : refused(why, name);
    },
  };
}

function refused(why: Problem, name: string): Verdict {
  return { kind: 'refused', problem: problemBody(why, name) };
}

/**
 * Reads the content of a file. Stricter than HTTP: a field that is not known is refused, because a till that writes files
 * sees no documentation of its answer, and a misspelt `storeId` would send the receipt to another store.
 */
export function readReceiptFile(content: Uint8Array): { readonly value: ReceiptRequest } | Problem {
  const read = readJson(content);
  if (!read.ok) return problem('not-json', read.detail);
  const parsed = receiptRequestSchema.safeParse(read.value);
  const found = new IssueList('');
  if (!parsed.success) addSchemaIssues(found, read.value, parsed.error.issues);
  const errors = [...found.items, ...unknownFields(read.value)];
  if (parsed.success && errors.length === 0) return { value: parsed.data };
  return problem('invalid', 'The fields in `errors` do not fit.', { errors });
}

const known = Object.keys(receiptRequestSchema.shape);
const MOST_UNKNOWN_FIELDS = 20;

function unknownFields(value: unknown): readonly FieldIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .slice(0, MOST_UNKNOWN_FIELDS)
    .map((key) => ({
      path: pointerOf([key]),
      code: 'unknown',
      message: `Found a field that is not known here. Expected only ${known.join(', ')}.`,
    }));
}
