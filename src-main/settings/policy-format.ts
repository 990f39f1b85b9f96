import { z } from 'zod';
import { pointerTo } from '../shared/json-text.ts';
import { type SettingsPatch, settingRows, settingsSchema } from '../shared/settings.ts';
import { pinHashSchema } from './pin-file.ts';
import { decodeText } from './settings-file.ts';
import { expectedOf, kindOf } from './stored-settings.ts';

/** The source of docs/policy.schema.json. Unknown fields are refused, so that no misspelt lock is ignored. */

/** A section with all keys optional and without defaults: only the values in the file count. */
function sectionSchema(section: string): z.ZodType {
  if (section === 'mode') return settingsSchema.shape.mode.unwrap().optional();
  const rows = [...settingRows].map(([key, { schema }]) => [...key.split('.'), schema.optional()] as const);
  const own = rows.flatMap(([of, name, schema]) => (of === section ? [[name, schema]] : []));
  return z.strictObject(Object.fromEntries(own)).optional();
}

const layer = (about: string) =>
  z
    .strictObject(
      Object.fromEntries(
        Object.keys(settingsSchema.shape)
          // The window stores this section, and no person chooses its values.
          .filter((section) => section !== 'setup')
          .map((section) => [section, sectionSchema(section)]),
      ),
    )
    .optional()
    .describe(about) as unknown as z.ZodOptional<z.ZodType<SettingsPatch>>;

const absolutePath = 'an absolute path such as /etc/receipt-companion/account.json';
const somebody = 'text of 1 to 100 characters';
const computerName = 'the name of a computer, * for any characters';

export const policySchema = z.strictObject({
  $schema: z.string().optional().describe('The address of this schema, for editors'),
  receiptCompanionPolicy: z.literal(1, 'the number 1').describe('The version of this format'),
  administrator: z
    .string(somebody)
    .trim()
    .min(1, somebody)
    .max(100, somebody)
    .optional()
    .describe('The contact that the app shows beside locked settings'),
  locked: layer('Settings that nobody can change on this computer. They override the command line and the shop'),
  preset: layer('Initial settings that the shop can change'),
  stores: z
    .array(
      z.strictObject({
        computer: z
          .string(computerName)
          .min(1, computerName)
          .max(253, computerName)
          .describe('The name of a computer, in which * means any characters'),
        storeId: z.string().min(1).max(36).describe('The store of this computer'),
      }),
    )
    .max(10_000)
    .optional()
    .describe('The locked store of each computer; the first row with its name counts'),
  account: z
    .strictObject({
      file: z
        .string(absolutePath)
        .regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, absolutePath)
        .describe('A file with {"username": ..., "password": ...}; moved into the keychain after a successful test'),
    })
    .optional()
    .describe('The account at the receipt service. With it, nobody can change the account at the till'),
  tokenFile: z
    .boolean('true or false')
    .optional()
    .describe('Whether the app writes a token to the file pos-token in the data folder while no till is paired'),
  pin: pinHashSchema.optional().describe('The locked PIN before Settings, as --hash-pin prints it'),
});

export type Policy = Readonly<z.infer<typeof policySchema>>;

export function storeOf({ stores = [] }: Pick<Policy, 'stores'>, computer: string): string | null {
  const name = computer.toLowerCase();
  // Finds each part after the previous one. Unlike a regular expression, it is fast for any name.
  const fits = (pattern: string): boolean => {
    const [first = '', ...parts] = pattern.toLowerCase().split('*');
    const last = parts.pop();
    if (last === undefined) return name === first;
    let at = name.startsWith(first) ? first.length : -1;
    for (const part of parts) {
      const found = at < 0 ? -1 : name.indexOf(part, at);
      at = found < 0 ? -1 : found + part.length;
    }
    return at >= 0 && at + last.length <= name.length && name.endsWith(last);
  };
  return stores.find((row) => fits(row.computer))?.storeId ?? null;
}

/** An invalid field of the file, without its value, because that may be a secret. */
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

/** Accepts the whole file or nothing, because half a policy must not take effect. */
export function readPolicy(bytes: Uint8Array): PolicyText {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(bytes));
  } catch (error) {
    const place = /line \d+ column \d+/.exec(String(error))?.[0];
    const found = `something that is no JSON${place === undefined ? '' : ` (${place})`}`;
    return { ok: false, faults: [{ field: '', found, expected: 'a JSON object' }] };
  }
  const parsed = policySchema.safeParse(value);
  if (parsed.success) return { ok: true, policy: parsed.data };
  return { ok: false, faults: parsed.error.issues.flatMap((issue) => faultsOf(issue, value)).slice(0, mostFaults) };
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
  return [{ field, found: kindOf(value), expected: expectedOf(issue) }];
}

export const faultSentence = ({ field, found, expected }: PolicyFault): string =>
  `${field === '' ? 'the file' : field}: found ${found}, expected ${expected}`;
