import { z } from 'zod';
import { type Database, DatabaseRefused, rowOf, rowsOf } from './database.ts';
import type { Encryption } from './encryption.ts';

/** A few small encrypted values that survive a restart, such as the refresh token. */
export type EncryptedValues = ReturnType<typeof createEncryptedValues>;

const row = z.object({ encrypted: z.instanceof(Uint8Array) });
const nameRow = z.object({ name: z.string() });

interface OpenEncryptedValues {
  readonly folder: string;
  readonly unreadable: (name: string) => void;
  /** Called with the number of sales instead of the refusal, because their key is known to be lost. */
  readonly otherKeyFound?: (sales: number) => void;
}

/**
 * Opens the values and so verifies the key: one value exists only to be read. Throws DatabaseRefused if neither it nor
 * any of the newest sales can be decrypted, so that no receipt is written under another key unnoticed. A single damaged
 * value is lost: it is reported to `unreadable` and counts as missing.
 */
export function openEncryptedValues(
  database: Database,
  encryption: Encryption,
  { folder, unreadable, otherKeyFound }: OpenEncryptedValues,
): EncryptedValues {
  const values = createEncryptedValues(database, encryption, unreadable);
  try {
    if (values.get(checkName) === null) {
      if (isOtherKey(database, encryption, values)) {
        if (otherKeyFound === undefined) throw otherKey(folder);
        otherKeyFound(rowOf(database, countRow, 'select count(*) as count from sales')?.count ?? 0);
      }
      values.set(checkName, 'the key fits');
    }
    return values;
  } catch (error) {
    database.close();
    throw error;
  }
}

const checkName = 'key-check';

const isOtherKey = (database: Database, encryption: Encryption, values: Pick<EncryptedValues, 'get'>): boolean =>
  values.get(checkName) === null && has(database, checkName) && !anySaleOpens(database, encryption);

/** Throws DatabaseRefused if the database was encrypted with another key. Writes nothing. */
export function testKey(database: Database, encryption: Encryption, folder: string): void {
  const values = createEncryptedValues(database, encryption, () => undefined);
  if (isOtherKey(database, encryption, values)) throw otherKey(folder);
}

const otherKey = (folder: string): DatabaseRefused =>
  new DatabaseRefused(
    'other-key',
    `the receipts in ${folder} were encrypted with another key than the one here. If these files are a backup from before a change of the key, that change has removed the key that they need, and nothing opens them any more: restore a backup from after it. Else bring the right key back: the entry data-key in this computer's keychain, or RECEIPT_COMPANION_DATA_KEY. Or choose another folder with --data-dir; where the key is gone for good, start once with --new-data-key; nothing was changed`,
  );

const has = (database: Database, name: string): boolean =>
  database.sql('select 1 from kept where name = ?').get(name) !== undefined;

const countRow = z.object({ count: z.int() });
const saleRow = row.extend({ id: z.string() });

function anySaleOpens(database: Database, encryption: Encryption): boolean {
  return rowsOf(database, saleRow, 'select id, encrypted from sales order by seq desc limit 20').some(
    ({ id, encrypted }) => {
      try {
        encryption.decrypt(id, encrypted);
        return true;
      } catch {
        return false;
      }
    },
  );
}

export function createEncryptedValues(database: Database, encryption: Encryption, unreadable: (name: string) => void) {
  return {
    get(name: string): string | null {
      const found = rowOf(database, row, 'select encrypted from kept where name = ?', name);
      if (found === null) return null;
      try {
        return encryption.decrypt(`kept:${name}`, found.encrypted);
      } catch {
        unreadable(name);
        return null;
      }
    },
    set(name: string, value: string | null): void {
      if (value === null) database.sql('delete from kept where name = ?').run(name);
      else {
        database
          .sql('insert into kept (name, encrypted) values (?1, ?2) on conflict (name) do update set encrypted = ?2')
          .run(name, encryption.encrypt(`kept:${name}`, value));
      }
    },
    names: (prefix: string): readonly string[] =>
      rowsOf(database, nameRow, 'select name from kept where substr(name, 1, ?1) = ?2', prefix.length, prefix).map(
        ({ name }) => name,
      ),
  };
}
