import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Desktop } from '../../src-main/records/export-files.ts';
import { good } from './house.ts';
import { openPartnerHouse, receiptId, userId } from './partner-house.ts';

/** A saved PDF is handed to a program of the computer: a window can name any file, and gets no other opened. */

const pdf = `GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`;
const answer = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n' };

async function openHouse(openFile?: Desktop['openFile']) {
  const { house } = await openPartnerHouse({ answers: { [pdf]: answer }, ...(openFile && { desktop: { openFile } }) });
  const save = async () => good(await house.cashier['partner.savePdf']({ userId, receiptId })).path;
  const ask = (path: string, from: 'cashier' | 'customer' = 'cashier') =>
    house.cashier['partner.openPdf']({ path }, from);
  return { house, save, ask };
}

test('what was saved is opened, and the window is told whether there was a program for it', async () => {
  const opened: string[] = [];
  let hasProgram = true;
  const { save, ask } = await openHouse(async (path) => {
    opened.push(path);
    return hasProgram;
  });
  const path = await save();
  expect(good(await ask(path))).toEqual({ opened: true });
  hasProgram = false;
  expect(good(await ask(path))).toEqual({ opened: false });
  expect(opened).toEqual([path, path]);
});

test('no other file is, whatever its name: beside it, by another way to it, or of the run before', async () => {
  const opened: string[] = [];
  const { house, save, ask } = await openHouse(async (path) => {
    opened.push(path);
    return true;
  });
  const path = await save();
  const beside = join(dirname(path), 'receipt-other.pdf');
  writeFileSync(beside, '%PDF-1.7\n');
  const byAnotherWay = `${dirname(path)}/../exports/receipt-${receiptId}.pdf`;
  for (const other of [beside, byAnotherWay, dirname(path), '/bin/sh', 'https://example.org', ''])
    expect(await ask(other), other).toMatchObject({ ok: false, error: { code: 'notFound' } });
  expect(await ask(path, 'customer')).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
  await house.restart();
  expect(await ask(path)).toMatchObject({ ok: false, error: { code: 'notFound' } });
  expect(opened).toEqual([]);
});

test('a program without windows opens none', async () => {
  const { save, ask } = await openHouse();
  expect(await ask(await save())).toMatchObject({ ok: false, error: { code: 'notAllowed' } });
});
