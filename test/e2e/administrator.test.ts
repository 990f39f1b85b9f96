import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { posToken, programEnv, till as tillAt } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import type { Launched } from '../electron/launch.ts';
import { switchesOfOthers, wordsOfOthers } from '../electron/running.ts';
import { ordersVariable, plainOrders } from '../electron/stand-in/orders.ts';
import { tap } from '../electron/tap.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { seesIn } from './cashier-hands.ts';
import { openStandIn } from './open-app.ts';

/** The commands of an administrator in an installation, which contains the windowed program only. */

const root = join(import.meta.dirname, '../..');

/** A data folder and a keychain of their own, for as many starts as there are. */
async function openInstallation() {
  const dataDir = tempFolder();
  const keychain = await openKeychainSession(tempFolder());
  onTestFinished(() => keychain.close());
  const { env } = keychain;
  const orders = plainOrders(join(dataDir, 'chromium'));
  /** The installed program, for something that it does once, or for a start that it refuses. */
  const command = async (...words: readonly string[]) => {
    const main = join(root, 'dist/main-stand-in/main.js');
    const argv = [main, ...switchesOfOthers, root, ...wordsOfOthers, `--data-dir=${dataDir}`, ...words];
    const child = spawn(process.execPath, argv, {
      env: programEnv({ HOME: tempFolder(), ...env, [ordersVariable]: JSON.stringify(orders) }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, said: stdout === '' ? null : JSON.parse(stdout), stderr };
  };
  return {
    dataDir,
    env,
    command,
    open: (more: Readonly<Record<string, string>> = {}, ...args: readonly string[]): Promise<Launched> =>
      openStandIn('its commands are processes of the stand-in', {
        dataDir,
        env: { ...env, RECEIPT_COMPANION_POS_TOKEN: posToken, ...more },
        keychain: 'host',
        args: ['--training', '--pos-port', '0', ...args],
      }),
  };
}

const filesWith = (folder: string, word: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path).includes(word),
    );

test('the program with windows answers a customer by itself, with the key of its keychain: not while it runs, not about another folder, then shown, deleted and gone, also after a kill', async () => {
  const { dataDir, command, open } = await openInstallation();
  const customer = 'canary-customer-4711';
  const app = await open();
  const till = tillAt(app.posApiUrl);
  const taken = await till.json('POST', '/receipts', {
    reference: 'r-1',
    bill: smallBill(19.9, { userIdentification: { externalId: customer } }),
  });
  await till.sale(taken.id, ({ state }) => state === 'delivered');

  const whileOpen = await command('--customer-delete', fileWith(customer));
  expect(whileOpen).toMatchObject({ code: 1, said: null });
  expect(whileOpen.stderr).toMatch(/in use by another start of this program: process \d+ \(windowed\).* Stop it first/);
  await app.kill('SIGKILL');

  const nobody = await command('--customer-show', fileWith('somebody else'));
  expect(nobody).toMatchObject({ code: 0, said: { receipts: [], users: [], files: { copies: [] } } });
  const elsewhere = tempFolder();
  const missed = await command(`--data-dir=${elsewhere}`, '--customer-show', fileWith(customer));
  expect(missed).toMatchObject({ code: 1, said: null });
  expect(missed.stderr).toContain(`no receipts are kept in ${elsewhere}`);
  expect(readdirSync(elsewhere)).toEqual([]);

  expect(await command('--customer-show', fileWith(customer))).toMatchObject({
    code: 0,
    said: { receipts: [{ stays: null, sale: { id: taken.id, state: 'delivered' }, bill: { head: {} } }] },
  });
  const twice = await Promise.all([
    command('--customer-delete', fileWith(customer)),
    command('--customer-delete', fileWith(customer)),
  ]);
  const done = twice.filter(({ said }) => said?.deleted.receipts.length === 1);
  expect(done).toMatchObject([{ code: 0, said: { deleted: { receipts: [{ id: taken.id }] }, stillFoundIn: [] } }]);
  expect((await command('--customer-show', fileWith(customer))).said?.receipts).toEqual([]);
  expect(filesWith(dataDir, customer)).toEqual([]);
});

test('a keychain that lost its key stops the program with windows before it makes another one; a new one is made only when it is asked for', async () => {
  const { env, command, open } = await openInstallation();
  const { secrets, end } = startKeychainProcess('Receipt Companion', env);
  onTestFinished(end);
  const first = await open();
  const till = tillAt(first.posApiUrl);
  const sale = await till.json('POST', '/sales', { reference: 'before', amount: 1 });
  await first.close();
  const lost = (await secrets.get('data-key')) ?? '';
  expect(lost).toHaveLength(44);
  await secrets.remove('data-key');

  const refused = await command('--training', '--pos-port', '0');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^the receipts .*key that is not here.* keychain.*--new-data-key.*Nothing was changed$/m,
  );
  expect((await command('--customer-show', fileWith('before'))).stderr).toContain(
    'encrypted with a key that is not here',
  );
  expect(await secrets.get('data-key')).toBeNull();

  const second = await open({}, '--new-data-key');
  expect(await tillAt(second.posApiUrl).json('GET', '/status')).toMatchObject({ notices: ['recordSetAside'] });
  await tap(second.cashier.getByRole('button', { name: 'Please show this to your administrator', exact: true }));
  await seesIn(second.cashier, 'A stored entry cannot be read and was put aside. Everything else goes on.');
  await second.close();
  expect(await secrets.get('data-key')).not.toBe(lost);

  // It was found in a backup of the keychain: one start with it beside the new one, and all is under the new one.
  const third = await open({ RECEIPT_COMPANION_DATA_KEY_BEFORE: lost });
  await expect.poll(() => third.logs.some((line) => line.includes('"data-key-changed"'))).toBe(true);
  await third.close();
  expect((await command('--customer-show', fileWith('before'))).said.receipts).toMatchObject([
    { sale: { id: sale.id } },
  ]);
});
