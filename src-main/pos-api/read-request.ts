import { z } from 'zod';
import type { FieldIssue } from '../kernel/result.ts';
import { IssueList, pointerOf } from '../receipt/issues.ts';
import { addSchemaIssues } from '../receipt/schema-issues.ts';
import { type Problem, problem } from './problem.ts';

export type ReadRequest<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

const mostUnknownMembers = 20;

/**
 * Checks what came from a till. What does not fit is a 422 that names the field, and so is a member that a strict schema
 * does not know: a misspelt `storeId` would send the receipt to another store.
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, input: unknown): ReadRequest<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  const found = new IssueList('');
  addSchemaIssues(
    found,
    input,
    parsed.error.issues.filter(({ code }) => code !== 'unrecognized_keys'),
  );
  const errors = [...found.items, ...unknownMembers(schema, parsed.error.issues)];
  return { ok: false, problem: problem('invalid', 'The fields in `errors` do not fit.', { errors }) };
}

function unknownMembers(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): readonly FieldIssue[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const message = `Found a field that is not known here. Expected only ${known.join(', ')}.`;
  return issues
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    .slice(0, mostUnknownMembers)
    .map((key) => ({ path: pointerOf([key]), code: 'unknown', message }));
}
