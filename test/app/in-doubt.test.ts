import { cpSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { good, type House, openHouse, openPooledSale } from './house.ts';

/** A till that was put back to a backup in which a sale had no id; `isPaid`: and its bill waited. */
async function putBack(isPaid: boolean): Promise<House & { readonly saleId: string }> {
  const house = await openHouse({ settings: { pool: { target: 0 } } });
  house.network.down = true;
  const { sale } = good(await house.till.openSale({ reference: 'waiting' }));
  if (isPaid) await house.pay(sale.id);
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
  expect(house.till.findSale(house.saleId)).toMatchObject(nobodyKnows);
  return house;
}

test('a sale open there without an id is in doubt when its bill arrives, since it may have arrived elsewhere', async () => {
  const house = await putBack(false);
  await house.pay(house.saleId);
  house.reconnect();
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
  await house.pay(sale.id);
  await house.sale(sale.id, ({ attention }) => attention?.code === 'idInUse');
  return { house, saleId: sale.id, billId: sale.billId ?? '' };
}

test('a person who located the receipt at the service confirms it: it counts as delivered and is not sent', async () => {
  const house = await houseInDoubt();
  const { saleId } = house;
  good(await house.cashier['attention.decide']({ saleId, as: 'there' }));
  expect(house.till.findSale(saleId)).toMatchObject({ state: 'delivered', attention: null });
  good(house.till.markPrinted(saleId));
  await house.sale(saleId, ({ printed }) => printed === 'done');
  expect(house.till.status().outbox).toMatchObject({ queued: 0, attention: 0 });
  expect(house.simulator.ledger().bills).toEqual([]);
});

test('a person who did not locate the receipt at the service sends it once, under a new id', async () => {
  const house = await houseInDoubt();
  const { saleId } = house;
  good(await house.cashier['attention.decide']({ saleId, as: 'anew' }));
  const sale = await house.delivered(saleId);
  expect(house.simulator.ledger().bills.map(({ billId }) => billId)).toEqual([sale.billId]);
});

test('"send everything again" and repeated requests of the till skip receipts that may be there already', async () => {
  const house = await houseInDoubt();
  expect(good(await house.cashier['attention.resendAll']({ status: null }))).toEqual({ count: 0 });
  expect(await house.pay(house.saleId)).toMatchObject({
    state: 'attention',
  });
  expect(house.till.status().outbox).toMatchObject({ queued: 0, attention: 1 });
});

test('cancelling a sale whose id another receipt has deletes nothing at the service', async () => {
  const { house, saleId } = await houseWithUsedId();
  good(house.till.cancelSale(saleId));
  await house.sale(saleId, ({ cancelled }) => cancelled === 'done');
  expect(house.simulator.ledger().cancels).toEqual([]);
});

test('the notices and both possibilities reach the cashier in a separate view', async () => {
  const house = await houseInDoubt();
  good(await house.cashier['sale.select']({ saleId: house.saleId }));
  expect(house.view).toMatchObject({
    status: { notices: expect.arrayContaining(['databaseOlder']), attention: 1 },
    sale: { attention: { code: 'mayBeDelivered' } },
  });
});
