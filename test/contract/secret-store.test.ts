import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecretStore } from '../../src-main/ports.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { addDataKey } from '../../src-main/settings/data-key.ts';
import {
  environmentSecrets,
  memorySecrets,
  probeStore,
  secretMaxBytes,
} from '../../src-main/settings/secret-stores.ts';
import { type KeychainSession, openKeychainSession } from '../electron/keychain-session.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { systemLacks } from '../fakes/system-lacks.ts';
import { type KeychainProcess, startKeychainProcess } from './keychain-process.ts';

/**
 * The promises of every SecretStore. The fake and the real keychain are both tested, so that the fake can be trusted.
 */
const secretStorePromises = (open: () => SecretStore): void => {
  test('an account that was never set is null', async () => {
    expect(await open().get('nobody')).toBeNull();
  });

  test('a secret comes back as it was, in any language', async () => {
    const secrets = open();
    for (const secret of [
      'plain',
      ' with spaces and "quotes" ',
      'Pässwörtchen 密码 🔑',
      'x'.repeat(secretMaxBytes - 1),
    ]) {
      await secrets.set('as-it-was', secret);
      expect(await secrets.get('as-it-was')).toBe(secret);
    }
  });

  test('a later secret replaces the earlier one, and only that of its account', async () => {
    const secrets = open();
    await secrets.set('one', 'first');
    await secrets.set('two', 'other');
    await secrets.set('one', 'second');
    expect(await secrets.get('one')).toBe('second');
    expect(await secrets.get('two')).toBe('other');
  });

  test('a removed secret is gone, and removing it again is harmless', async () => {
    const secrets = open();
    await secrets.set('removed', 'secret');
    await secrets.remove('removed');
    await secrets.remove('removed');
    expect(await secrets.get('removed')).toBeNull();
  });

  test.each([
    ['too long', 'ü'.repeat(secretMaxBytes / 2), '1000 bytes'],
    ['empty', '', '0 bytes'],
  ])(
    'a secret that is %s is refused with its size but not its text, and the old secret stays',
    async (_, secret, size) => {
      const secrets = open();
      await secrets.set('sized', 'before');
      const refusal = await secrets.set('sized', secret).then(
        () => 'kept',
        (error: Error) => error.message,
      );
      expect(refusal).toContain(`sized has ${size}`);
      expect(refusal).not.toContain('üü');
      expect(await secrets.get('sized')).toBe('before');
    },
  );

  test('the probe reports a working store, also the second time', async () => {
    const random = createSeededRandom();
    expect(await probeStore(open(), random)).toEqual({ ok: true });
    expect(await probeStore(open(), random)).toEqual({ ok: true });
  });
};

describe('secrets in memory', () => {
  const secrets = memorySecrets();
  secretStorePromises(() => secrets);
});

describe('secrets of the environment in front of another store', () => {
  const secrets = environmentSecrets({ given: 'from outside', missing: undefined }, memorySecrets());
  secretStorePromises(() => secrets);

  test('a secret of the environment can be read and not changed', async () => {
    expect(await secrets.get('given')).toBe('from outside');
    expect(await secrets.get('missing')).toBeNull();
    await expect(secrets.set('given', 'other')).rejects.toThrow('given comes from the environment');
    await expect(secrets.remove('given')).rejects.toThrow('given comes from the environment');
    expect(await secrets.get('given')).toBe('from outside');
  });
});

describe('secrets in the keychain of the system', () => {
  // Not the service name of the app, because outside Linux the test uses the tester's own keychain.
  const service = 'Receipt Companion test';
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  let session: KeychainSession;
  let keychain: KeychainProcess;
  beforeAll(async () => {
    session = await openKeychainSession(folder);
    keychain = startKeychainProcess(service, session.env);
  });
  afterAll(async () => {
    await keychain.end();
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  });

  secretStorePromises(() => keychain.secrets);

  const onLinux = test.skipIf(systemLacks('linuxTools'));

  const secretTool = (...args: readonly string[]): string =>
    execFileSync('secret-tool', args, { env: { ...process.env, ...session.env }, encoding: 'utf8' });

  onLinux('another program reads the same password under service and account', async () => {
    const saved = await liveAccount(keychain.secrets)
      .at(place)
      .set({ username: 'till@example.invalid', password: 'told to nobody' });
    expect(saved.ok).toBe(true);
    expect(secretTool('lookup', 'service', service, 'account', 'live/account')).toMatch(
      /^[0-9a-f]{32} \["till@example\.invalid","told to nobody"\]$/,
    );
  });

  onLinux('the probe leaves nothing behind', async () => {
    const random = createSeededRandom(7);
    const account = `probe/${createSeededRandom(7).uuid()}`;
    expect(await probeStore(keychain.secrets, random)).toEqual({ ok: true });
    expect(() => secretTool('lookup', 'service', service, 'account', account)).toThrow();
  });

  onLinux('no secret is on disk in plain text, and the keychain did write', async () => {
    const canary = 'canary-f3a1-keep-this-off-the-disk';
    await liveAccount(keychain.secrets)
      .at(place)
      .set({ username: canary, password: `${canary}!` });
    const key = await addDataKey(keychain.secrets, createSeededRandom().bytes(32));
    if (!key.ok) throw new Error(key.error.message);

    const filesHolding = (text: string): readonly string[] => {
      const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
      return filesBelow(folder).filter((path) => forms.some((form) => readFileSync(path).includes(form)));
    };
    expect(filesBelow(folder).some((path) => path.endsWith('.keyring'))).toBe(true);
    expect(filesHolding(canary)).toEqual([]);
    expect(filesHolding(Buffer.from(canary).toString('base64').slice(0, 40))).toEqual([]);
    expect(filesHolding(Buffer.from(key.value).toString('base64'))).toEqual([]);

    const planted = join(folder, 'planted');
    writeFileSync(planted, Buffer.from(`before ${canary} after`, 'utf16le'));
    expect(filesHolding(canary)).toEqual([planted]);
  });
});

describe.skipIf(systemLacks('missingKeychain'))('a missing keychain', () => {
  test('is reported with a reason, without a crash', async () => {
    const keychain = startKeychainProcess('Receipt Companion', {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nobody/listens',
    });
    const state = await probeStore(keychain.secrets, createSeededRandom());
    await keychain.end();
    expect(state).toEqual({ ok: false, reason: expect.stringMatching(/\w{3}/) });
  });
});

const place = { authUrl: 'https://sign-in.invalid/token', baseUrl: 'https://service.invalid' };

/** A keychain's folder also contains sockets. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
