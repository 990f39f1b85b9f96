import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { openService, test } from './service.ts';
import { openShop } from './shop.ts';
import { unwrap } from './test-app.ts';

test('a fresh installation reports a wrong password and stores nothing; with the right one it goes live and stores the typed values', async ({
  service,
}) => {
  const shop = await openShop();
  const wrong = { username: 'somebody', password: 'not-the-password' };
  const refused = unwrap(await shop.cashier['connection.save']({ ...service.typed, credentials: wrong }));
  expect([refused.ok, refused.steps.map(({ ok }) => ok)]).toEqual([false, [true, false, false]]);
  expect(unwrap(await shop.cashier['connection.get'](null)).credentialsStored).toBe(false);
  expect(shop.till.status().mode).toBe('training');

  const tested = unwrap(await shop.cashier['connection.test'](service.typed));
  expect(tested.steps).toEqual(
    ['address', 'signIn', 'store'].map((name) => ({ name, ok: true, fault: null, trouble: null })),
  );
  expect(unwrap(await shop.cashier['connection.save'](service.typed)).ok).toBe(true);
  expect(shop.till.status().mode).toBe('live');
  const { mode, ...typed } = service.typed.connection;
  const stored = JSON.parse(readFileSync(join(shop.dataDir, 'settings.json'), 'utf8'));
  expect(stored).toMatchObject({ mode, service: typed });
});

test('the app names the command-line options that will replace a saved connection, partner address or setting at the next start', async () => {
  const [service, other] = [await openService(), await openService()];
  const { baseUrl, storeId } = service.typed.connection;
  const overrides = {
    mode: 'live',
    service: { baseUrl: other.baseUrl, storeId, partnerUrl: 'https://partner.example' },
    posApi: { allowedOrigins: ['https://option.example'] },
  } as const;
  const shop = await openShop({ overrides });
  const saved = unwrap(await shop.cashier['connection.save'](service.typed));
  expect(saved).toMatchObject({ ok: true, overriddenBy: ['--service-url', '--partner-url'] });
  expect(unwrap(await shop.cashier['connection.get'](null)).connection.baseUrl).toBe(baseUrl);
  // If the same connection is saved again, the answer still names the option that will replace it.
  const again = unwrap(await shop.cashier['connection.save'](service.typed));
  expect(again.overriddenBy).toEqual(['--service-url', '--partner-url']);
  unwrap(await shop.cashier['partner.saveAccess']({ partnerUrl: 'https://other.example', key: 'a key' }));
  expect(unwrap(await shop.cashier['partner.getAccess'](null))).toMatchObject({
    partnerUrl: 'https://other.example',
    overriddenBy: ['--partner-url'],
  });
  const shown = () => shop.view.settings['posApi.allowedOrigins'];
  expect(shown()).toEqual({ value: ['https://option.example'] });
  const value = ['https://typed.example'];
  unwrap(await shop.cashier['setting.set']({ key: 'posApi.allowedOrigins', value }));
  expect(shown()).toEqual({ value, overriddenBy: ['--allowed-origin'] });
  await shop.stop();

  const next = await openShop({ dataDir: shop.dataDir, secrets: shop.secrets, overrides });
  expect(unwrap(await next.cashier['connection.get'](null)).connection.baseUrl).toBe(other.baseUrl);
  await next.stop();
  const without = await openShop({ dataDir: shop.dataDir, secrets: shop.secrets });
  expect(unwrap(await without.cashier['connection.get'](null)).connection.baseUrl).toBe(baseUrl);
});

test('a sign-in address that the disk refuses leaves the account to the present one', async ({ service }) => {
  const shop = await openShop();
  unwrap(await shop.cashier['connection.save'](service.typed));
  const file = join(shop.dataDir, 'settings.json');
  rmSync(file);
  mkdirSync(file);
  const { connection, credentials } = service.typed;
  const authUrl = service.authUrl.replace('127.0.0.1', 'localhost');
  const saved = await shop.cashier['connection.save']({ connection: { ...connection, authUrl }, credentials });
  expect(saved.ok).toBe(false);
  expect(await liveAccount(shop.secrets).at(service).get()).toEqual(credentials);
});
