import { createHmac, createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { SealedValues } from './sealed-values.ts';

/** What was taken before, known by keyed hashes that say nothing of it: they stay for as long as the sales do. */
export interface Identities {
  /** The sale that a file of the inbox became; null for one that was not taken. */
  saleOfFile(file: string): string | null;
  /** In the transaction that takes it. */
  noteFile(file: string, saleId: string): void;
}

const saleRow = z.object({ sale_id: z.string() });

/**
 * The key is a value of its own that lies sealed in the database: a change of the data key seals it anew, and no hash has to
 * be made again of what is not kept any more.
 */
export function createIdentities(
  database: Database,
  sealed: Pick<SealedValues, 'get' | 'set'>,
  random: { bytes(count: number): Uint8Array },
): Identities {
  const key = createSecretKey(keyIn(sealed) ?? newKey(sealed, random));
  const hash = (kind: 'file', text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest('base64url');

  return {
    saleOfFile(file) {
      const row = database.sql('select sale_id from taken_files where file = ?').get(hash('file', file));
      return row === undefined ? null : saleRow.parse(row).sale_id;
    },
    noteFile(file, saleId) {
      database
        .sql('insert into taken_files (file, sale_id) values (?, ?) on conflict (file) do nothing')
        .run(hash('file', file), saleId);
    },
  };
}

const keyName = 'identity-key';

function keyIn(sealed: Pick<SealedValues, 'get'>): Uint8Array | null {
  const kept = sealed.get(keyName);
  return kept === null ? null : Buffer.from(kept, 'base64');
}

function newKey(sealed: Pick<SealedValues, 'set'>, random: { bytes(count: number): Uint8Array }): Uint8Array {
  const key = random.bytes(32);
  sealed.set(keyName, Buffer.from(key).toString('base64'));
  return key;
}
