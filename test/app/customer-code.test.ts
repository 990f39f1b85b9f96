import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { codeOf, openPooledSale, openTestApp, refusal, smallBill, type TestApp, unwrap } from './test-app.ts';

const code = 'app:member-4711';
const member = 'member-4711';
const customer = { prefix: 'app:', stripsPrefix: true };

const open = (settings: SettingsPatch = {}, known: readonly string[] = [member]) =>
  openTestApp({ settings: { customer, ...settings }, simulator: { switches: { knownExternalIds: [...known] } } });

const identify = (testApp: TestApp, saleId: string, scanned = code) =>
  testApp.cashier['sale.identify']({ saleId, code: scanned });

async function deliver(testApp: TestApp, saleId: string, request = {}) {
  unwrap(await testApp.till.acceptBill(saleId, { bill: smallBill(), ...request }));
  return testApp.delivered(saleId);
}
const sentWith = (testApp: TestApp) =>
  testApp.simulator.ledger().bills.map(({ body }) => (body as { userIdentification?: unknown }).userIdentification);

const openWithCode = async (settings: SettingsPatch = {}, known?: readonly string[]) => {
  const testApp = await open(settings, known);
  return { testApp, sale: await openPooledSale(testApp, 'till-1') };
};

test.each([
  ['counts as agreement', {}, [{ what: 'agreed', how: 'scan' }]],
  ['does not count as agreement', { consent: { counts: ['cashier' as const] } }, []],
])(
  'a scanned customer sees the account screen in place of the QR code, and the receipt is assigned under the same id; a scan %s',
  async (_what, settings, consents) => {
    const { testApp, sale } = await openWithCode(settings);
    expect(testApp.screen.kind).toBe('qr');
    expect(unwrap(await identify(testApp, sale.id))).toEqual({ as: 'account' });
    expect(testApp.screen).toMatchObject({ kind: 'account', phase: 'before' });
    const consented = consents.length > 0;
    expect(testApp.view.sale).toMatchObject({ customerScanned: true, consented, can: { show: false } });
    // The till may name the id of the sale, and nobody as the customer.
    const request = { bill: { ...smallBill(), id: sale.billId }, userIdentification: null };
    const delivered = await deliver(testApp, sale.id, consented ? {} : request);
    expect(delivered).toMatchObject({ billId: sale.billId, assigned: true });
    expect(testApp.screen).toMatchObject({ kind: 'account', phase: 'ready' });
    expect(sentWith(testApp)).toEqual([{ externalId: member }]);
    const day = unwrap(await testApp.cashier['day.get']({ day: '2026-01-05' }));
    expect(day.consents).toMatchObject(consents);
    expect(testApp.simulator.ledger().complaints).toEqual([]);
  },
);

test('a customer named in the bill of a till replaces the scanned customer', async () => {
  const { testApp, sale } = await openWithCode({}, [member, 'other-1']);
  unwrap(await identify(testApp, sale.id));
  await deliver(testApp, sale.id, { userIdentification: { externalId: 'other-1' } });
  expect(sentWith(testApp)).toEqual([{ externalId: 'other-1' }]);
});

test('a scanned number that the service does not know leaves the QR code on the screen, and is still sent with the bill', async () => {
  const { testApp, sale } = await openWithCode({}, []);
  expect(unwrap(await identify(testApp, sale.id))).toEqual({ as: 'unknown' });
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: sale.url });
  const delivered = await deliver(testApp, sale.id);
  expect(delivered).toMatchObject({ billId: sale.billId, assigned: false, url: sale.url });
  expect(testApp.screen).toMatchObject({ kind: 'qr', phase: 'ready' });
  expect(sentWith(testApp)).toEqual([{ externalId: member }]);
});

test('a customer whose look-up was interrupted by a restart is named in the bill, and is not looked up a second time', async () => {
  const { testApp, sale } = await openWithCode();
  const registrations = () =>
    testApp.simulator
      .ledger()
      .registrations.filter((one) => JSON.stringify(one.buyerInformation ?? '').includes(member));
  const { target } = testApp.settings().pool;
  await testApp.poolHas(target);
  testApp.simulator.faults.add({ route: 'register', effect: { kind: 'hang', processed: true } });
  void identify(testApp, sale.id);
  await testApp.until(() => registrations().length === 1);
  // The app stores the scan before it sends the request, so that the scan survives a restart.
  expect(testApp.view.sale).toMatchObject({ customerScanned: true });
  await testApp.restart();
  await deliver(testApp, sale.id);
  expect(sentWith(testApp)).toEqual([{ externalId: member }]);
  expect(registrations()).toHaveLength(1);
});

test('a refused customer code is reported with the message of the service, and the sale keeps its QR code without a customer', async () => {
  const { testApp, sale } = await openWithCode();
  await testApp.poolHas(5);
  const detail = 'This code is blocked.';
  testApp.simulator.faults.add({ route: 'register', effect: refusal(400, { title: 'Bad', detail }) });
  expect(await identify(testApp, sale.id)).toMatchObject({ ok: false, error: { code: 'refused', verbatim: detail } });
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: sale.url });
  expect(testApp.view.sale).toMatchObject({ customerScanned: false, consented: false, can: { show: true } });
  await deliver(testApp, sale.id);
  expect(sentWith(testApp)).toEqual([null]);
});

test.each([
  ['an unknown store', 404, 'Store not found'],
  ['a missing permission', 403, 'Missing scope or permission'],
])('%s does not concern a scanned customer, whose code stays and who is in the bill', async (_what, status, body) => {
  const { testApp, sale } = await openWithCode();
  testApp.simulator.faults.add({ route: 'register', effect: { kind: 'status', status, body }, times: 'forever' });
  expect(unwrap(await identify(testApp, sale.id))).toEqual({ as: 'later' });
  expect(testApp.screen).toMatchObject({ kind: 'qr', url: sale.url });
  await deliver(testApp, sale.id);
  expect(sentWith(testApp)).toEqual([{ externalId: member }]);
});

test('a scan is refused if the code is invalid, the sale is paid or the sale already has a customer', async () => {
  const { testApp, sale } = await openWithCode();
  expect(codeOf(await identify(testApp, sale.id, '4006381333931'))).toBe('invalid');
  await deliver(testApp, sale.id);
  expect(codeOf(await identify(testApp, sale.id))).toBe('wrongState');
  const named = unwrap(
    await testApp.till.openSale({ reference: 'till-2', amount: 5, customer: { externalId: 'other-1' } }),
  ).sale;
  expect(codeOf(await identify(testApp, named.id))).toBe('conflict');
  expect(sentWith(testApp)).toEqual([null]);
});

const replace = (testApp: TestApp, saleId: string) =>
  testApp.cashier['sale.identify']({ saleId, code: 'app:other-1', replaces: true });

test('the same code twice is the same customer; another code replaces that customer under the shown id once the cashier confirms it', async () => {
  const { testApp, sale } = await openWithCode({}, [member, 'other-1']);
  unwrap(await identify(testApp, sale.id));
  const registrations = testApp.simulator.ledger().registrations.length;
  expect(unwrap(await identify(testApp, sale.id))).toEqual({ as: 'account' });
  expect(unwrap(await identify(testApp, sale.id, 'app:other-1'))).toEqual({ as: 'other' });
  expect(testApp.simulator.ledger().registrations).toHaveLength(registrations);
  const unconfirmed = await openPooledSale(testApp, 'unconfirmed');
  unwrap(await identify(testApp, unconfirmed.id));
  expect(unwrap(await identify(testApp, unconfirmed.id, 'app:other-1'))).toEqual({ as: 'other' });
  await deliver(testApp, unconfirmed.id, { bill: smallBill(5) });
  expect(unwrap(await replace(testApp, sale.id))).toEqual({ as: 'account' });
  unwrap(await testApp.cashier['sale.select']({ saleId: sale.id }));
  expect(testApp.view.sale).toMatchObject({ customerScanned: true, consented: true });
  expect(await deliver(testApp, sale.id)).toMatchObject({ billId: sale.billId, assigned: true });
  expect(sentWith(testApp)).toEqual([{ externalId: member }, { externalId: 'other-1' }]);
});

/** A sale whose id the service registered for the account of `member`. */
async function openAssigned(known: readonly string[]) {
  const testApp = await open({ pool: { target: 0 } }, known);
  testApp.network.down = true;
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'till-1', amount: 5 }));
  expect(unwrap(await identify(testApp, sale.id))).toEqual({ as: 'later' });
  testApp.reconnect();
  const { billId } = await testApp.sale(sale.id, ({ assigned }) => assigned);
  return { testApp, saleId: sale.id, billId };
}

test('an id that was registered for the first customer is not used for the second one, nor refused in the bill of a till', async () => {
  const { testApp, saleId, billId: first } = await openAssigned([member, 'other-1']);
  expect(unwrap(await replace(testApp, saleId))).toEqual({ as: 'account' });
  await testApp.until(() => testApp.simulator.ledger().cancels.some(({ billId }) => billId === first));
  await testApp.until(() => testApp.network.underWay === 0);
  await nextTurn();
  const delivered = await deliver(testApp, saleId, { bill: smallBill(5, { id: first }) });
  expect(delivered).toMatchObject({ assigned: true });
  expect(delivered.billId).not.toBe(first);
  expect(sentWith(testApp)).toEqual([{ externalId: 'other-1' }]);
});

test('a sale whose second customer is refused gets another code', async () => {
  const { testApp, saleId } = await openAssigned([member]);
  testApp.simulator.faults.add({ route: 'register', effect: refusal(400, { title: 'Wrong number' }) });
  expect(codeOf(await replace(testApp, saleId))).toBe('refused');
  testApp.clock.advance(5_000);
  expect(await testApp.sale(saleId, ({ url }) => url !== null)).toMatchObject({ assigned: false });
});

test('a late refusal of the first customer does not remove the second one', async () => {
  const { testApp, sale } = await openWithCode({}, ['other-1']);
  await testApp.poolHas(5);
  const answer = Promise.withResolvers<Response>();
  testApp.network.meets = (_url, { body }) => (String(body).includes(member) ? answer.promise : null);
  const first = identify(testApp, sale.id);
  unwrap(await replace(testApp, sale.id));
  const { status, body, headers } = refusal(400, { title: 'Wrong number' });
  answer.resolve(new Response(body, { status, headers }));
  expect(codeOf(await first)).toBe('refused');
  expect(await deliver(testApp, sale.id)).toMatchObject({ assigned: true });
});

test('the id of a sale is not deleted if the service registers it again for the scanned customer', async () => {
  const testApp = await open();
  const { id, billId, url } = await openPooledSale(testApp, 'till-1');
  await testApp.poolHas(5);
  testApp.network.meets = (to) =>
    to.endsWith('/v3/bill/url') ? Promise.resolve(Response.json({ type: 'url', url, billId })) : null;
  expect(unwrap(await identify(testApp, id))).toEqual({ as: 'unknown' });
  testApp.network.meets = () => null;
  await deliver(testApp, id);
  testApp.clock.advance(3_600_000);
  await testApp.until(() => testApp.network.underWay === 0);
  expect(testApp.simulator.ledger().cancels).toEqual([]);
});
