import { scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Random } from '../ports.ts';

/** What is kept of a PIN: never itself. The cost stands beside it, so that a later version can ask for more. */
export const pinHashSchema = z.strictObject({
  /** scrypt's N, r and p; what a file may ask of this computer has an end. */
  cost: z
    .int()
    .min(2 ** 10)
    .max(2 ** 18),
  blockSize: z.int().min(1).max(32),
  parallel: z.int().min(1).max(16),
  /** Base64. */
  salt: z.base64().min(22),
  key: z.base64().min(42),
});

export type PinHash = Readonly<z.infer<typeof pinHashSchema>>;

const costOfNow = { cost: 2 ** 15, blockSize: 8, parallel: 1 } as const;
const saltBytes = 16;
const keyBytes = 32;

/** Takes some tenths of a second, beside the main thread. */
export async function hashPin(pin: string, random: Pick<Random, 'bytes'>): Promise<PinHash> {
  const salt = random.bytes(saltBytes);
  const key = await derive(pin, salt, costOfNow);
  return { ...costOfNow, salt: Buffer.from(salt).toString('base64'), key: key.toString('base64') };
}

/** In constant time once the key is derived. */
export async function fitsPin(pin: string, hash: PinHash): Promise<boolean> {
  const kept = Buffer.from(hash.key, 'base64');
  const key = await derive(pin, Buffer.from(hash.salt, 'base64'), hash);
  return kept.length === key.length && timingSafeEqual(kept, key);
}

function derive(
  pin: string,
  salt: Uint8Array,
  { cost, blockSize, parallel }: Pick<PinHash, 'cost' | 'blockSize' | 'parallel'>,
): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: parallel, maxmem: 256 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, keyBytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
