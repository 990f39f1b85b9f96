import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/lib/settings.ts';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';

/**
 * A customer shows their own code before payment: the receipt is sent to their account, and no receipt is lost if that
 * fails.
 */

const code = 'app:member-4711';
const member = 'member-4711';
const customer = { prefix: 'app:', stripsPrefix: true };

const open = (settings: SettingsPatch = {}, known: readonly string[] = [member]) =>
  openHouse({ settings: { customer, ...settings }, simulator: { switches: { knownExternalIds: [...known] } } });

const identify = (house: House, saleId: string, scanned = code) =>
  house.cashier['sale.identify']({ saleId, code: scanned });
const inHand = (house: House) => house.view.sale;
const screen = (house: House) => house.screen;

async function deliver(house: House, saleId: string, request = {}) {
  good(await house.till.acceptBill(saleId, { bill: smallBill(), ...request }));
  return house.delivered(saleId);
}
const sentWith = (house: House) =>
  house.simulator.ledger().bills.map(({ body }) => (body as { userIdentification?: unknown }).userIdentification);

test('with a code on the screen already, the customer reads "account" in its place, and the receipt is assigned under the same id', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  expect(screen(house)?.kind).toBe('qr');
  expect(good(await identify(house, sale.id))).toEqual({ as: 'account' });
  expect(screen(house)).toMatchObject({ kind: 'account', phase: 'before' });
  expect(inHand(house)).toMatchObject({ customerScanned: true, consented: true, can: { show: false } });
  const delivered = await deliver(house, sale.id);
  expect(delivered).toMatchObject({ billId: sale.billId, assigned: true });
  expect(screen(house)).toMatchObject({ kind: 'account', phase: 'ready' });
  expect(sentWith(house)).toEqual([{ externalId: member }]);
  const day = good(await house.cashier['day.get']({ day: '2026-01-05' }));
  expect(day.consents).toMatchObject([{ what: 'agreed', how: 'scan' }]);
  expect(house.simulator.ledger().complaints).toEqual([]);
});

test('a till that puts the id of its sale into the bill, or names no customer in it, works without change', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  good(await identify(house, sale.id));
  const request = { bill: { ...smallBill(), id: sale.billId }, userIdentification: null };
  const delivered = await deliver(house, sale.id, request);
  expect(delivered).toMatchObject({ billId: sale.billId, assigned: true });
  expect(sentWith(house)).toEqual([{ externalId: member }]);
});

test('a customer named in the bill of a till replaces the customer of the sale', async () => {
  const house = await open({}, [member, 'other-1']);
  const sale = await openPooledSale(house, 'till-1');
  good(await identify(house, sale.id));
  await deliver(house, sale.id, { userIdentification: { externalId: 'other-1' } });
  expect(sentWith(house)).toEqual([{ externalId: 'other-1' }]);
});

test('a customer unknown to the service leaves the code valid, and the number is still sent with the bill', async () => {
  const house = await open({}, []);
  const sale = await openPooledSale(house, 'till-1');
  expect(good(await identify(house, sale.id))).toEqual({ as: 'unknown' });
  expect(screen(house)).toMatchObject({ kind: 'qr', url: sale.url });
  const delivered = await deliver(house, sale.id);
  expect(delivered).toMatchObject({ billId: sale.billId, assigned: false, url: sale.url });
  expect(screen(house)).toMatchObject({ kind: 'qr', phase: 'ready' });
  expect(sentWith(house)).toEqual([{ externalId: member }]);
});

test('while the service is away the code stays on the screen, and the receipt is assigned at its delivery', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  house.network.down = true;
  expect(good(await identify(house, sale.id))).toEqual({ as: 'later' });
  expect(screen(house)).toMatchObject({ kind: 'qr', url: sale.url });
  await house.pay(sale.id);
  house.reconnect();
  expect(await house.delivered(sale.id)).toMatchObject({ assigned: true });
});

test('a customer without an answer before a kill is looked up once and named once', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  const asked = () =>
    house.simulator.ledger().registrations.filter((one) => JSON.stringify(one.buyerInformation ?? '').includes(member));
  const { target } = house.settings().pool;
  await house.poolHas(target);
  house.simulator.faults.add({ route: 'register', effect: { kind: 'hang', processed: true } });
  void identify(house, sale.id);
  await house.until(() => asked().length === 1);
  // The app writes this before the request, so it survives a kill, too.
  expect(inHand(house)).toMatchObject({ customerScanned: true });
  await house.restart();
  await deliver(house, sale.id);
  expect(sentWith(house)).toEqual([{ externalId: member }]);
  expect(asked()).toHaveLength(1);
});

test('a refusal is reported in the words of the service and changes nothing of the sale except its log', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  house.network.meets = (url) =>
    url.endsWith('/v3/bill/url')
      ? Promise.resolve(Response.json({ title: 'Bad', status: 400, detail: 'This code is blocked.' }, { status: 400 }))
      : null;
  const refused = await identify(house, sale.id);
  expect(refused).toMatchObject({ ok: false, error: { code: 'refused', said: 'This code is blocked.' } });
  expect(screen(house)).toMatchObject({ kind: 'qr', url: sale.url });
  expect(inHand(house)).toMatchObject({ customerScanned: false, consented: false, can: { show: true } });
  house.network.meets = () => null;
  await deliver(house, sale.id);
  expect(sentWith(house)).toEqual([null]);
});

test('an invalid code, a paid sale and a sale with a customer are refused, and nothing changes', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  expect(await identify(house, sale.id, '4006381333931')).toMatchObject({ error: { code: 'invalid' } });
  await deliver(house, sale.id);
  expect(await identify(house, sale.id)).toMatchObject({ error: { code: 'wrongState' } });
  const named = good(
    await house.till.openSale({ reference: 'till-2', amount: 5, customer: { externalId: 'other-1' } }),
  ).sale;
  expect(await identify(house, named.id)).toMatchObject({ error: { code: 'conflict' } });
  expect(sentWith(house)).toEqual([null]);
});

test('the same code twice is the same customer; another code changes nothing until the cashier confirms it', async () => {
  const house = await open();
  const sale = await openPooledSale(house, 'till-1');
  good(await identify(house, sale.id));
  const asked = house.simulator.ledger().registrations.length;
  expect(good(await identify(house, sale.id))).toEqual({ as: 'account' });
  expect(house.simulator.ledger().registrations).toHaveLength(asked);
  expect(good(await identify(house, sale.id, 'app:somebody'))).toEqual({ as: 'other' });
  expect(house.simulator.ledger().registrations).toHaveLength(asked);
  await deliver(house, sale.id);
  expect(sentWith(house)).toEqual([{ externalId: member }]);
});

const replace = (house: House, saleId: string) =>
  house.cashier['sale.identify']({ saleId, code: 'app:other-1', replaces: true });

test('a second code confirmed by the cashier replaces the first customer, under the id that was shown', async () => {
  const house = await open({}, [member, 'other-1']);
  const sale = await openPooledSale(house, 'till-1');
  good(await identify(house, sale.id));
  expect(good(await replace(house, sale.id))).toEqual({ as: 'account' });
  expect(inHand(house)).toMatchObject({ customerScanned: true, consented: true });
  expect(await deliver(house, sale.id)).toMatchObject({ billId: sale.billId, assigned: true });
  expect(sentWith(house)).toEqual([{ externalId: 'other-1' }]);
});

test('an id that was registered for the first customer is not used for the second one', async () => {
  const house = await open({ pool: { target: 0 } }, [member, 'other-1']);
  house.network.down = true;
  const { sale } = good(await house.till.openSale({ reference: 'till-1', amount: 5 }));
  expect(good(await identify(house, sale.id))).toEqual({ as: 'later' });
  house.reconnect();
  const { billId: first } = await house.sale(sale.id, ({ assigned }) => assigned);
  expect(good(await replace(house, sale.id))).toEqual({ as: 'account' });
  const delivered = await deliver(house, sale.id);
  expect(delivered).toMatchObject({ assigned: true });
  expect(delivered.billId).not.toBe(first);
  expect(sentWith(house)).toEqual([{ externalId: 'other-1' }]);
});

test('a shop that does not count a scan has the receipt in the account, and no agreement', async () => {
  const house = await open({ consent: { counts: ['cashier'] } });
  const sale = await openPooledSale(house, 'till-1');
  good(await identify(house, sale.id));
  expect(inHand(house)).toMatchObject({ customerScanned: true, consented: false });
});
