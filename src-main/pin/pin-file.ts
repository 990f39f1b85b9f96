import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
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
  write(record) {
    // Whole under another name first: half a file would lock everybody out.
    const making = `${path}.new`;
    const file = openSync(making, 'w', 0o600);
    try {
      writeFileSync(file, JSON.stringify(record));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(making, path);
  },
  remove: () => rmSync(path, { force: true }),
});
