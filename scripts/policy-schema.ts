/** Writes docs/policy.schema.json from the schema of the policy file: `node scripts/policy-schema.ts`. A test keeps it fresh. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { policySchema } from '../src-main/settings/policy-schema.ts';

/** JSON Schema for editors and for tools that write policies; the program itself is the judge. */
export function policySchemaJson(): string {
  const schema = z.toJSONSchema(policySchema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
  const { $schema, ...rest } = schema;
  const about = {
    $schema,
    title: 'Machine-wide policy of Receipt Companion, version 1',
    description: 'What the administrator of a computer says: docs/administration.md',
  };
  return `${JSON.stringify({ ...about, ...rest }, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(new URL('../docs/policy.schema.json', import.meta.url), policySchemaJson());
