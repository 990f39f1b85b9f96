import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyMark } from '../../src-main/storage/encryption.ts';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openedExternally } from '../electron/in-main.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import type { Launched } from '../electron/launch.ts';
import { tap } from '../electron/tap.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { seesIn } from './cashier-hands.ts';
import { openStandIn } from './open-app.ts';

const passphrase = 'correct horse battery staple';

/** A program with its own data folder and keychain, in the settings of the shop. */
async function openInstallation() {
  const dataDir = tempFolder();
  const { env, close } = await openKeychainSession(tempFolder());
  onTestFinished(close);
  const { secrets, end } = startKeychainProcess('Receipt Companion', env);
  onTestFinished(end);
  const app = await openStandIn('it reads a keychain that the spec has opened', { dataDir, env, keychain: 'host' });
  await tap(app.cashier.getByRole('tab', { name: 'Settings', exact: true }));
  await buttonOf(app, 'Export the key').waitFor();
  return { app, dataDir, secrets };
}

const buttonOf = ({ cashier }: Launched, name: string) => cashier.getByRole('button', { name, exact: true });

/** test/app/backup.test.ts shows that an imported key opens a backup. */
test('the data key that Settings exported is imported in the window of another installation', async () => {
  const { app: first, dataDir, secrets } = await openInstallation();
  await tap(buttonOf(first, 'Export the key'));
  await first.cashier.getByLabel('Passphrase of the file', { exact: true }).fill(passphrase);
  const again = first.cashier.getByLabel('The same passphrase again', { exact: true });
  await again.fill(passphrase.slice(1));
  expect(await buttonOf(first, 'Export the key').isDisabled()).toBe(true);
  await again.fill(passphrase);
  await tap(buttonOf(first, 'Export the key'));
  const exports = join(dataDir, 'exports');
  await expect.poll(() => existsSync(exports) && readdirSync(exports)).toHaveLength(1);
  const file = join(exports, readdirSync(exports)[0] ?? '');
  await first.cashier.getByText(`Saved as ${file}`).waitFor();
  await tap(buttonOf(first, 'Open folder'));
  await expect.poll(() => first.inMain(openedExternally, null)).toEqual([expect.stringMatching(/^show .*data-key-/)]);
  await first.close();

  const other = await openInstallation();
  const choosing = other.app.cashier.waitForEvent('filechooser');
  await tap(buttonOf(other.app, 'Import a key'));
  await (await choosing).setFiles(file);
  for (const [typed, sentence] of [
    ['another passphrase', 'This is not the passphrase of the file. Type it again.'],
    [passphrase, 'The key was added. Quit the app, put the backup in place, then start the app again.'],
  ] as const) {
    await other.app.cashier.getByLabel('Passphrase of the file', { exact: true }).fill(typed);
    await tap(buttonOf(other.app, 'Import a key'));
    await seesIn(other.app.cashier, sentence);
  }
  const key = await secrets.get('data-key');
  const mark = keyMark(Buffer.from(key ?? '', 'base64')).toString('hex');
  expect(await other.secrets.get(`data-key-${mark}`)).toBe(key);
});
