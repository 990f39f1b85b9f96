import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { asTill, asWindow } from './command-callers.ts';
import { otherSettings } from './other-settings.ts';
import { openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

/** A shop that has changed every setting, because a test with defaults does not prove that a setting works. */

const posToken = 'a-pairing-token-that-is-only-a-test';
const origin = 'https://till.example';
const logo = 'data:image/png;base64,iVBORw0KGgo=';
/** The training service finds the known customer at any depth. */
const buyerInformationTemplate = { buyer: { userIdentification: { externalId: '<id>' }, kind: 'member' } };
const extensionKey = 'extension:elsewhere';

/** The values that the tests name or the test service needs. */
const chosen = {
  service: {
    ...{ extensionKey, buyerInformationTemplate },
    // The test service accepts only this value.
    tokenScope: 'https://receipts.training.invalid/vendor/bill offline_access',
  },
  pool: { target: 3 },
  delivery: { maxOpen: 3, cashRoundingCents: 0 },
  consent: { counts: ['touch', 'scan'] },
  screen: {
    ...{ qrTiming: 'after', qrAfterSeconds: 20, thanksSeconds: 4, touch: 'yes', accent: '#7a1f5c', inches: 10.1 },
    ...{ language: 'fr', languages: ['fr', 'sv'], texts: { fr: { idleTitle: 'Bonjour' } } },
  },
  cashier: { language: 'sv', country: 'CH', vatPercents: [8.1], undoSeconds: 2, form: 'dock' },
  // No server listens here.
  metrics: { url: 'http://127.0.0.1:9/v1/metrics' },
  // A path, because the app opens a path only to print, so no such printer has to exist.
  printer: { listen: '127.0.0.1:0', target: '/dev/usb/lp0' },
} as const satisfies SettingsPatch;

const open = (): Promise<TestApp> =>
  openTestApp({
    settings: mergeSettings(otherSettings, chosen),
    posToken,
    simulator: {
      extensionKey,
      account: { storeIds: ['store-1'] },
      switches: { selfGeneratedIds: true, knownExternalIds: ['member-1'] },
    },
  });

const screenOf = (testApp: TestApp) => testApp.screen;

async function shownAs(testApp: TestApp, kind: string): Promise<void> {
  await testApp.until(() => screenOf(testApp)?.kind === kind);
}

test('the windows and the POS API show the shop as configured', async () => {
  const testApp = await open();
  await testApp.poolHas(3);
  expect(testApp.app.snapshot('customer')?.view).toMatchObject({
    training: false,
    language: 'fr',
    languages: ['fr', 'sv'],
    brand: { shopName: 'Boutique', accent: '#7a1f5c', logo, pictures: [] },
    inches: 10.1,
    texts: { idleTitle: 'Bonjour' },
  });
  expect(testApp.view).toMatchObject({ language: 'sv', form: 'dock', till: { currency: 'CHF', vatPercents: [8.1] } });
  const from = (who: string) => fetch(`${testApp.posApiUrl}/health`, { headers: { origin: who } });
  expect((await from(origin)).headers.get('access-control-allow-origin')).toBe(origin);
  expect((await from('https://other.example')).status).toBe(403);
});

test('a sale works from start to end: code after payment, delivery under its own id, print after the undo, and a cleared screen', async () => {
  const testApp = await open();
  const { app } = testApp;
  const billId = '3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11';
  const sale = unwrap(
    await asTill(app).openSale({ reference: 'till-1/1', amount: 19.9, currency: 'EUR', billId }),
  ).sale;
  unwrap(asTill(app).setBasket(sale.id, { lines: [{ text: 'Thé', amount: 19.9 }], total: 19.9, currency: 'EUR' }));
  unwrap(asTill(app).showSale(sale.id));
  await shownAs(testApp, 'basket');

  // The cash sale is 2 cents short. This shop does not round and refuses warnings.
  const rounded = smallBill(19.9, { data: { ...(smallBill().data as object), fullAmountInclVat: 19.88 } });
  expect(await asTill(app).acceptBill(sale.id, { bill: rounded })).toMatchObject({
    ok: false,
    error: { code: 'invalid' },
  });
  unwrap(await asTill(app).acceptBill(sale.id, { bill: smallBill() }));
  const delivered = await testApp.delivered(sale.id);
  expect(delivered.billId).toBe(billId);
  await shownAs(testApp, 'qr');
  expect(screenOf(testApp)).toMatchObject({ phase: 'ready', url: delivered.url });
  expect(testApp.simulator.ledger().bills[0]?.body).toMatchObject({
    bill: { data: { paymentTypes: [{ [extensionKey]: { type: 'Cash' } }] } },
  });

  unwrap(await asWindow(app)['sale.print']({ saleId: sale.id }));
  await testApp.clock.untilTimerIn(2_000);
  expect(testApp.simulator.ledger().printed).toEqual([]);
  testApp.clock.advance(2_000);
  await testApp.sale(sale.id, ({ printed }) => printed === 'done');
  testApp.clock.advance(20_000);
  await shownAs(testApp, 'thanks');
  testApp.clock.advance(4_000);
  await shownAs(testApp, 'idle');
  expect(testApp.simulator.ledger().complaints).toEqual([]);
});

test('the template of the settings identifies a member, whose loyalty is cancelled with the sale', async () => {
  const testApp = await open();
  const { app } = testApp;
  const sale = unwrap(
    await asTill(app).openSale({ reference: 'till-1/2', amount: 5, customer: { externalId: 'member-1' } }),
  ).sale;
  expect(sale.assigned).toBe(true);
  const { registrations } = testApp.simulator.ledger();
  expect(registrations.find(({ billId }) => billId === sale.billId)?.buyerInformation).toEqual({
    buyer: { userIdentification: { externalId: 'member-1' }, kind: 'member' },
  });
  expect(unwrap(await asTill(app).startLoyalty(sale.id, 'member-1')).state).toBe('active');
  unwrap(await asTill(app).cancelLoyalty(sale.id));
  expect(unwrap(await asTill(app).startLoyalty(sale.id, 'member-1')).state).toBe('active');
  unwrap(asTill(app).cancelSale(sale.id));
  await testApp.sale(sale.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');
  expect(testApp.simulator.ledger().loyalty.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
});

test('a sale that the cashier enters has the currency of the shop and a line in the language of the customers', async () => {
  const testApp = await open();
  unwrap(await testApp.cashier['setting.set']({ key: 'cashier.typedSales', value: true }));
  const { saleId } = unwrap(await testApp.cashier['sale.new']({ amount: 10 }));
  unwrap(await testApp.cashier['sale.pay']({ saleId, amount: 10, vatPercent: 8.1, payment: 'CardPayment' }));
  await testApp.delivered(saleId);
  expect(testApp.simulator.ledger().bills[0]?.body).toMatchObject({
    bill: { data: { currency: 'CHF', fullAmountInclVat: 10, lines: [{ text: 'Achat' }] } },
  });
});

test('resending, watched folder, day totals and export work and survive a restart', async () => {
  const testApp = await open();
  const body = JSON.stringify({ title: 'Bill invalid', status: 400 });
  const headers = { 'content-type': 'application/problem+json' };
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body, headers } });
  const refused = unwrap(await testApp.till.acceptReceipt({ reference: 'till-1/3', bill: smallBill(3) }));
  await testApp.sale(refused.id, ({ state }) => state === 'attention');
  unwrap(await testApp.cashier['attention.resend']({ saleId: refused.id, billText: null }));
  await testApp.delivered(refused.id);

  const inbox = join(testApp.dataDir, 'inbox');
  await testApp.drop('sale.json', { reference: 'file/1', bill: smallBill(4) });
  await testApp.delivered(String((await testApp.resultOf('sale')).id));
  await testApp.until(() => !existsSync(join(inbox, 'sale.json')));

  await testApp.restart();
  const day = '2026-01-05';
  expect(unwrap(await testApp.cashier['day.get']({ day }))).toMatchObject({
    counts: { neither: 2, attention: 0 },
    totals: [{ amount: 7, currency: 'EUR' }],
  });
  const { path } = unwrap(await testApp.cashier['day.export']({ day, format: 'csv' }));
  expect(readFileSync(path, 'utf8')).toContain('file/1');
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
  expect(testApp.simulator.ledger().bills).toHaveLength(2);
});
