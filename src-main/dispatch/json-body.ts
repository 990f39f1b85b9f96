import { isUtf8 } from 'node:buffer';
import { pointerOf } from '../receipts/issues.ts';
import { deepestNesting, duplicateMember, parseRemembering, signsOf } from '../shared/json-text.ts';
import type { FieldIssue } from '../shared/result.ts';

interface NotJson {
  readonly ok: false;
  readonly detail: string;
  readonly errors?: readonly FieldIssue[];
}

/** Refuses what is not JSON in UTF-8, too deep, with a key twice, or with keys that reach for a prototype. */
export function readJson(given: Uint8Array): { readonly ok: true; readonly value: unknown } | NotJson {
  const bytes = given.subarray(0, endOf(given));
  if (isUtf16(given)) return refused('found UTF-16, expected JSON in UTF-8');
  if (bytes.length === 0) return refused('found an empty body, expected JSON');
  if (!isUtf8(bytes))
    return refused('found bytes that are not UTF-8 (as of Windows-1252, "ANSI"), expected JSON in UTF-8');
  const text = decoder.decode(bytes);
  const signs = signsOf(text, { levels: deepestNesting });
  if (signs === undefined) return refused(`found nesting deeper than ${deepestNesting} levels`);
  let value: unknown;
  try {
    value = parseRemembering(text, signs);
  } catch (error) {
    return refused(`found text that is not JSON: ${mistake(error)}`);
  }
  if (mayReachPrototype.test(text) && reachesPrototype(text)) {
    return refused('found a key `__proto__` or `constructor.prototype`, which is not accepted');
  }
  const duplicate = duplicateMember(text, value, signs);
  return duplicate === null ? { ok: true, value } : refusedDuplicate(pointerOf(duplicate));
}

function refusedDuplicate(path: string): NotJson {
  const message = 'Found this key twice in its object. Expected it once.';
  return {
    ok: false,
    detail: `found the key ${path} twice in its object, expected it once`,
    errors: [{ path, code: 'duplicate-key', message }],
  };
}

/** Programs from the time of DOS end a text with Ctrl-Z, and those in C send the zero at the end of theirs. */
function endOf(bytes: Uint8Array): number {
  let end = bytes.length;
  while (bytes[end - 1] === 0 || bytes[end - 1] === 0x1a) end -= 1;
  return end;
}

/** JSON begins with ASCII, so a zero among the first two bytes, or the byte order mark, shows UTF-16. */
export const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;

const decoder = new TextDecoder('utf-8');

const refused = (detail: string): NotJson => ({ ok: false, detail });

/** What the parser reports, without the text that it quotes: a body holds personal data. */
function mistake(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec(message);
  if (place !== null) return `it breaks at ${place[0]}`;
  return message.startsWith('Unexpected end') ? 'it ends too early' : 'it holds a character that cannot stand there';
}

/** A text without these cannot hold such a key, also not in an escaped spelling. */
const mayReachPrototype = /__proto__|constructor|\\u00/i;

function reachesPrototype(text: string): boolean {
  let isReached = false;
  JSON.parse(text, (key, inner) => {
    isReached ||= key === '__proto__' || (key === 'constructor' && Object.hasOwn(Object(inner), 'prototype'));
    return inner;
  });
  return isReached;
}
