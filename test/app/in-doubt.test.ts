import { cpSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill, asWindow } from './asking.ts';
import { good, type House, openHouse, openPooledSale, smallBill } from './house.ts';

/** A till that was put back to a backup in which a sale had no id; `isPaid`: and its bill waited. */
async function putBack(isPaid: boolean): Promise<House & { readonly saleId: string }> {
  const house = await openHouse({ settings: { pool: { target: 0 } } });
  house.network.down = true;
  const { sale } = good(await asTill(house.app).openSale({ reference: 'waiting' }));
  if (isPaid) good(await asTill(house.app).acceptBill(sale.id, { bill: smallBill() }));
  await house.stop();
  const backup = tempFolder();
  cpSync(house.dataDir, backup, { recursive: true });
  await house.start();
  await house.stop();
  rmSync(house.dataDir, { recursive: true });
  cpSync(backup, house.dataDir, { recursive: true });
  house.network.down = !isPaid;
  await house.start();
  return Object.assign(house, { saleId: sale.id });
}

const nobodyKnows = {
  state: 'attention',
  billId: null,
  attention: { status: null, code: 'mayBeDelivered', traceId: null },
} as const;

async function houseInDoubt(): ReturnType<typeof putBack> {
  const house = await putBack(true);
  expect(asTill(house.app).findSale(house.saleId)).toMatchObject(nobodyKnows);
  return house;
}

test('a sale that was open there without an id is in doubt once its bill comes: it may have come elsewhere', async () => {
  const house = await putBack(false);
  good(await asTill(house.app).acceptBill(house.saleId, { bill: smallBill() }));
  house.network.down = false;
  house.app.wake('network-back');
  expect(await house.sale(house.saleId, ({ state }) => state !== 'queued')).toMatchObject(nobodyKnows);
  expect(house.simulator.ledger().bills).toEqual([]);
});

/** Its bill met another one under its id. */
async function houseWithUsedId(): Promise<{ readonly house: House; readonly saleId: string; readonly billId: string }> {
  const house = await openHouse({ settings: { pool: { target: 2 } } });
  const sale = await openPooledSale(house);
  house.simulator.faults.add({
    route: 'bill',
    effect: {
      kind: 'status',
      status: 409,
      body: 'Bill with id x already exists',
      headers: { 'content-type': 'text/plain' },
    },
  });
  good(await asTill(house.app).acceptBill(sale.id, { bill: smallBill() }));
  await house.sale(sale.id, ({ attention }) => attention?.code === 'idInUse');
  return { house, saleId: sale.id, billId: sale.billId ?? '' };
}

test('who has looked and found the receipt there says so: it counts as delivered and nothing is sent', async () => {
  const house = await houseInDoubt();
  const { saleId } = house;
  good(await asWindow(house.app)['attention.decide']({ saleId, as: 'there' }, 'cashier'));
  expect(asTill(house.app).findSale(saleId)).toMatchObject({ state: 'delivered', attention: null });
  good(asTill(house.app).markPrinted(saleId));
  await house.sale(saleId, ({ printed }) => printed === 'done');
  expect(asTill(house.app).status().outbox).toMatchObject({ queued: 0, attention: 0 });
  expect(house.simulator.ledger().bills).toEqual([]);
});

test('who has looked and found nothing sends it: once, under an id of its own', async () => {
  const house = await houseInDoubt();
  const { saleId } = house;
  good(await asWindow(house.app)['attention.decide']({ saleId, as: 'anew' }, 'cashier'));
  const sale = await house.sale(saleId, ({ state }) => state === 'delivered');
  expect(house.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([sale.billId]);
});

test('"send everything again" leaves out what may be there already, and so does the till that asks again', async () => {
  const house = await houseInDoubt();
  expect(good(await asWindow(house.app)['attention.resendAll']({ status: null }, 'cashier'))).toEqual({ count: 0 });
  expect(good(await asTill(house.app).acceptBill(house.saleId, { bill: smallBill() }))).toMatchObject({
    state: 'attention',
  });
  expect(asTill(house.app).status().outbox).toMatchObject({ queued: 0, attention: 1 });
});

test('a receipt whose id another one has is sent under a new id when a person wants it sent', async () => {
  const { house, saleId, billId } = await houseWithUsedId();
  good(await asWindow(house.app)['attention.decide']({ saleId, as: 'anew' }, 'cashier'));
  const sale = await house.sale(saleId, ({ state }) => state === 'delivered');
  expect(sale.billId).not.toBe(billId);
  expect(sale.qrReplaced).toBe(true);
});

test('cancelling a sale whose id another receipt has deletes nothing at the service', async () => {
  const { house, saleId } = await houseWithUsedId();
  good(asTill(house.app).cancelSale(saleId));
  await house.sale(saleId, ({ cancelled }) => cancelled === 'done');
  expect(house.simulator.ledger().cancels).toEqual([]);
});

test('the notices and both possibilities reach the cashier, in a view of its own', async () => {
  const house = await houseInDoubt();
  good(await asWindow(house.app)['sale.select']({ saleId: house.saleId }, 'cashier'));
  expect(house.app.snapshot('cashier')?.view).toMatchObject({
    status: { notices: expect.arrayContaining(['databaseOlder']), attention: 1 },
    sale: { attention: { code: 'mayBeDelivered' } },
  });
});
