import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { writeWhole } from '../whole-file.ts';
import { pinHashSchema } from './pin-hash.ts';

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
