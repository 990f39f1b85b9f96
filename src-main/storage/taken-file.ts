import type { Encryption } from './encryption.ts';

/** A file of the inbox as it is kept after it was taken: sealed like a receipt, whatever its bytes and its name are. */
const id = 'inbox:taken';

export const sealTaken = (encryption: Pick<Encryption, 'encrypt'>, bytes: Uint8Array): Uint8Array =>
  encryption.encrypt(id, Buffer.from(bytes).toString('base64'));

/** Throws when it is no such file, or of another key. */
export const openTaken = (encryption: Pick<Encryption, 'decrypt'>, sealed: Uint8Array): Uint8Array =>
  Buffer.from(encryption.decrypt(id, sealed), 'base64');
