import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SecretStore } from '../../../src-main/ports.ts';
import { envAccount, envPartnerKey, liveAccount, partnerKey } from '../../../src-main/settings/credentials.ts';
import { addDataKey, dataKeyFromBase64, findDataKey, keyFiles, keysIn } from '../../../src-main/settings/data-key.ts';
import { environmentSecrets, memorySecrets, probeStore, withLimit } from '../../../src-main/settings/secret-stores.ts';
import { done } from '../../../src-main/shared/result.ts';
import { keyMark } from '../../../src-main/storage/encryption.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const given = { username: 'till@example.invalid', password: 'told to nobody' };

const place = { authUrl: 'https://sign-in.example/tenant/token', baseUrl: 'https://service.example' };

describe('the credentials of the service', () => {
  test.each([
    ['sign-in host', { authUrl: 'https://sign-in.evil/tenant/token' }],
    ['sign-in path', { authUrl: 'https://sign-in.example/other/token' }],
    ['sign-in port', { authUrl: 'https://sign-in.example:8443/tenant/token' }],
    ['sign-in scheme', { authUrl: 'http://sign-in.example/tenant/token' }],
    ['service host', { baseUrl: 'https://service.evil' }],
    ['service port', { baseUrl: 'https://service.example:8443' }],
    ['sign-in address, such as an empty one', { authUrl: '' }],
  ])('are returned for no other %s', async (_what, other) => {
    const account = liveAccount(memorySecrets());
    await account.at(place).set(given);
    expect(await account.at({ ...place, ...other }).get()).toBeNull();
    expect(await account.at({ ...place, ...other }).stored()).toBe(false);
    expect(await account.exists()).toBe(true);
    expect(await account.at({ ...place, baseUrl: 'https://service.example/another/path' }).get()).toEqual(given);
  });

  test('credentials of the environment are valid only for the addresses of this start', async () => {
    const account = liveAccount(environmentSecrets(envAccount(given, place), memorySecrets()));
    expect(await account.at(place).get()).toEqual(given);
    expect(await account.at({ ...place, authUrl: 'https://evil.example/token' }).get()).toBeNull();
  });

  test('longer than 999 characters with their mark, which is the limit of a keychain, are refused with the name of the field only', async () => {
    const secrets = memorySecrets();
    const vault = liveAccount(secrets).at(place);
    const longest = { ...given, password: 'p'.repeat(966 - `["${given.username}",""]`.length) };
    expect((await vault.set(longest)).ok).toBe(true);
    expect(((await secrets.get('live/account')) ?? '').length).toBe(999);
    const refused = await vault.set({ ...given, password: `${longest.password}p` });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid', fields: [{ path: '/password' }] } });
    expect(JSON.stringify(refused)).not.toContain('ppp');
    expect(await vault.set({ username: 'u'.repeat(641), password: 'p' })).toMatchObject({ ok: false });
    expect(await vault.get()).toEqual(longest);
  });

  test('an interrupted change leaves the old account or the new one, and never a mixture', async () => {
    const inner = memorySecrets();
    const next = { username: 'new', password: 'new' };
    for (const breakAt of [1, 2]) {
      await liveAccount(inner).at(place).set(given);
      let calls = 0;
      const step = async (): Promise<void> => {
        calls += 1;
        if (calls === breakAt) throw new Error('the keychain went away');
      };
      const breaking: SecretStore = {
        get: inner.get,
        set: (account, secret) => step().then(() => inner.set(account, secret)),
        remove: (account) => step().then(() => inner.remove(account)),
      };
      await expect(liveAccount(breaking).at(place).set(next)).rejects.toThrow('went away');
      expect(await liveAccount(inner).at(place).get()).toEqual(breakAt === 1 ? given : next);
    }
  });
});

test('accounts that are stored at the same time are stored one after the other, so that neither loses its password', async () => {
  const account = liveAccount(memorySecrets());
  const [next, nextPlace] = [
    { username: 'next', password: 'next' },
    { ...place, baseUrl: 'https://next.example' },
  ];
  await account.prepare(place, given);
  await Promise.all([account.settle(place), account.prepare(nextPlace, next)]);
  expect([await account.at(place).get(), await account.at(nextPlace).get()]).toEqual([given, next]);

  await account.prepare(place, given);
  await Promise.all([account.settle(place), account.at(place).set({ ...given, password: 'newer' })]);
  expect(await account.at(place).get()).toEqual({ ...given, password: 'newer' });
});

describe('the key of the partner interface', () => {
  const here = 'https://partner.example/a';

  test('a key is used for its own origin with any path, and for no other origin', async () => {
    const secrets = memorySecrets();
    expect(await partnerKey(secrets, here).set('key-1')).toMatchObject({ ok: true });
    expect(await partnerKey(secrets, 'https://partner.example/b').get()).toBe('key-1');
    for (const other of ['https://other.example/a', 'http://partner.example/a', 'https://partner.example:444/a', '']) {
      expect(await partnerKey(secrets, other).get()).toBeNull();
    }
  });

  test.each(['', 'two\nlines', ' blank', 'schlüssel', 'x'.repeat(1_000)])(
    'a key that fits into no header or keychain is refused',
    async (key) => {
      const secrets = memorySecrets();
      expect(await partnerKey(secrets, here).set(key)).toMatchObject({ ok: false, error: { code: 'invalid' } });
      expect(await partnerKey(secrets, here).get()).toBeNull();
    },
  );

  test('a key without an address is not kept', async () => {
    expect(await partnerKey(memorySecrets(), '').set('key-1')).toMatchObject({ error: { code: 'notConfigured' } });
  });

  test('the key of the environment is valid only for the address of this start', async () => {
    const secrets = environmentSecrets(envPartnerKey('key-1', here), memorySecrets());
    expect(await partnerKey(secrets, here).get()).toBe('key-1');
    expect(await partnerKey(secrets, 'https://other.example').get()).toBeNull();
    await expect(partnerKey(secrets, here).set('key-2')).rejects.toThrow('environment');
  });
});

describe('a keychain that does not answer', () => {
  /** Each call waits until the test ends it. */
  function silent() {
    const calls: ((secret: string | null) => void)[] = [];
    const wait = <T>(): Promise<T> => new Promise((resolve) => calls.push(resolve as () => void));
    const clock = createManualClock();
    return { clock, calls, secrets: withLimit({ get: wait, set: wait, remove: wait }, clock) };
  }

  test.each([
    ['get', (secrets: SecretStore) => secrets.get('a')],
    ['set', (secrets: SecretStore) => secrets.set('a', 'b')],
    ['remove', (secrets: SecretStore) => secrets.remove('a')],
  ])('rejects %s after 30 seconds, and gets the next call as well', async (_name, call) => {
    const { clock, calls, secrets } = silent();
    const first = call(secrets);
    clock.advance(30_000);
    await expect(first).rejects.toThrow('within 30000 ms');
    void call(secrets).catch(() => undefined);
    expect(calls).toHaveLength(2);
  });

  test('uses at most two threads of the program, and gets a new call when one returns', async () => {
    const { clock, calls, secrets } = silent();
    for (const account of ['one', 'two']) {
      const call = secrets.get(account);
      clock.advance(30_000);
      await expect(call).rejects.toThrow('within 30000 ms');
    }
    await expect(secrets.get('three')).rejects.toThrow('Unlock the keychain');
    expect(calls).toHaveLength(2);
    calls[0]?.('late');
    await clock.nextTurn();
    const next = secrets.get('four');
    calls[2]?.('found');
    expect(await next).toBe('found');
  });
});

test('the probe does not trust a keychain that loses values', async () => {
  const forgetful: SecretStore = { ...memorySecrets(), set: async () => {} };
  expect(await probeStore(forgetful, createSeededRandom())).toMatchObject({ ok: false });
});

describe('the data key', () => {
  const random = createSeededRandom(3);

  test('is added once, and a later one never replaces it', async () => {
    const secrets = memorySecrets();
    expect(await findDataKey(secrets, null)).toEqual(done(null));
    const [first, later] = [random.bytes(32), random.bytes(32)];
    expect(await addDataKey(secrets, first)).toEqual(done(first));
    expect(await addDataKey(secrets, later)).toEqual(done(later));
    expect(await findDataKey(secrets, null)).toEqual(done(first));
    expect(await findDataKey(secrets, keyMark(first).toString('hex'))).toEqual(done(first));
    expect(await findDataKey(secrets, keyMark(later).toString('hex'))).toEqual(done(later));
  });

  test('stays in the keychain if another first start stores its key at the same time', async () => {
    const secrets = memorySecrets();
    const [key, other] = [random.bytes(32), random.bytes(32)];
    const place = keysIn(secrets);
    // The other start has looked for a key before this one stores its own.
    const isNone = Promise.resolve(null);
    expect(await addDataKey(place, key)).toEqual(done(key));
    let looks = 0;
    await addDataKey({ ...place, get: (account) => (looks++ === 0 ? isNone : place.get(account)) }, other);
    for (const one of [key, other]) expect(await findDataKey(place, keyMark(one).toString('hex'))).toEqual(done(one));
  });

  test('causes an error if it is damaged, and is never replaced', async () => {
    const secrets = memorySecrets();
    await secrets.set('data-key', 'c2hvcnQ=');
    expect(await findDataKey(secrets, null)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('5 bytes') },
    });
    await addDataKey(secrets, random.bytes(32));
    expect(await secrets.get('data-key')).toBe('c2hvcnQ=');
  });

  test('is not used if the keychain did not store it', async () => {
    expect(await addDataKey({ ...memorySecrets(), set: async () => {} }, random.bytes(32))).toMatchObject({
      ok: false,
      error: { code: 'keychainMissing' },
    });
  });

  test.each([
    ['', '0 bytes'],
    [Buffer.alloc(31).toString('base64'), '31 bytes'],
    [Buffer.alloc(33).toString('base64'), '33 bytes'],
    ['not base64 at all, sorry!', 'not base64'],
    ['a'.repeat(64), '48 bytes'],
  ])('%j is refused: %s', (text, why) => {
    expect(dataKeyFromBase64(text)).toMatchObject({
      ok: false,
      error: { code: 'invalid', message: expect.stringContaining(why) },
    });
  });

  test('is read from base64 with or without padding and a line feed', () => {
    const text = Buffer.from(random.bytes(32)).toString('base64');
    expect(dataKeyFromBase64(`${text}\n`)).toEqual(dataKeyFromBase64(text.replace('=', '')));
    expect(dataKeyFromBase64(text).ok).toBe(true);
  });
});

describe('the key file of a host without a keychain', () => {
  let folder: string;
  beforeEach(() => {
    folder = tempFolder();
  });
  const random = createSeededRandom(5);

  test('is readable by its owner only and never replaced: a later key gets its own file', async () => {
    const files = keyFiles(join(folder, 'data.key'));
    const [first, later] = [random.bytes(32), random.bytes(32)];
    expect(await addDataKey(files, first)).toEqual(done(first));
    expect(readdirSync(folder)).toEqual(['data.key']);
    if (!systemLacks('modes')) expect(statSync(join(folder, 'data.key')).mode & 0o777).toBe(0o600);
    await addDataKey(files, later);
    expect(readdirSync(folder)).toEqual(['data.key', `data.key-${keyMark(later).toString('hex')}`]);
    expect(await findDataKey(files, null)).toEqual(done(first));
  });

  test.skipIf(systemLacks('modes'))('a key file that others can read is refused', async () => {
    const path = join(folder, 'data.key');
    await addDataKey(keyFiles(path), random.bytes(32));
    chmodSync(path, 0o640);
    await expect(findDataKey(keyFiles(path), null)).rejects.toThrow('mode 640');
  });
});
