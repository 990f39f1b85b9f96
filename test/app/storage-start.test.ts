import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../src-main/storage/folder-lock.ts';
import { startKeychainProcess } from '../contract/keychain-process.ts';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill } from './command-callers.ts';
import { otherProgram } from './other-program.ts';
import { hostEnv, noKeychain, posToken, refusedStart, startProgram, training } from './processes.ts';
import { acceptedSale, startOn } from './storage-app.ts';
import { liveFolder, openTestApp, openWithSale } from './test-app.ts';

test('a second start of any kind in one data folder names the first, leaves its file stop and ends with 1; kill -9 of the first leaves no lock', async () => {
  const dataDir = tempFolder();
  const unlock = lockFolder(dataDir, { pid: 4711, program: 'windowed', since: 0 });
  writeFileSync(join(dataDir, 'stop'), 'for process 4711');
  expect(await refusedStart(training(dataDir), hostEnv)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/process 4711 \(windowed\), since 1970/),
  });
  expect(existsSync(join(dataDir, 'stop'))).toBe(true);
  unlock();
  const first = await startProgram(training(dataDir), hostEnv);
  const { code, stderr } = await refusedStart(training(dataDir), hostEnv);
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`is in use .*process ${first.pid} \\(headless\\), since 20`));
  expect(await first.pos.json('GET', '/health')).toEqual({ ok: true });
  await first.end('SIGKILL');
  const second = await startProgram(training(dataDir), hostEnv);
  expect(await second.end('SIGTERM')).toBe(0);
});

test('a database that is encrypted with another key is not opened, and opens again with the right key', async () => {
  const dataDir = tempFolder();
  const first = await startOn({ dataDir });
  const saleId = await acceptedSale(first.app, 'sale-1');
  await first.app.stop();
  await expect(startOn({ dataDir, config: { dataKey: new Uint8Array(32).fill(8) } })).rejects.toThrow(
    /encrypted with another key .* Nothing was changed/,
  );
  const again = await startOn({ dataDir });
  expect(asTill(again.app).findSale(saleId)).toMatchObject({ state: 'queued' });
  expect(again.till.status().notices).toEqual([]);
});

test('a start that fails after it has opened the receipts leaves them closed for other programs', async () => {
  const testApp = await openTestApp();
  await testApp.stop();
  const path = join(liveFolder(testApp.dataDir), 'receipts.db');
  const other = otherProgram(path);
  other.exec(`delete from stored where name = 'identity-key';
    create trigger refused before insert on stored when new.name = 'identity-key' begin select raise(abort, 'no'); end`);
  await expect(testApp.start()).rejects.toThrow();
  other.exec('drop trigger refused; pragma busy_timeout = 0');
  // SQLite changes this mode only if no other connection is open.
  expect(other.prepare('pragma journal_mode = delete').get()).toEqual({ journal_mode: 'delete' });
});

test('a keychain that is locked at the start is asked again: the till starts as soon as the keychain is open', async () => {
  const { testApp, sale } = await openWithSale();
  await testApp.stop();
  const { get } = testApp.secrets;
  testApp.secrets.get = () => Promise.reject(new Error('the keychain is locked'));
  const started = testApp.start();
  for (let waited = 0; waited < 60; waited += 1) {
    await testApp.clock.passTimerIn(2_000);
  }
  await testApp.clock.untilTimerIn(2_000);
  testApp.secrets.get = get;
  testApp.clock.advance(2_000);
  await started;
  expect(testApp.till.findSale(sale.id)).toMatchObject({ state: 'open', url: sale.url });
  expect(testApp.till.status().notices).toEqual([]);
});

test.skipIf(systemLacks('missingKeychain'))(
  'without a keychain headless creates a key that only its owner can read, warns of less protection, and reads its receipts again, also when a keychain answers later with the key of another program',
  async () => {
    const withoutBus = { ...noKeychain, RECEIPT_COMPANION_POS_TOKEN: posToken };
    const dataDir = tempFolder();
    const first = await startProgram(training(dataDir), withoutBus);
    expect(await first.pos.json('GET', '/status')).toMatchObject({ keyStorage: 'file', notices: [] });
    expect(first.stderr()).toContain('data-key-file-used');
    expect(statSync(join(dataDir, 'data.key')).mode & 0o777).toBe(0o600);
    const sale = await first.pos.json('POST', '/sales', { reference: 'sale-1' });
    await first.end('SIGKILL');

    // If the key is missing, the start fails and creates no new key.
    const key = join(dataDir, 'data.key');
    renameSync(key, `${key}.away`);
    const refused = await refusedStart(training(dataDir), withoutBus);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/a key that is not here\. Import its exported file/),
    });
    expect(existsSync(key)).toBe(false);
    renameSync(`${key}.away`, key);
    const second = await startProgram(training(dataDir), withoutBus);
    expect(await second.pos.json('GET', `/sales/${sale.id}`)).toMatchObject({ reference: 'sale-1' });
    expect(await second.end('SIGTERM')).toBe(0);

    const keychain = await openKeychainSession(tempFolder());
    onTestFinished(() => keychain.close());
    const { secrets, end } = startKeychainProcess('Receipt Companion', keychain.env);
    onTestFinished(end);
    await secrets.set('data-key', Buffer.alloc(32, 9).toString('base64'));
    const third = await startProgram(training(dataDir), { ...withoutBus, ...keychain.env });
    expect(await third.pos.json('GET', `/sales/${sale.id}`)).toMatchObject({ reference: 'sale-1' });
  },
);
