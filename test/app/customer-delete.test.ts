import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runOneShot } from '../../src-main/cli/one-shot.ts';
import { givenKeyStore } from '../../src-main/settings/data-key.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { good, type House, liveFolder, openHouse, smallBill } from './house.ts';

const key = new Uint8Array(32).fill(7);

const ask = (house: House, kind: 'showCustomer' | 'deleteCustomer', id: string) =>
  runOneShot(kind, id, {
    dataDir: house.dataDir,
    unlocked: { dataKey: key, dataKeysBefore: [], keyStore: givenKeyStore },
    clock: systemClock,
    random: systemRandom,
    log: createKeptLog(),
    program: 'headless',
  });

test('a reference of several receipts deletes nothing, because they may be of different customers, and an id deletes one', async () => {
  const house = await openHouse();
  const ids: string[] = [];
  for (const days of [0, 1]) {
    house.clock.advance(days * 86_400_000);
    const taken = good(await house.till.acceptReceipt({ reference: '1001', bill: smallBill() }));
    await house.delivered(taken.id);
    ids.push(taken.id);
  }
  await house.stop();
  const refused = await ask(house, 'deleteCustomer', '1001');
  expect(refused).toMatchObject({ isDone: false, said: { deleted: null, receipts: [{ id: ids[0] }, { id: ids[1] }] } });
  expect((await ask(house, 'showCustomer', '1001')).said.receipts).toMatchObject([{ bill: {} }, { bill: {} }]);
  expect(await ask(house, 'deleteCustomer', ids[0] ?? '')).toMatchObject({
    isDone: true,
    said: { deleted: { receipts: [{ id: ids[0] }] } },
  });
  expect((await ask(house, 'showCustomer', '1001')).said.receipts).toMatchObject([{ bill: null }, { bill: {} }]);
});

test('a deleted receipt is no longer in the file, not even encrypted, and a repeated bill does not restore it', async () => {
  const house = await openHouse();
  const customer = { externalId: 'canary-customer' };
  const sale = good(await house.till.openSale({ reference: 'r', customer })).sale;
  const bill = smallBill(19.9, { userIdentification: customer });
  await house.pay(sale.id, bill);
  await house.delivered(sale.id);
  await house.stop();
  const path = join(liveFolder(house.dataDir), 'receipts.db');
  const sealed = (table: string, column: string): Buffer => {
    const database = new DatabaseSync(path);
    const row = database.prepare(`select sealed from ${table} where ${column} = ?`).get(sale.id);
    database.close();
    return Buffer.from((row?.sealed ?? new Uint8Array()) as Uint8Array);
  };
  const before = [sealed('sales', 'id'), sealed('bills', 'sale_id'), leftByVersionBefore(path)];
  await ask(house, 'deleteCustomer', 'CANARY-customer');
  const inFiles = readdirSync(liveFolder(house.dataDir)).flatMap((name) => {
    const bytes = readFileSync(join(liveFolder(house.dataDir), name));
    return before.filter((one) => bytes.includes(one.subarray(0, 200))).map(() => name);
  });
  expect(inFiles).toEqual([]);
  expect(createEncryption(key, systemRandom).decrypt(sale.id, sealed('sales', 'id'))).not.toContain('canary');
  await house.start();
  expect(await house.till.acceptBill(sale.id, { bill })).toMatchObject({ ok: true });
  expect(house.simulator.ledger().bills).toHaveLength(1);
  expect(house.till.status()).toMatchObject({ notices: [], outbox: { queued: 0, attention: 0 } });
});

/** Data that an earlier deletion left in a free page of the database remain readable there. */
function leftByVersionBefore(path: string): Buffer {
  const left = createEncryption(key, systemRandom).encrypt('kept:old', 'canary-customer '.repeat(1_000));
  const database = new DatabaseSync(path);
  database.exec('pragma secure_delete = off');
  database.prepare(`insert into kept (name, sealed) values ('old', ?)`).run(left);
  database.exec(`delete from kept where name = 'old'; pragma wal_checkpoint(truncate)`);
  database.close();
  // Its last bytes are in a separate page.
  const tail = Buffer.from(left).subarray(-1_000);
  expect(readFileSync(path).includes(tail.subarray(0, 200))).toBe(true);
  return tail;
}

test('a refused file that names the customer is reported and stays, because it may be the only copy of a receipt', async () => {
  const house = await openHouse();
  const sale = good(await house.till.acceptReceipt({ reference: 'r', bill: smallBill() }));
  await house.delivered(sale.id);
  await house.stop();
  const failed = join(house.dataDir, 'inbox', 'failed', 'x.json');
  writeFileSync(failed, JSON.stringify({ bill: { userIdentification: { externalId: 'canary-customer' } } }));
  const report = await ask(house, 'deleteCustomer', 'canary-customer');
  const path = join('inbox', 'failed', 'x.json');
  expect(report).toMatchObject({ isDone: false, said: { stays: { receiptsNotTaken: [path] }, stillFoundIn: [path] } });
});

test('an interrupted deletion is completed by a second one, and no file stays undiscoverable', async () => {
  const house = await openHouse();
  const bill = smallBill(19.9, { userIdentification: { externalId: 'canary-customer' } });
  const sale = good(await house.till.acceptReceipt({ reference: 'r', bill }));
  const { billId } = await house.delivered(sale.id);
  await house.stop();
  const exports = join(liveFolder(house.dataDir), 'exports');
  mkdirSync(exports, { recursive: true });
  // It names the customer on its paper, and nowhere else.
  writeFileSync(join(exports, `${billId}.pdf`), '%PDF');
  const database = new DatabaseSync(join(liveFolder(house.dataDir), 'receipts.db'));
  database.exec(`create trigger ends before update on sales begin select raise(abort, 'the end'); end`);
  await expect(ask(house, 'deleteCustomer', 'canary-customer')).rejects.toThrow('the end');
  expect(readdirSync(exports)).toEqual([]);
  database.exec('drop trigger ends');
  database.close();
  expect(await ask(house, 'deleteCustomer', 'canary-customer')).toMatchObject({
    isDone: true,
    said: { deleted: { receipts: [{ id: sale.id }] } },
  });
});
