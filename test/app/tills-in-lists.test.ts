import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asWindow } from './asking.ts';
import { good, type House, openHouse } from './house.ts';
import { pairTill } from './paired-till.ts';

/** Two tills may count alike: whose "0001" a line in a list is, the cashier can read. */

const day = '2026-01-05';
const atDoor = { 'receipt-companion-door': 'command-line' };

async function shown(house: House) {
  const window = asWindow(house.app);
  const filter = { search: '', state: null, day: null, cursor: null };
  const { rows } = good(await window['receipts.list'](filter, 'cashier'));
  const { consents } = good(await window['day.get']({ day }, 'cashier'));
  const recent = house.view.recent ?? [];
  const lines = (list: readonly { readonly reference: string; readonly till: string | null }[]) =>
    list.map(({ reference, till }) => `${reference} ${till}`).toSorted();
  return { recent: lines(recent), receipts: lines(rows), consents: lines(consents) };
}

async function exported(house: House) {
  const { path } = good(await house.cashier['day.export']({ day, format: 'json' }));
  const { sales } = JSON.parse(readFileSync(path, 'utf8')) as { sales: { reference: string; till: string }[] };
  return sales.map(({ reference, till }) => `${reference} ${till}`).toSorted();
}

async function agreed(house: House, saleId: string): Promise<void> {
  good(await house.cashier['sale.consent']({ saleId }));
}

test('with one till no list shows the till of a sale', async () => {
  const house = await openHouse();
  const one = await pairTill(house, 'Till 1');
  await agreed(house, (await one.open('0001')).sale.id);
  expect(await shown(house)).toEqual({ recent: ['0001 null'], receipts: ['0001 null'], consents: ['0001 null'] });
});

test('with two tills every list shows the till, as soon as the second one is paired', async () => {
  const house = await openHouse();
  const one = await pairTill(house, 'Till 1');
  await agreed(house, (await one.open('0001')).sale.id);
  const two = await pairTill(house, 'Till 2');
  await agreed(house, (await two.open('0001')).sale.id);
  await two.call('POST', '/sales', { reference: '0001' }, atDoor);
  good(await house.cashier['sale.new']({ amount: 5 }));
  const { recent, receipts, consents } = await shown(house);
  const both = ['0001 Till 1', '0001 Till 2'];
  expect(recent).toEqual([...both, '0001 Till 2', expect.stringMatching(/^H-\S+ null$/)]);
  expect(receipts).toEqual(recent);
  expect(consents).toEqual(both);
});

test('the export of the day names the till of every sale, a removed one by its id', async () => {
  const house = await openHouse();
  const one = await pairTill(house, 'Till 1');
  await one.open('0001');
  await one.call('POST', '/sales', { reference: '0002' }, atDoor);
  good(await house.cashier['sale.new']({ amount: 5 }));
  const byHand = expect.stringMatching(/^H-\S+ hand$/);
  expect(await exported(house)).toEqual(['0001 Till 1', '0002 Till 1 command line', byHand]);
  const [till] = good(await house.cashier['pairing.list'](null));
  const id = till?.id ?? '';
  good(await house.cashier['pairing.revoke']({ id }));
  expect(await exported(house)).toEqual([`0001 ${id}`, `0002 ${id} command line`, byHand]);
});
