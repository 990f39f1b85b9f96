import { readFileSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { writeWhole } from '../storage/whole-file.ts';
import { type PinHash, pinHashSchema } from './pin-hash.ts';

const recordSchema = z.strictObject({
  version: z.literal(1),
  hash: pinHashSchema,
  /** Wrong tries in a row, counted before each is judged: an end in between gives nobody a try for nothing. */
  wrongTries: z.int().min(0),
});

export type PinRecord = Readonly<z.infer<typeof recordSchema>>;

export interface PinFile {
  /** Null: there is no PIN. `unreadable`: there is one, and nobody can know it. */
  read(): PinRecord | 'unreadable' | null;
  /** On disk before it returns. Throws what the file system says; what was there before is there still. */
  write(record: PinRecord): void;
  remove(): void;
}

export const pinFile = (path: string): PinFile => ({
  read() {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      return Reflect.get(Object(error), 'code') === 'ENOENT' ? null : 'unreadable';
    }
    try {
      return recordSchema.parse(JSON.parse(text));
    } catch {
      return 'unreadable';
    }
  },
  // Half a file would lock everybody out.
  write: (record) => writeWhole(path, JSON.stringify(record)),
  remove: () => rmSync(path, { force: true }),
});

/**
 * A PIN that is fixed from outside, over the shop's own, which is there again when it goes. Only the wrong tries are kept
 * beside it: a restart is no way around a pause.
 */
export function fixedPin(own: PinFile, tries: PinFile, hash: () => PinHash | null): PinFile {
  return {
    read(): PinRecord | 'unreadable' | null {
      const fixed = hash();
      if (fixed === null) return own.read();
      const kept = tries.read();
      const isOfThis = kept !== null && kept !== 'unreadable' && isDeepStrictEqual(kept.hash, fixed);
      return isOfThis ? kept : { version: 1, hash: fixed, wrongTries: 0 };
    },
    write: (record) => (hash() === null ? own : tries).write(record),
    remove() {
      if (hash() === null) own.remove();
    },
  };
}
