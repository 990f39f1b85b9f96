/** Writes docs/receipt-format.md from the receipt schemas: `node scripts/receipt-format.ts`. A test keeps it fresh. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { billSchema } from '../src-main/receipts/bill.ts';
import { record, sources } from '../src-main/receipts/fields.ts';
import { errorCodes, warningCodes } from '../src-main/receipts/issues.ts';
import { lineKinds, lineSchema } from '../src-main/receipts/line.ts';
import { fiscalizationKinds, fiscalizationSchema } from '../src-main/receipts/security.ts';
import { storeIdSchema, userIdentificationSchema } from '../src-main/receipts/user-identification.ts';

type Schema = z.core.$ZodType;

const requestSchema = record('2.1', {
  storeId: storeIdSchema.describe('1 to 36 characters'),
  userIdentification: userIdentificationSchema.nullable().optional(),
  bill: billSchema,
});

/** The schema below optional and null, and what the layers said about it. */
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
    else if (schema instanceof z.ZodNullable) {
      isNullable = true;
      schema = schema.unwrap();
    } else return { schema, isNullable, rule };
  }
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'date and time with offset',
  time: 'time of day HH:MM:SS',
  guid: 'UUID',
  regex: 'text',
};

function typeOf(outer: Schema): string {
  const { schema, isNullable } = peel(outer);
  return isNullable ? `${bareTypeOf(schema)} or null` : bareTypeOf(schema);
}

function bareTypeOf(schema: Schema): string {
  if (schema === lineSchema) return 'line, by kind';
  if (schema === fiscalizationSchema) return 'fiscalization, by kind';
  if (schema instanceof z.ZodArray) return `list of ${plural(bareTypeOf(peel(schema.element).schema))}`;
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.map(typeOf))].join(' or ');
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `\`${value}\``).join(' or ');
  if (schema instanceof z.ZodEnum) return schema.options.map((value) => `\`${value}\``).join(' or ');
  if (schema instanceof z.ZodObject) return 'object';
  if (schema instanceof z.ZodNumberFormat) return 'whole number';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'true or false';
  if (schema instanceof z.ZodStringFormat) return formats[String(schema.format)] ?? 'text';
  if (schema instanceof z.ZodString) return 'text';
  return 'any';
}

function plural(type: string): string {
  return type === 'object' ? 'objects' : type === 'line, by kind' ? 'lines, by kind' : type;
}

/** The object inside lists and unions whose fields get rows of their own, with the mark its path gets. */
function inside(outer: Schema): { readonly object: z.ZodObject; readonly mark: string } | null {
  const { schema } = peel(outer);
  if (schema === lineSchema || schema === fiscalizationSchema) return null;
  if (schema instanceof z.ZodObject) return { object: schema, mark: '' };
  if (schema instanceof z.ZodArray) {
    const entry = inside(schema.element);
    return entry === null ? null : { object: entry.object, mark: `[]${entry.mark}` };
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(inside).find((found) => found !== null) ?? null;
  return null;
}

function rowsOf(object: z.ZodObject, prefix: string, inherited: string): string[] {
  const source = sources.get(object)?.source ?? inherited;
  return Object.entries(object.shape).flatMap(([key, schema]) => {
    const { rule } = peel(schema);
    const required = schema._zod.optin === 'optional' ? 'no' : 'yes';
    const row = `| ${prefix}${key} | ${typeOf(schema)} | ${required} | ${rule} | ${source} |`;
    const below = inside(schema);
    return below === null ? [row] : [row, ...rowsOf(below.object, `${prefix}${key}${below.mark}.`, source)];
  });
}

function table(object: z.ZodObject, isShown: (row: string) => boolean = () => true): string {
  const head = '| Field | Type | Required | Rule | Source |\n|---|---|---|---|---|';
  return `${head}\n${rowsOf(object, '', '').filter(isShown).join('\n')}\n`;
}

function kindTables(kinds: Readonly<Record<string, z.ZodObject>>): string {
  return Object.entries(kinds)
    .map(([kind, schema]) => `### ${kind}\n\n${table(schema)}`)
    .join('\n');
}

function codeTable(codes: Readonly<Record<string, string>>): string {
  const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return `| Code | Meaning |\n|---|---|\n${rows.join('\n')}\n`;
}

/** The whole document. */
export function receiptFormatMarkdown(): string {
  return `# Receipt format

Made from the schemas in \`src-main/receipts\` by \`node scripts/receipt-format.ts\`; do not edit by hand.

This is what a till sends as \`bill\`. "Source" is the paragraph of the interface document. Every object takes further
fields: they reach the service untouched and in place, every digit of a number included; \`providerData\` and the \`data\` of
a custom section byte for byte. A field that is not required is left out when there is nothing to say; null where the type
does not say so is read and sent as left out, with one warning for all. Enumerations take names; integers pass with a
warning. \`extension:service\` is sent on under the extension key of the settings; a till may use that key itself, and is
answered with it. The app adds \`id\`, couponing information when
it started the loyalty transaction, and \`isExample\` in training.

## Request (AddBillDto)

${table(requestSchema, (row) => !row.startsWith('| bill.'))}
## Bill

${table(billSchema)}
## Lines, by \`extension:service.type\`

A line whose kind is missing is read as \`Default\`, one whose kind is unknown is sent on; both warn.

${kindTables(lineKinds)}
## Fiscalization, by \`type\`

A type that is missing or unknown is read as \`Tse\`.

${kindTables(fiscalizationKinds)}
## Findings that refuse a bill

${codeTable(errorCodes)}
## Findings that warn

They are kept on the sale and shown. A setting lets them refuse the bill.

${codeTable(warningCodes)}`;
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/receipt-format.md', import.meta.url), receiptFormatMarkdown());
}
