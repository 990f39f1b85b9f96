import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { keyMark } from '../../src-main/storage/encryption.ts';
import { posToken, programEnv, posClient as tillAt } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openedExternally } from '../electron/in-main.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import type { Launched } from '../electron/launch.ts';
import { switchesOfOthers, wordsOfOthers } from '../electron/running.ts';
import { ordersVariable, plainOrders } from '../electron/stand-in/orders.ts';
import { tap } from '../electron/tap.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { seesIn } from './cashier-hands.ts';
import { openStandIn } from './open-app.ts';

const root = join(import.meta.dirname, '../..');
const passphrase = 'correct horse battery staple';

/** A data folder and keychain for any number of starts. */
async function openInstallation() {
  const dataDir = tempFolder();
  const keychain = await openKeychainSession(tempFolder());
  onTestFinished(() => keychain.close());
  const { env } = keychain;
  const orders = plainOrders(join(dataDir, 'chromium'));
  /** Runs the installed program for a command, or for a start that it refuses. */
  const command = async (...words: readonly string[]) => {
    const main = join(root, 'dist/main-stand-in/main.js');
    const argv = [main, ...switchesOfOthers, root, ...wordsOfOthers, `--data-dir=${dataDir}`, ...words];
    const child = spawn(process.execPath, argv, {
      env: programEnv({
        ...{ HOME: tempFolder(), RECEIPT_COMPANION_KEY_PASSPHRASE: passphrase },
        ...{ ...env, [ordersVariable]: JSON.stringify(orders) },
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, json: stdout === '' ? null : JSON.parse(stdout), stderr };
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

test('--customer-show and --customer-delete work after the program was killed, but not while it runs or in a folder without receipts', async () => {
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
  expect(whileOpen).toMatchObject({ code: 1, json: null });
  expect(whileOpen.stderr).toMatch(/in use by another start of this program: process \d+ \(windowed\).* Stop it first/);
  await app.kill('SIGKILL');

  const elsewhere = tempFolder();
  const missed = await command(`--data-dir=${elsewhere}`, '--customer-show', fileWith(customer));
  expect(missed).toMatchObject({ code: 1, json: null });
  expect(missed.stderr).toContain(`Found no receipts in ${elsewhere}`);
  expect(readdirSync(elsewhere)).toEqual([]);

  expect(await command('--customer-show', fileWith(customer))).toMatchObject({
    code: 0,
    json: { receipts: [{ stays: null, sale: { id: taken.id, state: 'delivered' }, bill: { head: {} } }] },
  });
  expect(await command('--customer-delete', fileWith(customer))).toMatchObject({
    code: 0,
    json: { deleted: { receipts: [{ id: taken.id }] }, stillFoundIn: [] },
  });
  expect(filesWith(dataDir, customer)).toEqual([]);
});

test('the data key that Settings exported is imported by a command, or in the window of another installation', async () => {
  const { dataDir, env, command, open } = await openInstallation();
  const { secrets, end } = startKeychainProcess('Receipt Companion', env);
  onTestFinished(end);
  const first = await open();
  const sale = await tillAt(first.posApiUrl).json('POST', '/sales', { reference: 'before', amount: 1 });
  await openShopSettings(first);
  await tap(first.cashier.getByRole('button', { name: 'Export the key', exact: true }));
  await first.cashier.getByLabel('Passphrase of the file', { exact: true }).fill(passphrase);
  const again = first.cashier.getByLabel('The same passphrase again', { exact: true });
  await again.fill(passphrase.slice(1));
  const exporting = first.cashier.getByRole('button', { name: 'Export the key', exact: true });
  expect(await exporting.isDisabled()).toBe(true);
  await again.fill(passphrase);
  await tap(exporting);
  const exports = join(dataDir, 'exports');
  await expect.poll(() => existsSync(exports) && readdirSync(exports)).toHaveLength(1);
  await first.cashier.getByText(`Saved as ${join(exports, readdirSync(exports)[0] ?? '')}`).waitFor();
  await tap(first.cashier.getByRole('button', { name: 'Open folder', exact: true }));
  await expect.poll(() => first.inMain(openedExternally, null)).toEqual([expect.stringMatching(/^show .*data-key-/)]);
  await first.close();
  const file = join(exports, readdirSync(exports)[0] ?? '');
  const key = await secrets.get('data-key');
  const mark = keyMark(Buffer.from(key ?? '', 'base64')).toString('hex');
  for (const entry of ['data-key', `data-key-${mark}`]) await secrets.remove(entry);

  const refused = await command('--training', '--pos-port', '0');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^The receipts .*key that is not here.*--import-key.*Nothing was changed\.$/m);
  expect(await command('--import-key', file)).toMatchObject({ code: 0, json: { imported: file } });
  expect(await secrets.get('data-key')).toBe(key);

  const other = await openInstallation();
  const fresh = await other.open();
  await openShopSettings(fresh);
  const choosing = fresh.cashier.waitForEvent('filechooser');
  await tap(fresh.cashier.getByRole('button', { name: 'Import a key', exact: true }));
  await (await choosing).setFiles(file);
  for (const [typed, sentence] of [
    ['another passphrase', 'This is not the passphrase of the file. Type it again.'],
    [passphrase, 'The key was added. Quit the app, put the backup in place, then start the app again.'],
  ] as const) {
    await fresh.cashier.getByLabel('Passphrase of the file', { exact: true }).fill(typed);
    await tap(fresh.cashier.getByRole('button', { name: 'Import a key', exact: true }));
    await seesIn(fresh.cashier, sentence);
  }
  await fresh.close();
  rmSync(other.dataDir, { recursive: true });
  cpSync(dataDir, other.dataDir, { recursive: true });
  const restored = await other.open();
  expect(await tillAt(restored.posApiUrl).json('GET', `/sales/${sale.id}`)).toMatchObject({ reference: 'before' });
  await restored.close();
});

async function openShopSettings({ cashier }: Launched): Promise<void> {
  await tap(cashier.getByRole('tab', { name: 'Settings', exact: true }));
  await cashier.getByRole('button', { name: 'Export the key', exact: true }).waitFor();
}
