import { done, failed, type Result } from '../kernel/result.ts';
import type { Random, SecretStore } from '../ports.ts';
import { ownerOnlyFile } from './owner-only-file.ts';

/** The keychain's account of the key that encrypts receipts at rest. */
export const dataKeyAccount = 'data-key';

/** The 32 bytes behind a base64 text, or an error that says what is wrong with it without showing it. */
export const dataKeyFromBase64 = (text: string): Result<Uint8Array> => {
  const bare = text.trim().replace(/=+$/, '');
  const key = Buffer.from(bare, 'base64');
  if (key.toString('base64').replace(/=+$/, '') !== bare) {
    return failed('invalid', 'the data key is not base64; expected 32 bytes in base64 (44 characters)');
  }
  return key.length === 32
    ? done(new Uint8Array(key))
    : failed('invalid', `the data key has ${key.length} bytes; expected 32 bytes in base64 (44 characters)`);
};

/**
 * The key that encrypts receipts at rest, from the keychain; made there once. A stored key that is not one is an error
 * and stays: writing another over it would make everything on disk unreadable. Rejects when no keychain answers.
 */
export const loadDataKey = async (secrets: SecretStore, random: Random): Promise<Result<Uint8Array>> => {
  const kept = await secrets.get(dataKeyAccount);
  if (kept !== null) return dataKeyFromBase64(kept);
  await secrets.set(dataKeyAccount, Buffer.from(random.bytes(32)).toString('base64'));
  // What the keychain gives back is the key, not what was sent: nothing is encrypted with a key that was not kept.
  const reread = await secrets.get(dataKeyAccount);
  return reread === null
    ? failed('keychainMissing', 'the keychain did not keep the data key')
    : dataKeyFromBase64(reread);
};

/**
 * The same key in a file that only its owner can read, for headless hosts with neither keychain nor given key: it
 * protects less, and the caller says so.
 */
export const ownerOnlyKeyFile = (path: string, random: Random): Result<Uint8Array> => {
  const file = ownerOnlyFile(path);
  const kept = file.read();
  const text = kept.ok && kept.value === null ? file.make(Buffer.from(random.bytes(32)).toString('base64')) : kept;
  return text.ok ? dataKeyFromBase64(text.value ?? '') : text;
};
