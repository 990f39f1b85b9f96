import { z } from 'zod';
import type { FieldIssue } from '../kernel/result.ts';
import { IssueList, pointerOf } from '../receipt/issues.ts';
import { addSchemaIssues } from '../receipt/schema-issues.ts';
import { strayNulls, warnAboutNulls, withoutFields } from '../receipt/stray-nulls.ts';
import { type Problem, problem } from './problem.ts';

export type ReadRequest<T> =
  /** `doorWarnings`: what was odd and taken all the same. */
  | { readonly ok: true; readonly value: T; readonly doorWarnings: readonly FieldIssue[] }
  | { readonly ok: false; readonly problem: Problem };

const mostUnknownMembers = 20;

/**
 * Checks what came from a till. What does not fit is a 422 that names the field, and so is a member that a strict schema
 * does not know: a misspelt `storeId` would send the receipt to another store. Null for a field that may be left out is
 * read as absent, as in the bill, with one warning.
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, input: unknown): ReadRequest<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data, doorWarnings: [] };
  const nulls = strayNulls(input, schema);
  if (nulls.length > 0) {
    const read = readRequest(schema, withoutFields(input, nulls));
    if (!read.ok) return read;
    const warnings = new IssueList('');
    warnAboutNulls(nulls, warnings);
    return { ...read, doorWarnings: warnings.items };
  }
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
