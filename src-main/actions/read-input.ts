import { z } from 'zod';
import { done, type FieldIssue, failed, type Result } from '../kernel/result.ts';
import { IssueList, pointerOf } from '../receipt/issues.ts';
import { mended, mendsOf, warnAboutMends } from '../receipt/mends.ts';
import { addSchemaIssues } from '../receipt/schema-issues.ts';

const mostUnknownMembers = 20;

export interface ReadInput<T> {
  readonly value: T;
  /** What was odd and taken all the same: for the sale that can carry it. */
  readonly doorWarnings: readonly FieldIssue[];
}

/**
 * Checks what was asked for. What does not fit is `invalid` and names the field, and so is a member that a strict schema
 * does not know: a misspelt `storeId` would send the receipt to another store. Null for a field that
 * may be left out is read as absent and noise in an amount is rounded, as in the bill, with a warning. The paths are those of what was `sent`.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Result<ReadInput<z.output<Schema>>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return done({ value: parsed.data, doorWarnings: [] });
  const mends = mendsOf(input, schema);
  if (mends.length > 0) {
    const read = readInput(schema, mended(input, mends));
    if (!read.ok) return read;
    const warnings = new IssueList('');
    warnAboutMends(mends, warnings);
    return done({ value: read.value.value, doorWarnings: warnings.items.map(asSent) });
  }
  const found = new IssueList('');
  const { issues } = parsed.error;
  addSchemaIssues(
    found,
    input,
    issues.filter(({ code }) => code !== 'unrecognized_keys'),
  );
  const errors = [...found.items, ...unknownMembers(schema, issues)].map(asSent);
  return failed('invalid', 'The fields in `errors` do not fit.', errors);
}

const asSent = (issue: FieldIssue): FieldIssue => ({ ...issue, path: issue.path.replace(/^\/sent(?=\/|$)/, '') });

function unknownMembers(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): readonly FieldIssue[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: pointerOf([...(issue.path as string[]), key]),
            code: 'unknown',
            message: `Found a field that is not known here. Expected only ${membersAt(schema, issue.path).join(', ')}.`,
          }))
        : [],
    )
    .slice(0, mostUnknownMembers);
}

function membersAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let inner: unknown = schema;
  for (const key of path) inner = inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}
