import { createHmac, createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { Random } from '../ports.ts';
import { memo } from '../shared/json.ts';
import { type Database, rowOf, rowsOf } from './database.ts';
import type { EncryptedValues } from './encrypted-values.ts';

const foundRow = z.object({ id: z.string(), by: z.enum(['identity', 'looks']) });
const saleRow = z.object({ sale_id: z.string() });

/** From `receiptIdentity`: `canonical` is the bill as text, `looks` only its number, date and total. */
interface Named {
  readonly canonical: string;
  readonly looks: string;
}

/** The hashes of both texts, for the columns of a sale. Without an identity they are empty and null. */
export interface Identity {
  readonly identity: string;
  readonly looks: string | null;
}

/** The sale whose bill is replaced. */
interface Replaced {
  readonly id: string;
  readonly billHash: string | null;
  readonly receiptNumber: string | null;
}

/** At most this many similar receipts are compared, because a till may give all its receipts the same number. */
const mostLookedAt = 20;

/** Finds repeated receipts by keyed hashes, which reveal nothing of a receipt and are kept as long as its sale. */
export type DuplicateIndex = ReturnType<typeof createDuplicateIndex>;

export function createDuplicateIndex(
  database: Database,
  encrypted: Pick<EncryptedValues, 'get' | 'set'>,
  random: Pick<Random, 'bytes'>,
) {
  const key = createSecretKey(keyOf(database, encrypted, random));
  const hash = (kind: 'file' | 'receipt' | 'looks', text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest('base64url');
  const of = memo(
    (receipt: Named | null): Identity =>
      receipt === null
        ? { identity: '', looks: null }
        : { identity: hash('receipt', receipt.canonical), looks: hash('looks', receipt.looks) },
  );

  function search(receipt: Named) {
    const { identity, looks } = of(receipt);
    const found = rowsOf(
      database,
      foundRow,
      `select * from (select id, 'identity' as by from sales where identity = ?1 and identity <> '' order by seq limit -1)
       union all select sale_id, 'identity' from taken_files where file = ?1
       union all select * from (select id, 'looks' from sales where looks = ?2 order by seq desc limit ${mostLookedAt})`,
      ...[identity, looks],
    );
    const [same, alike]: [string[], string[]] = [[], []];
    for (const { id, by } of found) (by === 'identity' ? same : alike).push(id);
    return { receipt, same, alike };
  }
  let last: ReturnType<typeof search> | null = null;

  return {
    of,
    salesWith(receipt: Named): readonly string[] {
      last = search(receipt);
      return last.same;
    },
    /** `same`: sales with exactly this receipt. `alike`: the newest sales with a similar one. */
    found: (receipt: Named) => (last?.receipt === receipt ? last : search(receipt)),
    /**
     * Call it before a refused bill is replaced by one with this number: the first version stays a bill of this sale. A
     * bill with another number may be the receipt of another sale, which its till sends later.
     */
    keepIdentity({ id, billHash, receiptNumber }: Replaced, number: string | null) {
      if (billHash === null || receiptNumber !== number) return;
      database
        .sql(
          `insert into taken_files (file, sale_id) select identity, id from sales where id = ? and identity <> ''
           on conflict (file) do nothing`,
        )
        .run(id);
    },
    saleOfFile(file: string): string | null {
      return (
        rowOf(database, saleRow, 'select sale_id from taken_files where file = ?', hash('file', file))?.sale_id ?? null
      );
    },
    /** Call it in the transaction that accepts the receipt. Undefined: the receipt came by another interface. */
    noteFile(file: string | undefined, saleId: string) {
      if (file === undefined) return;
      database
        .sql('insert into taken_files (file, sale_id) values (?, ?) on conflict (file) do nothing')
        .run(hash('file', file), saleId);
    },
  };
}

const keyName = 'identity-key';

function keyOf(database: Database, encrypted: Pick<EncryptedValues, 'get' | 'set'>, random: Pick<Random, 'bytes'>) {
  const stored = encrypted.get(keyName);
  if (stored !== null) return Buffer.from(stored, 'base64');
  // A hash made with the lost key would match no new hash.
  database.sql(`update sales set identity = '', looks = null where identity <> ''`).run();
  const key = Buffer.from(random.bytes(32));
  encrypted.set(keyName, key.toString('base64'));
  return key;
}
