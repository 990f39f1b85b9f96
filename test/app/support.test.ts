import { readdirSync, readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { findIn } from './canary-places.ts';
import { good, openTestApp, smallBill } from './test-app.ts';

/** The file for support contains the views of a person, but no data of a customer, a receipt or a password. */

const canaries = {
  card: '4111111111111111',
  externalId: 'member-77310-anna',
  shop: 'Canary Boutique',
  goods: 'Canary cheese',
  reference: 'canary-reference-9',
  posToken: 'a-pairing-token-that-is-a-canary',
} as const;

test('the support file matches the window, and contains no canary', async () => {
  const testApp = await openTestApp({
    posToken: canaries.posToken,
    settings: { screen: { shopName: canaries.shop }, service: { partnerUrl: 'https://partner-canary.example' } },
  });
  await testApp.poolHas(1);
  const { sale } = good(await testApp.till.openSale({ reference: canaries.reference, amount: 5 }));
  good(testApp.till.setBasket(sale.id, { lines: [{ text: canaries.goods, amount: 5 }], total: 5, currency: 'EUR' }));
  await testApp.till.startLoyalty(sale.id, canaries.externalId);
  await testApp.till.acceptBill(sale.id, { bill: { ...smallBill(), cardNumber: canaries.card } } as never);

  const contents = good(await testApp.cashier['support.contents'](null));
  const { path } = good(await testApp.cashier['support.write'](null));
  const files = Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  expect(files.map(([name]) => name)).toEqual(contents.map(({ name }) => name));
  const { password, username, clientId } = testApp.simulator.account;
  const { baseUrl, storeId } = testApp.settings().service;
  const words = [...Object.values(canaries), password, username, clientId, baseUrl, storeId, sale.id];
  expect(findIn(Object.fromEntries(files), words)).toEqual([]);
  expect(JSON.parse(files[0]?.[1] ?? '')).toMatchObject({ version: '0.0.0', keyStorage: 'keychain' });
  expect(JSON.parse(files[1]?.[1] ?? '')).toMatchObject({ mode: 'live', pool: { target: 5 } });
});

test('no support file is written before a person requests it', async () => {
  const testApp = await openTestApp();
  good(await testApp.cashier['support.contents'](null));
  expect(readdirSync(testApp.dataDir)).not.toContain('exports');
});
