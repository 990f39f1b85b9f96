import { describe, expect } from 'vitest';
import type { SettingsPatch, WindowSettingKey, WindowSettings } from '../../src-main/shared/settings.ts';
import { openPooledSale, openTestApp, smallBill, type TestApp, test, unwrap } from './test-app.ts';

const set = <Key extends WindowSettingKey>(testApp: TestApp, key: Key, value: WindowSettings[Key]) =>
  testApp.cashier['setting.set']({ key, value }).then(unwrap);

/** Opens an app with a full pool that has noticed that the service does not answer. */
async function offline(settings: SettingsPatch): Promise<TestApp> {
  const testApp = await openTestApp({ settings });
  const isFull = () => testApp.till.status().pool.available === 5;
  await testApp.until(isFull);
  const sale = await openPooledSale(testApp, 'before');
  await testApp.until(isFull);
  testApp.network.down = true;
  await testApp.pay(sale.id);
  await testApp.until(() => testApp.till.status().service === 'offline');
  return testApp;
}

let sales = 0;

async function nextScreen(testApp: TestApp): Promise<string | undefined> {
  sales += 1;
  const { sale } = unwrap(await testApp.till.openSale({ reference: `r-${sales}`, amount: 5 }));
  const kind = testApp.screen.kind;
  await testApp.pay(sale.id, smallBill(5));
  return kind;
}

describe('a shop without a setting for offline sales', () => {
  test.each<[string, SettingsPatch, string]>([
    ['a shop without a country setting shows a QR code', {}, 'qr'],
    ['a shop in Austria hands out paper', { cashier: { country: 'AT' } }, 'paper'],
    ['a shop in Switzerland shows a QR code', { cashier: { country: 'CH' } }, 'qr'],
  ])('%s', async (_who, settings, screen) => {
    expect(await nextScreen(await offline(settings))).toBe(screen);
  });

  test('a changed country applies from the next sale', async () => {
    const testApp = await offline({});
    expect(await nextScreen(testApp)).toBe('qr');
    await set(testApp, 'cashier.country', 'AT');
    expect(await nextScreen(testApp)).toBe('paper');
    await set(testApp, 'cashier.country', null);
    expect(await nextScreen(testApp)).toBe('qr');
  });
});

describe('a setting of the shop for offline sales', () => {
  test('overrides the rule of the country, for a QR code and for paper', async () => {
    const austrian = await offline({ cashier: { country: 'AT' } });
    await set(austrian, 'delivery.offlineRule', 'digital');
    expect(await nextScreen(austrian)).toBe('qr');
    await set(austrian, 'delivery.offlineRule', 'paper');
    expect(await nextScreen(austrian)).toBe('paper');
    const german = await offline({});
    await set(german, 'delivery.offlineRule', 'paper');
    expect(await nextScreen(german)).toBe('paper');
  });

  test('survives a change of country and a restart', async ({ testApp }) => {
    await set(testApp, 'delivery.offlineRule', 'digital');
    await set(testApp, 'cashier.country', 'AT');
    await testApp.restart();
    expect(testApp.settings().delivery.offlineRule).toBe('digital');
  });
});

test('with the network a shop in Austria shows the code', async () => {
  const testApp = await openTestApp({ settings: { cashier: { country: 'AT' } } });
  await testApp.poolHas(5);
  expect(await nextScreen(testApp)).toBe('qr');
});

test('under the rule for paper, an offline sale shows paper, takes no id from the pool, and is delivered later', async () => {
  const testApp = await offline({ delivery: { offlineRule: 'paper' } });
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'r', amount: 19.9 }));
  expect(sale).toMatchObject({ url: null, billId: null });
  expect(testApp.screen).toEqual({ kind: 'paper', total: { amount: 19.9, currency: 'EUR' } });
  expect(testApp.till.status().pool.available).toBe(5);
  expect((await testApp.pay(sale.id)).state).toBe('queued');
  expect(testApp.screen).toMatchObject({ kind: 'paper' });
  testApp.reconnect();
  const after = await testApp.delivered(sale.id);
  // Only the till or the cashier knows whether paper was handed out.
  expect(after.printed).toBeNull();
  expect(testApp.simulator.ledger().bills.map(({ billId }) => billId)).toContain(after.billId);
});

test('a QR code shown before a network failure is followed by paper after the payment', async () => {
  const testApp = await openTestApp({ settings: { delivery: { offlineRule: 'paper' } } });
  await testApp.until(() => testApp.till.status().pool.available === 5);
  const first = await openPooledSale(testApp, 'first');
  const second = await openPooledSale(testApp, 'second');
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: second.url });
  await testApp.until(() => testApp.till.status().pool.available === 5);
  testApp.network.down = true;
  await testApp.pay(first.id);
  await testApp.until(() => testApp.till.status().service === 'offline');
  await testApp.pay(second.id);
  expect(testApp.screen).toMatchObject({ kind: 'paper' });
});
