import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openService } from './service.ts';
import { openAgain, openShop } from './shop.ts';
import { codeOf, liveFolder, smallBill, unwrap } from './test-app.ts';

const cut = '{"mode": "live", "service": {"baseU';
const accidents = {
  'cut off': (path: string) => writeFileSync(path, cut),
  gone: (path: string) => rmSync(path),
  'replaced by a bad mode': (path: string) => writeFileSync(path, '{"mode": "liev"}'),
  'set to a bad mode': (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"live"', '"liev"')),
  'left without an address': (path: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(/("authUrl": *)"[^"]+"/, '$1""')),
} as const;
const kinds = Object.keys(accidents) as (keyof typeof accidents)[];
const whyOf = (kind: string): string => (kind === 'left without an address' ? 'addressMissing' : 'settingsLost');

/** A live till that has stopped, and a sale that was open then. */
async function stoppedTill() {
  const service = await openService();
  const shop = await openShop();
  unwrap(await shop.cashier['connection.save'](service.typed));
  await shop.until(() => shop.till.status().pool.available === 5);
  const { sale } = unwrap(await shop.till.openSale({ reference: 'r', amount: 5 }, 'till-1'));
  await shop.stop();
  return { service, shop, sale, file: join(shop.dataDir, 'settings.json') };
}

describe('a live till whose settings are lost or incomplete', () => {
  test.each(kinds)(
    'accepts nothing and reports it (file %s); one tap brings back its earlier connection, even offline',
    async (kind) => {
      const { service, shop: before, sale, file } = await stoppedTill();
      accidents[kind](file);
      rmSync(join(before.dataDir, 'training'), { recursive: true });
      const network = { down: true };
      const shop = await openAgain(before, { network });
      expect(codeOf(await shop.till.openSale({ reference: 'next', amount: 5 }, 'till-1'))).toBe('notConfigured');
      expect([shop.till.status().mode, shop.notices()]).toEqual(['live', expect.arrayContaining(['setupRequired'])]);
      expect(shop.view).toMatchObject({ training: false, setupRequired: whyOf(kind) });
      expect(shop.app.snapshot('customer')?.view).toMatchObject({ training: false, screen: { kind: 'idle' } });
      expect(unwrap(await shop.cashier['connection.get'](null)).connection.mode).toBe('live');
      expect(readdirSync(shop.dataDir)).not.toContain('training');

      expect(unwrap(await shop.cashier['connection.settle']({ mode: 'live' })).ok).toBe(true);
      expect(shop.view).toMatchObject({ setupRequired: null, training: false });
      expect(unwrap(await shop.cashier['connection.get'](null)).connection).toEqual(service.typed.connection);
      expect(shop.notices()).not.toContain('setupRequired');
      unwrap(await shop.till.acceptBill(sale.id, { bill: smallBill(5) }));
      network.down = false;
      shop.app.wake('network-back');
      await shop.until(() => shop.till.findSale(sale.id)?.state === 'delivered');
      expect(service.simulator.ledger().bills).toMatchObject([{ billId: sale.billId }]);
    },
  );

  test('is live again after the connection was saved, and keeps the ids of its pool', async () => {
    const { service, shop: before, file } = await stoppedTill();
    rmSync(file);
    const shop = await openAgain(before);
    expect(unwrap(await shop.cashier['connection.save'](service.typed)).ok).toBe(true);
    expect(shop.notices()).not.toContain('setupRequired');
    expect(shop.till.status().mode).toBe('live');
    // One of the five ids belongs to the open sale.
    expect(shop.till.status().pool.available).toBeGreaterThanOrEqual(4);
  });

  test('ignores an address that was changed in connection.json and sends no password there; training starts only after a confirmation, and stays', async () => {
    const { service, shop: before, file } = await stoppedTill();
    const evil = await openService();
    rmSync(file);
    const note = join(liveFolder(before.dataDir), 'connection.json');
    writeFileSync(
      note,
      readFileSync(note, 'utf8').replaceAll(service.baseUrl, evil.baseUrl).replaceAll(service.authUrl, evil.authUrl),
    );
    const shop = await openAgain(before);
    expect(unwrap(await shop.cashier['connection.settle']({ mode: 'live' })).ok).toBe(false);
    expect(shop.view.setupRequired).toBe('settingsLost');
    expect(evil.simulator.ledger().tokenRequests).toEqual([]);
    unwrap(await shop.cashier['connection.settle']({ mode: 'training' }));
    expect(shop.till.status()).toMatchObject({ mode: 'training', notices: [] });
    expect((await openAgain(shop)).app.status().mode).toBe('training');
  });
});

test('without its keychain a live till starts no training automatically; a person may choose it for this run, in which nothing becomes live', async () => {
  const shop = await openShop({ keychain: 'missing', overrides: { mode: 'live' } });
  expect(shop.view).toMatchObject({ training: false, setupRequired: 'keychainMissing' });
  unwrap(await shop.cashier['connection.settle']({ mode: 'training' }));
  expect(shop.view).toMatchObject({ training: true, setupRequired: null, keychain: 'missing' });
  const { connection } = unwrap(await shop.cashier['connection.get'](null));
  const credentials = { username: 'somebody@shop.invalid', password: 'not-a-password' };
  expect(codeOf(await shop.cashier['connection.save']({ connection, credentials }))).toBe('keychainMissing');
  const { sale } = unwrap(await shop.till.openSale({ reference: 'practice', amount: 5 }));
  unwrap(await shop.till.acceptBill(sale.id, { bill: smallBill(5) }));
  expect(shop.till.status().keyStorage).toBe('none');
  expect(readdirSync(shop.dataDir).filter((name) => name.startsWith('live'))).toEqual([]);
});
