import { z } from 'zod';
import { type TillScope, tillScopes } from '../shared/till-names.ts';
import { type Database, rowsOf } from '../storage/database.ts';

/** The paired tills. Only the hash of a token is stored. */
export interface Till {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TillScope[];
  readonly createdAt: number;
}

const tillRow = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z
      .string()
      .transform((scopes) => scopes.split(' '))
      .pipe(z.array(z.enum(tillScopes))),
    created_at: z.int(),
  })
  .transform(({ id, name, scopes, created_at: createdAt }): Till => ({ id, name, scopes, createdAt }));
const removedRow = z.object({ id: z.string(), name: z.string() });
const idRow = removedRow.pick({ id: true });
const hashRow = z.object({ hash: z.string() });

export type TillTable = ReturnType<typeof createTillTable>;

/** `unreadable` hears of a till whose row does not fit: it counts as not paired, and stops no other. */
export function createTillTable(database: Database, unreadable: (tillId: string) => void) {
  const read = (row: unknown): Till | null => {
    const parsed = tillRow.safeParse(row);
    if (parsed.success) return parsed.data;
    unreadable(idRow.parse(row).id);
    return null;
  };
  /** Cached by their hashes: each request looks a till up twice, and nothing else writes this table. */
  const found = new Map<string, Till>();
  /** Read for every request, because what a till may see depends on how many tills there are. */
  let listed: readonly Till[] | null = null;
  const lose = (id: string): void => {
    listed = null;
    for (const [hash, till] of found) if (till.id === id) found.delete(hash);
  };
  return {
    /** An existing till keeps its id and gets the new token, scopes and date. */
    put(till: Till & { readonly hash: string }): void {
      lose(till.id);
      database.transaction(() => {
        database
          .sql('insert or replace into tokens (id, name, hash, scopes, created_at) values (?, ?, ?, ?, ?)')
          .run(till.id, till.name, till.hash, till.scopes.join(' '), till.createdAt);
        database.sql('delete from removed_tills where id = ?').run(till.id);
      });
    },
    findByHash(hash: string): Till | null {
      const known = found.get(hash);
      if (known !== undefined) return known;
      const row = database.sql('select id, name, scopes, created_at from tokens where hash = ?').get(hash);
      const till = row === undefined ? null : read(row);
      if (till !== null) found.set(hash, till);
      return till;
    },
    hashes: (): readonly string[] => rowsOf(database, hashRow, 'select hash from tokens').map(({ hash }) => hash),
    list: (): readonly Till[] => {
      listed ??= database
        .sql('select id, name, scopes, created_at from tokens order by created_at')
        .all()
        .map(read)
        .filter((till) => till !== null);
      return listed;
    },
    /** The removed tills, the last one first. A till that returns finds its sales. */
    removed: (): readonly Pick<Till, 'id' | 'name'>[] =>
      z.array(removedRow).parse(database.sql('select id, name from removed_tills order by removed_at desc').all()),
    /** False if there is none with this id. */
    remove: (id: string, now: number): boolean =>
      database.transaction(() => {
        lose(id);
        database
          .sql(
            'insert or replace into removed_tills (id, name, removed_at) select id, name, ? from tokens where id = ?',
          )
          .run(now, id);
        return database.sql('delete from tokens where id = ?').run(id).changes === 1;
      }),
  };
}
