import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { corrected, correctionsOf, warnAboutCorrections } from '../receipts/corrections.ts';
import { addSchemaIssues, IssueList, mostIssues, pointerOf } from '../receipts/issues.ts';
import { recordOf, type Segment } from '../shared/json.ts';
import { deepestNesting, duplicateMember, parseRemembering, signsOf } from '../shared/json-text.ts';
import { done, type FieldIssue, failed, type Result } from '../shared/result.ts';
import { type Problem, problem } from './problem.ts';

interface ReadInput<T> {
  readonly value: T;
  /** Warnings about the accepted input, which a sale can store. */
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
  let parsed = schema.safeParse(input);
  let warnings: readonly FieldIssue[] = leftOut;
  if (!parsed.success) {
    const corrections = correctionsOf(input, schema);
    const mended = new IssueList('');
    warnAboutCorrections(corrections, mended);
    warnings = [...mended.items, ...leftOut];
    if (corrections.length > 0) parsed = schema.safeParse(corrected(input, corrections));
  }
  if (parsed.success && refused.length === 0)
    return done({ value: parsed.data, transportWarnings: warnings.map(asSent) });
  const found = new IssueList('');
  const issues = parsed.error?.issues ?? [];
  addSchemaIssues(
    found,
    input,
    issues.filter(({ code }) => code !== 'unrecognized_keys'),
  );
  const errors = [...found.items, ...unknownIssues(issues), ...refused].slice(0, mostIssues + 1).map(asSent);
  return failed('invalid', 'The fields in `errors` are invalid.', errors);
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

/** `refused` before payment, so that no misspelt sale is paid; `leftOut` afterwards, so that no receipt is lost. */
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
    // A body was sent with a request that needs no body.
    else if (key === 'sent' && path.length === 1 && recordOf(member) !== null) look(nothing, member, path);
    // A catch-all handles unknown members itself. Null is ignored, because serializers write it for a missing value.
    else if (def.catchall === undefined && member !== null && member !== undefined) report(shape, path);
  }

  look(schema, input, []);
  return [...issues.values()];
}

const nothing = z.object({});

type JsonRead = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

/** Reads JSON in UTF-8. Refuses deep nesting, duplicate keys, and keys that could reach a prototype. */
export function readJson(given: Uint8Array): JsonRead {
  // DOS programs end a text with Ctrl-Z, and C programs may send the zero at the end of a string.
  const bytes = given.subarray(0, given.findLastIndex((byte) => byte !== 0 && byte !== 0x1a) + 1);
  if (isUtf16(given)) return refused('Found UTF-16. Expected JSON in UTF-8.');
  if (bytes.length === 0) return refused('Found an empty body or file. Expected JSON.');
  if (!isUtf8(bytes))
    return refused('Found bytes that are not UTF-8, such as Windows-1252 ("ANSI"). Expected JSON in UTF-8.');
  const text = decoder.decode(bytes);
  const signs = signsOf(text, { levels: deepestNesting });
  if (signs === undefined) return refused(`Found nesting deeper than ${deepestNesting} levels. Expected fewer.`);
  let value: unknown;
  try {
    value = parseRemembering(text, signs);
  } catch (error) {
    return refused(`Found text that is not JSON: ${mistake(error)}.`);
  }
  if (mayReachPrototype.test(text) && reachesPrototype(text)) {
    return refused('Found a key `__proto__` or `constructor.prototype`. Remove it.');
  }
  const duplicate = duplicateMember(text, value, signs);
  if (duplicate === null) return { ok: true, value };
  const path = pointerOf(duplicate);
  const message = 'Found this key twice in its object. Expected it once.';
  return refused(`Found the key ${path} twice in its object. Expected it once.`, [
    { path, code: 'duplicate-key', message },
  ]);
}

/** JSON begins with ASCII, so a zero among the first two bytes, or the byte order mark, shows UTF-16. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;

const decoder = new TextDecoder('utf-8');

const refused = (detail: string, errors?: readonly FieldIssue[]): JsonRead => ({
  ok: false,
  problem: problem('not-json', detail, errors && { errors }),
});

/** Returns the parser's message without the quoted text, because a body contains personal data. */
function mistake(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec(message);
  if (place !== null) return `it breaks at ${place[0]}`;
  return message.startsWith('Unexpected end') ? 'it ends too early' : 'it has an unexpected character';
}

/** A text without these characters contains no key that could reach a prototype, not even in an escaped spelling. */
const mayReachPrototype = /__proto__|constructor|\\u00/i;

function reachesPrototype(text: string): boolean {
  let isReached = false;
  JSON.parse(text, (key, inner) => {
    isReached ||= key === '__proto__' || (key === 'constructor' && Object.hasOwn(Object(inner), 'prototype'));
    return inner;
  });
  return isReached;
}
