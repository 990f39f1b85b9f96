import { expect, test } from 'vitest';
import type { SettingsPatch } from '../../src-main/lib/settings.ts';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';

/** The sounds for the cashier and their number: main delivers each sound once, to the first page that asks. */

const allOn: SettingsPatch = { sounds: { attention: true } };

const open = (settings: SettingsPatch = allOn): Promise<House> =>
  openHouse({ settings: { ...settings, screen: { touch: 'yes' } } });

const cue = (house: House) => house.view.cue;
const take = async (house: House) => good(await house.cashier['sounds.take'](null));

async function refuse(house: House, reference: string): Promise<void> {
  const body = JSON.stringify({ title: 'Bill invalid', status: 400 });
  const headers = { 'content-type': 'application/problem+json' };
  house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body, headers } });
  const { id } = good(await house.till.acceptReceipt({ reference, bill: smallBill() }));
  await house.sale(id, ({ state }) => state === 'attention');
}

async function deliver(house: House, saleId: string): Promise<void> {
  await house.pay(saleId);
  await house.delivered(saleId);
}

const askForPaper = (house: House) =>
  house.customer['receipt.paperPlease']({ rev: house.app.snapshot('customer')?.rev ?? 0 });

test('no sound plays before the setting is on', async () => {
  const house = await open({});
  const { id } = await openPooledSale(house, 'r-1');
  good(await askForPaper(house));
  await deliver(house, id);
  await refuse(house, 'r-2');
  expect(cue(house)).toBeNull();
  expect(await take(house)).toBe(false);
});

test('a refused receipt plays one sound, also with a second window, a reloaded page or a restart', async () => {
  const house = await open();
  await refuse(house, 'r-1');
  expect(cue(house)).toBeTypeOf('number');
  const both = await Promise.all([take(house), take(house)]);
  expect([...both].sort()).toEqual([false, true]);
  expect(cue(house)).toBeNull();
  await house.restart();
  expect(cue(house)).toBeNull();
  expect(await take(house)).toBe(false);
});

test('a restart plays no sound for earlier events', async () => {
  const house = await open();
  await refuse(house, 'r-1');
  await house.restart();
  expect(cue(house)).toBeNull();
});

test('a receipt that is refused again plays the sound again', async () => {
  const house = await open();
  await refuse(house, 'r-1');
  await take(house);
  const [sale] = house.till.listSales({ limit: 1 }).items;
  const body = JSON.stringify({ title: 'Bill invalid', status: 400 });
  const headers = { 'content-type': 'application/problem+json' };
  house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 400, body, headers } });
  good(await house.cashier['attention.resend']({ saleId: sale?.id ?? '', billText: null }));
  await house.until(() => cue(house) !== null);
  expect(await take(house)).toBe(true);
});

test('many refusals and requests at the same moment are one sound', async () => {
  const house = await open();
  await openPooledSale(house, 'r-1');
  good(await askForPaper(house));
  await refuse(house, 'r-2');
  await refuse(house, 'r-3');
  expect([await take(house), await take(house)]).toEqual([true, false]);
});

test('a customer who touches "Paper, please" twice causes one sound', async () => {
  const house = await open();
  await openPooledSale(house, 'r-1');
  const rev = house.app.snapshot('customer')?.rev ?? 0;
  good(await house.customer['receipt.paperPlease']({ rev }));
  expect(await take(house)).toBe(true);
  await house.customer['receipt.paperPlease']({ rev });
  await askForPaper(house);
  expect(cue(house)).toBeNull();
});

test('later events of a sale that has played its sound are silent, also its delivery', async () => {
  const house = await open();
  const { id: saleId } = await openPooledSale(house, 'r-1');
  good(await askForPaper(house));
  expect(await take(house)).toBe(true);
  await deliver(house, saleId);
  good(await house.cashier['sale.consent']({ saleId }));
  good(await house.cashier['sale.print']({ saleId }));
  expect(cue(house)).toBeNull();
});

test('a sound that could not be played for some seconds is dropped', async () => {
  const house = await open();
  await refuse(house, 'r-1');
  house.clock.advance(10_001);
  expect(await take(house)).toBe(false);
  expect(cue(house)).toBeNull();
});

test('the customer window cannot request a sound', async () => {
  const house = await open();
  await refuse(house, 'r-1');
  const asked = house.cashier['sounds.take'](null, 'customer' as 'cashier');
  expect(await asked).toMatchObject({ ok: false });
  expect(await take(house)).toBe(true);
});
