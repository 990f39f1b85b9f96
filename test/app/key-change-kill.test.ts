import { expect, onTestFinished, test } from 'vitest';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { killKeyChanges, stateOf } from '../crash/key-kills.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { runHeadless } from './run-headless.ts';
import { keyOfFolder, sealedFolder } from './sealed-folder.ts';

/** `KEY_KILLS=100` proves more, for whoever has the minutes. */
const kills = Number(process.env.KEY_KILLS ?? 20);

test(
  'a change of the key that is killed at random moments leaves every receipt readable, and in the end one key',
  async () => {
    const dataDir = await sealedFolder({ sales: 40, folders: 6 });
    const keychain = await openKeychainSession(tempFolder());
    onTestFinished(() => keychain.close());
    const { secrets, end } = startKeychainProcess('Receipt Companion', keychain.env);
    onTestFinished(end);
    const first = Buffer.from(keyOfFolder).toString('base64');
    await secrets.set('data-key', first);
    const before = await stateOf({ dataDir, secrets });
    expect(before.unreadable).toEqual([]);

    const random = createSeededRandom(5).fraction;
    const report = await killKeyChanges({ dataDir, env: keychain.env, secrets, random }, kills);
    if (kills > 20) process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.broken).toEqual([]);
    // Else the kills would have proven nothing.
    expect(report.between).toBeGreaterThan(3);

    const last = await runHeadless(['--rotate-key', '--data-dir', dataDir], keychain.env);
    expect(last).toMatchObject({ code: 0, said: { keyChanged: true } });
    const after = await stateOf({ dataDir, secrets });
    expect(after).toMatchObject({ rows: before.rows, unreadable: [], older: 0 });
    expect(await secrets.get('data-key-next')).toBeNull();
    expect(await secrets.get('data-key')).not.toBe(first);
  },
  120_000 + kills * 4_000,
);
