import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { drawn } from '../fakes/drawn.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { imageOf } from './disk-image.ts';
import { copyOf, openShops, restore, type ShopComputer, type Shops } from './moved-data.ts';
import { smallBill } from './small-bill.ts';

const numbers = (from: number, to: number, prefix: string): string[] =>
  Array.from({ length: to - from }, (_, index) => `${prefix}-${from + index}`);

async function sellAll(place: ShopComputer, references: readonly string[]): Promise<Map<string, unknown>> {
  const ids = new Map<string, unknown>();
  for (const reference of references) {
    await place.pos.untilPoolHas(1);
    ids.set(reference, (await place.sell(reference)).billId);
  }
  return ids;
}

async function openStarted() {
  const shop = await openShops();
  const dataDir = tempFolder();
  const first = await shop.start(dataDir);
  await first.pos.untilPoolHas(5);
  return { shop, dataDir, first };
}

/** Every id that the service registered until now, used or in a pool. A restored folder must show none of them. */
const registered = (shop: Shops): ReadonlySet<unknown> =>
  new Set(shop.simulator.ledger().registrations.map(({ billId }) => billId));

/** No receipt may be stored twice. Every accepted receipt must be stored or wait for a person. */
async function expectNothingLostOrTwice(shop: Shops, places: readonly ShopComputer[], accepted: readonly string[]) {
  const stored = shop.stored();
  expect([...stored].filter(([, count]) => count > 1)).toEqual([]);
  const waiting = new Set<unknown>();
  for (const place of places) {
    for (const sale of await place.sales()) if (sale.state === 'attention') waiting.add(sale.reference);
  }
  expect(accepted.filter((reference) => !stored.has(reference) && !waiting.has(reference))).toEqual([]);
}

describe('a data folder that was restored', () => {
  test.each(['cold', 'hot'] as const)(
    'a folder restored from a %s backup shows no used address, loses nothing and reports the restore; an open sale keeps its address',
    async (how) => {
      const shop = await openShops();
      const dataDir = tempFolder();
      const first = await shop.start(dataDir);
      await sellAll(first, numbers(0, 2, 'before'));
      await first.settled();
      await first.pos.untilPoolHas(5);
      const [openSale, kept] = [await first.open('open'), await first.open('kept')];
      await first.pos.untilPoolHas(5);
      if (how === 'cold') await first.stop();
      const backup = copyOf(dataDir);
      const second = how === 'cold' ? await shop.start(dataDir) : first;
      expect((await second.status()).notices).toEqual([]);
      const shown = await sellAll(second, numbers(0, 10, 'between'));
      await second.bill(openSale, 'open');
      await second.settled();
      await second.stop();

      const before = registered(shop);
      restore(backup, dataDir);
      const third = await shop.start(dataDir);
      expect((await third.status()).notices).toContain('databaseOlder');
      // Its customer saw the address, so the bill is delivered under it.
      const readKept = () => third.pos.json('GET', `/sales/${kept.id}`);
      expect(await readKept()).toMatchObject({ billId: null, url: null });
      await third.bill(kept, 'kept');
      const after = await sellAll(third, numbers(0, 10, 'after'));
      await third.settled();
      expect(await readKept()).toMatchObject({ state: 'delivered', billId: kept.billId, url: kept.url });
      expect([...after.values()].filter((billId) => before.has(billId))).toEqual([]);
      await expectNothingLostOrTwice(shop, [third], [...shown.keys(), ...after.keys(), 'open', 'kept']);
      expect([...after.keys()].filter((reference) => !shop.stored().has(reference))).toEqual([]);
      // The till does not know of the restore and sends the bill again. Nothing may be stored twice.
      await third.bill(openSale, 'open');
      await third.settled();
      expect(shop.stored().get('open')).toBe(1);
      expect(shop.simulator.ledger().cancels).toEqual([]);
      await third.stop();
      const fourth = await shop.start(dataDir);
      await fourth.pos.untilPoolHas(5);
    },
  );

  test('over files in use is detected at the next sale; accepted bills remain, and the till continues', async () => {
    const { shop, dataDir, first: place } = await openStarted();
    writeFileSync(join(dataDir, 'inbox', 'sale.json'), JSON.stringify({ reference: 'file', bill: smallBill() }));
    while (!existsSync(join(dataDir, 'inbox', 'done', 'sale.result.json'))) await nextTurn();
    await place.settled();
    await place.pos.untilPoolHas(5);
    const backup = copyOf(dataDir);
    const shown = await sellAll(place, numbers(0, 5, 'between'));
    await place.settled();
    const before = registered(shop);
    restore(backup, dataDir);
    let refused = 0;
    for (;;) {
      const answer = await place.pos.call('POST', '/sales', { reference: 'after', amount: 19.9 });
      if (answer.ok) break;
      expect(answer.status).toBe(503);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    expect((await place.status()).notices).toEqual(expect.arrayContaining(['databaseOlder', 'databaseMoved']));
    const folder = readdirSync(dataDir).find((name) => name.startsWith('live')) ?? '';
    expect(readdirSync(`${dataDir}/${folder}`).filter((name) => /^receipts\.replaced-.*\.db$/.test(name))).toHaveLength(
      1,
    );
    const after = await sellAll(place, numbers(0, 5, 'later'));
    await place.settled();
    expect([...after.values()].filter((billId) => before.has(billId))).toEqual([]);
    await expectNothingLostOrTwice(shop, [place], [...shown.keys(), ...after.keys()]);
  });
});

describe('a data folder that was copied', () => {
  test.each(['on the same computer', 'on another computer'] as const)(
    'a copy that runs beside its original %s shares no address with it; bills waiting in both are stored once',
    async (where) => {
      const { shop, dataDir, first: original } = await openStarted();
      const serviceUp = shop.serviceDown();
      const waiting = numbers(0, 12, 'waiting');
      for (const reference of waiting) await original.sell(reference);
      await original.stop();
      const copied = copyOf(dataDir);
      serviceUp();
      const two = await shop.start(dataDir);
      const copy = await shop.start(copied, where === 'on another computer' ? { stateHome: tempFolder() } : {});
      expect((await two.status()).notices).toEqual([]);
      expect((await copy.status()).notices).toContain('databaseMoved');
      const [here, there] = await Promise.all([
        sellAll(two, numbers(0, 10, 'here')),
        sellAll(copy, numbers(0, 10, 'there')),
      ]);
      await Promise.all([two.settled(), copy.settled()]);
      expect([...here.values()].filter((billId) => [...there.values()].includes(billId))).toEqual([]);
      await expectNothingLostOrTwice(shop, [two, copy], [...waiting, ...here.keys(), ...there.keys()]);
      expect([...here.keys(), ...there.keys()].filter((reference) => !shop.stored().has(reference))).toEqual([]);
      // Once its notice is removed, the copy is a normal till, unless it moves to another computer again.
      await copy.stop();
      rmSync(`${copied}/NOTICE-databaseMoved.txt`, { force: true });
      for (const name of readdirSync(copied).filter((entry) => entry.startsWith('live'))) {
        rmSync(`${copied}/${name}/NOTICE-databaseMoved.txt`, { force: true });
      }
      const again = await shop.start(copied, where === 'on another computer' ? { stateHome: tempFolder() } : {});
      expect((await again.status()).notices).toEqual(where === 'on another computer' ? ['databaseMoved'] : []);
    },
  );

  test('a copy that was restored together with the state of its computer shows no used address after its first conflict', async () => {
    const { shop, dataDir, first } = await openStarted();
    await first.stop();
    const image = imageOf(dataDir, { id: '', stateDir: `${shop.stateHome}/receipt-companion` });
    const second = await shop.start(dataDir);
    const shown = await sellAll(second, numbers(0, 5, 'between'));
    await second.settled();
    await second.stop();

    image.putBack();
    const third = await shop.start(dataDir);
    expect((await third.status()).notices).toEqual([]);
    const caught = await third.sell('caught');
    await third.settled();
    // The app cannot notice the restore before this conflict. The bill under a used id must not count as delivered,
    // and no other used id may be shown.
    expect(shown.get('between-0')).toBe(caught.billId);
    expect(await third.pos.json('GET', `/sales/${caught.id}`)).toMatchObject({
      state: 'attention',
      attention: { code: 'idInUse' },
    });
    expect((await third.status()).notices).toEqual([]);
    const after = await sellAll(third, numbers(0, 6, 'after'));
    await third.settled();
    const usedBefore = new Set(shown.values());
    expect([...after.values()].filter((billId) => usedBefore.has(billId))).toEqual([]);
    await expectNothingLostOrTwice(shop, [third], [...shown.keys(), 'caught', ...after.keys()]);
  });
});

test.skipIf(systemLacks('linuxTools')).each(drawn(['SIGTERM', 'SIGKILL'] as const, 2))(
  'a data folder that was restored with the records of its computer is detected at the start if its keychain was not restored (the last end was %s)',
  async (signal) => {
    const shop = await openShops();
    const dataDir = tempFolder();
    const { env, close } = await openKeychainSession(tempFolder());
    onTestFinished(close);
    const first = await shop.startProcess(dataDir, env);
    await first.pos.untilPoolHas(5);
    await first.stop();
    const image = imageOf(dataDir, { id: '', stateDir: `${shop.stateHome}/receipt-companion` });
    const second = await shop.startProcess(dataDir, env);
    expect((await second.status()).notices).toEqual([]);
    const shown = await sellAll(second, numbers(0, 5, 'between'));
    await second.settled();
    await second.program.end(signal);

    image.putBack();
    const third = await shop.startProcess(dataDir, env);
    expect((await third.status()).notices).toEqual(['databaseOlder']);
    const after = await sellAll(third, numbers(0, 6, 'after'));
    await third.settled();
    expect([...after.values()].filter((billId) => [...shown.values()].includes(billId))).toEqual([]);
    await expectNothingLostOrTwice(shop, [third], [...shown.keys(), ...after.keys()]);
    expect(shop.stored().size).toBe(11);
    await third.stop();
    const fourth = await shop.startProcess(dataDir, env);
    await fourth.pos.untilPoolHas(5);
    await fourth.stop();

    // The id of the database in this image was discarded meanwhile.
    image.putBack();
    const fifth = await shop.startProcess(dataDir, env);
    expect((await fifth.status()).notices).toEqual(['databaseMoved']);
    await fifth.stop();
  },
);

test('a data folder that was neither restored nor copied keeps every ready code valid after it was renamed, sends the waiting bills and reports nothing', async () => {
  const { shop, dataDir, first } = await openStarted();
  const ready = await first.open('ready');
  const serviceUp = shop.serviceDown();
  const sold = await sellAll(first, ['sold']);
  await first.stop();
  const renamed = `${dataDir}-renamed`;
  renameSync(dataDir, renamed);
  const second = await shop.start(renamed);
  expect(await second.status()).toMatchObject({ notices: [], pool: { available: 3 } });
  expect(await second.pos.json('GET', `/sales/${ready.id}`)).toMatchObject({ billId: ready.billId, url: ready.url });
  serviceUp();
  await second.pos.sale(
    (await second.sales()).find(({ reference }) => reference === 'sold')?.id,
    ({ state }) => state === 'delivered',
  );
  expect([...shop.stored()]).toEqual([['sold', 1]]);
  expect(sold.get('sold')).toBe(shop.simulator.ledger().bills[0]?.billId);
  await second.stop();
  // The folder may also get its old name back.
  renameSync(renamed, dataDir);
  expect((await (await shop.start(dataDir)).status()).notices).toEqual([]);
  rmSync(renamed, { recursive: true, force: true });
});
