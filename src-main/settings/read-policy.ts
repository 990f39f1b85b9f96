import type { z } from 'zod';
import { pointerTo } from '../lib/json-text.ts';
import { type Policy, policySchema } from './policy-schema.ts';

/** A field of the file that does not fit. Never holds a value of the file: somebody may have written a secret there. */
export interface PolicyFault {
  /** A JSON pointer; empty for the whole file. */
  readonly field: string;
  readonly found: string;
  readonly expected: string;
}

type PolicyText =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] };

const mostFaults = 20;

/** All of it or nothing: a file with one fault is not half a policy. */
export function readPolicy(bytes: Uint8Array): PolicyText {
  let value: unknown;
  try {
    value = JSON.parse(textOf(bytes));
  } catch (error) {
    const place = /line \d+ column \d+/.exec(String(error))?.[0];
    const found = `something that is no JSON${place === undefined ? '' : ` (${place})`}`;
    return { ok: false, faults: [{ field: '', found, expected: 'a JSON object' }] };
  }
  const parsed = policySchema.safeParse(value);
  if (parsed.success) return { ok: true, policy: parsed.data };
  return { ok: false, faults: parsed.error.issues.flatMap((issue) => faultsOf(issue, value)).slice(0, mostFaults) };
}

/** Editors on Windows put a mark before the text, and PowerShell writes UTF-16. */
function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function faultsOf(issue: z.core.$ZodIssue, root: unknown): readonly PolicyFault[] {
  const path = issue.path.map(String);
  const field = pointerTo(path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: pointerTo([...path, key]),
      found: 'a field that is not known here',
      expected: 'one of the fields of docs/policy.schema.json',
    }));
  }
  const value = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), root);
  return [{ field, found: kindOf(value), expected: expectedOf(issue.message) }];
}

/** Our own messages say what is expected; zod's say it behind what they found. */
const expectedOf = (message: string): string =>
  message.replace(/^(?:found .*?; |Invalid [^:]*: |Too (?:big|small): )?expected /i, '').replace(/, received .*$/, '');

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  return typeof value === 'number' || typeof value === 'boolean' ? `the value ${value}` : 'an object';
}

export const faultSentence = ({ field, found, expected }: PolicyFault): string =>
  `${field === '' ? 'the file' : field}: found ${found}, expected ${expected}`;
