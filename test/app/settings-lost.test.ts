import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asTill, asWindow } from './command-callers.ts';
import { openService, openShop } from './shop.ts';
import { good, liveFolder, smallBill } from './test-app.ts';

const cut = '{"mode": "live", "service": {"baseU';
/** Ways in which a live till can lose its settings. */
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

describe('a live till whose settings file is', () => {
  test.each(kinds)('%s accepts nothing, reports it, and is live again after one save', async (kind) => {
    const service = await openService();
    const before = await openShop();
    good(await asWindow(before.app)['connection.save'](service.typed, 'cashier'));
    await before.until(() => asTill(before.app).status().pool.available === 5);
    await before.stop();
    accidents[kind](join(before.dataDir, 'settings.json'));
    rmSync(join(before.dataDir, 'training'), { recursive: true });

    const { dataDir, secrets } = before;
    const shop = await openShop({ dataDir, secrets });
    const opened = await asTill(shop.app).openSale({ reference: 'r', amount: 5 }, 'till-1');
    expect(opened).toMatchObject({ ok: false, error: { code: 'notConfigured' } });
    expect(asTill(shop.app).status()).toMatchObject({ mode: 'live' });
    expect(asTill(shop.app).status().notices).toContain('setupRequired');
    expect(shop.app.snapshot('cashier')?.view).toMatchObject({ training: false, setupRequired: whyOf(kind) });
    expect(shop.app.snapshot('customer')?.view).toMatchObject({ training: false, screen: { kind: 'idle' } });
    expect(good(await asWindow(shop.app)['connection.get'](null, 'cashier')).connection.mode).toBe('live');
    expect(readdirSync(dataDir)).not.toContain('training');

    expect(good(await asWindow(shop.app)['connection.save'](service.typed, 'cashier')).ok).toBe(true);
    expect(asTill(shop.app).status().notices).not.toContain('setupRequired');
    expect(asTill(shop.app).status().mode).toBe('live');
    // The pooled ids that were registered before the loss are ready at once.
    expect(asTill(shop.app).status().pool.available).toBeGreaterThanOrEqual(5);
  });

  test.each(kinds)('%s is live again with one tap, as it was, also while it is offline', async (kind) => {
    const service = await openService();
    const before = await openShop();
    good(await asWindow(before.app)['connection.save'](service.typed, 'cashier'));
    await before.until(() => asTill(before.app).status().pool.available === 5);
    const sale = good(await asTill(before.app).openSale({ reference: 'r', amount: 5 }, 'till-1')).sale;
    await before.stop();
    accidents[kind](join(before.dataDir, 'settings.json'));

    const { dataDir, secrets } = before;
    const network = { down: true };
    const shop = await openShop({ dataDir, secrets, network });
    expect(shop.app.snapshot('cashier')?.view.setupRequired).toBe(whyOf(kind));
    expect(good(await asWindow(shop.app)['connection.settle']({ mode: 'live' }, 'cashier')).ok).toBe(true);
    expect(shop.app.snapshot('cashier')?.view).toMatchObject({ setupRequired: null, training: false });
    expect(good(await asWindow(shop.app)['connection.get'](null, 'cashier')).connection).toEqual(
      service.typed.connection,
    );
    good(await asTill(shop.app).acceptBill(sale.id, { bill: smallBill(5) }));
    network.down = false;
    shop.app.wake('network-back');
    await shop.until(() => asTill(shop.app).findSale(sale.id)?.state === 'delivered');
    expect(service.simulator.ledger().bills).toMatchObject([{ billId: sale.billId }]);
  });

  test('gone ignores an address that was changed in the note beside its receipts, and sends no password there', async () => {
    const [service, evil] = [await openService(), await openService()];
    const before = await openShop();
    good(await asWindow(before.app)['connection.save'](service.typed, 'cashier'));
    await before.stop();
    rmSync(join(before.dataDir, 'settings.json'));
    const note = join(liveFolder(before.dataDir), 'connection.json');
    writeFileSync(
      note,
      readFileSync(note, 'utf8').replaceAll(service.baseUrl, evil.baseUrl).replaceAll(service.authUrl, evil.authUrl),
    );
    const shop = await openShop({ dataDir: before.dataDir, secrets: before.secrets });
    expect(good(await asWindow(shop.app)['connection.settle']({ mode: 'live' }, 'cashier')).ok).toBe(false);
    expect(shop.app.snapshot('cashier')?.view.setupRequired).toBe('settingsLost');
    expect(evil.simulator.ledger().tokenRequests).toEqual([]);
  });

  test('gone starts training only after a confirmation by a person, and then stays in training', async () => {
    const service = await openService();
    const before = await openShop();
    good(await asWindow(before.app)['connection.save'](service.typed, 'cashier'));
    await before.stop();
    rmSync(join(before.dataDir, 'settings.json'));
    const { dataDir, secrets } = before;
    const shop = await openShop({ dataDir, secrets });
    good(await asWindow(shop.app)['connection.settle']({ mode: 'training' }, 'cashier'));
    expect(asTill(shop.app).status()).toMatchObject({ mode: 'training', notices: [] });
    await shop.stop();
    expect((await openShop({ dataDir, secrets })).app.status().mode).toBe('training');
  });
});

test('without its keychain a live till starts no training automatically; a person may choose it for this run', async () => {
  const shop = await openShop({ keychain: 'missing', overrides: { mode: 'live' } });
  expect(shop.app.snapshot('cashier')?.view).toMatchObject({ training: false, setupRequired: 'keychainMissing' });
  good(await asWindow(shop.app)['connection.settle']({ mode: 'training' }, 'cashier'));
  expect(shop.app.snapshot('cashier')?.view).toMatchObject({ training: true, setupRequired: null });
});
