import { readFileSync } from 'node:fs';
import type { Encryption, Keyring } from './encryption.ts';
import { writeWhole } from './whole-file.ts';

/** A file of the inbox as it is kept after it was taken: sealed like a receipt, whatever its bytes and its name are. */
const id = 'inbox:taken';

export const sealTaken = (encryption: Pick<Encryption, 'encrypt'>, bytes: Uint8Array): Uint8Array =>
  encryption.encrypt(id, Buffer.from(bytes).toString('base64'));

/** Throws when it is no such file, or of another key. */
export const openTaken = (encryption: Pick<Encryption, 'decrypt'>, sealed: Uint8Array): Uint8Array =>
  Buffer.from(encryption.decrypt(id, sealed), 'base64');

/** Seals the file with the newest key; there is a whole one under its name at every moment. */
export function resealTaken(keyring: Keyring, path: string): 'current' | 'resealed' | 'unreadable' {
  const sealed = readFileSync(path);
  if (keyring.isCurrent(sealed)) return 'current';
  let anew: Uint8Array;
  try {
    anew = keyring.encrypt(id, keyring.decrypt(id, sealed));
  } catch {
    return 'unreadable';
  }
  writeWhole(path, anew);
  return 'resealed';
}
