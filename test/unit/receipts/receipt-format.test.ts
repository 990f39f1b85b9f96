import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { receiptFormatMarkdown } from '../../../scripts/receipt-format.ts';
import { billSchema } from '../../../src-main/receipts/bill.ts';
import { userIdentificationSchema } from '../../../src-main/receipts/user-identification.ts';
import { validBill } from '../../fixtures/receipts/valid-bills.ts';

const document = readFileSync(new URL('../../../docs/receipt-format.md', import.meta.url), 'utf8');

test('docs/receipt-format.md is up to date (if not, run node scripts/receipt-format.ts)', () => {
  expect(document).toBe(receiptFormatMarkdown());
});

interface Row {
  /** The names of the field and the objects around it, such as `bill.data.lines`. `[]` is an entry of a list. */
  readonly path: string;
  readonly type: string;
  readonly comment: string;
}

/** The fields of each code block of the document. The fields of an object are indented below the object. */
const blocks = [...document.matchAll(/^```text\n(.*?)^```$/gms)].map(([, block = '']) => {
  const above: string[] = [];
  return block
    .trimEnd()
    .split('\n')
    .map((line): Row => {
      const [, indent = '', name = '', type = '', comment = ''] =
        /^((?: {2})*)(\S.*?)\??: (\S+)(?: \/\/ (.+))?$/.exec(line) ?? [];
      const parent = above[indent.length / 2 - 1] ?? '';
      const path = `${parent}${name}`;
      above[indent.length / 2] = `${path}${type.startsWith('object[]') ? '.[].' : '.'}`;
      return { path, type, comment };
    });
});

test('every line of docs/receipt-format.md names a field and its type, and every object also its section', () => {
  const rows = blocks.flat();
  expect(rows.length).toBeGreaterThan(200);
  for (const row of rows) {
    expect(row.path).not.toMatch(/^$|\.$/);
    expect(row.type).toMatch(/^[\w[\]|"]+$/);
    if (row.type.startsWith('object'))
      expect([row.path, row.comment]).toEqual([row.path, expect.stringMatching(/§2\.\d$/)]);
  }
});

test('the test receipt `every-field` has every field of the bill, apart from the fields of `security`', () => {
  const start = 'AddBillDto.bill.';
  const paths = (blocks[0] ?? [])
    .map(({ path }) => path)
    .filter((path) => path.startsWith(start) && !path.includes('security.'))
    .map((path) => path.slice(start.length));
  expect(paths.length).toBeGreaterThan(100);
  const reaches = (value: unknown, keys: readonly string[]): boolean => {
    const [key, ...rest] = keys;
    if (key === undefined) return value !== undefined;
    if (key === '[]') return Array.isArray(value) && value.some((entry) => reaches(entry, rest));
    return reaches((value as Record<string, unknown> | undefined)?.[key], rest);
  };
  const bill = validBill('every-field');
  expect(paths.filter((path) => !reaches(bill, path.split('.')))).toEqual([]);
});

test('the schemas can be written as JSON Schema, for the description of the POS API', () => {
  expect(z.toJSONSchema(billSchema)).toMatchObject({ type: 'object', required: ['head', 'data', 'security'] });
  expect(JSON.stringify(z.toJSONSchema(userIdentificationSchema))).toContain('"maxLength":256');
});
