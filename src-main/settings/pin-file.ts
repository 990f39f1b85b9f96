import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { isDeepStrictEqual, promisify } from 'node:util';
import { z } from 'zod';
import type { Random } from '../ports.ts';
import { errorCodeOf } from '../shared/result.ts';
import { writeAtomically } from '../storage/file-modes.ts';

/** The stored hash of a PIN, never the PIN. It includes the cost, so that a later version can raise it. */
export const pinHashSchema = z.strictObject({
  /** scrypt's N, r and p. Their limits bound the work that a file can cause. */
  cost: z
    .int()
    .min(2 ** 10)
    .max(2 ** 18),
  blockSize: z.int().min(1).max(32),
  parallel: z.int().min(1).max(16),
  salt: z.base64().min(22),
  key: z.base64().min(42),
});

type PinHash = Readonly<z.infer<typeof pinHashSchema>>;

const costOfNow = { cost: 2 ** 15, blockSize: 8, parallel: 1 } as const;
const saltBytes = 16;
const keyBytes = 32;

/** Takes some tenths of a second, outside the main thread. */
export async function hashPin(pin: string, random: Pick<Random, 'bytes'>): Promise<PinHash> {
  const salt = random.bytes(saltBytes);
  const key = await derive(pin, salt, costOfNow);
  return { ...costOfNow, salt: Buffer.from(salt).toString('base64'), key: key.toString('base64') };
}

export async function fitsPin(pin: string, hash: PinHash): Promise<boolean> {
  const stored = Buffer.from(hash.key, 'base64');
  const key = await derive(pin, Buffer.from(hash.salt, 'base64'), hash);
  return stored.length === key.length && timingSafeEqual(stored, key);
}

/** Runs outside the main thread. */
export const derived = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

const derive = (
  pin: string,
  salt: Uint8Array,
  { cost, blockSize, parallel }: Pick<PinHash, 'cost' | 'blockSize' | 'parallel'>,
): Promise<Buffer> =>
  derived(pin, salt, keyBytes, { N: cost, r: blockSize, p: parallel, maxmem: 256 * cost * blockSize });

const recordSchema = z.strictObject({
  version: z.literal(1),
  hash: pinHashSchema,
  /** Consecutive wrong attempts, counted before the check, so that a killed program gives no free attempt. */
  wrongTries: z.int().min(0),
});

export type PinRecord = Readonly<z.infer<typeof recordSchema>>;

export type PinFile = ReturnType<typeof pinFile>;

export const pinFile = (path: string) => ({
  read(): PinRecord | 'unreadable' | null {
    try {
      return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      return errorCodeOf(error) === 'ENOENT' ? null : 'unreadable';
    }
  },
  /** Throws the file system's error and keeps the previous file, because half a file would lock everyone out. */
  write: (record: PinRecord): void => writeAtomically(path, JSON.stringify(record)),
  remove: (): void => rmSync(path, { force: true }),
});

/** A policy's PIN takes precedence. Wrong attempts are stored, so that a restart does not end a pause. */
export function fixedPin(own: PinFile, tries: PinFile, hash: () => PinHash | null): PinFile {
  return {
    read(): PinRecord | 'unreadable' | null {
      const fixed = hash();
      if (fixed === null) return own.read();
      const stored = tries.read();
      const isOfThis = stored !== null && stored !== 'unreadable' && isDeepStrictEqual(stored.hash, fixed);
      return isOfThis ? stored : { version: 1, hash: fixed, wrongTries: 0 };
    },
    write: (record) => (hash() === null ? own : tries).write(record),
    remove() {
      if (hash() === null) own.remove();
    },
  };
}
