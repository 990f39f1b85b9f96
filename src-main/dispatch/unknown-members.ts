import { z } from 'zod';
import { pointerOf } from '../receipts/issues.ts';
import { recordOf, type Segment } from '../shared/json.ts';
import type { FieldIssue } from '../shared/result.ts';

/** `refused` before payment: nobody pays for a misspelt sale. `leftOut` afterwards: no receipt is lost to spelling. */
export type UnknownMembers = 'refused' | 'leftOut';

const mostReported = 20;

/** Members that the schema would drop. In a list, only the first entry with one is reported. */
export function findUnknownMembers(
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
