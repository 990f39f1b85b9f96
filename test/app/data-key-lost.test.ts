import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { openShop } from './moved-data.ts';
import { connectedTo, posToken, startProgram, till } from './processes.ts';
import { runHeadless } from './run-headless.ts';
import { smallBill } from './small-bill.ts';

const filesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.db$/.test(name) && statSync(join(folder, name)).isFile() && name !== 'instance.lock')
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );

test('with existing receipts an emptied keychain stops the start and changes nothing; a new key is made only on request, ids and states stay, and the old key opens them again', async () => {
  const shop = await openShop();
  const serviceUp = shop.serviceDown();
  const dataDir = tempFolder();
  const keychain = await openKeychainSession(tempFolder());
  onTestFinished(() => keychain.close());
  const { secrets, end } = startKeychainProcess('Receipt Companion', keychain.env);
  onTestFinished(end);
  const { username, password, clientId, scopeBase } = shop.simulator.account;
  const { baseUrl, authUrl } = shop.liveSettings.service as { baseUrl: string; authUrl: string };
  const ready = { url: baseUrl, authUrl, username, password, clientId, scopeBase, storeId: 'store-1' };
  const { args, env: given } = connectedTo(ready, dataDir);
  const { RECEIPT_COMPANION_DATA_KEY: _, ...rest } = given;
  const env = { ...rest, ...keychain.env, XDG_STATE_HOME: shop.stateHome, RECEIPT_COMPANION_POS_TOKEN: posToken };
  const start = async (...more: readonly string[]) => {
    const program = await startProgram('src-main/headless.ts', [...args, ...more], env);
    return { program, pos: till(program.ready.posApi ?? '') };
  };
  const first = await start();
  const sale = await first.pos.json('POST', '/sales', { reference: 'before', customer: { externalId: 'canary' } });
  await first.pos.json('POST', '/receipts', { reference: 'waits', bill: smallBill() });
  await first.program.end('SIGTERM');
  const lost = await secrets.get('data-key');
  expect(lost).toHaveLength(44);
  const before = filesOf(dataDir);

  await secrets.remove('data-key');
  const refused = await runHeadless(args, env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/encrypted with a key that is not here.*--new-data-key.*Nothing was changed/);
  expect(await secrets.get('data-key')).toBeNull();
  expect(filesOf(dataDir)).toEqual(before);

  const second = await start('--new-data-key');
  expect(await secrets.get('data-key')).not.toBe(lost);
  expect(await second.pos.json('GET', '/status')).toMatchObject({ notices: ['recordSetAside'] });
  const live = join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('live-')) ?? '');
  expect(readFileSync(join(live, 'NOTICE-recordSetAside.txt'), 'utf8')).toMatch(
    /^\S+ 2 sales were encrypted with a key that is not here any more.* ids and states stay/,
  );
  expect((await second.pos.call('GET', `/sales/${sale.id}`)).status).toBe(404);
  await second.pos.json('POST', '/sales', { reference: 'after', amount: 5 });
  await second.program.end('SIGTERM');
  const database = new DatabaseSync(join(live, 'receipts.db'), { readOnly: true });
  const rows = database.prepare('select reference, state from sales order by seq').all();
  database.close();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { reference: 'before', state: 'open' },
    { reference: 'waits', state: 'queued' },
    { reference: 'after', state: 'open' },
  ]);

  // The owner restores the key from a backup of the keychain.
  serviceUp();
  const third = await startProgram('src-main/headless.ts', args, {
    ...env,
    RECEIPT_COMPANION_DATA_KEY_BEFORE: lost ?? '',
  });
  const pos = till(third.ready.posApi ?? '');
  expect(await pos.sale(sale.id, () => true)).toMatchObject({ reference: 'before', state: 'open' });
  while (shop.simulator.ledger().bills.length === 0) await wait(20);
  while (!third.stderr().includes('"data-key-changed"')) await wait(20);
  await third.end('SIGTERM');
  const fourth = await start();
  expect(await fourth.pos.sale(sale.id, () => true)).toMatchObject({ reference: 'before' });
  await fourth.program.end('SIGTERM');
});
