import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Encryption } from './encryption.ts';

/**
 * Users of the partner interface that were made here: external id -> user id. Both name a customer, so a row is sealed
 * and is found by keyed hashes that say nothing without the data key.
 */
export interface PartnerUserTable {
  /** The user id; null when this app did not make the user. */
  find(externalId: string): string | null;
  keep(externalId: string, userId: string, now: number): void;
  forget(userId: string): void;
}

const row = z.object({ by_external: z.string(), sealed: z.instanceof(Uint8Array) });

export function createPartnerUserTable(
  database: Database,
  encryption: Encryption,
  dataKey: Uint8Array,
): PartnerUserTable {
  const hash = (kind: 'external' | 'user', id: string): string =>
    createHmac('sha256', dataKey).update(`partner ${kind} ${id}`).digest('hex');
  return {
    find(externalId) {
      const found = database
        .sql('select by_external, sealed from partner_users where by_external = ?')
        .get(hash('external', externalId));
      if (found === undefined) return null;
      const { by_external, sealed } = row.parse(found);
      try {
        return encryption.decrypt(`partner-user:${by_external}`, sealed);
      } catch {
        // One that does not open counts as one that is not known: the service is asked.
        return null;
      }
    },
    keep(externalId, userId, now) {
      const byExternal = hash('external', externalId);
      database
        .sql(
          `insert into partner_users (by_external, by_user, created_at, sealed) values (?1, ?2, ?3, ?4)
           on conflict (by_external) do update set by_user = ?2, created_at = ?3, sealed = ?4`,
        )
        .run(
          byExternal,
          hash('user', userId.toLowerCase()),
          now,
          encryption.encrypt(`partner-user:${byExternal}`, userId),
        );
    },
    forget(userId) {
      database.sql('delete from partner_users where by_user = ?').run(hash('user', userId.toLowerCase()));
    },
  };
}
