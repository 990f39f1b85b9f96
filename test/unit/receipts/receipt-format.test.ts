import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { receiptFormatMarkdown } from '../../../scripts/receipt-format.ts';
import { billSchema } from '../../../src-main/receipts/bill.ts';
import { userIdentificationSchema } from '../../../src-main/receipts/user-identification.ts';
import { goodBill } from '../../fixtures/receipts/good.ts';

const document = readFileSync(new URL('../../../docs/receipt-format.md', import.meta.url), 'utf8');

test('docs/receipt-format.md is what the schemas say (else: node scripts/receipt-format.ts)', () => {
  expect(document).toBe(receiptFormatMarkdown());
});

test('every row names a type and a paragraph', () => {
  const rows = document.split('\n').filter((line) => / \| (?:yes|no) \| /.test(line));
  expect(rows.length).toBeGreaterThan(150);
  for (const row of rows) expect(row).toMatch(/^\| \S+ \| [^|]+ \| (?:yes|no) \| [^|]*\| 2\.\d \|$/);
});

test('the receipt with every field has every field of the bill', () => {
  const rows = document.slice(document.indexOf('## Bill'), document.indexOf('## Lines')).match(/^\| (\S+) \| /gm) ?? [];
  const paths = rows.map((row) => row.slice(2, -3)).filter((path) => !path.includes('security.') && path !== '---|');
  const reaches = (value: unknown, keys: readonly string[]): boolean => {
    const [key, ...rest] = keys;
    if (key === undefined) return value !== undefined;
    if (key === '[]') return Array.isArray(value) && value.some((entry) => reaches(entry, rest));
    return reaches((value as Record<string, unknown> | undefined)?.[key], rest);
  };
  const keysOf = (path: string) => path.split(/\.|(?=\[\])/);
  const bill = goodBill('every-field');
  expect(paths.filter((path) => path !== 'Field' && !reaches(bill, keysOf(path)))).toEqual([]);
});

test('the schemas can be told as JSON Schema, for the description of the POS API', () => {
  expect(z.toJSONSchema(billSchema)).toMatchObject({ type: 'object', required: ['head', 'data', 'security'] });
  expect(JSON.stringify(z.toJSONSchema(userIdentificationSchema))).toContain('"maxLength":256');
});
