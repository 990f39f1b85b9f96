import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergeSettings } from '../../src-main/settings/stored-settings.ts';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { otherSettings } from './other-settings.ts';
import { codeOf, openTestApp, smallBill, unwrap } from './test-app.ts';

/** A shop that has changed every setting, because a test with defaults does not prove that a setting works. */

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

test('a shop that has changed every setting sells, prints, refuses warnings, types sales, exports its day, and shows its own brand', async () => {
  const testApp = await openTestApp({
    settings: mergeSettings(otherSettings, chosen),
    simulator: {
      extensionKey,
      account: { storeIds: ['store-1'] },
      switches: { selfGeneratedIds: true, knownExternalIds: ['member-1'] },
    },
  });
  const { till, cashier, simulator, clock } = testApp;
  const shownAs = (kind: string) => testApp.until(() => testApp.screen.kind === kind);
  const billOf = (id: string | null) => simulator.ledger().bills.find(({ billId }) => billId === id)?.body;
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

  const billId = '3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11';
  const opening = { reference: 'till-1/1', amount: 19.9, currency: 'EUR', billId };
  const { id: saleId } = unwrap(await till.openSale(opening)).sale;
  unwrap(till.setBasket(saleId, { lines: [{ text: 'Thé', amount: 19.9 }], total: 19.9, currency: 'EUR' }));
  unwrap(till.showSale(saleId));
  await shownAs('basket');
  // The cash sale is 2 cents short. This shop does not round and refuses warnings.
  const rounded = smallBill(19.9, { data: { ...(smallBill().data as object), fullAmountInclVat: 19.88 } });
  expect(codeOf(await till.acceptBill(saleId, { bill: rounded }))).toBe('invalid');
  await testApp.pay(saleId);
  const { url } = await testApp.delivered(saleId);
  await shownAs('qr');
  expect(testApp.screen).toMatchObject({ phase: 'ready', url });
  expect(billOf(billId)).toMatchObject({
    bill: { data: { paymentTypes: [{ [extensionKey]: { type: 'Cash' } }] } },
  });
  unwrap(await cashier['sale.print']({ saleId }));
  await clock.untilTimerIn(2_000);
  expect(simulator.ledger().printed).toEqual([]);
  clock.advance(2_000);
  await testApp.sale(saleId, ({ printed }) => printed === 'done');
  clock.advance(20_000);
  await shownAs('thanks');
  clock.advance(4_000);
  await shownAs('idle');

  const member = { reference: 'till-1/2', amount: 5, customer: { externalId: 'member-1' } };
  const { sale: assigned } = unwrap(await till.openSale(member));
  expect(assigned.assigned).toBe(true);
  const registration = simulator.ledger().registrations.find((one) => one.billId === assigned.billId);
  expect(registration?.buyerInformation).toEqual({
    buyer: { userIdentification: { externalId: 'member-1' }, kind: 'member' },
  });
  expect(unwrap(await till.startLoyalty(assigned.id, 'member-1')).state).toBe('active');
  unwrap(till.cancelSale(assigned.id));
  await testApp.sale(assigned.id, ({ cancelled, loyalty }) => cancelled === 'done' && loyalty?.state === 'cancelled');

  unwrap(await cashier['setting.set']({ key: 'cashier.typedSales', value: true }));
  const typed = unwrap(await cashier['sale.new']({ amount: 10 })).saleId;
  unwrap(await cashier['sale.pay']({ saleId: typed, vatPercent: 8.1, payment: 'CardPayment' }));
  expect(billOf((await testApp.delivered(typed)).billId)).toMatchObject({
    bill: { data: { currency: 'CHF', fullAmountInclVat: 10, lines: [{ text: 'Achat' }] } },
  });

  await testApp.drop('sale.json', { reference: 'file/1', bill: smallBill(4) });
  await testApp.delivered(String((await testApp.resultOf('sale')).id));
  await testApp.restart();
  const day = '2026-01-05';
  expect(unwrap(await testApp.cashier['day.get']({ day })).totals).toMatchObject([
    { amount: 23.9, currency: 'EUR' },
    { amount: 10, currency: 'CHF' },
  ]);
  const { path } = unwrap(await testApp.cashier['day.export']({ day, format: 'csv' }));
  expect(readFileSync(path, 'utf8')).toContain('file/1');
  expect(testApp.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
  expect(simulator.ledger().complaints).toEqual([]);
});
