import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey } from 'node:crypto';

/** Encrypts customers' data with AES-256-GCM: a fresh nonce each time, and the row's id as associated data. */
export type Encryption = ReturnType<typeof createEncryption>;

const nonceBytes = 12;
const tagBytes = 16;
const markBytes = 8;

/** Identifies a key without revealing it. Every encrypted value begins with the mark of its key. */
export const keyMark = (key: Uint8Array): Buffer =>
  createHash('sha256').update('receipt-companion key mark').update(key).digest().subarray(0, markBytes);

export const keyMarkIn = (encrypted: Uint8Array): string =>
  Buffer.from(encrypted.subarray(0, markBytes)).toString('hex');

export function createEncryption(key: Uint8Array, random: { bytes(count: number): Uint8Array }) {
  if (key.byteLength !== 32) throw new Error(`The data key has ${key.byteLength} bytes. Expected 32.`);
  // Created once, because creating the key object costs more than encrypting a sale.
  const secret = createSecretKey(key);
  const mark = keyMark(key);

  const encryption = {
    encrypt(id: string, text: string): Uint8Array {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(id, 'utf8'),
      );
      return Buffer.concat([mark, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(id: string, encrypted: Uint8Array): string {
      if (!mark.equals(encrypted.subarray(0, markBytes))) throw new Error('It is encrypted with another key.');
      const body = encrypted.subarray(markBytes);
      // A shortened tag would be easier to guess.
      const least = nonceBytes + tagBytes;
      if (body.byteLength < least) throw new Error(`Found ${body.byteLength} bytes. Expected ${least} or more.`);
      const nonce = body.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(id, 'utf8'),
      );
      decipher.setAuthTag(body.subarray(-tagBytes));
      return Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
    /** Null if this key does not open the value, or the value is damaged. */
    read(id: string, encrypted: Uint8Array): string | null {
      try {
        return encryption.decrypt(id, encrypted);
      } catch {
        return null;
      }
    },
    /** A keyed hash, to find a row by a text that the row must not contain. */
    hash: (text: string): string => createHmac('sha256', secret).update(text).digest('hex'),
  };
  return encryption;
}
