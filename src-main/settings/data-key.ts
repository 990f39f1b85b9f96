import type { SecretStore } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { StorageRefused } from '../storage/database.ts';
import { keyMark } from '../storage/encryption.ts';
import { ownerOnlyFile } from './owner-only-file.ts';

/** Stores data keys in the keychain or in owner-only files. A key never replaces another one. */
export type KeyPlace = Pick<SecretStore, 'get' | 'set'>;

/** The entry of the first key. Later entries have the mark of their key in the name. */
const firstKey = 'data-key';
const laterKey = (mark: string): string => `${firstKey}-${mark}`;

/** The 32 bytes of a base64 text, or an error that describes the fault without showing the text. */
export const dataKeyFromBase64 = (text: string): Result<Uint8Array> => {
  const bare = text.trim().replace(/=+$/, '');
  const key = Buffer.from(bare, 'base64');
  if (key.toString('base64').replace(/=+$/, '') !== bare) {
    return failed('invalid', 'The data key is not base64. Expected 32 bytes in base64 (44 characters).');
  }
  return key.length === 32
    ? done(new Uint8Array(key))
    : failed('invalid', `The data key has ${key.length} bytes. Expected 32 bytes in base64 (44 characters).`);
};

export const dataKeyInBase64 = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/**
 * Finds the key with this mark, or the first key. Null: there is none. An invalid stored key is an error and stays,
 * because the data on disk may need it. Rejects when no keychain answers.
 */
export async function findDataKey(place: KeyPlace, mark: string | null): Promise<Result<Uint8Array | null>> {
  const later = mark === null ? null : await place.get(laterKey(mark));
  const text = later ?? (await place.get(firstKey));
  return text === null ? done(null) : dataKeyFromBase64(text);
}

/** Adds a key and returns it as it was read back, so that nothing is encrypted with a key that was not stored. */
export async function addDataKey(place: KeyPlace, key: Uint8Array): Promise<Result<Uint8Array>> {
  const account = (await place.get(firstKey)) === null ? firstKey : laterKey(keyMark(key).toString('hex'));
  await place.set(account, dataKeyInBase64(key));
  const reread = await place.get(account);
  return reread === null
    ? failed('keychainMissing', 'The keychain did not store the data key. Unlock it and try again.')
    : dataKeyFromBase64(reread);
}

/**
 * Keys in the keychain, which would replace the first key if two first starts store theirs at the same time. So the
 * first key also has an entry with its mark, where `findDataKey` looks first.
 */
export const keysIn = (keychain: KeyPlace): KeyPlace => ({
  get: keychain.get,
  async set(account, text) {
    const mark = keyMark(Buffer.from(text, 'base64')).toString('hex');
    if (account === firstKey) await keychain.set(laterKey(mark), text);
    await keychain.set(account, text);
  },
});

/**
 * Keys in files, for hosts without a keychain. They protect less, which the caller reports. `path`: the first key's
 * file.
 */
export function keyFiles(path: string): KeyPlace {
  const fileOf = (account: string) => ownerOnlyFile(`${path}${account.slice(firstKey.length)}`);
  const readable = <T>(read: Result<T>): T => {
    if (!read.ok) throw new StorageRefused(read.error.message);
    return read.value;
  };
  return {
    get: async (account) => readable(fileOf(account).read()),
    set: async (account, text) => void readable(fileOf(account).make(text)),
  };
}
