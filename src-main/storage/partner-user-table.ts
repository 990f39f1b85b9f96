import { z } from 'zod';
import { jsonOf } from '../shared/json.ts';
import { type Database, rowsOf } from './database.ts';
import type { Encryption } from './encryption.ts';

const row = z.object({ by_external: z.string(), created_at: z.int(), encrypted: z.instanceof(Uint8Array) });
/** `place` is the partner interface that created the user. At another one the same external id is another user. */
const content = z.object({ place: z.string(), externalId: z.string(), userId: z.string() });
export type StoredPartnerUser = Readonly<z.infer<typeof content>> & { readonly createdAt: number };

const allUsers = 'select by_external, created_at, encrypted from partner_users';

/** Rows are encrypted and found by keyed hashes. */
export type PartnerUserTable = ReturnType<typeof createPartnerUserTable>;

export function createPartnerUserTable(database: Database, encryption: Encryption) {
  const byExternal = (place: string, externalId: string): string =>
    encryption.hash(`partner external ${JSON.stringify([place, externalId])}`);
  const byUser = (place: string, userId: string): string =>
    encryption.hash(`partner user ${JSON.stringify([place, userId.toLowerCase()])}`);

  /** A row that cannot be decrypted counts as unknown, so the service is asked. */
  function open({ by_external, created_at, encrypted }: z.infer<typeof row>): readonly StoredPartnerUser[] {
    const text = encryption.read(`partner-user:${by_external}`, encrypted);
    const user = content.safeParse(jsonOf(text ?? '')).data;
    return user === undefined ? [] : [{ ...user, createdAt: created_at }];
  }

  function keep({ createdAt, ...user }: StoredPartnerUser): void {
    const hash = byExternal(user.place, user.externalId);
    const encrypted = encryption.encrypt(`partner-user:${hash}`, JSON.stringify(user));
    database
      .sql(
        `insert into partner_users (by_external, by_user, created_at, encrypted) values (?1, ?2, ?3, ?4)
         on conflict (by_external) do update set by_user = ?2, created_at = ?3, encrypted = ?4`,
      )
      .run(hash, byUser(user.place, user.userId), createdAt, encrypted);
  }

  return {
    find(place: string, externalId: string): string | null {
      const hash = byExternal(place, externalId);
      return rowsOf(database, row, `${allUsers} where by_external = ?`, hash).flatMap(open)[0]?.userId ?? null;
    },
    keep,
    forget(place: string, userId: string) {
      database.sql('delete from partner_users where by_user = ?').run(byUser(place, userId));
    },
    list: (): readonly StoredPartnerUser[] => rowsOf(database, row, allUsers).flatMap(open),
  };
}
