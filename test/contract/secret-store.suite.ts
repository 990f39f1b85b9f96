import { expect, test } from 'vitest';
import type { SecretStore } from '../../src-main/ports.ts';
import { probeStore, secretMaxBytes } from '../../src-main/settings/secret-stores.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';

/**
 * The promises of every SecretStore. The fake and the real keychain are both tested, so that the fake can be trusted.
 */
export const secretStorePromises = (open: () => SecretStore): void => {
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
