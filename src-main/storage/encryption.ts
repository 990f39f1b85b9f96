import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

/** Encrypts what is kept about customers: AES-256-GCM, a fresh nonce each time, the row's id as associated data. */
export interface Encryption {
  /** `id` binds the result to its row: it opens under no other. */
  encrypt(id: string, text: string): Uint8Array;
  /** Throws when the key, the id or a single bit is another. */
  decrypt(id: string, sealed: Uint8Array): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** `key`: 32 bytes from the keychain. */
export function createEncryption(key: Uint8Array, random: { bytes(count: number): Uint8Array }): Encryption {
  if (key.byteLength !== 32) throw new Error(`the data key has ${key.byteLength} bytes; expected 32`);
  // Made once: turning bytes into a key costs more than sealing a sale.
  const secret = createSecretKey(key);
  return {
    encrypt(id, text) {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(id, 'utf8'),
      );
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(id, sealed) {
      // A tag that is cut is easier to guess: it is none.
      const least = nonceBytes + tagBytes;
      if (sealed.byteLength < least) throw new Error(`found ${sealed.byteLength} bytes; expected ${least} or more`);
      const nonce = sealed.subarray(0, nonceBytes);
      const body = sealed.subarray(nonceBytes, sealed.byteLength - tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(id, 'utf8'),
      );
      decipher.setAuthTag(sealed.subarray(sealed.byteLength - tagBytes));
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
