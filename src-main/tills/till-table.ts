import { z } from 'zod';
import { scopeOf, type TillScope, tillScopes } from '../kernel/scopes.ts';
import type { Database } from '../storage/database.ts';

/** The paired tills. A token is kept as its hash only. */
export interface Till {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TillScope[];
  readonly createdAt: number;
}

export interface TillTable {
  /** A till that is there already keeps its id: its token, its scopes and its day are those of now. */
  put(till: Till & { readonly hash: string }): void;
  /** The till of this name, or the last one that was removed under it: who comes back finds its sales. */
  idOf(name: string): string | null;
  findByHash(hash: string): Till | null;
  list(): readonly Till[];
  /** False when there is none with this id. */
  remove(id: string, now: number): boolean;
}

const tillRow = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z
      .string()
      .transform((scopes) => scopes.split(' ').map(scopeOf))
      .pipe(z.array(z.enum(tillScopes))),
    created_at: z.int(),
  })
  .transform(({ id, name, scopes, created_at: createdAt }): Till => ({ id, name, scopes, createdAt }));
const idRow = z.object({ id: z.string() });

/** `unreadable` hears of a till whose row does not fit: it counts as not paired, and stops no other. */
export function createTillTable(database: Database, unreadable: (tillId: string) => void): TillTable {
  const read = (row: unknown): Till | null => {
    const parsed = tillRow.safeParse(row);
    if (parsed.success) return parsed.data;
    unreadable(idRow.parse(row).id);
    return null;
  };
  return {
    put(till) {
      database.transaction(() => {
        database
          .sql('insert or replace into tokens (id, name, hash, scopes, created_at) values (?, ?, ?, ?, ?)')
          .run(till.id, till.name, till.hash, till.scopes.join(' '), till.createdAt);
        database.sql('delete from removed_tills where id = ?').run(till.id);
      });
    },
    idOf(name) {
      const row =
        database.sql('select id from tokens where name = ? order by created_at desc limit 1').get(name) ??
        database.sql('select id from removed_tills where name = ? order by removed_at desc limit 1').get(name);
      return row === undefined ? null : idRow.parse(row).id;
    },
    findByHash(hash) {
      const row = database.sql('select id, name, scopes, created_at from tokens where hash = ?').get(hash);
      return row === undefined ? null : read(row);
    },
    list: () =>
      database
        .sql('select id, name, scopes, created_at from tokens order by created_at')
        .all()
        .map(read)
        .filter((till) => till !== null),
    remove: (id, now) =>
      database.transaction(() => {
        database
          .sql(
            'insert or replace into removed_tills (id, name, removed_at) select id, name, ? from tokens where id = ?',
          )
          .run(now, id);
        return database.sql('delete from tokens where id = ?').run(id).changes === 1;
      }),
  };
}
