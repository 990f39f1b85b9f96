import { z } from 'zod';
import { type Database, rowOf } from './database.ts';

const ownerRow = z.object({ connection: z.string() });

/** The claims of one connection on files in the watched folder, which all connections share. */
export interface FileClaims {
  /** True if this connection may take the file, which is then on disk. False if another connection has claimed it. */
  claim(file: string): boolean;
  /** The claim lasts until `gone`: after a crash the file may still be in the folder. */
  taken(file: string): void;
  /** The file has left the folder, or was never taken. */
  gone(file: string): void;
  /** Releases the claims of this connection on files that it never took, such as a file that waits for a setting. */
  close(): void;
}

/** The claims are in `tills.db`: a kill before the file is removed would deliver it again after a change of connection. */
export function claimsOf(database: Database, connection: string): FileClaims {
  const own = new Map<string, 'asked' | 'taken'>();
  /** Their rows are deleted with the next commit: a commit for each would double the work of the disk. */
  const ended = new Set<string>();

  function removeEnded(): void {
    for (const file of ended) database.sql('delete from file_claims where file = ?').run(file);
  }

  return {
    claim(file) {
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
    taken: (file) => void own.set(file, 'taken'),
    gone(file) {
      if (own.delete(file)) ended.add(file);
    },
    close() {
      for (const [file, state] of own) if (state === 'asked') ended.add(file);
      own.clear();
      if (ended.size > 0) database.transaction(removeEnded);
      ended.clear();
    },
  };
}
