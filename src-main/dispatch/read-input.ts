import { z } from 'zod';
import { corrected, correctionsOf, warnAboutCorrections } from '../receipts/corrections.ts';
import { addSchemaIssues, IssueList, mostIssues, pointerOf } from '../receipts/issues.ts';
import { recordOf, type Segment } from '../shared/json.ts';
import { done, type FieldIssue, failed, type Result } from '../shared/result.ts';

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

/** `refused` before payment: nobody pays for a misspelt sale. `leftOut` afterwards: no receipt is lost to spelling. */
export type UnknownMembers = 'refused' | 'leftOut';

const mostReported = 20;

/** Members that the schema would drop. In a list, only the first entry with one is reported. */
function findUnknownMembers(
  schema: z.core.$ZodType,
  input: unknown,
  unknownMembers: UnknownMembers,
): readonly FieldIssue[] {
  const issues = new Map<string, FieldIssue>();

  function report(shape: z.ZodRawShape, path: readonly Segment[]): void {
    if (issues.size >= mostReported) return;
    const key = JSON.stringify(path.filter((segment) => typeof segment === 'string'));
    if (issues.has(key)) return;
    const known = Object.keys(shape).join(', ');
    const expected = known === '' ? 'Expected none' : `Expected only ${known}`;
    const [code, end] = unknownMembers === 'refused' ? ['unknown', '.'] : ['unknown-field', '; it is left out.'];
    issues.set(key, {
      path: pointerOf(path),
      code,
      message: `Found a field that is not known here. ${expected}${end}`,
    });
  }

  function look(outer: z.core.$ZodType, value: unknown, path: readonly Segment[]): void {
    let schema = outer;
    while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap();
    if (schema instanceof z.ZodArray && Array.isArray(value)) {
      for (const [index, entry] of value.entries()) look(schema.element, entry, [...path, index]);
    }
    const record = recordOf(value);
    if (!(schema instanceof z.ZodObject) || record === null) return;
    for (const [key, member] of Object.entries(record)) lookAt(schema, key, member, [...path, key]);
  }

  function lookAt({ shape, def }: z.ZodObject, key: string, member: unknown, path: readonly Segment[]): void {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known !== undefined) look(known, member, path);
    // A body that comes with a request that needs none.
    else if (key === 'sent' && path.length === 1 && recordOf(member) !== null) look(nothing, member, path);
    // Members that are passed on are known to the receiver. A serializer's null means that there is nothing.
    else if (def.catchall === undefined && member !== null && member !== undefined) report(shape, path);
  }

  look(schema, input, []);
  return [...issues.values()];
}

const nothing = z.object({});
