import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { good, openPooledSale, openTestApp, smallBill, type TestApp } from './test-app.ts';

/** Main delivers each sound once, to the first page that asks. */

const allOn: SettingsPatch = { sounds: { attention: true } };

const open = (settings: SettingsPatch = allOn): Promise<TestApp> =>
  openTestApp({ settings: { ...settings, screen: { touch: 'yes' } } });

const cue = (testApp: TestApp) => testApp.view.cue;
const take = async (testApp: TestApp) => good(await testApp.cashier['sounds.take'](null));

async function refuse(testApp: TestApp, reference: string): Promise<void> {
  const body = JSON.stringify({ title: 'Bill invalid', status: 400 });
  const headers = { 'content-type': 'application/problem+json' };
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body, headers } });
  const { id } = good(await testApp.till.acceptReceipt({ reference, bill: smallBill() }));
  await testApp.sale(id, ({ state }) => state === 'attention');
}

async function deliver(testApp: TestApp, saleId: string): Promise<void> {
  await testApp.pay(saleId);
  await testApp.delivered(saleId);
}

const askForPaper = (testApp: TestApp) =>
  testApp.customer['receipt.paperPlease']({ rev: testApp.app.snapshot('customer')?.rev ?? 0 });

test('no sound plays before the setting is on', async () => {
  const testApp = await open({});
  const { id } = await openPooledSale(testApp, 'r-1');
  good(await askForPaper(testApp));
  await deliver(testApp, id);
  await refuse(testApp, 'r-2');
  expect(cue(testApp)).toBeNull();
  expect(await take(testApp)).toBe(false);
});

test('a refused receipt plays one sound, also with a second window, a reloaded page or a restart', async () => {
  const testApp = await open();
  await refuse(testApp, 'r-1');
  expect(cue(testApp)).toBeTypeOf('number');
  const both = await Promise.all([take(testApp), take(testApp)]);
  expect([...both].sort()).toEqual([false, true]);
  expect(cue(testApp)).toBeNull();
  await testApp.restart();
  expect(cue(testApp)).toBeNull();
  expect(await take(testApp)).toBe(false);
});

test('a restart plays no sound for earlier events', async () => {
  const testApp = await open();
  await refuse(testApp, 'r-1');
  await testApp.restart();
  expect(cue(testApp)).toBeNull();
});

test('a receipt that is refused again plays the sound again', async () => {
  const testApp = await open();
  await refuse(testApp, 'r-1');
  await take(testApp);
  const [sale] = testApp.till.listSales({ limit: 1 }).items;
  const body = JSON.stringify({ title: 'Bill invalid', status: 400 });
  const headers = { 'content-type': 'application/problem+json' };
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body, headers } });
  good(await testApp.cashier['attention.resend']({ saleId: sale?.id ?? '', billText: null }));
  await testApp.until(() => cue(testApp) !== null);
  expect(await take(testApp)).toBe(true);
});

test('many refusals and requests at the same moment are one sound', async () => {
  const testApp = await open();
  await openPooledSale(testApp, 'r-1');
  good(await askForPaper(testApp));
  await refuse(testApp, 'r-2');
  await refuse(testApp, 'r-3');
  expect([await take(testApp), await take(testApp)]).toEqual([true, false]);
});

test('a customer who touches "Paper, please" twice causes one sound', async () => {
  const testApp = await open();
  await openPooledSale(testApp, 'r-1');
  const rev = testApp.app.snapshot('customer')?.rev ?? 0;
  good(await testApp.customer['receipt.paperPlease']({ rev }));
  expect(await take(testApp)).toBe(true);
  await testApp.customer['receipt.paperPlease']({ rev });
  await askForPaper(testApp);
  expect(cue(testApp)).toBeNull();
});

test('later events of a sale that has played its sound are silent, also its delivery', async () => {
  const testApp = await open();
  const { id: saleId } = await openPooledSale(testApp, 'r-1');
  good(await askForPaper(testApp));
  expect(await take(testApp)).toBe(true);
  await deliver(testApp, saleId);
  good(await testApp.cashier['sale.consent']({ saleId }));
  good(await testApp.cashier['sale.print']({ saleId }));
  expect(cue(testApp)).toBeNull();
});

test('a sound that could not be played for some seconds is dropped', async () => {
  const testApp = await open();
  await refuse(testApp, 'r-1');
  testApp.clock.advance(10_001);
  expect(await take(testApp)).toBe(false);
  expect(cue(testApp)).toBeNull();
});

test('the customer window cannot request a sound', async () => {
  const testApp = await open();
  await refuse(testApp, 'r-1');
  const asked = testApp.cashier['sounds.take'](null, 'customer' as 'cashier');
  expect(await asked).toMatchObject({ ok: false });
  expect(await take(testApp)).toBe(true);
});
