import { expect, onTestFinished, test } from 'vitest';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { killKeyChanges, stateOf } from '../crash/key-kills.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { drawnRandom, isSoak, volume } from '../fakes/drawn.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { keyOfFolder, sealedFolder } from './encrypted-folder.ts';
import { runHeadless } from './run-headless.ts';

const kills = volume(50);

test('a change of the key that is killed at random moments leaves every receipt readable, and in the end one key', async () => {
  const dataDir = await sealedFolder({ sales: 40, folders: 6 });
  const keychain = await openKeychainSession(tempFolder());
  onTestFinished(() => keychain.close());
  const { secrets, end } = startKeychainProcess('Receipt Companion', keychain.env);
  onTestFinished(end);
  const first = Buffer.from(keyOfFolder).toString('base64');
  await secrets.set('data-key', first);
  const before = await stateOf({ dataDir, secrets });
  expect(before.unreadable).toEqual([]);

  const random = drawnRandom().fraction;
  const report = await killKeyChanges({ dataDir, env: keychain.env, secrets, random }, kills);
  if (isSoak) process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.broken).toEqual([]);

  const last = await runHeadless(['--rotate-key', '--data-dir', dataDir], keychain.env);
  expect(last).toMatchObject({ code: 0, said: { keyChanged: true } });
  const after = await stateOf({ dataDir, secrets });
  expect(after).toMatchObject({ rows: before.rows, unreadable: [], older: 0 });
  expect(await secrets.get('data-key-next')).toBeNull();
  expect(await secrets.get('data-key')).not.toBe(first);
});
