import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ReceiptPage } from '../../src-main/shared/partner-view.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import type { SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { asWindow } from './asking.ts';
import { good, openTestApp, smallBill, type TestApp } from './test-app.ts';

/** The cashier window sends its requests for Customer service to the embedded service. */

const key = 'canary-window-key-0815';

async function openCustomerService(
  switches: NonNullable<SimulatorOptions['switches']> = {},
  partner: SettingsPatch['partner'] = {},
  partnerKey = key,
): Promise<TestApp> {
  const testApp = await openTestApp({
    settings: { partner },
    simulator: { account: { storeIds: ['store-1'], partnerKey }, switches: { slowUserChance: 0, ...switches } },
  });
  const partnerUrl = `${testApp.settings().service.baseUrl}/partner`;
  good(await testApp.cashier['partner.saveAccess']({ partnerUrl, key }));
  return testApp;
}

/** Sends every command of a cashier in Customer service, in the order of a day; returns the pages of the list. */
async function wholeWay(testApp: TestApp): Promise<number> {
  const window = asWindow(testApp.app);
  const user = { externalId: 'customer-1', loyaltyCards: [{ code: '99', name: 'Club' }] };
  const { userId, known } = good(await window['partner.findOrCreate'](user, 'cashier'));
  expect(known).toBe(false);
  expect(good(await window['partner.findOrCreate'](user, 'cashier'))).toEqual({ userId, known: true });
  const token = good(await window['partner.token']({ userId, applicationClientId: null }, 'cashier'));
  expect(token.accessToken).not.toBe('');

  testApp.simulator.addReceipts(userId, 3);
  const sold = async (reference: string) => {
    const { id } = good(await testApp.till.acceptReceipt({ reference, bill: smallBill() }));
    return testApp.delivered(id);
  };
  const [byScan, bySale] = [await sold('by-scan'), await sold('by-sale')];
  const scanned = `https://receipts.example/r/${byScan.billId}`;
  good(await window['partner.addReceipt']({ userId, scanned }, 'cashier'));
  good(await window['partner.addSale']({ userId, saleId: bySale.id }, 'cashier'));

  const ids: string[] = [];
  let pages = 0;
  let continuation: string | null = null;
  do {
    const page: Pick<ReceiptPage, 'items' | 'continuation'> = good(
      await window['partner.receipts']({ userId, continuation, take: null }, 'cashier'),
    );
    ids.push(...page.items.map(({ receiptId }) => String(receiptId)));
    ({ continuation } = page);
    pages += 1;
  } while (continuation !== null);
  expect(new Set(ids).size).toBe(5);
  // An id is the same in every notation.
  const written = ids.map((id) => id.toLowerCase());
  expect(written).toEqual(expect.arrayContaining([byScan.billId, bySale.billId]));
  const { path } = good(await window['partner.savePdf']({ userId, receiptId: ids[0] ?? '' }, 'cashier'));
  expect(readFileSync(path, 'latin1').slice(0, 5)).toBe('%PDF-');

  good(await window['partner.deleteUser']({ userId }, 'cashier'));
  expect((await window['partner.receipts']({ userId, continuation: null, take: null }, 'cashier')).ok).toBe(false);
  expect(testApp.simulator.ledger().complaints).toEqual([]);
  return pages;
}

test('the cashier window uses all routes of Customer service with the default settings', async () => {
  expect(await wholeWay(await openCustomerService())).toBe(1);
});
