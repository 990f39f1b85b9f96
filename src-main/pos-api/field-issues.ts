import type { z } from 'zod';
import type { FieldIssue } from '../contract/errors.ts';

/**
 * The `errors` of a 422: one entry per field that does not fit. As in the receipt room, the zod error of a field is the
 * words for what is expected; what was found goes in front of them.
 */
export function fieldIssues(error: z.core.$ZodError, input: unknown): readonly FieldIssue[] {
  return error.issues.map((issue) => ({
    path: pointer(issue.path),
    code: codeOf(issue, input),
    message: `found ${found(valueAt(input, issue.path))}, expected ${issue.message}`,
  }));
}

/** A JSON pointer (RFC 6901): ['lines', 0, 'a/b'] -> "/lines/0/a~1b"; the whole body is "". */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** Says what a value is without repeating long texts. */
function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return `the ${typeof value} ${value}`;
  return value.length > 40 ? `a text of ${value.length} characters` : `the text ${JSON.stringify(value)}`;
}

function codeOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (valueAt(input, issue.path) === undefined) return 'required';
  switch (issue.code) {
    case 'invalid_type':
      return 'type';
    case 'too_small':
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'range' : 'length';
    case 'invalid_format':
      return 'format';
    case 'custom':
      return typeof issue.params?.code === 'string' ? issue.params.code : 'value';
    default:
      return 'value';
  }
}
