import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { AttentionView } from '../../src-main/lib/record-views.ts';
import { asWindow } from './asking.ts';
import { good, type House, liveFolder, openHouse, openPooledSale, smallBill } from './house.ts';

/** A cashier without any knowledge of JSON corrects a receipt that the service refused. */

const lines = (pricePerUnit: number) =>
  ['Bread', 'Milk', 'Salt', 'Cheese'].map((text, index) => ({
    text,
    item: { number: String(index), quantity: 1, pricePerUnit: index === 3 ? pricePerUnit : 1 },
    fullAmountInclVat: 1,
    vatAmounts: [],
    'extension:service': { sequenceNumber: index + 1, type: 'Default' },
  }));

const billWith = (pricePerUnit: number) => {
  const bill = smallBill(4) as { data: object };
  return { ...bill, data: { ...bill.data, lines: lines(pricePerUnit) } };
};

const complaint = { 'Bill.Data.Lines[3].Item.PricePerUnit': ['At most two decimals are allowed.'] };

async function refused(
  house: House,
  { bill = billWith(1.005) as object, errors = complaint as object, reference = 'refused' } = {},
): Promise<string> {
  const body = JSON.stringify({ title: 'Validation failed', status: 400, errors, traceId: 't-1' });
  house.simulator.faults.add({
    route: 'bill',
    effect: { kind: 'status', status: 400, body, headers: { 'content-type': 'application/problem+json' } },
  });
  const sale = await openPooledSale(house, reference);
  await house.pay(sale.id, bill);
  await house.sale(sale.id, ({ state }) => state === 'attention');
  return sale.id;
}

const window = (house: House) => asWindow(house.app);
const look = async (house: House, saleId: string) =>
  good(await window(house)['attention.get']({ saleId }, 'cashier')) as AttentionView;

/** The number of drafts in the database, independent of what the app reports. */
function keptDrafts(house: House): number {
  const database = new DatabaseSync(join(liveFolder(house.dataDir), 'receipts.db'), { readOnly: true });
  try {
    return database.prepare("select name from kept where name like 'repair %'").all().length;
  } finally {
    database.close();
  }
}

test('a refused price is reported next to its line, with the found and the expected value', async () => {
  const house = await openHouse();
  const saleId = await refused(house);
  const { problems, isBill, attention } = await look(house, saleId);
  expect(problems).toEqual([
    {
      path: '/data/lines/3/item/pricePerUnit',
      places: [{ kind: 'line', number: 4 }],
      field: 'pricePerUnit',
      found: { known: true, value: 1.005 },
      expected: 1.01,
      canChange: true,
      said: 'At most two decimals are allowed.',
    },
  ]);
  expect(isBill).toBe(true);
  expect(attention).toMatchObject({ status: 400, traceId: 't-1' });
});

test('a VAT amount that does not fit its rate is found although the service did not name it', async () => {
  const house = await openHouse();
  const plain = smallBill(11.9) as { data: object };
  const vatAmounts = [{ percentage: 19, inclVat: 11.9, exclVat: 10.1, vat: 1.8 }];
  const saleId = await refused(house, { bill: { ...plain, data: { ...plain.data, vatAmounts } }, errors: {} });
  const { problems } = await look(house, saleId);
  expect(problems).toContainEqual(
    expect.objectContaining({ path: '/data/vatAmounts/0/vat', expected: 1.9, said: null, field: 'vat' }),
  );
});

test('a typed value is sent as a number, and all other digits stay as the till wrote them', async () => {
  const house = await openHouse();
  const saleId = await refused(house);
  const values = { '/data/lines/3/item/pricePerUnit': '1.01' };
  good(await window(house)['attention.repair']({ saleId, values }, 'cashier'));
  await house.delivered(saleId);
  const { bills } = house.simulator.ledger();
  expect(JSON.stringify(bills)).toContain('"pricePerUnit":1.01');
  expect(JSON.stringify(bills)).not.toContain('1.005');
  expect(await look(house, saleId)).toMatchObject({ row: { state: 'delivered' }, attention: null, problems: [] });
});

test('a decimal comma is a comma where the shop writes one', async () => {
  const house = await openHouse({ settings: { cashier: { language: 'de' } } });
  const saleId = await refused(house);
  const values = { '/data/lines/3/item/pricePerUnit': '1,010' };
  good(await window(house)['attention.repair']({ saleId, values }, 'cashier'));
  await house.delivered(saleId);
  expect(JSON.stringify(house.simulator.ledger().bills)).toContain('"pricePerUnit":1.01');
});

test('a word in a number field is reported next to the field and changes nothing', async () => {
  const house = await openHouse();
  const saleId = await refused(house);
  const values = { '/data/lines/3/item/pricePerUnit': 'one' };
  expect(await window(house)['attention.repair']({ saleId, values }, 'cashier')).toMatchObject({
    ok: false,
    error: { code: 'invalid', fields: [{ path: '/data/lines/3/item/pricePerUnit' }] },
  });
  expect(house.till.findSale(saleId)?.state).toBe('attention');
});

test('a draft of a correction survives a restart and is deleted when the receipt needs no more attention', async () => {
  const house = await openHouse();
  const saleId = await refused(house);
  const draft = { values: { '/data/lines/3/item/pricePerUnit': '1.0' }, billText: null };
  good(await window(house)['attention.keep']({ saleId, draft }, 'cashier'));
  expect(keptDrafts(house)).toBe(1);
  await house.restart();
  expect((await look(house, saleId)).draft).toEqual({ values: draft.values });
  await house.pay(saleId, smallBill(4));
  await house.delivered(saleId);
  expect(await look(house, saleId)).toMatchObject({ draft: null });
  expect(keptDrafts(house)).toBe(0);
  expect(await window(house)['attention.keep']({ saleId, draft }, 'cashier')).toMatchObject({ ok: false });
});

test('the next start deletes the draft of a receipt that needs no more attention, after any kind of exit', async () => {
  const house = await openHouse();
  const saleId = await refused(house);
  const draft = { values: {}, billText: '{}' };
  good(await window(house)['attention.keep']({ saleId, draft }, 'cashier'));
  const database = new DatabaseSync(join(liveFolder(house.dataDir), 'receipts.db'));
  const [left] = database.prepare("select name, sealed from kept where name like 'repair %'").all();
  good(await house.till.acceptBill(saleId, { bill: smallBill(4) }));
  await house.sale(saleId, ({ state }) => state === 'delivered');
  await house.app.stop();
  // As where the program ended between the sale and its draft.
  database.prepare('insert into kept (name, sealed) values (?, ?)').run(left?.name ?? '', left?.sealed ?? '');
  database.close();
  expect(keptDrafts(house)).toBe(1);
  await house.start();
  await house.until(() => keptDrafts(house) === 0);
});

test('everything that needs a person is in one list, newest first, page by page, a refused mark included', async () => {
  const house = await openHouse();
  const printed = await house.sold('printed');
  house.simulator.faults.add({ route: 'printed', effect: { kind: 'status', status: 403, body: '"No printing."' } });
  good(house.till.markPrinted(printed.id));
  await house.until(() => house.till.status().outbox.attention === 1);
  const bill = await refused(house);
  const listed = good(await window(house)['attention.list']({ cursor: null }, 'cashier')) as {
    rows: { id: string; status: number | null }[];
    next: number | null;
  };
  expect(listed.rows.map(({ id, status }) => [id, status])).toEqual([
    [bill, 400],
    [printed.id, 403],
  ]);
  expect(listed.next).toBeNull();
  expect(await look(house, printed.id)).toMatchObject({ isBill: false, problems: [], attention: { status: 403 } });
});
