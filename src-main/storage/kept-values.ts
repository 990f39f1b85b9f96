import { z } from 'zod';
import type { Database } from './database.ts';
import type { Seal } from './seal.ts';

/** A few small values that outlive a restart, sealed: the refresh token is one. */
export interface KeptValues {
  get(name: string): string | null;
  /** Null removes it. */
  set(name: string, value: string | null): void;
}

const row = z.object({ sealed: z.instanceof(Uint8Array) });

export function createKeptValues(database: Database, seal: Seal): KeptValues {
  return {
    get(name) {
      const found = database.sql('select sealed from kept where name = ?').get(name);
      return found === undefined ? null : seal.open(`kept:${name}`, row.parse(found).sealed);
    },
    set(name, value) {
      if (value === null) database.sql('delete from kept where name = ?').run(name);
      else {
        database
          .sql('insert into kept (name, sealed) values (?1, ?2) on conflict (name) do update set sealed = ?2')
          .run(name, seal.close(`kept:${name}`, value));
      }
    },
  };
}
