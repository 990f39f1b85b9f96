import { expect, test } from 'vitest';
import type { Desktop } from '../../src-main/records/export-files.ts';
import { openPartnerTestApp, receiptId, userId } from './partner-test-app.ts';
import { good } from './test-app.ts';

/** One tap saves and opens the PDF of a receipt; the window names a receipt and never a file. */

const pdf = `GET /partner/api/v3/user/${userId}/receipts/${receiptId}/pdf`;
const answer = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\n' };

async function savesWith(openFile?: Desktop['openFile']) {
  const { testApp } = await openPartnerTestApp({
    answers: { [pdf]: answer },
    ...(openFile && { desktop: { openFile } }),
  });
  return good(await testApp.cashier['partner.savePdf']({ userId, receiptId }));
}

test.each([true, false])('the window learns whether the computer opened the saved PDF: %s', async (hasProgram) => {
  const handedOver: string[] = [];
  const { path, opened } = await savesWith(async (file) => {
    handedOver.push(file);
    return hasProgram;
  });
  expect(opened).toBe(hasProgram);
  expect(handedOver).toEqual([path]);
});

test('headless saves the PDF and opens nothing', async () => {
  expect(await savesWith()).toMatchObject({ opened: false });
});
