import type { z } from 'zod';
import { done, type FieldIssue, failed, type Result } from '../lib/result.ts';
import { addSchemaIssues, IssueList, mostIssues, pointerOf } from '../receipts/issues.ts';
import { mended, mendsOf, warnAboutMends } from '../receipts/mends.ts';
import { judgeUnknownMembers, type UnknownMembers } from './unknown-members.ts';

interface ReadInput<T> {
  readonly value: T;
  /** What was odd and taken all the same: for the sale that can carry it. */
  readonly transportWarnings: readonly FieldIssue[];
}

/**
 * Checks what was asked for. What does not fit is `invalid` and names the field; `unknownMembers` says what becomes of a member
 * that is not known. Null for a field that may be left out is read as absent and noise in an amount is rounded, as in the
 * bill, with a warning. The paths are those of what was `sent`.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  unknownMembers?: UnknownMembers,
): Result<ReadInput<z.output<Schema>>> {
  const judged = judgeUnknownMembers(schema, input, unknownMembers);
  const warnings = new IssueList('');
  let parsed = schema.safeParse(judged.value);
  if (!parsed.success) {
    const mends = mendsOf(judged.value, schema);
    warnAboutMends(mends, warnings);
    if (mends.length > 0) parsed = schema.safeParse(mended(judged.value, mends));
  }
  if (parsed.success && judged.errors.length === 0) {
    return done({ value: parsed.data, transportWarnings: [...warnings.items, ...judged.warnings].map(asSent) });
  }
  const found = new IssueList('');
  const issues = parsed.error?.issues ?? [];
  addSchemaIssues(
    found,
    input,
    issues.filter(({ code }) => code !== 'unrecognized_keys'),
  );
  const errors = [...found.items, ...unknownIssues(issues), ...judged.errors].slice(0, mostIssues + 1).map(asSent);
  return failed('invalid', 'The fields in `errors` do not fit.', errors);
}

const asSent = (issue: FieldIssue): FieldIssue => ({ ...issue, path: issue.path.replace(/^\/sent(?=\/|$)/, '') });

/** A window sends nothing that its command does not know. */
const unknownIssues = (issues: readonly z.core.$ZodIssue[]): readonly FieldIssue[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: pointerOf([...(issue.path as string[]), key]),
          code: 'unknown',
          message: 'Found a field that is not known here. Expected none.',
        }))
      : [],
  );
