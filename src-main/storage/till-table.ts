import { z } from 'zod';
import type { Database } from './database.ts';

/** The paired tills. A token is kept as its hash only. */
export interface Till {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ('sale' | 'desk')[];
  readonly createdAt: number;
}

export interface TillTable {
  add(till: Till & { readonly hash: string }): void;
  findByHash(hash: string): Till | null;
  list(): readonly Till[];
  /** False when there is none with this id. */
  remove(id: string): boolean;
}

const tillRow = z.object({ id: z.string(), name: z.string(), scopes: z.string(), created_at: z.int() }).transform(
  (row): Till => ({
    id: row.id,
    name: row.name,
    scopes: z.array(z.enum(['sale', 'desk'])).parse(row.scopes.split(' ')),
    createdAt: row.created_at,
  }),
);

export function createTillTable(database: Database): TillTable {
  return {
    add(till) {
      database
        .sql('insert into tokens (id, name, hash, scopes, created_at) values (?, ?, ?, ?, ?)')
        .run(till.id, till.name, till.hash, till.scopes.join(' '), till.createdAt);
    },
    findByHash(hash) {
      const row = database.sql('select id, name, scopes, created_at from tokens where hash = ?').get(hash);
      return row === undefined ? null : tillRow.parse(row);
    },
    list: () =>
      database
        .sql('select id, name, scopes, created_at from tokens order by created_at')
        .all()
        .map((row) => tillRow.parse(row)),
    remove: (id) => database.sql('delete from tokens where id = ?').run(id).changes === 1,
  };
}
