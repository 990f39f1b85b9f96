import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { keyMark } from '../../src-main/storage/encryption.ts';
import { posToken, programEnv, posClient as tillAt } from '../app/program.ts';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openedExternally } from '../electron/in-main.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import type { Launched } from '../electron/launch.ts';
import { switchesOfOthers, wordsOfOthers } from '../electron/running.ts';
import { ordersVariable, plainOrders } from '../electron/stand-in/orders.ts';
import { tap } from '../electron/tap.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
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
    open: (): Promise<Launched> =>
      openStandIn('its commands are processes of the stand-in', {
        dataDir,
        env: { ...env, RECEIPT_COMPANION_POS_TOKEN: posToken },
        keychain: 'host',
        args: ['--training', '--pos-port', '0'],
      }),
  };
}

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
