import { expect } from 'vitest';
import type { SettingsPatch, WindowSettings } from '../../src-main/shared/settings.ts';
import { openPooledSale, openTestApp, smallBill, type TestApp, test, unwrap } from './test-app.ts';

/** Opens an app with a full pool that has noticed, after it showed the code of a sale, that the service does not answer. */
async function offline(settings: SettingsPatch) {
  const testApp = await openTestApp({ settings });
  const isFull = () => testApp.till.status().pool.available === 5;
  await testApp.until(isFull);
  const first = await openPooledSale(testApp, 'first');
  const shown = await openPooledSale(testApp, 'shown');
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: shown.url });
  await testApp.until(isFull);
  testApp.network.down = true;
  await testApp.pay(first.id);
  await testApp.until(() => testApp.till.status().service === 'offline');
  return { testApp, shown };
}

let sales = 0;

async function nextScreen(testApp: TestApp): Promise<string | undefined> {
  sales += 1;
  const { sale } = unwrap(await testApp.till.openSale({ reference: `r-${sales}`, amount: 5 }));
  const kind = testApp.screen.kind;
  await testApp.pay(sale.id, smallBill(5));
  return kind;
}

test('offline, a shop in Austria hands out paper and others show a QR code, unless a setting of the shop says otherwise', async () => {
  const { testApp } = await offline({});
  const shown: unknown[] = [];
  // The country decides only until the shop sets a rule, so the rules follow.
  const rows: [WindowSettings['cashier.country'], WindowSettings['delivery.offlineRule'] | null, string][] = [
    [null, null, 'qr'],
    ['AT', null, 'paper'],
    ['CH', null, 'qr'],
    ['AT', 'digital', 'qr'],
    ['AT', 'paper', 'paper'],
    [null, 'paper', 'paper'],
  ];
  for (const [country, rule] of rows) {
    unwrap(await testApp.cashier['setting.set']({ key: 'cashier.country', value: country }));
    if (rule !== null) unwrap(await testApp.cashier['setting.set']({ key: 'delivery.offlineRule', value: rule }));
    shown.push([country, rule, await nextScreen(testApp)]);
  }
  expect(shown).toEqual(rows);
});

test('under the rule for paper, a code shown before the failure is followed by paper; a later sale shows paper, takes no id from the pool, and is delivered later', async () => {
  const { testApp, shown } = await offline({ delivery: { offlineRule: 'paper' } });
  await testApp.pay(shown.id);
  expect(testApp.screen).toMatchObject({ kind: 'paper' });
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
