import { createHmac, createSecretKey } from 'node:crypto';
import { z } from 'zod';
import { type Database, rowOf, rowsOf } from './database.ts';
import type { EncryptedValues } from './encrypted-values.ts';

export interface UnknownSale {
  readonly id: string;
  readonly seq: number;
}

const unknownRow = z.object({ id: z.string(), seq: z.int() });
const idRow = z.object({ id: z.string() });
const saleRow = z.object({ sale_id: z.string() });

/** What was taken before, known by keyed hashes that say nothing of it: they stay for as long as the sales do. */
export type Identities = ReturnType<typeof createIdentities>;

/**
 * The key is a value of its own that lies sealed in the database: a change of the data key seals it anew, and no hash has to
 * be made again of what is not kept any more.
 */
export function createIdentities(
  database: Database,
  sealed: Pick<EncryptedValues, 'get' | 'set'>,
  random: { bytes(count: number): Uint8Array },
) {
  const key = createSecretKey(keyIn(sealed) ?? newKey(database, sealed, random));
  const hash = (kind: 'file' | 'receipt' | 'looks', text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest('base64url');
  const idsOf = (text: string, ...values: readonly (string | number)[]): readonly string[] =>
    rowsOf(database, idRow, text, ...values).map(({ id }) => id);

  /** Nobody writes a sale without it any more. */
  let hasUnknown = true;

  return {
    /** The sales with this receipt, the oldest first; `canonical` as `namedReceipt` gives it. */
    salesWith: (canonical: string): readonly string[] =>
      idsOf(`select id from sales where identity = ? and identity <> '' order by seq`, hash('receipt', canonical)),
    /** The others with the bill of this sale. */
    alike: (saleId: string): readonly string[] =>
      idsOf(
        `select other.id from sales mine join sales other on other.identity = mine.identity
         where mine.id = ? and other.identity <> '' and other.id <> mine.id`,
        saleId,
      ),
    /** The newest sales with a receipt that looks like it, at most `limit`; `looks` as `namedReceipt` gives it. */
    salesThatLook: (looks: string, limit: number): readonly string[] =>
      idsOf('select id from sales where looks = ? order by seq desc limit ?', hash('looks', looks), limit),
    /** In the transaction that keeps the bill. Null: the receipt does not name itself. */
    note(saleId: string, receipt: { readonly canonical: string; readonly looks: string } | null) {
      const [identity, looks] =
        receipt === null ? ['', null] : [hash('receipt', receipt.canonical), hash('looks', receipt.looks)];
      database.sql('update sales set identity = ?, looks = ? where id = ?').run(identity, looks, saleId);
    },
    /** Sales of versions that did not note it: the newest below `below`, or those with this number, at most `limit`. */
    unknown(which: { readonly below: number } | { readonly number: string }, limit: number): readonly UnknownSale[] {
      if (!hasUnknown) return [];
      const [where, value] =
        'number' in which ? ['receipt_number = ?', which.number] : ['seq < ? order by seq desc', which.below];
      const text = `select id, seq from sales where identity is null and ${where} limit ?`;
      const unknown = rowsOf(database, unknownRow, text, value, limit);
      if (unknown.length === 0 && 'below' in which && which.below === Number.MAX_SAFE_INTEGER) hasUnknown = false;
      return unknown;
    },
    /** The sale that a file of the inbox became; null for one that was not taken. */
    saleOfFile(file: string): string | null {
      return (
        rowOf(database, saleRow, 'select sale_id from taken_files where file = ?', hash('file', file))?.sale_id ?? null
      );
    },
    /** In the transaction that takes it. */
    noteFile(file: string, saleId: string) {
      database
        .sql('insert into taken_files (file, sale_id) values (?, ?) on conflict (file) do nothing')
        .run(hash('file', file), saleId);
    },
  };
}

const keyName = 'identity-key';

function keyIn(sealed: Pick<EncryptedValues, 'get'>): Uint8Array | null {
  const kept = sealed.get(keyName);
  return kept === null ? null : Buffer.from(kept, 'base64');
}

function newKey(
  database: Database,
  sealed: Pick<EncryptedValues, 'set'>,
  random: { bytes(count: number): Uint8Array },
): Uint8Array {
  // One that was lost by itself: what is still kept is noted anew.
  database.sql(`update sales set identity = null where identity <> ''`).run();
  const key = random.bytes(32);
  sealed.set(keyName, Buffer.from(key).toString('base64'));
  return key;
}
