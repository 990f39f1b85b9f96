import { expect, test } from 'vitest';
import { receiptFormatMarkdown } from '../../../scripts/receipt-format.ts';
import { projectText } from '../../fakes/project-files.ts';
import { validBill } from '../../fixtures/receipts/valid-bills.ts';

const document = projectText('docs/receipt-format.md');

test('docs/receipt-format.md is up to date (if not, run node scripts/receipt-format.ts)', () => {
  expect(document).toBe(receiptFormatMarkdown());
});

test('every object in docs/receipt-format.md names its section', () => {
  const objects = document.match(/^ *\S+: object.*$/gm) ?? [];
  expect(objects.length).toBeGreaterThan(20);
  expect(objects.filter((line) => !/§2\.\d$/.test(line))).toEqual([]);
});

/** The names of each field of the first block, with those of the objects around it. `[]` is an entry of a list. */
function fieldPaths(): readonly string[] {
  const above: string[] = [];
  const [, block = ''] = /^```text\n(.*?)^```$/ms.exec(document) ?? [];
  return [...block.matchAll(/^((?: {2})*)(\S.*?)\??: (\S+)/gm)].map(([, indent = '', name = '', type = '']) => {
    const path = `${above[indent.length / 2 - 1] ?? ''}${name}`;
    above[indent.length / 2] = `${path}${type.startsWith('object[]') ? '.[].' : '.'}`;
    return path;
  });
}

test('the test receipt `every-field` has every field of the bill, apart from the fields of `security`', () => {
  const start = 'AddBillDto.bill.';
  const paths = fieldPaths()
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
