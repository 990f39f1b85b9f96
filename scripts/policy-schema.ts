/**
 * Writes docs/policy.schema.json and docs/settings.md from the schema of the settings and their descriptions: `node
 * scripts/policy-schema.ts`. A test checks that both are up to date.
 */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import sentences from '../assets/locales/en/cashier.json' with { type: 'json' };
import { optionOf } from '../src-main/config.ts';
import { policySchema } from '../src-main/settings/policy-format.ts';
import { settingsSchema } from '../src-main/shared/settings.ts';
import descriptions from './setting-descriptions.json' with { type: 'json' };
import examples from './setting-examples.json' with { type: 'json' };

type Schema = z.core.JSONSchema._JSONSchema;
const labels: Readonly<Record<string, string>> = sentences;
const texts: Readonly<Record<string, string>> = descriptions;

/** Throws for a setting without a description of its own. */
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

/** JSON Schema for editors and for tools that write policies. The program itself decides what it accepts. */
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

function valuesOf({
  type,
  enum: choices,
  minimum,
  exclusiveMinimum,
  maximum,
  maxLength,
  anyOf,
}: z.core.JSONSchema.JSONSchema): string {
  if (choices !== undefined) return `one of ${choices.map((one) => `\`${one}\``).join(', ')}`;
  if (anyOf !== undefined)
    return anyOf.flatMap((one) => (typeof one === 'object' ? [valuesOf(one)] : [])).join(', or ');
  const least = minimum ?? exclusiveMinimum;
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    return least === undefined || maximum === undefined ? kind : `${kind} from ${least} to ${maximum}`;
  }
  if (type === 'string') return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
  // A type that may be null is a list of both types.
  if (String(type) === 'number,null') return 'a number, or `null`';
  return { boolean: '`true` or `false`', array: 'a list', object: 'an object', null: '`null`' }[String(type)] ?? 'text';
}

/** A value other than the default. Throws if a text or a list has no example. */
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

/** An example of each setting, in the form of the settings file. */
export const settingExamples = (): readonly string[] =>
  [...settingsPage().matchAll(/Example: `(.*)`\./g)].map(([, text = '']) => text);

/** The reference of all settings, one section for each group. */
export function settingsPage(): string {
  const locked = policySchemaOf().properties?.locked as z.core.JSONSchema.JSONSchema;
  const groups = Object.entries(locked.properties ?? {}).map(([group, schema]) => {
    const { properties, description } = schema as z.core.JSONSchema.JSONSchema;
    const rows = Object.entries(properties ?? { '': schema }).map(([key, one]) => {
      const name = key === '' ? group : `${group}.${key}`;
      const setting = one as z.core.JSONSchema.JSONSchema;
      const option = optionOf(name);
      const facts = [
        labels[name] === undefined ? null : `Label: ${labels[name]}.`,
        `Values: ${valuesOf(setting)}.`,
        `Default: \`${JSON.stringify(setting.default)}\`.`,
        option === name ? null : `Option: \`${option}\`.`,
        `Example: \`${inFile(name, exampleOf(name, setting))}\`.`,
      ];
      return `- **\`${name}\`** ${setting.description}\n  ${facts.filter((fact) => fact !== null).join(' ')}`;
    });
    return `## ${group}\n\n${properties === undefined ? '' : `${description}\n\n`}${rows.join('\n')}\n`;
  });
  return `# Settings

This reference is for administrators. It lists every setting with its meaning, its label in the English window, its values, its default, the
command-line option that overrides it, and an example. All settings exist since version 0.1.0. A [policy](administration.md#one-policy-for-a-computer) can lock or
preset each of them, and [the schema](policy.schema.json) has the same data for editors. The settings file \`settings.json\` in the data folder
has the form of the examples and contains only changed values. Do not edit this page: \`node scripts/policy-schema.ts\` writes it.

${groups.join('\n')}`;
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/policy.schema.json', import.meta.url), policySchemaJson());
  writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage());
}
