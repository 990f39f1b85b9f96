/**
 * Writes docs/policy.schema.json and docs/settings.md from the schema of the settings and their descriptions: `node
 * scripts/policy-schema.ts`. A test checks that both are up to date.
 */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import sentences from '../assets/locales/en/cashier.json' with { type: 'json' };
import { optionOf } from '../src-main/config.ts';
import { policySchema } from '../src-main/settings/policy-format.ts';
import { settingsIn } from '../src-main/settings/stored-settings.ts';
import { settingsSchema, type WindowSettingKey } from '../src-main/shared/settings.ts';
import { settingRowOf } from '../src-renderer/cashier/settings/setting-rows.ts';
import descriptions from './setting-descriptions.json' with { type: 'json' };
import examples from './setting-examples.json' with { type: 'json' };

type Schema = z.core.JSONSchema._JSONSchema;
const labels: Readonly<Record<string, string>> = sentences;
const texts: Readonly<Record<string, string>> = descriptions;

/** Throws for a setting without a description. */
function textOf(name: string): string {
  const text = texts[name] ?? '';
  if (text === '' || text === labels[name]) throw new Error(`setting-descriptions.json: ${name} has no description`);
  return text;
}

function policySchemaOf(): z.core.JSONSchema.JSONSchema {
  const schema = z.toJSONSchema(policySchema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
  for (const layer of ['locked', 'preset']) describe(schema.properties?.[layer], [], settingsSchema.parse({}));
  describe(schema.properties?.pin, ['pinHash'], undefined);
  return schema;
}

/** A JSON Schema for editors and tools that write policies. The program itself decides what it accepts. */
export function policySchemaJson(): string {
  const { $schema, ...rest } = policySchemaOf();
  const about = {
    $schema,
    title: 'Machine-wide policy of Receipt Companion, version 1',
    description: 'The settings that the administrator of a computer locks or presets: docs/administration.md',
  };
  return `${JSON.stringify({ ...about, ...rest }, null, 2)}\n`;
}

function describe(schema: Schema | undefined, path: readonly string[], value: unknown): void {
  if (typeof schema !== 'object') return;
  if (path.length > 0) schema.description = textOf(path.join('.'));
  if (schema.properties === undefined && value !== undefined) schema.default = value as typeof schema.default;
  const values = new Map(Object.entries(value ?? {}));
  const inner = schema.properties ?? schema.anyOf?.find((one) => typeof one === 'object' && one.properties)?.properties;
  for (const [name, one] of Object.entries(inner ?? {})) describe(one, [...path, name], values.get(name));
}

/** The values as the setting's own check describes them (`HOST:PORT, a path, or empty`); null without a check. */
function expectedBy(name: string, wrong: unknown): string | null {
  const inner = name.split('.').reduceRight((value, key) => ({ [key]: value }) as object, wrong as object);
  const { error } = settingsSchema.safeParse(inner);
  const message = error?.issues[0]?.message ?? 'Invalid';
  return /^(?:Invalid|Too|Unrecognized)/.test(message) ? null : message.replace(/^expected /, '');
}

function valuesOf(name: string, schema: z.core.JSONSchema.JSONSchema): string {
  const { type, items, enum: choices } = schema;
  if (choices !== undefined || type === 'boolean') return kindOf(schema);
  const expected = expectedBy(name, '\0 %') ?? expectedBy(name, Symbol());
  const mayBeNull = schema.anyOf?.some((one) => typeof one === 'object' && one.type === 'null') === true;
  const own =
    expected === null ? kindOf(schema) : mayBeNull && !expected.includes('null') ? `${expected}, or null` : expected;
  if (type !== 'array') return own;
  const entry = typeof items === 'object' && 'enum' in items ? kindOf(items) : expectedBy(name, ['\0']);
  return entry === null || entry === own ? own : `${own}. Each entry: ${entry}`;
}

const ticked = (words: readonly unknown[]): string => words.map((one) => `\`${one}\``).join(', ');

function kindOf(schema: z.core.JSONSchema.JSONSchema): string {
  const { type, enum: choices, const: only, maxLength, properties, anyOf } = schema;
  if (choices !== undefined) return `one of ${ticked(choices)}`;
  if (only !== undefined) return ticked([only]);
  if (anyOf !== undefined) return anyOf.flatMap((one) => (typeof one === 'object' ? [kindOf(one)] : [])).join(', or ');
  if (type === 'integer' || type === 'number') return numberKindOf(schema);
  if (type === 'string') return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
  if (properties !== undefined) return `an object with ${ticked(Object.keys(properties))}`;
  // A type that may be null is a list of both types.
  const others = {
    boolean: '`true` or `false`',
    object: 'an object',
    null: '`null`',
    'number,null': 'a number, or `null`',
  };
  return (others as Readonly<Record<string, string>>)[String(type)] ?? 'text';
}

function numberKindOf({ type, minimum, exclusiveMinimum, maximum }: z.core.JSONSchema.JSONSchema): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (exclusiveMinimum !== undefined)
    return `${kind} above ${exclusiveMinimum}${maximum === undefined ? '' : `, at most ${maximum}`}`;
  return minimum === undefined || maximum === undefined ? kind : `${kind} from ${minimum} to ${maximum}`;
}

/** The settings whose control is on a page without rows: the title of the page, and the keys of their texts. */
const otherPlaces: Readonly<Record<string, readonly string[]>> = {
  mode: ['settingsService', 'mode'],
  'service.baseUrl': ['settingsService', 'baseUrl'],
  'service.authUrl': ['settingsService', 'authUrl'],
  'service.clientId': ['settingsService', 'clientId'],
  'service.storeId': ['settingsService', 'storeId'],
  'service.scopeBase': ['settingsService', 'connectionMore', 'scopeBase'],
  'service.extensionKey': ['settingsService', 'connectionMore', 'extensionKey'],
  'service.selfGeneratedIds': ['settingsService', 'connectionMore', 'selfGeneratedIds'],
  'service.partnerUrl': ['settingsExpert', 'partnerAccess', 'partnerUrl'],
  'screen.logo': ['settingsScreen', 'logoChoose'],
  'screen.idlePictures': ['settingsScreen', 'pictureAdd'],
  'display.customerDisplayId': ['settingsScreen', 'displays'],
};

/** The page and the label of a setting in the English window; null if no window shows it. */
function placeOf(name: string): string | null {
  const [page = ''] = settingRowOf(name as WindowSettingKey).page.split('.');
  const ofRow = labels[name] === undefined ? [] : [`settings${page.charAt(0).toUpperCase()}${page.slice(1)}`, name];
  const place = (otherPlaces[name] ?? ofRow).map((key) => `*${labels[key]}*`);
  return place.length === 0 ? null : `In Settings: ${place.join(', ')}.`;
}

/** A shop in a country of the table has other defaults of these settings. */
const ofCountry = new Set(
  Object.entries(settingsIn('DE', '2026-01-01')).flatMap(([group, values]) =>
    Object.keys(values).map((key) => `${group}.${key}`),
  ),
);

function defaultOf(name: string, value: unknown): string {
  const written = `\`${JSON.stringify(value)}\``;
  if (name === 'cashier.language') return `Default: that of the system, otherwise ${written}.`;
  if (!ofCountry.has(name)) return `Default: ${written}.`;
  const otherwise = name === 'screen.language' ? `that of the cashier window, without windows ${written}` : written;
  return `Default: that of the [country](countries.md), without a country ${otherwise}.`;
}

/** A value other than the default. Throws if a text or list has no example. */
function exampleOf(
  name: string,
  { type, enum: choices, default: value, minimum, maximum }: z.core.JSONSchema.JSONSchema,
): unknown {
  const written: unknown = (examples as Readonly<Record<string, unknown>>)[name];
  if (written !== undefined) return written;
  if (choices !== undefined) return choices.find((one) => one !== value);
  if (type === 'boolean') return value !== true;
  const doubled = Number(value) === 0 ? Math.max(1, minimum ?? 1) : Number(value) * 2;
  if (type === 'integer' || type === 'number') return doubled <= (maximum ?? doubled) ? doubled : minimum;
  throw new Error(`setting-examples.json: ${name} has no example`);
}

const inFile = (name: string, value: unknown): string =>
  JSON.stringify(name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value));

/** An example of each setting in the form of the settings file. */
export const settingExamples = (): readonly string[] =>
  [...settingsPage().matchAll(/Example: `(.*)`\./g)].map(([, text = '']) => text);

export function settingsPage(): string {
  const locked = policySchemaOf().properties?.locked as z.core.JSONSchema.JSONSchema;
  const groups = Object.entries(locked.properties ?? {}).map(([group, schema]) => {
    const { properties, description } = schema as z.core.JSONSchema.JSONSchema;
    const rows = Object.entries(properties ?? { '': schema }).map(([key, one]) => {
      const name = key === '' ? group : `${group}.${key}`;
      const setting = one as z.core.JSONSchema.JSONSchema;
      const option = optionOf(name);
      const facts = [
        placeOf(name),
        `Values: ${valuesOf(name, setting)}.`,
        defaultOf(name, setting.default),
        option === name ? null : `Option: \`${option.replace(' or ', '` or `')}\`.`,
        `Example: \`${inFile(name, exampleOf(name, setting))}\`.`,
      ];
      return `- **\`${name}\`** ${setting.description}\n  ${facts.filter((fact) => fact !== null).join(' ')}`;
    });
    return `## ${group}\n\n${properties === undefined ? '' : `${description}\n\n`}${rows.join('\n')}\n`;
  });
  return `# Settings

This reference is for administrators. It lists every setting with its meaning, its page and label in the English window, its values, its
default, the command-line option that overrides it, and an example. All settings exist since version 0.1.0.

- **Where to set it.** A setting without a page and label is in no window. Put it into a [policy](administration.md#one-policy-for-a-computer),
  with the example inside \`locked\` or \`preset\`, or into \`settings.json\` in the data folder while the app is stopped. That file has the form of the examples
  and contains only changed values. [The schema](policy.schema.json) has the same data for editors.
- **Values.** An address that starts with https may also be empty, and may use http on this computer.
- **Option.** A setting without this word has no command-line option.

Do not edit this page: \`node scripts/policy-schema.ts\` writes it.

${groups.join('\n')}`;
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/policy.schema.json', import.meta.url), policySchemaJson());
  writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage());
}
