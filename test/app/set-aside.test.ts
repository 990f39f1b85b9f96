import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { good, type House, liveFolder, openHouse, openPooledSale } from './house.ts';
import { idle } from './pass-time.ts';

const encryption = createEncryption(new Uint8Array(32).fill(7), systemRandom);
const databaseOf = (house: House): string => join(liveFolder(house.dataDir), 'receipts.db');

/** The stored bytes of a sale on disk. */
function stored(house: House, saleId: string): Buffer {
  const database = new DatabaseSync(databaseOf(house), { readOnly: true });
  const row = database.prepare('select sealed from sales where id = ?').get(saleId);
  database.close();
  return Buffer.from(row?.sealed as Uint8Array);
}

function store(house: House, table: 'sales' | 'bills', saleId: string, sealed: Uint8Array): void {
  const database = new DatabaseSync(databaseOf(house));
  const key = table === 'sales' ? 'id' : 'sale_id';
  expect(database.prepare(`update ${table} set sealed = ? where ${key} = ?`).run(sealed, saleId).changes).toBe(1);
  database.close();
}

/** Two sales whose bills wait; the app is stopped, the first one's row can be changed. */
async function twoWaiting(): Promise<{ readonly house: House; readonly odd: string; readonly good: string }> {
  const house = await openHouse();
  const odd = await openPooledSale(house, 'odd');
  const sound = await openPooledSale(house, 'sound');
  house.network.down = true;
  for (const { id } of [odd, sound]) await house.pay(id);
  await house.stop();
  house.network.down = false;
  return { house, odd: odd.id, good: sound.id };
}

describe('a stored sale that cannot be read', () => {
  test.each([
    ['does not open with the key', () => new Uint8Array(200).fill(1)],
    ['is no JSON', (id: string) => encryption.encrypt(id, 'no json')],
    ['is no sale', (id: string) => encryption.encrypt(id, '{"id": 1}')],
    ['has a version that cannot be', (id: string) => encryption.encrypt(id, '{"documentVersion": "x"}')],
  ])(
    'because it %s is set aside and reported; the start, every other sale and the queue continue',
    async (_why, content) => {
      const { house, odd, good: sound } = await twoWaiting();
      const sealed = content(odd);
      store(house, 'sales', odd, sealed);
      await house.start();
      house.app.wake('network-back');
      await house.delivered(sound);
      house.clock.advance(600_000);
      await idle(house, 300);

      const status = house.till.status();
      expect(status).toMatchObject({ service: 'online', notices: ['recordSetAside'] });
      expect(status.outbox).toMatchObject({ queued: 0, attention: 0 });
      expect(house.till.findSale(odd)).toBeNull();
      expect(house.till.listSales({ limit: 10 }).items.map(({ id }) => id)).toEqual([sound]);
      expect(readFileSync(join(liveFolder(house.dataDir), 'NOTICE-recordSetAside.txt'), 'utf8')).toContain(odd);
      expect(house.log.lines.filter(({ event }) => event === 'delivery-failed')).toEqual([]);
      expect(await house.till.openSale({ reference: 'odd' })).toMatchObject({
        ok: false,
        error: { code: 'conflict' },
      });
      good(await house.till.openSale({ reference: 'the till goes on' }));
      await house.stop();
      expect(stored(house, odd).equals(Buffer.from(sealed))).toBe(true);
    },
  );

  test('because a newer version wrote it stays as it is, and is delivered once that version is back', async () => {
    const { house, odd, good: sound } = await twoWaiting();
    const before = stored(house, odd);
    const newer = encryption.encrypt(
      odd,
      JSON.stringify({ ...JSON.parse(encryption.decrypt(odd, before)), documentVersion: 999, state: { at: 1 } }),
    );
    store(house, 'sales', odd, newer);
    await house.start();
    house.app.wake('network-back');
    await house.delivered(sound);
    await idle(house, 300);
    expect(house.till.status()).toMatchObject({ notices: ['recordSetAside'], outbox: { queued: 0 } });
    expect(readFileSync(join(liveFolder(house.dataDir), 'NOTICE-recordSetAside.txt'), 'utf8')).toContain(
      'newer version',
    );
    expect(house.simulator.ledger().bills).toHaveLength(1);
    house.clock.advance(3 * 86_400_000);
    await house.stop();
    expect(stored(house, odd).equals(Buffer.from(newer))).toBe(true);

    store(house, 'sales', odd, before);
    await house.start();
    house.app.wake('network-back');
    await house.delivered(odd);
    expect(house.simulator.ledger().bills).toHaveLength(2);
  });
});

test('a stored bill that cannot be read is put in attention instead of being retried for ever, and the till can send it again', async () => {
  const { house, odd, good: sound } = await twoWaiting();
  store(house, 'bills', odd, new Uint8Array(200).fill(1));
  await house.start();
  house.app.wake('network-back');
  await house.delivered(sound);
  const sale = await house.sale(odd, ({ state }) => state === 'attention');
  expect(sale.attention?.title).toContain('cannot be read');
  expect(house.till.status().notices).toEqual(['recordSetAside']);
  await house.pay(odd);
  await house.delivered(odd);
});

test('a paired till that cannot be read has to pair again; it stops neither the start nor the other tills', async () => {
  const house = await openHouse();
  await house.stop();
  const database = new DatabaseSync(join(house.dataDir, 'tills.db'));
  const add = database.prepare('insert into tokens (id, name, hash, scopes, created_at) values (?, ?, ?, ?, 1)');
  add.run('till-1', 'Till 1', 'hash-1', 'sale');
  add.run('till-2', 'Till 2', 'hash-2', 'sale something-new');
  database.close();
  await house.start();
  house.app.wake('network-back');
  expect(good(await house.cashier['pairing.list'](null)).map(({ name }) => name)).toEqual(['Till 1']);
  expect(house.till.status().notices).toEqual(['recordSetAside']);
});

test('a damaged value loses only that value: the receipts prove the key, and the start continues', async () => {
  const { house, odd } = await twoWaiting();
  const database = new DatabaseSync(databaseOf(house));
  expect(Number(database.prepare(`update kept set sealed = zeroblob(60)`).run().changes)).toBeGreaterThan(1);
  database.close();
  await house.start();
  house.app.wake('network-back');
  await house.delivered(odd);
  await house.restart();
  expect(house.till.findSale(odd)).toMatchObject({ state: 'delivered' });
});
