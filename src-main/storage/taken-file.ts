import type { Seal } from './seal.ts';

/** A file of the inbox as it is kept after it was taken: sealed like a receipt, whatever its bytes and its name are. */
const id = 'inbox:taken';

export const sealTaken = (seal: Pick<Seal, 'close'>, bytes: Uint8Array): Uint8Array =>
  seal.close(id, Buffer.from(bytes).toString('base64'));

/** Throws when it is no such file, or of another key. */
export const openTaken = (seal: Pick<Seal, 'open'>, sealed: Uint8Array): Uint8Array =>
  Buffer.from(seal.open(id, sealed), 'base64');
