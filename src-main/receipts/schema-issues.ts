import type { z } from 'zod';
import type { BillErrorCode } from './issue-codes.ts';
import type { IssueList } from './issues.ts';
import { found } from './issues.ts';
import type { Segment } from './json.ts';

type ZodIssue = z.core.$ZodIssue;

/** Turns what zod found into findings. The schemas' error texts say what is expected; here goes what was found. */
export function addSchemaIssues(issues: IssueList, root: unknown, zodIssues: readonly ZodIssue[]): void {
  for (const issue of zodIssues) {
    if (issues.full) return;
    addOne(issues, root, issue, []);
  }
}

function addOne(issues: IssueList, root: unknown, issue: ZodIssue, parent: readonly Segment[]): void {
  const path = [...parent, ...(issue.path as Segment[])];
  const chosen = issue.code === 'invalid_union' ? chosenOption(issue) : null;
  if (chosen !== null) {
    for (const inner of chosen) addOne(issues, root, inner, path);
    return;
  }
  const value = valueAt(root, path);
  const expected = isUnexplained(issue) ? 'a value' : isBeyondInteger(issue) ? expectedWhole : issue.message;
  const hint = value === null && path.length > 0 ? ' (null is not the same as leaving a field out)' : '';
  issues.add(path, codeOf(issue, value), `${found(value, path.at(-1))}. Expected ${expected}${hint}.`);
}

/** A union that knows its kind says `#n`: the complaints of option n are the ones to tell. */
function chosenOption(issue: z.core.$ZodIssueInvalidUnion): readonly ZodIssue[] | null {
  const index = /^#(\d+)$/.exec(issue.message)?.[1];
  return index === undefined ? null : (issue.errors[Number(index)] ?? []);
}

/** A required field of unknown content that is not there: zod's own words, which are not for people. */
function isUnexplained(issue: ZodIssue): boolean {
  return issue.code === 'invalid_type' && String(issue.expected) === 'nonoptional';
}

const expectedWhole = `a whole number between ±${Number.MAX_SAFE_INTEGER}`;

/** zod's own limit of whole numbers, which has words of its own, too. */
function isBeyondInteger(issue: ZodIssue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int';
}

/** Codes that a refinement may name as its `params.code`. */
const customCodes: readonly BillErrorCode[] = ['decimals', 'number'];

function codeOf(issue: ZodIssue, value: unknown): BillErrorCode {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return typeof value === 'string' ? 'length' : 'number';
    case 'invalid_format':
      return 'format';
    case 'invalid_value':
      return typeof value === 'string' ? 'value' : 'type';
    case 'invalid_union':
      return typeof value === 'string' ? 'value' : 'type';
    case 'custom':
      return customCodes.find((code) => code === issue.params?.code) ?? 'value';
    default:
      return 'type';
  }
}

function valueAt(root: unknown, path: readonly Segment[]): unknown {
  let value = root;
  for (const segment of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<Segment, unknown>)[segment];
  }
  return value;
}
