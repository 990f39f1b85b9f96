import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { good, liveFolder, openHouse, smallBill } from './house.ts';

const day = 86_400_000;
const keyring = createEncryption(new Uint8Array(32).fill(7), systemRandom);

test('after the set days the customer data of a delivered receipt are removed from the sale, the exports and the copies, and undelivered receipts stay', async () => {
  const house = await openHouse({ settings: { retention: { days: 30 }, delivery: { abandonAfterHours: null } } });
  const customer = { externalId: 'canary-customer' };
  const settled = good(await house.till.openSale({ reference: 'settled', customer })).sale;
  // Long enough to fill separate pages.
  const bill = smallBill(19.9, { userIdentification: customer, note: 'canary-customer '.repeat(2_000) });
  await house.pay(settled.id, bill);
  await house.delivered(settled.id);
  const open = good(await house.till.openSale({ reference: 'open', customer })).sale;
  // The service accepts no more bills, but still sends the date.
  house.simulator.faults.add({ route: 'bill', effect: { kind: 'status', status: 503 }, times: 'forever' });
  const waiting = good(await house.till.openSale({ reference: 'waiting', customer })).sale;
  await house.pay(waiting.id, bill);
  await house.stop();

  const live = liveFolder(house.dataDir);
  const sealedBill = (): Buffer => {
    const reader = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
    const row = reader.prepare('select sealed from bills where sale_id = ?').get(settled.id);
    reader.close();
    return Buffer.from(row?.sealed as Uint8Array).subarray(-1_000);
  };
  const before = sealedBill();
  expect(readFileSync(join(live, 'receipts.db')).includes(before.subarray(0, 200))).toBe(true);
  const written = house.clock.now();
  const file = (path: string, at: number): string => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'canary-customer');
    utimesSync(path, at / 1_000, at / 1_000);
    return path;
  };
  const old = [
    file(join(live, 'exports', 'refused-1.json'), written),
    file(join(live, 'exports', 'receipt-1.pdf'), written),
    file(join(house.dataDir, 'exports', 'support-1.zip'), written),
    file(join(live, 'receipts.before-schema-3-2026-01-01.db'), written),
    file(join(house.dataDir, 'inbox', 'done', 'a.json.sealed'), written),
  ];
  const stay = [
    file(join(live, 'exports', 'receipts-2026-01-20.csv'), written + 20 * day),
    file(join(live, 'exports', 'letter-to-the-landlord.odt'), written),
    file(join(live, 'receipts.damaged-2026-01-01.db'), written),
    file(join(house.dataDir, 'inbox', 'failed', 'b.json'), written),
    file(join(house.dataDir, 'inbox', 'done', 'a.result.json'), written),
  ];
  house.clock.jumpTo(written + 31 * day);
  await house.start();
  await house.until(() => house.log.lines.some(({ event }) => event === 'receipt-bodies-removed'));
  expect(house.log.lines.filter(({ event }) => event === 'old-files-removed')).toMatchObject([
    { fields: { count: 5 } },
  ]);
  expect(old.filter(existsSync)).toEqual([]);
  expect(stay.filter((path) => !existsSync(path))).toEqual([]);
  expect(house.till.findSale(settled.id)).toMatchObject({ reference: 'settled', state: 'delivered' });
  await house.stop();

  const database = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
  const named = (saleId: string): readonly boolean[] => {
    const { sealed } = database.prepare('select sealed from sales where id = ?').get(saleId) ?? {};
    const kept = database.prepare('select sealed from bills where sale_id = ?').get(saleId);
    return [keyring.decrypt(saleId, sealed as Uint8Array).includes('canary-customer'), kept !== undefined];
  };
  expect([settled, open, waiting].map(({ id }) => named(id))).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
  database.close();
  // The data must be overwritten and not only unlinked: with the key they would be readable in a free page.
  expect(readFileSync(join(live, 'receipts.db')).includes(before.subarray(0, 200))).toBe(false);
});
