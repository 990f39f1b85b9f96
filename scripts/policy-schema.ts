/**
 * Writes docs/policy.schema.json from the schema of the policy file: `node scripts/policy-schema.ts`. A test checks
 * that it is up to date.
 */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import sentences from '../assets/locales/en/cashier.json' with { type: 'json' };
import { policySchema } from '../src-main/settings/policy-format.ts';
import { settingsSchema } from '../src-main/shared/settings.ts';

/**
 * JSON Schema for editors and for tools that write policies. The program itself decides what it accepts. Below `locked`
 * it is the reference of the settings: each with its limits, its default, and its label in a window.
 */
export function policySchemaJson(): string {
  const schema = z.toJSONSchema(policySchema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
  const { $schema, ...rest } = schema;
  describe(rest.properties?.locked, [], settingsSchema.parse({}));
  const about = {
    $schema,
    title: 'Machine-wide policy of Receipt Companion, version 1',
    description: 'What the administrator of a computer says: docs/administration.md',
  };
  return `${JSON.stringify({ ...about, ...rest }, null, 2)}\n`;
}

const said: Readonly<Record<string, string>> = sentences;

function describe(schema: z.core.JSONSchema._JSONSchema | undefined, path: readonly string[], value: unknown): void {
  if (typeof schema !== 'object') return;
  const words = said[path.join('.')];
  if (words !== undefined) schema.description = words;
  if (schema.properties === undefined) schema.default = value as typeof schema.default;
  const values = new Map(Object.entries(value ?? {}));
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    if (values.has(name)) describe(inner, [...path, name], values.get(name));
}

if (import.meta.main) writeFileSync(new URL('../docs/policy.schema.json', import.meta.url), policySchemaJson());
