import { z } from 'zod';
import { type Database, DatabaseRefused } from './database.ts';
import type { Seal } from './seal.ts';

/** A few small values that outlive a restart, sealed: the refresh token is one. */
export interface KeptValues {
  get(name: string): string | null;
  /** Null removes it. */
  set(name: string, value: string | null): void;
}

const row = z.object({ sealed: z.instanceof(Uint8Array) });

/**
 * Opens them, and with them proves the key: one value is there only to be read. Throws DatabaseRefused when it does not
 * open; the receipts in this database would not either, and none may be written under another key.
 */
export function openKeptValues(database: Database, seal: Seal, folder: string): KeptValues {
  const values = createKeptValues(database, seal);
  try {
    if (values.get('key-check') === null) values.set('key-check', 'the key fits');
    return values;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error) throw error;
    throw new DatabaseRefused(
      'other-key',
      `the receipts in ${folder} were encrypted with another key than the one of this computer's keychain (or of RECEIPT_COMPANION_DATA_KEY). Bring that key back, or choose another folder with --data-dir; nothing was changed`,
    );
  }
}

export function createKeptValues(database: Database, seal: Seal): KeptValues {
  return {
    get(name) {
      const found = database.sql('select sealed from kept where name = ?').get(name);
      return found === undefined ? null : seal.open(`kept:${name}`, row.parse(found).sealed);
    },
    set(name, value) {
      if (value === null) database.sql('delete from kept where name = ?').run(name);
      else {
        database
          .sql('insert into kept (name, sealed) values (?1, ?2) on conflict (name) do update set sealed = ?2')
          .run(name, seal.close(`kept:${name}`, value));
      }
    },
  };
}
