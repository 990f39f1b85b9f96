import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The keys in use. The newest key encrypts, and each of them decrypts. Every part of the app has the same keyring. */
export type Keyring = ReturnType<typeof createEncryption>;
/** Encrypts customers' data: AES-256-GCM, a fresh nonce each time, the row's id as associated data. */
export type Encryption = Pick<Keyring, 'encrypt' | 'decrypt'>;

const nonceBytes = 12;
const tagBytes = 16;
const markBytes = 8;

interface Key {
  readonly secret: KeyObject;
  readonly mark: Buffer;
}

/** `key`, `before`: 32 bytes each. `key` replaces the keys in `before`. */
export function createEncryption(
  key: Uint8Array,
  random: { bytes(count: number): Uint8Array },
  before: readonly Uint8Array[] = [],
) {
  let current = keyOf(key);
  let older = before.map(keyOf);
  const keys = (): readonly Key[] => [current, ...older];

  return {
    /** `id` binds the result to its row: it cannot be decrypted under another id. The first bytes identify the key. */
    encrypt(id: string, text: string): Uint8Array {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.secret, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(id, 'utf8'),
      );
      return Buffer.concat([current.mark, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    /** Throws if no current key fits, or if the id or a single bit differs. */
    decrypt(id: string, encrypted: Uint8Array): string {
      const marked = keys().find(({ mark }) => mark.equals(encrypted.subarray(0, markBytes)));
      if (marked === undefined) throw new Error('it is under a key that is not here');
      return open(marked, id, encrypted.subarray(markBytes));
    },
    isCurrent: (encrypted: Uint8Array): boolean => current.mark.equals(encrypted.subarray(0, markBytes)),
    /** Whether older keys are still in use beside the newest one. */
    isRotating: () => older.length > 0,
    /** Keyed hashes of a text, by the newest key first: they find a row by a text that the row must not contain. */
    hashes: (text: string): readonly string[] =>
      keys().map(({ secret }) => createHmac('sha256', secret).update(text).digest('hex')),
    /** From now on the given key encrypts; the previous key still decrypts. */
    rotateTo(next: Uint8Array): void {
      older = [current, ...older];
      current = keyOf(next);
    },
    dropBefore(): void {
      older = [];
    },
  };
}

function keyOf(key: Uint8Array): Key {
  if (key.byteLength !== 32) throw new Error(`the data key has ${key.byteLength} bytes; expected 32`);
  // Created once: making a key object costs more than encrypting a sale.
  const secret = createSecretKey(key);
  const mark = createHash('sha256').update('receipt-companion key mark').update(key).digest().subarray(0, markBytes);
  return { secret, mark };
}

function open({ secret }: Key, id: string, encrypted: Uint8Array): string {
  // A shortened tag is easier to guess, so it is refused.
  const least = nonceBytes + tagBytes;
  if (encrypted.byteLength < least) throw new Error(`found ${encrypted.byteLength} bytes; expected ${least} or more`);
  const nonce = encrypted.subarray(0, nonceBytes);
  const body = encrypted.subarray(nonceBytes, encrypted.byteLength - tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(id, 'utf8'),
  );
  decipher.setAuthTag(encrypted.subarray(encrypted.byteLength - tagBytes));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
