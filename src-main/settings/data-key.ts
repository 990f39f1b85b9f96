import { existsSync } from 'node:fs';
import type { Random, SecretStore } from '../ports.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { replaceFile } from '../storage/file-modes.ts';
import { ownerOnlyFile } from './owner-only-file.ts';

/** The keychain's account of the key that encrypts receipts at rest. */
const dataKeyAccount = 'data-key';
/** The new key during a rotation. It replaces the key above once no data are encrypted with that one. */
const nextDataKeyAccount = 'data-key-next';

/** The key that encrypts, and those with which something may still be encrypted. */
export interface DataKeys {
  readonly current: Uint8Array;
  readonly before: readonly Uint8Array[];
}

/** The place of the data key and its replacement. A crash at any moment leaves every key that is in use. */
export interface KeyStore {
  /** Creates a key and stores it beside the current one. Returns it after reading it back. */
  begin(): Promise<Result<Uint8Array>>;
  /** Deletes the previous key, because no data use it. May be called again. */
  finish(): Promise<Result<null>>;
}

/** The 32 bytes of a base64 text, or an error that describes the fault without showing the text. */
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

const inBase64 = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/**
 * The keys that encrypt receipts at rest, from the keychain; the first is made there once. A stored key that is not one is
 * an error and stays: writing another over it would make everything on disk unreadable. Rejects when no keychain answers.
 */
export const loadDataKeys = async (secrets: SecretStore, random: Random): Promise<Result<DataKeys>> => {
  const next = await secrets.get(nextDataKeyAccount);
  const kept = await secrets.get(dataKeyAccount);
  if (next !== null) {
    const keys = keysOf(next, kept);
    // The app ended between the last two steps of a change: no data use the previous key.
    if (keys.ok && keys.value.before.length === 0) await keychainKeyStore(secrets, random).finish();
    return keys;
  }
  if (kept !== null) return keysOf(kept, null);
  await secrets.set(dataKeyAccount, inBase64(random.bytes(32)));
  // Uses the key that the keychain returns, so that nothing is encrypted with a key that was not stored.
  const reread = await secrets.get(dataKeyAccount);
  return reread === null ? failed('keychainMissing', 'the keychain did not keep the data key') : keysOf(reread, null);
};

export const isKeyInKeychain = async (secrets: SecretStore): Promise<boolean> =>
  (await secrets.get(dataKeyAccount)) !== null || (await secrets.get(nextDataKeyAccount)) !== null;

function keysOf(current: string, before: string | null): Result<DataKeys> {
  const key = dataKeyFromBase64(current);
  if (!key.ok) return key;
  if (before === null || before.trim() === current.trim()) return done({ current: key.value, before: [] });
  const older = dataKeyFromBase64(before);
  return older.ok ? done({ current: key.value, before: [older.value] }) : older;
}

export const keychainKeyStore = (secrets: SecretStore, random: Random): KeyStore => ({
  async begin() {
    await secrets.set(nextDataKeyAccount, inBase64(random.bytes(32)));
    const reread = await secrets.get(nextDataKeyAccount);
    return reread === null
      ? failed('keychainMissing', 'the keychain did not keep the new data key')
      : dataKeyFromBase64(reread);
  },
  async finish() {
    const next = await secrets.get(nextDataKeyAccount);
    if (next === null) return done(null);
    await secrets.set(dataKeyAccount, next);
    if ((await secrets.get(dataKeyAccount)) !== next) {
      return failed('keychainMissing', 'the keychain did not keep the new data key in the place of the old one');
    }
    await secrets.remove(nextDataKeyAccount);
    return done(null);
  },
});

const nextFile = (path: string): string => `${path}-next`;

/**
 * Stores the key in owner-only files, for hosts without a keychain and without a given key. They protect less, and the
 * caller reports it.
 */
export const ownerOnlyKeyFile = (path: string, random: Random): Result<DataKeys> => {
  const next = ownerOnlyFile(nextFile(path)).read();
  if (!next.ok) return next;
  const file = ownerOnlyFile(path);
  const kept = file.read();
  if (!kept.ok) return kept;
  if (next.value !== null) return keysOf(next.value, kept.value);
  const text = kept.value === null ? file.make(inBase64(random.bytes(32))) : kept;
  return text.ok ? keysOf(text.value ?? '', null) : text;
};

export const fileKeyStore = (path: string, random: Random): KeyStore => ({
  async begin() {
    const made = ownerOnlyFile(nextFile(path)).make(inBase64(random.bytes(32)));
    return made.ok ? dataKeyFromBase64(made.value ?? '') : made;
  },
  async finish() {
    if (existsSync(nextFile(path))) replaceFile(nextFile(path), path);
    return done(null);
  },
});

const fixedKey = (why: string): KeyStore => ({
  begin: async () => failed('notAllowed', why),
  finish: async () => done(null),
});

/** The key comes from the host's environment, so it can be replaced only there. */
export const givenKeyStore = fixedKey(
  'the data key is given in RECEIPT_COMPANION_DATA_KEY and can only be changed there: give the new key in it and the one of now in RECEIPT_COMPANION_DATA_KEY_BEFORE, and start again',
);

/** The key is gone after this run, with everything that it encrypts. */
export const passingKeyStore = fixedKey('the data key of this run is kept nowhere: there is nothing to change');
