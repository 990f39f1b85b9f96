import { z } from 'zod';
import { type Database, rowOf } from './database.ts';

const ownerRow = z.object({ connection: z.string() });

/** One connection's claims on files in the watched folder, which all connections share. */
export type FileClaims = ReturnType<typeof claimsOf>;

/** Stored in `tills.db`, so that a file that a crash left behind is not delivered again by another connection. */
export function claimsOf(database: Database, connection: string) {
  const own = new Map<string, 'asked' | 'taken'>();
  /** Rows to delete with the next commit. Their own commits would double the disk writes. */
  const ended = new Set<string>();

  function removeEnded(): void {
    for (const file of ended) database.sql('delete from file_claims where file = ?').run(file);
  }

  return {
    /** Stores a claim on the file. False if another connection has claimed it. */
    claim(file: string): boolean {
      if (ended.delete(file)) own.set(file, 'asked');
      if (own.has(file)) return true;
      const owner = database.transaction(() => {
        removeEnded();
        database
          .sql('insert into file_claims (file, connection) values (?, ?) on conflict do nothing')
          .run(file, connection);
        return rowOf(database, ownerRow, 'select connection from file_claims where file = ?', file);
      });
      ended.clear();
      if (owner?.connection !== connection) return false;
      own.set(file, 'asked');
      return true;
    },
    /** The file was accepted. Its claim lasts until `gone`, because the file may still be there after a crash. */
    taken: (file: string) => void own.set(file, 'taken'),
    /** The file left the folder or was never accepted. */
    gone(file: string) {
      if (own.delete(file)) ended.add(file);
    },
    /** Releases the claims on files that this connection has not accepted, such as a postponed file. */
    close() {
      for (const [file, state] of own) if (state === 'asked') ended.add(file);
      own.clear();
      if (ended.size > 0) database.transaction(removeEnded);
      ended.clear();
    },
  };
}
