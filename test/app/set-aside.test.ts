import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { pairTill } from './paired-till.ts';
import { idle } from './pass-time.ts';
import { posClient } from './program.ts';
import { codeOf, liveFolder, openPooledSale, openTestApp, type TestApp, unwrap } from './test-app.ts';

const encryption = createEncryption(new Uint8Array(32).fill(7), systemRandom);
const databaseOf = (testApp: TestApp): string => join(liveFolder(testApp.dataDir), 'receipts.db');

function stored(testApp: TestApp, saleId: string): Buffer {
  const database = new DatabaseSync(databaseOf(testApp), { readOnly: true });
  const row = database.prepare('select encrypted from sales where id = ?').get(saleId);
  database.close();
  return Buffer.from(row?.encrypted as Uint8Array);
}

function store(testApp: TestApp, table: 'sales' | 'bills', saleId: string, encrypted: Uint8Array): void {
  const database = new DatabaseSync(databaseOf(testApp));
  const row = table === 'sales' ? 'id = ?' : 'sale = (select seq from sales where id = ?)';
  expect(database.prepare(`update ${table} set encrypted = ? where ${row}`).run(encrypted, saleId).changes).toBe(1);
  database.close();
}

/** Two sales with waiting bills. The app is stopped, so that the test can change the first row. */
async function twoWaiting(): Promise<{ readonly testApp: TestApp; readonly odd: string; readonly intact: string }> {
  const testApp = await openTestApp();
  const odd = await openPooledSale(testApp, 'odd');
  const sound = await openPooledSale(testApp, 'sound');
  testApp.network.down = true;
  for (const { id } of [odd, sound]) await testApp.pay(id);
  await testApp.stop();
  testApp.network.down = false;
  return { testApp, odd: odd.id, intact: sound.id };
}

describe('a stored sale that cannot be read', () => {
  test('is set aside and reported; the start, every other sale and the queue continue', async () => {
    const { testApp, odd, intact: sound } = await twoWaiting();
    const encrypted = new Uint8Array(200).fill(1);
    store(testApp, 'sales', odd, encrypted);
    await testApp.start();
    testApp.app.wake('network-back');
    await testApp.delivered(sound);
    testApp.clock.advance(600_000);
    await idle(testApp, 300);

    const status = testApp.till.status();
    expect(status).toMatchObject({ service: 'online', notices: ['recordSetAside'] });
    expect(status.outbox).toMatchObject({ queued: 0, attention: 0 });
    expect(testApp.till.findSale(odd)).toBeNull();
    expect(testApp.till.listSales({ limit: 10 }).items.map(({ id }) => id)).toEqual([sound]);
    expect(readFileSync(join(liveFolder(testApp.dataDir), 'NOTICE-recordSetAside.txt'), 'utf8')).toContain(odd);
    expect(testApp.log.lines.filter(({ event }) => event === 'delivery-failed')).toEqual([]);
    expect(codeOf(await testApp.till.openSale({ reference: 'odd' }))).toBe('conflict');
    unwrap(await testApp.till.openSale({ reference: 'the till goes on' }));
    await testApp.stop();
    expect(stored(testApp, odd).equals(Buffer.from(encrypted))).toBe(true);
  });

  test('stays unchanged if a newer version wrote it, and is delivered once that version is back', async () => {
    const { testApp, odd, intact: sound } = await twoWaiting();
    const before = stored(testApp, odd);
    const newer = encryption.encrypt(
      odd,
      JSON.stringify({ ...JSON.parse(encryption.decrypt(odd, before)), documentVersion: 999, state: { at: 1 } }),
    );
    store(testApp, 'sales', odd, newer);
    await testApp.start();
    testApp.app.wake('network-back');
    await testApp.delivered(sound);
    await idle(testApp, 300);
    expect(testApp.till.status()).toMatchObject({ notices: ['recordSetAside'], outbox: { queued: 0 } });
    expect(readFileSync(join(liveFolder(testApp.dataDir), 'NOTICE-recordSetAside.txt'), 'utf8')).toContain(
      'newer version',
    );
    expect(testApp.simulator.ledger().bills).toHaveLength(1);
    testApp.clock.advance(3 * 86_400_000);
    await testApp.stop();
    expect(stored(testApp, odd).equals(Buffer.from(newer))).toBe(true);

    store(testApp, 'sales', odd, before);
    await testApp.start();
    testApp.app.wake('network-back');
    await testApp.delivered(odd);
    expect(testApp.simulator.ledger().bills).toHaveLength(2);
  });
});

test('a stored bill that cannot be read is put in attention instead of being retried for ever, and the till can send it again', async () => {
  const { testApp, odd, intact: sound } = await twoWaiting();
  store(testApp, 'bills', odd, new Uint8Array(200).fill(1));
  await testApp.start();
  testApp.app.wake('network-back');
  await testApp.delivered(sound);
  const sale = await testApp.sale(odd, ({ state }) => state === 'attention');
  expect(sale.attention?.title).toContain('cannot be read');
  expect(testApp.till.status().notices).toEqual(['recordSetAside']);
  await testApp.pay(odd);
  await testApp.delivered(odd);
});

test('a paired till that cannot be read has to pair again; it stops neither the start nor the other tills', async () => {
  const testApp = await openTestApp();
  const tokens = [(await pairTill(testApp, 'Till 1')).token, (await pairTill(testApp, 'Till 2')).token];
  await testApp.stop();
  const database = new DatabaseSync(join(testApp.dataDir, 'tills.db'));
  database.exec(`update tokens set scopes = 'sale something-new' where name = 'Till 2'`);
  database.close();
  await testApp.start();
  testApp.app.wake('network-back');
  const asked = tokens.map((token) => posClient(testApp.posApiUrl ?? '', token).call('GET', '/status'));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 401]);
  expect(unwrap(await testApp.cashier['pairing.list'](null)).map(({ name }) => name)).toEqual(['Till 1']);
  expect(testApp.till.status().notices).toEqual(['recordSetAside']);
});

test('damaged values of the app prevent neither its start nor the delivery of receipts', async () => {
  const { testApp, odd } = await twoWaiting();
  const database = new DatabaseSync(databaseOf(testApp));
  expect(Number(database.prepare(`update stored set encrypted = zeroblob(60)`).run().changes)).toBeGreaterThan(1);
  database.close();
  await testApp.start();
  testApp.app.wake('network-back');
  await testApp.delivered(odd);
  await testApp.restart();
  expect(testApp.till.findSale(odd)).toMatchObject({ state: 'delivered' });
});
