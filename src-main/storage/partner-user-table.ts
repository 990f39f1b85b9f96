import { z } from 'zod';
import type { Database } from './database.ts';
import type { Keyring } from './encryption.ts';

export interface PartnerUser {
  readonly externalId: string;
  readonly userId: string;
  readonly createdAt: number;
}

const row = z.object({ by_external: z.string(), created_at: z.int(), encrypted: z.instanceof(Uint8Array) });
/** The external id is included so that its hash can be recalculated under another key. */
const content = z.object({ externalId: z.string(), userId: z.string() });

/** A row is encrypted, and is found by hashes that reveal nothing without the key. */
export type PartnerUserTable = ReturnType<typeof createPartnerUserTable>;

export function createPartnerUserTable(database: Database, keyring: Keyring) {
  const byExternal = (externalId: string): readonly string[] => keyring.hashes(`partner external ${externalId}`);
  const byUser = (userId: string): readonly string[] => keyring.hashes(`partner user ${userId.toLowerCase()}`);

  function open(found: unknown): PartnerUser | null {
    const { by_external, created_at, encrypted } = row.parse(found);
    try {
      const text = keyring.decrypt(`partner-user:${by_external}`, encrypted);
      return { ...content.parse(JSON.parse(text)), createdAt: created_at };
    } catch {
      // A row that cannot be decrypted counts as unknown: the service is asked.
      return null;
    }
  }

  function keep(externalId: string, userId: string, now: number): void {
    const [hash = '', ...older] = byExternal(externalId);
    database.transaction(() => {
      for (const before of older) database.sql('delete from partner_users where by_external = ?').run(before);
      database
        .sql(
          `insert into partner_users (by_external, by_user, created_at, encrypted) values (?1, ?2, ?3, ?4)
           on conflict (by_external) do update set by_user = ?2, created_at = ?3, encrypted = ?4`,
        )
        .run(
          hash,
          byUser(userId)[0] ?? '',
          now,
          keyring.encrypt(`partner-user:${hash}`, JSON.stringify({ externalId, userId })),
        );
    });
  }

  return {
    /** The user id; null if this app did not create the user. */
    find(externalId: string): string | null {
      for (const hash of byExternal(externalId)) {
        const found = database
          .sql('select by_external, created_at, encrypted from partner_users where by_external = ?')
          .get(hash);
        const user = found === undefined ? null : open(found);
        if (user === null) continue;
        return user.userId;
      }
      return null;
    },
    keep,
    forget(userId: string) {
      for (const hash of byUser(userId)) database.sql('delete from partner_users where by_user = ?').run(hash);
    },
    list: (): readonly PartnerUser[] =>
      database
        .sql('select by_external, created_at, encrypted from partner_users')
        .all()
        .map(open)
        .filter((user) => user !== null),
  };
}
