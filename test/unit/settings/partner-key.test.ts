import { expect, test } from 'vitest';
import { envPartnerKey, partnerKey } from '../../../src-main/settings/credentials.ts';
import { environmentSecrets, memorySecrets } from '../../../src-main/settings/secret-stores.ts';

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
