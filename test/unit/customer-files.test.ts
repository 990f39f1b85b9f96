import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithId, findCustomerFiles } from '../../src-main/cli/customer-files.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('a short id matches no files of other customers, because only a complete id matches', () => {
  const folder = folderWith({
    'training/exports/receipts-2026-01-12.csv': '2026-01-12 12:00:12;receipt;120,00;12,50;0.12;R-412\n',
    'training/exports/refused-1.json': '{"customer":"A12","amount":12.5}',
    'training/exports/refused-2.json': '{"customer":"a12b","amount":120}',
    'training/exports/receipt-1a12.pdf': '%PDF',
    'inbox/dropped.json': '{"reference":"0012x"}',
  });
  expect(findCustomerFiles(folder, { id: 'a12', receiptIds: ['1a12'] })).toEqual({
    copies: [join('training', 'exports', 'receipt-1a12.pdf'), join('training', 'exports', 'refused-1.json')],
    waiting: [],
    closed: [],
  });
  expect(findCustomerFiles(folder, { id: '12', receiptIds: [] })).toMatchObject({ copies: [], waiting: [] });
});

test('special characters of a customer’s id are no pattern: the id is found literally in the export of a day', () => {
  const folder = folderWith({
    'training/exports/receipts-2026-01-05.csv': 'x;a.b+c(d)@example.invalid;y\n',
    'training/exports/receipts-2026-01-06.csv': 'x;aXb+c(d)@example.invalid;y\n',
  });
  expect(findCustomerFiles(folder, { id: 'A.b+c(d)@example.invalid', receiptIds: [] }).copies).toEqual([
    join('training', 'exports', 'receipts-2026-01-05.csv'),
  ]);
});

test('the number of a receipt leads only to the files with its ids: another receipt may have the same number', () => {
  const folder = folderWith({
    'inbox/done/one.result.json': '{"reference":"1001","id":"a-1"}',
    'inbox/done/other.result.json': '{"reference":"1001","id":"a-2"}',
  });
  const copies = [join('inbox', 'done', 'one.result.json')];
  expect(findCustomerFiles(folder, { id: '1001', isReceipt: true, receiptIds: ['a-1'] })).toMatchObject({ copies });
});

test('the lock of a crashed program, a link without a target, does not stop the search', () => {
  const folder = folderWith({ 'exports/receipts-2026-01-05.csv': 'A12' });
  symlinkSync('till-4711', join(folder, 'SingletonLock'));
  const found = join('exports', 'receipts-2026-01-05.csv');
  expect(findCustomerFiles(folder, { id: 'a12', receiptIds: [] }).copies).toEqual([found]);
  expect(filesWithId(folder, 'a12')).toEqual([found]);
});

test('remains of an id are found in any file, in any letter case', () => {
  const folder = folderWith({ 'live-1/receipts.db': '\u0000\u0001CUSTOMER-ä7\u0002', 'logs/app.log': 'nobody' });
  for (const id of ['customer-ä7', 'customer-Ä7'])
    expect(filesWithId(folder, id)).toEqual([join('live-1', 'receipts.db')]);
});
