import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type House, openHouse, smallBill } from './house.ts';
import { pairTill } from './paired-till.ts';

/** Tills that share the watched folder under accounts of their own. */

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('inbox-owners: skipped, because only root can give a file to another account');
const [one, two] = [60_001, 60_002];

async function dropAs(house: House, owner: number, name: string, content: object): Promise<void> {
  const inbox = join(house.dataDir, 'inbox');
  await house.until(() => existsSync(join(inbox, 'failed')));
  writeFileSync(join(inbox, `${name}.tmp`), JSON.stringify(content));
  chownSync(join(inbox, `${name}.tmp`), owner, owner);
  renameSync(join(inbox, `${name}.tmp`), join(inbox, `${name}.json`));
}
const problemOf = async (house: House, name: string): Promise<object> => {
  const path = join(house.dataDir, 'inbox', 'failed', `${name}.problem.json`);
  await house.until(() => existsSync(path));
  return JSON.parse(readFileSync(path, 'utf8')) as object;
};

test.runIf(isRoot)('only the owner of the file that opened a sale changes it, by reference and by id', async () => {
  const house = await openHouse({ settings: { pool: { target: 4 } } });
  await house.poolHas(4);
  const open = { do: 'open', reference: '0001', amount: 19.9, currency: 'EUR' };
  await dropAs(house, one, 'open-one', open);
  await dropAs(house, two, 'open-two', open);
  const [mine, theirs] = [await house.resultOf('open-one'), await house.resultOf('open-two')];
  expect(mine.id).not.toBe(theirs.id);
  expect(mine.url).not.toBe(theirs.url);
  for (const step of ['cancel', 'printed', 'change', 'basket', 'loyalty', 'bill']) {
    const body =
      { change: { amount: 1 }, loyalty: { externalUserId: 'card-1' }, bill: { bill: smallBill() } }[step] ?? {};
    const basket = step === 'basket' ? { lines: [], total: 1, currency: 'EUR' } : {};
    await dropAs(house, two, step, { do: step, id: mine.id, ...body, ...basket });
    // A bill without a reference that its till may use is not a separate receipt.
    const status = step === 'bill' ? 422 : 404;
    expect([step, await problemOf(house, step)]).toMatchObject([step, { status }]);
  }
  await dropAs(house, two, 'by-reference', { do: 'cancel', reference: '0001' });
  expect(await house.resultOf('by-reference')).toMatchObject({ id: theirs.id, state: 'cancelled' });
  // The account of the app is another owner, too.
  await house.drop('own.json', { do: 'cancel', reference: '0001' });
  expect(await problemOf(house, 'own')).toMatchObject({ status: 404 });
  await dropAs(house, one, 'pay', { do: 'bill', reference: '0001', bill: smallBill() });
  expect(await house.resultOf('pay')).toMatchObject({ id: mine.id, state: 'queued' });
  await house.until(() => house.simulator.ledger().bills.some(({ billId }) => billId === mine.billId));
});

test.runIf(isRoot)(
  'the files of the only till of a shop belong to it, no matter which account writes them',
  async () => {
    const house = await openHouse();
    const till = await pairTill(house, 'Till 1');
    const { sale } = await till.open('0001', { amount: 19.9 });
    await dropAs(house, one, 'pays', { reference: '0001', bill: smallBill() });
    expect(await house.resultOf('pays')).toMatchObject({ id: sale.id });
    await dropAs(house, one, 'first', { reference: '0002', bill: smallBill() });
    const first = await house.resultOf('first');
    expect(await till.receipt('0002', smallBill())).toMatchObject({ status: 202, sale: { acceptedAs: first.id } });
    await house.until(() => house.till.status().outbox.queued === 0);
    expect(house.simulator.ledger().bills).toHaveLength(2);
  },
);
