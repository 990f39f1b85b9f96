import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWithTill, pairTill, removeTill } from './paired-till.ts';
import { openTestApp, smallBill, type TestApp } from './test-app.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('inbox-owners: skipped, because only root can give a file to another account');
const [one, two] = [60_001, 60_002];

async function dropAs(testApp: TestApp, owner: number, name: string, content: object): Promise<void> {
  const inbox = join(testApp.dataDir, 'inbox');
  await testApp.until(() => existsSync(join(inbox, 'failed')));
  writeFileSync(join(inbox, `${name}.tmp`), JSON.stringify(content));
  chownSync(join(inbox, `${name}.tmp`), owner, owner);
  renameSync(join(inbox, `${name}.tmp`), join(inbox, `${name}.json`));
}
const problemOf = async (testApp: TestApp, name: string): Promise<object> => {
  const path = join(testApp.dataDir, 'inbox', 'failed', `${name}.problem.json`);
  await testApp.until(() => existsSync(path));
  return JSON.parse(readFileSync(path, 'utf8')) as object;
};

test.runIf(isRoot)('only files of the owner who opened a sale change it, by its reference or by its id', async () => {
  const testApp = await openTestApp({ settings: { pool: { target: 4 } } });
  await testApp.poolHas(4);
  const open = { do: 'open', reference: '0001', amount: 19.9, currency: 'EUR' };
  await dropAs(testApp, one, 'open-one', open);
  await dropAs(testApp, two, 'open-two', open);
  const [mine, theirs] = [await testApp.resultOf('open-one'), await testApp.resultOf('open-two')];
  expect(mine.id).not.toBe(theirs.id);
  expect(mine.url).not.toBe(theirs.url);
  for (const step of ['cancel', 'printed', 'change', 'basket', 'loyalty', 'bill']) {
    const body =
      { change: { amount: 1 }, loyalty: { externalUserId: 'card-1' }, bill: { bill: smallBill() } }[step] ?? {};
    const basket = step === 'basket' ? { lines: [], total: 1, currency: 'EUR' } : {};
    await dropAs(testApp, two, step, { do: step, id: mine.id, ...body, ...basket });
    // For this account the sale does not exist, so the bill counts as a new receipt, which lacks a reference.
    const status = step === 'bill' ? 422 : 404;
    expect([step, await problemOf(testApp, step)]).toMatchObject([step, { status }]);
  }
  await dropAs(testApp, two, 'by-reference', { do: 'cancel', reference: '0001' });
  expect(await testApp.resultOf('by-reference')).toMatchObject({ id: theirs.id, state: 'cancelled' });
  // The account of the app is also a separate owner.
  await testApp.drop('own.json', { do: 'cancel', reference: '0001' });
  expect(await problemOf(testApp, 'own')).toMatchObject({ status: 404 });
  await dropAs(testApp, one, 'pay', { do: 'bill', reference: '0001', bill: smallBill() });
  expect(await testApp.resultOf('pay')).toMatchObject({ id: mine.id, state: 'queued' });
  await testApp.until(() => testApp.simulator.ledger().bills.some(({ billId }) => billId === mine.billId));
});

test.runIf(isRoot)(
  'all files belong to the only till of a shop, no matter which account of the computer writes them',
  async () => {
    const { testApp, till } = await openWithTill();
    const { sale } = await till.open('0001', { amount: 19.9 });
    await dropAs(testApp, one, 'pays', { reference: '0001', bill: smallBill() });
    expect(await testApp.resultOf('pays')).toMatchObject({ id: sale.id });
    await dropAs(testApp, one, 'first', { reference: '0002', bill: smallBill() });
    const first = await testApp.resultOf('first');
    expect(await till.receipt('0002', smallBill())).toMatchObject({ status: 202, sale: { acceptedAs: first.id } });
    await testApp.until(() => testApp.till.status().outbox.queued === 0);
    expect(testApp.simulator.ledger().bills).toHaveLength(2);
  },
);

test('a shop with one till may open a sale by a file and send its receipt over HTTP: the customer gets it under the shown code', async () => {
  const { testApp, till } = await openWithTill();
  await testApp.poolHas(1);
  const open = { do: 'open', amount: 19.9, currency: 'EUR' };
  await testApp.drop('open.json', { ...open, reference: '0001' });
  const opened = await testApp.resultOf('open');
  const paid = await till.receipt('0001', smallBill());
  expect(paid).toMatchObject({ status: 202, sale: { id: opened.id, billId: opened.billId, url: opened.url } });
  expect(await till.receipt('0001', smallBill())).toMatchObject({ status: 202, sale: { id: opened.id } });
  await testApp.delivered(String(opened.id));
  expect(testApp.simulator.ledger().bills).toHaveLength(1);
  // The file may be one of a till that was removed since.
  await pairTill(testApp, 'Till 2');
  await testApp.drop('shared.json', { ...open, reference: '0002' });
  const { id: shared } = await testApp.resultOf('shared');
  await removeTill(testApp, 'Till 2');
  expect((await till.receipt('0002', smallBill(2))).sale.id).not.toBe(shared);
  expect((await till.call('GET', `/sales/${shared}`)).status).toBe(404);
});

test('a receipt file pays the sale of the only till after that sale was cancelled automatically, but not after a cancel by a person', async () => {
  const { testApp, till } = await openWithTill({ settings: { delivery: { abandonAfterHours: 1 } } });
  const { sale } = await till.open('0001', { amount: 19.9 });
  const { sale: declined } = await till.open('0002', { amount: 19.9 });
  testApp.clock.advance(3_600_000 + 31_000);
  for (const { id } of [sale, declined]) await testApp.sale(id, ({ cancelled }) => cancelled === 'done');
  await till.call('DELETE', `/sales/${declined.id}`);
  await testApp.drop('late.json', { reference: '0001', bill: smallBill() });
  expect(await testApp.resultOf('late')).toMatchObject({ id: sale.id });
  await testApp.drop('other.json', { reference: '0002', bill: smallBill() });
  expect(await testApp.resultOf('other')).not.toMatchObject({ id: declined.id });
});

test('a receipt file pays the sale that a file opened, also if the only till has an open sale under the same reference', async () => {
  const { testApp, till } = await openWithTill();
  const { sale } = await till.open('0001', { amount: 5 });
  await testApp.drop('open.json', { do: 'open', reference: '0001', amount: 19.9, currency: 'EUR' });
  const opened = await testApp.resultOf('open');
  await testApp.drop('pay.json', { reference: '0001', bill: smallBill() });
  expect(await testApp.resultOf('pay')).toMatchObject({ id: opened.id });
  expect(testApp.till.findSale(sale.id)?.state).toBe('open');
});
