import { z } from 'zod';
import type { Database } from './database.ts';
import type { Encryption } from './encryption.ts';

export interface StoredPartnerUser {
  /** The partner interface that created the user. At another one the same external id is another user. */
  readonly place: string;
  readonly externalId: string;
  readonly userId: string;
  readonly createdAt: number;
}

const row = z.object({ by_external: z.string(), created_at: z.int(), encrypted: z.instanceof(Uint8Array) });
const content = z.object({ place: z.string(), externalId: z.string(), userId: z.string() });

/** Rows are encrypted and found by keyed hashes. */
export type PartnerUserTable = ReturnType<typeof createPartnerUserTable>;

export function createPartnerUserTable(database: Database, encryption: Encryption) {
  const byExternal = (place: string, externalId: string): string =>
    encryption.hash(`partner external ${JSON.stringify([place, externalId])}`);
  const byUser = (place: string, userId: string): string =>
    encryption.hash(`partner user ${JSON.stringify([place, userId.toLowerCase()])}`);

  function open(found: unknown): StoredPartnerUser | null {
    const { by_external, created_at, encrypted } = row.parse(found);
    try {
      const text = encryption.decrypt(`partner-user:${by_external}`, encrypted);
      return { ...content.parse(JSON.parse(text)), createdAt: created_at };
    } catch {
      // A row that cannot be decrypted counts as unknown, so the service is asked.
      return null;
    }
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
      const found = database
        .sql('select by_external, created_at, encrypted from partner_users where by_external = ?')
        .get(byExternal(place, externalId));
      return found === undefined ? null : (open(found)?.userId ?? null);
    },
    keep,
    forget(place: string, userId: string) {
      database.sql('delete from partner_users where by_user = ?').run(byUser(place, userId));
    },
    list: (): readonly StoredPartnerUser[] =>
      database
        .sql('select by_external, created_at, encrypted from partner_users')
        .all()
        .map(open)
        .filter((user) => user !== null),
  };
}
