import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runOneShot } from '../../src-main/cli/one-shot.ts';
import type { SecretStore } from '../../src-main/ports.ts';
import { givenKeyStore, type KeyStore, keychainKeyStore, loadDataKeys } from '../../src-main/settings/data-key.ts';
import { createKeyRotation, type KeyRotation } from '../../src-main/settings/key-rotation.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { createEncryption, type Keyring } from '../../src-main/storage/encryption.ts';
import { createPartnerUserTable } from '../../src-main/storage/partner-user-table.ts';
import { receiptFormat } from '../../src-main/storage/schema.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { stateOf } from '../crash/key-kills.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { asTill, asWindow } from './asking.ts';
import { keyOfFolder, sealedFolder } from './encrypted-folder.ts';
import { acceptedSale, startOn } from './storage-app.ts';
import { good, liveFolder } from './test-app.ts';

async function keychainWithKey(): Promise<SecretStore> {
  const secrets = memorySecrets();
  await secrets.set('data-key', Buffer.from(keyOfFolder).toString('base64'));
  return secrets;
}

async function keyringOf(secrets: SecretStore): Promise<Keyring> {
  const { current, before } = good(await loadDataKeys(secrets, systemRandom));
  return createEncryption(current, systemRandom, before);
}

interface Started {
  readonly rotation: KeyRotation;
  /** The number of started writes: of the keychain and of the steps on disk. */
  readonly writes: () => number;
}

/** A change in which write number `lastOf` and all later ones never end, as after a kill. */
async function changeUntil(dataDir: string, secrets: SecretStore, lastOf = Number.POSITIVE_INFINITY): Promise<Started> {
  let count = 0;
  const never = new Promise<never>(() => undefined);
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    count += 1;
    return count > lastOf ? never : work();
  };
  const dying: SecretStore = {
    get: secrets.get,
    set: (account, secret) => write(() => secrets.set(account, secret)),
    remove: (account) => write(() => secrets.remove(account)),
  };
  const keyring = await keyringOf(secrets);
  const rotation = createKeyRotation({
    dataDir,
    keyring,
    keyStore: keychainKeyStore(dying, systemRandom),
    clock: { ...systemClock, nextTurn: () => write(() => Promise.resolve()) },
    log: createKeptLog(),
  });
  return { rotation, writes: () => count };
}

test('a change interrupted at any write leaves everything readable, and the next start completes it', async () => {
  const folder = await sealedFolder({ sales: 8, folders: 1 });
  let points = 0;
  for (let lastOf = 0; ; lastOf += 1) {
    const dataDir = join(tempFolder(), 'data');
    cpSync(folder, dataDir, { recursive: true });
    const secrets = await keychainWithKey();
    const { rotation, writes } = await changeUntil(dataDir, secrets, lastOf);
    const begun = rotation.begin().then(() => rotation.ended());
    let isOver = false;
    void begun.finally(() => {
      isOver = true;
    });
    while (!isOver && writes() <= lastOf) await nextTurn();
    const between = await stateOf({ dataDir, secrets });
    expect([lastOf, between.unreadable]).toEqual([lastOf, []]);

    const next = await changeUntil(dataDir, secrets);
    next.rotation.resume();
    await next.rotation.ended();
    const after = await stateOf({ dataDir, secrets });
    expect([lastOf, after]).toEqual([lastOf, { ...between, older: 0, unreadable: [], isMixed: false }]);
    // Before the first write nothing was started: the only key is the previous one.
    expect([lastOf, await secrets.get('data-key-next')]).toEqual([lastOf, null]);
    if (isOver) break;
    points = lastOf;
  }
  expect(points).toBeGreaterThan(12);
});

describe('in the running program', () => {
  async function openWithKey(dataDir: string, secrets: SecretStore) {
    const { current, before } = good(await loadDataKeys(secrets, systemRandom));
    return startOn({
      dataDir,
      dataKey: current,
      config: { dataKeysBefore: before, keyStore: keychainKeyStore(secrets, systemRandom) },
    });
  }
  const isChanging = async (app: Parameters<typeof asWindow>[0]): Promise<boolean> =>
    good(await asWindow(app)['diagnostics.get'](null, 'cashier')).keyIsChanging;

  test('the key changes while tills sell, and the next start needs only the new one', async () => {
    const dataDir = await sealedFolder({ sales: 30, folders: 1 });
    const secrets = await keychainWithKey();
    const { app } = await openWithKey(dataDir, secrets);
    const older = asTill(app).listSales({ limit: 1 }).items[0]?.id ?? '';
    good(await asWindow(app)['key.change'](null, 'cashier'));
    // A second tap starts no second change.
    good(await asWindow(app)['key.change'](null, 'cashier'));
    expect(await isChanging(app)).toBe(true);
    const sold: string[] = [];
    for (let count = 0; await isChanging(app); count += 1) {
      sold.push(await acceptedSale(app, `meanwhile-${count}`));
      await nextTurn();
    }
    expect(sold.length).toBeGreaterThan(1);
    expect((await secrets.get('data-key'))?.length).toBe(44);
    expect(await secrets.get('data-key')).not.toBe(Buffer.from(keyOfFolder).toString('base64'));
    await app.stop();
    expect(await stateOf({ dataDir, secrets })).toMatchObject({ unreadable: [], older: 0 });

    const again = await openWithKey(dataDir, secrets);
    expect(asTill(again.app).findSale(older)).toMatchObject({ state: 'queued' });
    for (const id of sold) expect(asTill(again.app).findSale(id)).toMatchObject({ state: 'queued' });
    const found = { search: 'sale-29', state: null, place: null, day: null, cursor: null };
    expect(good(await asWindow(again.app)['receipts.list'](found, 'cashier')).rows).toHaveLength(1);
    expect(asTill(again.app).status().notices).toEqual(['otherConnectionWaits']);
    await again.app.stop();
    const users = openDatabase(join(liveFolderOf(dataDir), 'receipts.db'), receiptFormat);
    expect(createPartnerUserTable(users, await keyringOf(secrets)).find('card-7')).toBe('user-7');
    users.close();
  });

  test('a change interrupted by the end of the app continues at the next start', async () => {
    const dataDir = await sealedFolder({ sales: 30, folders: 1 });
    const secrets = await keychainWithKey();
    const first = await openWithKey(dataDir, secrets);
    good(await asWindow(first.app)['key.change'](null, 'cashier'));
    await first.app.stop();
    expect((await stateOf({ dataDir, secrets })).older).toBeGreaterThan(0);
    expect(await secrets.get('data-key-next')).not.toBeNull();

    const second = await openWithKey(dataDir, secrets);
    while (await isChanging(second.app)) await nextTurn();
    await second.app.stop();
    expect(await stateOf({ dataDir, secrets })).toMatchObject({ unreadable: [], older: 0 });
    expect(await secrets.get('data-key-next')).toBeNull();
  });
});

const liveFolderOf = (dataDir: string): string => {
  const name = readdirSync(dataDir).find((found) => /^live-(?!0{15})/.test(found));
  return join(dataDir, name ?? '');
};

test('an earlier backup is refused with the fate of its key, and the change asks for a new backup', async () => {
  const dataDir = await sealedFolder({ sales: 2, folders: 0 });
  const backup = join(tempFolder(), 'data');
  cpSync(dataDir, backup, { recursive: true });
  const secrets = await keychainWithKey();
  const unlocked = {
    dataKey: good(await loadDataKeys(secrets, systemRandom)).current,
    dataKeysBefore: [],
    keyStore: keychainKeyStore(secrets, systemRandom),
  };
  const parts = {
    dataDir,
    unlocked,
    clock: systemClock,
    random: systemRandom,
    log: createKeptLog(),
    program: 'headless',
  };
  expect(await runOneShot('rotateKey', '', parts)).toMatchObject({
    isDone: true,
    said: { keyChanged: true, backups: expect.stringMatching(/^Make a new backup .* from before/) },
  });
  const { current } = good(await loadDataKeys(secrets, systemRandom));
  await expect(startOn({ dataDir: backup, dataKey: current })).rejects.toThrow(
    /a backup from before a change of the key, that change has removed .* restore a backup from after it/,
  );
});

describe('a change of the key is refused, and no key is made,', () => {
  const refusal = async (dataDir: string, keyStore: KeyStore): Promise<string> => {
    const { app } = await startOn({ dataDir, config: { keyStore } });
    const answer = await asWindow(app)['key.change'](null, 'cashier');
    return answer.ok ? 'begun' : answer.error.message;
  };

  test('while a damaged copy exists that would be lost with the old key', async () => {
    const dataDir = await sealedFolder({ sales: 1, folders: 0 });
    writeFileSync(join(liveFolder(dataDir), 'receipts.damaged-2026-01-01.db'), 'half a database');
    const secrets = await keychainWithKey();
    expect(await refusal(dataDir, keychainKeyStore(secrets, systemRandom))).toMatch(
      /receipts\.damaged-2026-01-01\.db is damaged .* lost for good/,
    );
    expect(await secrets.get('data-key-next')).toBeNull();
  });

  test('where the environment provides the key: the error explains how the host changes it', async () => {
    const dataDir = await sealedFolder({ sales: 1, folders: 0 });
    expect(await refusal(dataDir, givenKeyStore)).toContain('RECEIPT_COMPANION_DATA_KEY_BEFORE');
  });
});
