import { z } from 'zod';
import { type Database, DatabaseRefused, rowOf, rowsOf } from './database.ts';
import type { Encryption } from './encryption.ts';

/** A few small encrypted values that survive a restart, such as the refresh token. */
export type EncryptedValues = ReturnType<typeof createEncryptedValues>;

const row = z.object({ encrypted: z.instanceof(Uint8Array) });

interface OpenEncryptedValues {
  readonly folder: string;
  readonly unreadable: (name: string) => void;
}

/**
 * Opens the values and verifies the key with a value that exists only for this. Throws DatabaseRefused if neither that
 * value nor any of the newest sales can be decrypted, so that no receipt is written under a wrong key. A single damaged
 * value is reported to `unreadable` and counts as missing.
 */
export function openEncryptedValues(
  database: Database,
  encryption: Encryption,
  { folder, unreadable }: OpenEncryptedValues,
): EncryptedValues {
  const values = createEncryptedValues(database, encryption, unreadable);
  if (!isKeyProven(database, encryption, folder, values)) markKey(values);
  return values;
}

export const keyCheckName = 'key-check';

/** Stores the value that proves the key. From now on the database needs this key. */
export const markKey = (values: Pick<EncryptedValues, 'set'>): void => values.set(keyCheckName, 'the key fits');

/** Throws DatabaseRefused if the database was encrypted with another key. Writes nothing. */
export function isKeyProven(
  database: Pick<Database, 'sql'>,
  encryption: Encryption,
  folder: string,
  values = createEncryptedValues(database, encryption, () => undefined),
): boolean {
  if (values.get(keyCheckName) !== null) return true;
  const isMarked = database.sql('select 1 from stored where name = ?').get(keyCheckName) !== undefined;
  if (!isMarked || anySaleOpens(database, encryption)) return false;
  throw new DatabaseRefused(
    'other-key',
    `The receipts in ${folder} were encrypted with another key than the one here. Import the exported file of their key with --import-key FILE, or give the key in RECEIPT_COMPANION_DATA_KEY. If the key is lost for good, run --new-data-key. Or choose another folder with --data-dir. Nothing was changed.`,
  );
}

const saleRow = row.extend({ id: z.string() });

function anySaleOpens(database: Pick<Database, 'sql'>, encryption: Encryption): boolean {
  return rowsOf(database, saleRow, 'select id, encrypted from sales order by seq desc limit 20').some(
    ({ id, encrypted }) => encryption.read(id, encrypted) !== null,
  );
}

export function createEncryptedValues(
  database: Pick<Database, 'sql'>,
  encryption: Encryption,
  unreadable: (name: string) => void,
) {
  return {
    get(name: string): string | null {
      const found = rowOf(database, row, 'select encrypted from stored where name = ?', name);
      if (found === null) return null;
      const value = encryption.read(`stored:${name}`, found.encrypted);
      if (value === null) unreadable(name);
      return value;
    },
    set(name: string, value: string | null): void {
      if (value === null) database.sql('delete from stored where name = ?').run(name);
      else {
        database
          .sql('insert into stored (name, encrypted) values (?1, ?2) on conflict (name) do update set encrypted = ?2')
          .run(name, encryption.encrypt(`stored:${name}`, value));
      }
    },
  };
}
