import { expect, test } from 'vitest';
import { warningCodes } from '../../../src-main/receipts/issues.ts';
import { refusalView } from '../../../src-main/sales/sale/cashier-view.ts';
import {
  amountDiffers,
  billDifferences,
  currencyDiffers,
  idReplaced,
  otherTransaction,
  shownWarnings,
} from '../../../src-main/sales/sale/sale-warnings.ts';
import { refusal } from '../../fakes/sample-sale.ts';

const warning = (code: string, path = '/bill') => ({ path, code, message: 'Found this. Expected that.' });

test('every warning about a bill has exactly one sentence in the window', () => {
  for (const code of Object.keys(warningCodes)) expect(shownWarnings([warning(code)]), code).toHaveLength(1);
  expect(shownWarnings([warning('sum-vat', '/1'), warning('vat-rate', '/2'), warning('sum-lines')])).toEqual([
    'vat',
    'linesSum',
  ]);
  expect(shownWarnings([warning(otherTransaction), warning(idReplaced)])).toEqual(['otherLoyalty', 'idReplaced']);
});

test('the window shows a warning of another version of this app as a technical one, and a different amount elsewhere', () => {
  expect(shownWarnings([warning('not-known-yet'), warning('constructor')])).toEqual(['technical']);
  expect(shownWarnings([warning(amountDiffers), warning(currencyDiffers)])).toEqual([]);
});

test('the window gets the message of the service unchanged, without a sentence of this program', () => {
  const { errors, ...words } = { ...refusal, traceId: 't-1' };
  const silent = { ...words, title: '', detail: '' };
  expect(refusalView({ ...words, errors })).toEqual(words);
  expect(refusalView({ ...words, errors, status: null })).toEqual({ ...silent, status: null });
  const inUse = { status: 409, code: 'idInUse' } as const;
  expect(refusalView({ ...words, errors, ...inUse })).toEqual({ ...silent, ...inUse });
});

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
