import { expect, test } from 'vitest';
import { billDifferences } from '../../../src-main/sales/sale/sale-warnings.ts';

const pathsOf = (before: unknown, now: unknown) => billDifferences(JSON.stringify(before), now).map(({ path }) => path);

test.each([
  ['another date', { head: { date: 'a', number: '1' } }, { head: { date: 'b', number: '1' } }, ['/bill/head/date']],
  ['an added and a removed field', { a: 1 }, { 'b/c': 1 }, ['/bill/a', '/bill/b~1c']],
  ['an added line', { lines: [{ n: 1 }] }, { lines: [{ n: 1 }, { n: 2 }] }, ['/bill/lines/1']],
  ['a list in place of an object', { a: {} }, { a: [] }, ['/bill/a']],
  ['no difference', { a: [1, null, 'x'] }, { a: [1, null, 'x'] }, []],
])('a bill with %s is described by the fields that differ', (_what, before, now, paths) => {
  expect(pathsOf(before, now)).toEqual(paths);
});

test('a message names at most ten fields and no value', () => {
  const bill = (value: string) => Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, value]));
  const found = billDifferences(JSON.stringify(bill('canary')), bill('other canary'));
  expect(found).toHaveLength(10);
  expect(JSON.stringify(found)).not.toContain('canary');
});

test('a bill that cannot be read any more names no field', () => {
  expect(billDifferences(null, {})).toEqual([]);
});
