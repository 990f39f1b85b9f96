import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { liveFolder, openTestApp, smallBill, unwrap } from './test-app.ts';

const day = 86_400_000;
const keyring = createEncryption(new Uint8Array(32).fill(7), systemRandom);

test('after the configured days the customer data of a delivered receipt is removed from the sale, the exports and the copies, and undelivered receipts stay', async () => {
  const testApp = await openTestApp({ settings: { retention: { days: 30 }, delivery: { abandonAfterHours: null } } });
  const customer = { externalId: 'canary-customer' };
  const settled = unwrap(await testApp.till.openSale({ reference: 'settled', customer })).sale;
  // The bill is so long that it fills database pages of its own.
  const bill = smallBill(19.9, { userIdentification: customer, note: 'canary-customer '.repeat(2_000) });
  await testApp.pay(settled.id, bill);
  await testApp.delivered(settled.id);
  const open = unwrap(await testApp.till.openSale({ reference: 'open', customer })).sale;
  // The service accepts no bills but still sends the date.
  testApp.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503 }, times: 'forever' });
  const waiting = unwrap(await testApp.till.openSale({ reference: 'waiting', customer })).sale;
  await testApp.pay(waiting.id, bill);
  await testApp.stop();

  const live = liveFolder(testApp.dataDir);
  const sealedBill = (): Buffer => {
    const reader = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
    const row = reader.prepare('select bills.encrypted from bills, sales where sale = seq and id = ?').get(settled.id);
    reader.close();
    return Buffer.from(row?.encrypted as Uint8Array).subarray(-1_000);
  };
  const before = sealedBill();
  expect(readFileSync(join(live, 'receipts.db')).includes(before.subarray(0, 200))).toBe(true);
  const written = testApp.clock.now();
  const file = (path: string, at: number): string => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'canary-customer');
    utimesSync(path, at / 1_000, at / 1_000);
    return path;
  };
  const old = [
    file(join(live, 'exports', 'refused-1.json'), written),
    file(join(live, 'exports', 'receipt-1.pdf'), written),
    // A crash during the writing of an export leaves this name.
    file(join(live, 'exports', 'receipt-2.pdf.new'), written),
    file(join(testApp.dataDir, 'exports', 'support-1.zip'), written),
    file(join(live, 'receipts.before-schema-3-2026-01-01.db'), written),
  ];
  const stay = [
    file(join(live, 'exports', 'receipts-2026-01-20.csv'), written + 20 * day),
    file(join(live, 'exports', 'letter-to-the-landlord.odt'), written),
    file(join(live, 'receipts.damaged-2026-01-01.db'), written),
    file(join(testApp.dataDir, 'inbox', 'failed', 'b.json'), written),
    file(join(testApp.dataDir, 'inbox', 'done', 'a.result.json'), written),
  ];
  testApp.clock.jumpTo(written + 31 * day);
  await testApp.start();
  await testApp.until(() => testApp.log.lines.some(({ event }) => event === 'receipt-bodies-removed'));
  expect(testApp.log.lines.filter(({ event }) => event === 'old-files-removed')).toMatchObject([
    { fields: { count: 5 } },
  ]);
  expect(old.filter(existsSync)).toEqual([]);
  expect(stay.filter((path) => !existsSync(path))).toEqual([]);
  expect(testApp.till.findSale(settled.id)).toMatchObject({ reference: 'settled', state: 'delivered' });
  await testApp.stop();

  const database = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
  const named = (saleId: string): readonly boolean[] => {
    const { encrypted } = database.prepare('select encrypted from sales where id = ?').get(saleId) ?? {};
    const stored = database.prepare('select bills.encrypted from bills, sales where sale = seq and id = ?').get(saleId);
    return [keyring.decrypt(saleId, encrypted as Uint8Array).includes('canary-customer'), stored !== undefined];
  };
  expect([settled, open, waiting].map(({ id }) => named(id))).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
  database.close();
  // The data must be overwritten: the key could still decrypt them in a free page.
  expect(readFileSync(join(live, 'receipts.db')).includes(before.subarray(0, 200))).toBe(false);
});

test('the customer data of a late bill are removed, too, although those of its abandoned sale were removed before', async () => {
  const testApp = await openTestApp({ settings: { retention: { days: 30 }, delivery: { abandonAfterHours: 1 } } });
  const removed = () => testApp.log.lines.filter(({ event }) => event === 'receipt-bodies-removed').length;
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'late', amount: 19.9 }));
  testApp.clock.advance(3_600_000 + 31_000);
  await testApp.sale(sale.id, ({ cancelled }) => cancelled === 'done');
  for (const times of [1, 2]) {
    await testApp.stop();
    testApp.clock.jumpTo(testApp.clock.now() + 31 * day);
    await testApp.start();
    await testApp.until(() => removed() === times);
    if (times === 1) {
      await testApp.pay(sale.id);
      await testApp.delivered(sale.id);
    }
  }
  expect(unwrap(await testApp.cashier['receipts.get']({ saleId: sale.id })).bill).toBeNull();
});
