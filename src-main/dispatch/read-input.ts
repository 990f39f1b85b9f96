import type { z } from 'zod';
import { corrected, correctionsOf, warnAboutCorrections } from '../receipts/corrections.ts';
import { addSchemaIssues, IssueList, mostIssues, pointerOf } from '../receipts/issues.ts';
import { done, type FieldIssue, failed, type Result } from '../shared/result.ts';
import { findUnknownMembers, type UnknownMembers } from './unknown-members.ts';

interface ReadInput<T> {
  readonly value: T;
  /** Warnings about what was accepted, for the sale that can keep them. */
  readonly transportWarnings: readonly FieldIssue[];
}

/** An invalid field is an error with its pointer. Null in an optional field counts as absent. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  unknownMembers?: UnknownMembers,
): Result<ReadInput<z.output<Schema>>> {
  const unknown = unknownMembers === undefined ? [] : findUnknownMembers(schema, input, unknownMembers);
  const [refused, leftOut] = unknownMembers === 'refused' ? [unknown, []] : [[], unknown];
  const warnings = new IssueList('');
  let parsed = schema.safeParse(input);
  if (!parsed.success) {
    const corrections = correctionsOf(input, schema);
    warnAboutCorrections(corrections, warnings);
    if (corrections.length > 0) parsed = schema.safeParse(corrected(input, corrections));
  }
  if (parsed.success && refused.length === 0) {
    return done({ value: parsed.data, transportWarnings: [...warnings.items, ...leftOut].map(asSent) });
  }
  const found = new IssueList('');
  const issues = parsed.error?.issues ?? [];
  addSchemaIssues(
    found,
    input,
    issues.filter(({ code }) => code !== 'unrecognized_keys'),
  );
  const errors = [...found.items, ...unknownIssues(issues), ...refused].slice(0, mostIssues + 1).map(asSent);
  return failed('invalid', 'The fields in `errors` do not fit.', errors);
}

const asSent = (issue: FieldIssue): FieldIssue => ({ ...issue, path: issue.path.replace(/^\/sent(?=\/|$)/, '') });

/** The commands of the windows use strict schemas: their unknown keys are errors of the schema. */
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
