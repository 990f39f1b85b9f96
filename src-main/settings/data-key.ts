import type { SecretStore } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { StorageRefused } from '../storage/database.ts';
import { keyMark } from '../storage/encryption.ts';
import { ownerOnlyFile } from './owner-only-file.ts';

/** The place of data keys: the keychain, or files for their owner alone. No key ever replaces another one. */
export type KeyPlace = Pick<SecretStore, 'get' | 'set'>;

/** The account of the first key in a place. A later key has its mark in the account's name. */
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
 * The key for data with this mark, or the first key. Null: the place has none. A stored key that is not one is an error
 * and stays, because everything on disk may need it. Rejects when no keychain answers.
 */
export async function findDataKey(place: KeyPlace, mark: string | null): Promise<Result<Uint8Array | null>> {
  const later = mark === null ? null : await place.get(laterKey(mark));
  const text = later ?? (await place.get(firstKey));
  return text === null ? done(null) : dataKeyFromBase64(text);
}

export const hasDataKey = async (place: KeyPlace): Promise<boolean> => (await place.get(firstKey)) !== null;

/** Adds a key. Returns it as the place returns it, so that nothing is encrypted with a key that was not stored. */
export async function addDataKey(place: KeyPlace, key: Uint8Array): Promise<Result<Uint8Array>> {
  const account = (await hasDataKey(place)) ? laterKey(keyMark(key).toString('hex')) : firstKey;
  await place.set(account, dataKeyInBase64(key));
  const reread = await place.get(account);
  return reread === null
    ? failed('keychainMissing', 'The keychain did not store the data key. Unlock it and try again.')
    : dataKeyFromBase64(reread);
}

/** `path` is the file of the first key. For hosts without a keychain; the files protect less, and the caller reports it. */
export function keyFiles(path: string): KeyPlace {
  const fileOf = (account: string) => ownerOnlyFile(`${path}${account.slice(firstKey.length)}`);
  const readable = <T>(read: Result<T>): T => {
    if (!read.ok) throw new StorageRefused(read.error.message);
    return read.value;
  };
  return {
    get: async (account) => readable(fileOf(account).read()),
    // If another start was first, its key is read back.
    set: async (account, text) => void readable(fileOf(account).make(text)),
  };
}
