import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runOneShot } from '../../src-main/cli/one-shot.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { lockFolder } from '../../src-main/storage/folder-lock.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { filesOf, findIn } from './canary-places.ts';
import { hostEnv, startProgram, training } from './processes.ts';
import { exec, programEnv, programFile } from './program.ts';
import { liveFolder, openTestApp, smallBill, type TestApp, unwrap } from './test-app.ts';

const key = new Uint8Array(32).fill(7);

const ask = async (testApp: TestApp, kind: 'customer-show' | 'customer-delete', id: string) =>
  runOneShot(kind, id, {
    dataDir: testApp.dataDir,
    dataKey: key,
    clock: systemClock,
    random: systemRandom,
    log: createTestLog(),
    program: 'headless',
  });

const customer = { externalId: 'canary-customer-4711' };
const canaries = [customer.externalId, 'canary@example.invalid', 'canary-note', 'Canary Buyer', 'canary-card'];

test('all data of one customer are shown and deleted; undelivered receipts stay until their delivery, and other customers lose nothing', async () => {
  const testApp = await openTestApp({ simulator: { switches: { knownExternalIds: [customer.externalId] } } });
  const { dataDir } = testApp;
  const buyer = { name: 'Canary Buyer', eMailAddress: 'canary@example.invalid', note: 'canary-note' };
  const bill = (more: object = {}) =>
    smallBill(19.9, { head: { date: '2026-01-05T10:00:00+01:00', number: 'R-1', buyer }, ...more });
  const { sale } = unwrap(await testApp.till.openSale({ reference: 'till-1', customer }));
  unwrap(await testApp.till.startLoyalty(sale.id, 'canary-card'));
  await testApp.pay(sale.id, bill());
  await testApp.delivered(sale.id);
  const other = await testApp.sold('till-2');
  const named = bill({ userIdentification: customer });
  await testApp.drop('dropped.json', { reference: 'file-1', bill: named });
  const fromFile = await testApp.delivered(String((await testApp.resultOf('dropped')).id));
  const ofTraining = join('training', 'exports', 'refused-1.json');
  mkdirSync(join(dataDir, 'training', 'exports'), { recursive: true });
  writeFileSync(join(dataDir, ofTraining), JSON.stringify({ bill: bill(), customer: customer.externalId }));
  testApp.network.down = true;
  const waiting = unwrap(await testApp.till.acceptReceipt({ reference: 'till-3', again: true, bill: named }));
  await testApp.stop();

  const { json: shown } = await ask(testApp, 'customer-show', customer.externalId);
  const receipts = shown.receipts as readonly { readonly sale: { readonly id: string }; readonly stays: unknown }[];
  expect(receipts.map(({ sale: { id }, stays }) => [id, stays === null])).toEqual([
    [sale.id, true],
    [fromFile.id, true],
    [waiting.id, false],
  ]);
  // The last canary is the card, which the app passes on without storing it.
  for (const word of canaries.slice(0, -1)) expect([word, JSON.stringify(shown).includes(word)]).toEqual([word, true]);
  const copies = expect.arrayContaining([ofTraining, join('inbox', 'done', 'dropped.result.json')]);
  expect(shown.files).toMatchObject({ copies });
  const byMail = await ask(testApp, 'customer-show', 'canary@example.invalid');
  expect(JSON.stringify(byMail.json.receipts)).toContain(fromFile.id);
  expect(await ask(testApp, 'customer-delete', customer.externalId)).toMatchObject({
    isDone: false,
    json: {
      deleted: { receipts: [{ id: sale.id }, { id: fromFile.id }] },
      stays: { receipts: [{ id: waiting.id, why: expect.stringContaining('waits for the receipt service') }] },
    },
  });

  testApp.network.down = false;
  await testApp.start();
  await testApp.delivered(waiting.id);
  expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'delivered', reference: 'till-1' });
  await testApp.stop();
  expect(await ask(testApp, 'customer-delete', customer.externalId)).toMatchObject({
    isDone: true,
    json: {
      deleted: { receipts: [{ id: waiting.id }] },
      stays: { receipts: [], receiptsNotTaken: [] },
      stillFoundIn: [],
    },
  });
  const none = { receipts: [], users: [], files: { copies: [], receiptsNotTaken: [] } };
  expect((await ask(testApp, 'customer-show', customer.externalId)).json).toMatchObject(none);
  const { json: left } = await ask(testApp, 'customer-show', 'till-1');
  expect(left.receipts).toMatchObject([{ foundBy: 'receipt', bill: null, sale: { id: sale.id, state: 'delivered' } }]);
  for (const word of canaries) expect([word, JSON.stringify(left).includes(word)]).toEqual([word, false]);
  expect((await ask(testApp, 'customer-show', other.id)).json.receipts).toMatchObject([{ bill: { head: {} } }]);
  const onDisk = filesOf(dataDir, '');
  expect(findIn(onDisk, canaries)).toEqual([]);
  expect(Object.keys(onDisk).filter((path) => /dropped|refused-1/.test(path))).toEqual([]);
});

test('deleting by a reference of several receipts, or during another deletion, deletes nothing; deleting by an id deletes one', async () => {
  const testApp = await openTestApp();
  const ids: string[] = [];
  for (const days of [0, 1]) {
    testApp.clock.advance(days * 86_400_000);
    const taken = unwrap(await testApp.till.acceptReceipt({ reference: '1001', bill: smallBill() }));
    await testApp.delivered(taken.id);
    ids.push(taken.id);
  }
  await testApp.stop();
  const exports = join(testApp.dataDir, 'exports');
  mkdirSync(exports);
  writeFileSync(join(exports, 'receipts-2026-01-05.csv'), `1001;${ids[0]}`);
  // Another deletion is running.
  const unlock = lockFolder(testApp.dataDir, { pid: 4711, program: 'windowed', since: 0 });
  await expect(ask(testApp, 'customer-delete', ids[0] ?? '')).rejects.toThrow('4711');
  unlock();
  const refused = await ask(testApp, 'customer-delete', '1001');
  expect(refused).toMatchObject({ isDone: false, json: { deleted: null, receipts: [{ id: ids[0] }, { id: ids[1] }] } });
  expect((await ask(testApp, 'customer-show', '1001')).json.receipts).toMatchObject([{ bill: {} }, { bill: {} }]);
  expect(await ask(testApp, 'customer-delete', ids[0] ?? '')).toMatchObject({
    isDone: true,
    // The table of a day contains no customer.
    json: { deleted: { receipts: [{ id: ids[0] }], files: [] } },
  });
  expect((await ask(testApp, 'customer-show', '1001')).json.receipts).toMatchObject([{ bill: null }, { bill: {} }]);
});

test('deleting a customer leaves a receipt whose reference or number is the same text as their id', async () => {
  const testApp = await openTestApp();
  const sold = async (reference: string, customer?: { readonly externalId: string }): Promise<string> => {
    const taken = unwrap(await testApp.till.acceptReceipt({ reference, bill: smallBill(), customer }));
    return (await testApp.delivered(taken.id)).id;
  };
  const [theirs, other] = [await sold('a', { externalId: '1001' }), await sold('1001')];
  await testApp.stop();
  expect(await ask(testApp, 'customer-delete', '1001')).toMatchObject({
    isDone: true,
    json: { deleted: { receipts: [{ id: theirs }] }, otherReceipts: [{ id: other }] },
  });
  expect((await ask(testApp, 'customer-show', other)).json.receipts).toMatchObject([{ bill: {} }]);
});

test('a deleted receipt is no longer in any file, not even encrypted, and a repeated bill does not restore it', async () => {
  const testApp = await openTestApp();
  const sale = unwrap(await testApp.till.openSale({ reference: 'r', customer })).sale;
  const bill = smallBill(19.9, { userIdentification: customer });
  await testApp.pay(sale.id, bill);
  await testApp.delivered(sale.id);
  await testApp.stop();
  const path = join(liveFolder(testApp.dataDir), 'receipts.db');
  const encrypted = (table: string): Buffer => {
    const database = new DatabaseSync(path);
    const row = database
      .prepare(`select ${table}.encrypted from sales left join bills on sale = seq where id = ?`)
      .get(sale.id);
    database.close();
    return Buffer.from((row?.encrypted ?? new Uint8Array()) as Uint8Array);
  };
  const before = [encrypted('sales'), encrypted('bills'), leftByVersionBefore(path)];
  await ask(testApp, 'customer-delete', customer.externalId.toUpperCase());
  const inFiles = readdirSync(liveFolder(testApp.dataDir)).flatMap((name) => {
    const bytes = readFileSync(join(liveFolder(testApp.dataDir), name));
    return before.filter((one) => bytes.includes(one.subarray(0, 200))).map(() => name);
  });
  expect(inFiles).toEqual([]);
  expect(createEncryption(key, systemRandom).decrypt(sale.id, encrypted('sales'))).not.toContain('canary');
  await testApp.start();
  expect(await testApp.till.acceptBill(sale.id, { bill })).toMatchObject({ ok: true });
  expect(testApp.simulator.ledger().bills).toHaveLength(1);
  expect(testApp.till.status()).toMatchObject({ notices: [], outbox: { queued: 0, attention: 0 } });
});

test('--customer-show and --customer-delete work after the program was killed, but not while it runs or in a folder without receipts', async () => {
  const dataDir = tempFolder();
  const { pos, end } = await startProgram(training(dataDir), hostEnv);
  const { id } = await pos.json('POST', '/receipts', { reference: 'r-1', customer, bill: smallBill() });
  await pos.sale(id, ({ state }) => state === 'delivered');
  const run = (kind: 'show' | 'delete', folder = dataDir) => {
    const words = ['--data-dir', folder, `--customer-${kind}`, fileWith(customer.externalId)];
    return exec(process.execPath, [programFile('src-main/headless.ts'), ...words], { env: programEnv(hostEnv) });
  };
  const inUse = expect.stringMatching(/in use by another start of this program: process \d+ .* Stop it first/);
  expect(await run('delete')).toMatchObject({ code: 1, out: '', err: inUse });
  await end('SIGKILL');
  const elsewhere = tempFolder();
  const missed = expect.stringContaining(`Found no receipts in ${elsewhere}`);
  expect(await run('show', elsewhere)).toMatchObject({ code: 1, out: '', err: missed });
  expect(readdirSync(elsewhere)).toEqual([]);
  for (const kind of ['show', 'delete'] as const)
    expect(await run(kind)).toMatchObject({ code: 0, out: expect.stringContaining(String(id)) });
});

/** Leaves data in a free page, as a deletion without `secure_delete` does. Returns the last bytes of these data. */
function leftByVersionBefore(path: string): Buffer {
  const left = createEncryption(key, systemRandom).encrypt('stored:old', 'canary-customer '.repeat(1_000));
  const database = new DatabaseSync(path);
  database.exec('pragma secure_delete = off');
  database.prepare(`insert into stored (name, encrypted) values ('old', ?)`).run(left);
  database.exec(`delete from stored where name = 'old'; pragma wal_checkpoint(truncate)`);
  database.close();
  // The last bytes are on one page of the database, so they are contiguous in the file.
  const tail = Buffer.from(left).subarray(-1_000);
  expect(readFileSync(path).includes(tail.subarray(0, 200))).toBe(true);
  return tail;
}

test('a refused file that names the customer is reported and stays, because it may be the only copy of a receipt', async () => {
  const testApp = await openTestApp();
  const sale = unwrap(await testApp.till.acceptReceipt({ reference: 'r', bill: smallBill() }));
  await testApp.delivered(sale.id);
  await testApp.stop();
  const failed = join(testApp.dataDir, 'inbox', 'failed', 'x.json');
  writeFileSync(failed, JSON.stringify({ bill: { userIdentification: { externalId: 'canary-customer' } } }));
  const report = await ask(testApp, 'customer-delete', 'canary-customer');
  const path = join('inbox', 'failed', 'x.json');
  expect(report).toMatchObject({ isDone: false, json: { stays: { receiptsNotTaken: [path] }, stillFoundIn: [path] } });
});

test('an interrupted deletion has removed the exported files first, and a second deletion removes the receipt', async () => {
  const testApp = await openTestApp();
  const bill = smallBill(19.9, { userIdentification: { externalId: 'canary-customer' } });
  const sale = unwrap(await testApp.till.acceptReceipt({ reference: 'r', bill }));
  const { billId } = await testApp.delivered(sale.id);
  await testApp.stop();
  const exports = join(liveFolder(testApp.dataDir), 'exports');
  mkdirSync(exports, { recursive: true });
  // Only the receipt leads to this file, so the file must be removed before the receipt.
  writeFileSync(join(exports, `${billId}.pdf`), '%PDF');
  // A crash during its writing leaves this name.
  writeFileSync(join(exports, `${billId}.pdf.new`), '%PDF');
  const database = new DatabaseSync(join(liveFolder(testApp.dataDir), 'receipts.db'));
  database.exec(`create trigger ends before update on sales begin select raise(abort, 'the end'); end`);
  await expect(ask(testApp, 'customer-delete', 'canary-customer')).rejects.toThrow('the end');
  expect(readdirSync(exports)).toEqual([]);
  database.exec('drop trigger ends');
  database.close();
  expect(await ask(testApp, 'customer-delete', 'canary-customer')).toMatchObject({
    isDone: true,
    json: { deleted: { receipts: [{ id: sale.id }] } },
  });
});
