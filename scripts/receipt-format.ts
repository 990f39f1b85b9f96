/**
 * Writes docs/receipt-format.md from the receipt schemas: `node scripts/receipt-format.ts`. A test checks that it is up
 * to date.
 */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { billSchema } from '../src-main/receipts/bill.ts';
import { record, sources } from '../src-main/receipts/fields.ts';
import { fiscalizationKinds, fiscalizationSchema } from '../src-main/receipts/fiscalization.ts';
import { errorCodes, warningCodes } from '../src-main/receipts/issues.ts';
import { lineKinds, lineSchema } from '../src-main/receipts/line.ts';
import { storeIdSchema, userIdentificationSchema } from '../src-main/receipts/user-identification.ts';

type Schema = z.core.$ZodType;

const requestSchema = record('2.1', {
  storeId: storeIdSchema.describe('1 to 36 characters'),
  userIdentification: userIdentificationSchema.nullable().optional(),
  bill: billSchema,
});

/** A schema without its optional, null and preprocessing layers, and their descriptions. */
interface Peeled {
  readonly schema: Schema;
  readonly isNullable: boolean;
  readonly rule: string;
}

function peel(outer: Schema): Peeled {
  let schema = outer;
  let isNullable = false;
  let rule = '';
  for (;;) {
    rule ||= z.globalRegistry.get(schema)?.description ?? '';
    if (schema instanceof z.ZodOptional) schema = schema.unwrap();
    else if (schema instanceof z.ZodPipe) schema = schema.out as Schema;
    else if (schema instanceof z.ZodNullable) {
      isNullable = true;
      schema = schema.unwrap();
    } else return { schema, isNullable, rule };
  }
}

const formats: Readonly<Record<string, string>> = { datetime: 'DateTime', time: 'Time', guid: 'UUID' };

function typeOf(outer: Schema): string {
  const { schema, isNullable } = peel(outer);
  return isNullable ? `${bareTypeOf(schema)}|null` : bareTypeOf(schema);
}

function bareTypeOf(schema: Schema): string {
  if (schema === lineSchema) return 'Line';
  if (schema === fiscalizationSchema) return 'Fiscalization';
  if (schema instanceof z.ZodArray) return `${bareTypeOf(peel(schema.element).schema)}[]`;
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.map(typeOf))].join('|');
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => JSON.stringify(value)).join('|');
  if (schema instanceof z.ZodEnum) return schema.options.map((value) => JSON.stringify(value)).join('|');
  if (schema instanceof z.ZodObject) return 'object';
  if (schema instanceof z.ZodNumberFormat) return 'integer';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodStringFormat) return formats[String(schema.format)] ?? 'string';
  if (schema instanceof z.ZodString) return 'string';
  return 'any';
}

/** The object inside lists and unions, whose fields get their own lines. */
function inside(outer: Schema): z.ZodObject | null {
  const { schema } = peel(outer);
  if (schema === lineSchema || schema === fiscalizationSchema) return null;
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return inside(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.map(inside).find((found) => found !== null) ?? null;
  return null;
}

/** Writes one line for each field. The line of an object names its section, and its fields follow. */
function linesOf(key: string, schema: Schema, indent = '', inherited = ''): string[] {
  const object = inside(schema);
  const source = object && (sources.get(object)?.source ?? inherited);
  const note = [peel(schema).rule, source && `§${source}`].filter(Boolean).join(', ');
  const mark = schema._zod.optin === 'optional' ? '?' : '';
  const below = Object.entries(object?.shape ?? {});
  return [
    `${indent}${key}${mark}: ${typeOf(schema)}${note && ` // ${note}`}`,
    ...below.flatMap(([name, inner]) => linesOf(name, inner as Schema, `${indent}  `, source ?? inherited)),
  ];
}

const block = (types: Readonly<Record<string, Schema>>): string =>
  `\`\`\`text\n${Object.entries(types)
    .flatMap(([name, schema]) => linesOf(name, schema))
    .join('\n')}\n\`\`\`\n`;

const codeList = (codes: Readonly<Record<string, string>>): string =>
  Object.entries(codes)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}\n`)
    .join('');

export function receiptFormatMarkdown(): string {
  return `# Receipt format

This reference is for developers of tills. It lists every field of the bill with its type and rules. Do not edit this page:
\`node scripts/receipt-format.ts\` writes it from the schemas in \`src-main/receipts\`.

Your till sends this as \`bill\`. Each line below is a field, and the fields of an object are below it. After the name come \`?\` if you may leave the
field out, the type, the rules, and with \`§\` the section of [receipt-service.md](receipt-service.md). A \`DateTime\` is ISO 8601 with offset, a
\`Time\` is \`HH:MM:SS\`, and \`[]\` is a list.

- **Further fields.** Every object may have them. They reach the service unchanged and in their places, with every digit of a number.
  \`providerData\` and the \`data\` of a custom section pass byte for byte.
- **Optional fields.** Leave a field with \`?\` out if you have no value for it. The app reads \`null\` in such a field as if it were left out. It warns
  once if the type does not name \`null\`.
- **Names of a list.** Send the name. A whole number passes with a warning.
- **\`extension:service\`** is sent under the extension key of the settings. You may use that key yourself, and the answer then has it, too.
- **Added by the app:** \`id\`, the couponing information of loyalty that it started, an e-mail address that the cashier typed, and in training
  \`isExample\`.

## Request (AddBillDto)

${block({ AddBillDto: requestSchema })}
## Lines, by \`extension:service.type\`

A line whose kind is missing is read as \`Default\`, one whose kind is unknown is sent on; both warn.

${block(lineKinds)}
## Fiscalization, by \`type\`

A type that is missing or unknown is read as \`Tse\`.

${block(fiscalizationKinds)}
## Findings that refuse a bill

${codeList(errorCodes)}
## Findings that warn

They are kept on the sale and shown. A setting lets them refuse the bill.

${codeList(warningCodes)}`;
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/receipt-format.md', import.meta.url), receiptFormatMarkdown());
}
