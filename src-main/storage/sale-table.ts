import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { type Database, rowOf, rowsOf } from './database.ts';
import type { Identity } from './duplicate-index.ts';
import type { Encryption } from './encryption.ts';

/** The searchable values of a sale that may change. */
interface SaleColumns extends Identity {
  readonly till: string;
  readonly businessDay: string;
  readonly state: string;
  readonly storeId: string;
  readonly receiptNumber: string | null;
  readonly amountCents: number | null;
  readonly place: string;
  readonly updatedAt: number;
}

const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A stored sale. `doc` is the whole sale as JSON text, encrypted on disk. */
interface SaleRecord extends Omit<SaleColumns, keyof Identity> {
  readonly id: string;
  readonly reference: string;
  readonly createdAt: number;
  readonly doc: string;
}

export interface SaleFilter {
  readonly reference?: string | undefined;
  readonly till?: string | undefined;
  readonly tills?: readonly string[] | undefined;
  readonly state?: string | undefined;
  readonly place?: string | undefined;
  /** Part of the reference or of the receipt number, or the whole amount. */
  readonly search?: { readonly text: string; readonly amountCents: number | null } | undefined;
  /** Milliseconds since the epoch; `to` is exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Lists only sales older than this one (its `seq`). */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A stored row. `doc` is null if it cannot be decrypted, so that one damaged row does not stop other sales. */
export interface StoredSale {
  readonly seq: number;
  readonly id: string;
  readonly doc: string | null;
}

interface Page {
  readonly rows: readonly StoredSale[];
  readonly more: boolean;
}

/** A page of results ends after this many characters of sales, because a till may send large sales. */
const mostChars = 2_000_000;

const seqRow = z.object({ seq: z.int() });
const docRow = z.object({ seq: z.int(), id: z.string(), encrypted: z.instanceof(Uint8Array) });
const billRow = z.object({ encrypted: z.instanceof(Uint8Array) });
const busiestRow = z.object({ count: z.int() });
const openRow = z.object({ till: z.string(), count: z.int() });
const settledRow = z
  .object({ id: z.string(), seq: z.int(), updated_at: z.int() })
  .transform(({ id, seq, updated_at }) => ({ id, seq, updatedAt: updated_at }));
export type SettledPlace = z.infer<typeof settledRow>;

const seqOfSale = 'select seq from sales where id = ?';
const settled = `state in ('delivered', 'cancelled')
  and not exists (select 1 from outbox where sale_id = sales.id and outbox.state not in ('done', 'dropped'))`;

/** SQLite's `lower` changes only ASCII letters. A text with others is compared as typed and in each letter case. */
const spellingsOf = (text: string): readonly string[] => {
  const all = [text, text.toLowerCase(), text.toUpperCase()];
  return [...new Set(all.map((one) => one.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())))];
};
const hasOne = '(instr(lower(reference), ?) > 0 or instr(lower(receipt_number), ?) > 0)';
/** The newest sales still change. They enter the text index after a thousand others have come. */
const lastIndexed = '(select coalesce(max(id), 0) from sale_words_docsize)';
/** Splits the text into groups of three letters, as the index has them. Groups that cover the text once are enough. */
const lettersOf = (text: string): string =>
  [...(text.match(/.{3}/gsu) ?? []), [...text].slice(-3).join('')]
    .map((three) => `"${three.replaceAll('"', '""')}"`)
    .join(' AND ');

/** A source of rows with its query values. */
type Place = readonly [rows: string, ...values: SQLInputValue[]];

function placesOf({ search, state, from }: SaleFilter): readonly Place[] {
  if (search === undefined) return [['sales where true']];
  const { text } = search;
  const spellings = spellingsOf(text);
  const values = [...spellings.flatMap((one) => [one, one]), search.amountCents];
  const fits = `(${spellings.map(() => hasOne).join(' or ')} or amount_cents = ?)`;
  // A day has few sales, and so has every state except `delivered`, so every row is checked.
  if (from !== undefined || (state ?? 'delivered') !== 'delivered') return [[`sales where ${fits}`, ...values]];
  // The index needs three letters. For fewer, every row is checked without reading documents.
  if ([...text].length < 3 || text.includes('\0')) {
    return [[`sales where seq in (select seq from sales indexed by sales_by_words where ${fits})`, ...values]];
  }
  // If the text is no amount, this term matches no sale.
  const words = [...spellings, `\n${search.amountCents}\n`].map((one) => `(${lettersOf(one)})`).join(' OR ');
  const indexed = '(select rowid as seq from sale_words where sale_words match ?) cross join sales using (seq)';
  return [
    [`sales where seq > ${lastIndexed} and ${fits}`, ...values],
    [`${indexed} where ${fits}`, words, ...values],
  ];
}

/** With plain `seq` the database would use the ordered index and read every sale of the till. */
const newestFew = 'order by +seq desc';

const ofThem = (tills: readonly string[] | null): string =>
  tills === null ? '' : ` and till in (${tills.map(() => '?').join(', ')})`;

/** Merges pages of several tills. Each till is read by its own index, only as far as needed. */
function newestOf(pages: readonly Page[], limit: number): Page {
  // A till with an unfinished page may have more rows below its end, so rows below it wait for the next page.
  const known = Math.max(0, ...pages.filter(({ more }) => more).map(({ rows }) => rows.at(-1)?.seq ?? 0));
  const rows = pages.flatMap((one) => one.rows.filter(({ seq }) => seq >= known)).sort((a, b) => b.seq - a.seq);
  return { rows: rows.slice(0, limit), more: rows.length > limit || pages.some(({ more }) => more) };
}

function pageOf(database: Database, open: (row: unknown) => StoredSale, filter: Omit<SaleFilter, 'tills'>): Page {
  // Only requested conditions are in the statement, so that each combination can use its index.
  const conditions = [
    ['till = ?', filter.till],
    ['reference = ?', filter.reference],
    ['state = ?', filter.state],
    ['place = ?', filter.place],
    ['created_at >= ?', filter.from],
    ['created_at < ?', filter.to],
    ['seq < ?', filter.before],
  ] as const;
  const given = conditions.filter(([, value]) => value !== undefined);
  const { limit } = filter;
  const where = given.map(([condition]) => `and ${condition}`).join(' ');
  const order = filter.till !== undefined && filter.reference !== undefined ? newestFew : 'order by seq desc';
  const rows: StoredSale[] = [];
  let chars = 0;
  for (const [place, ...values] of placesOf(filter)) {
    const found = database
      .sql(`select seq, id, encrypted from ${place} ${where} ${order} limit ?`)
      .iterate(...values, ...given.map(([, value]) => value ?? null), limit + 1);
    for (const row of found) {
      if (rows.length === limit || chars > mostChars) return { rows, more: true };
      const stored = open(row);
      chars += stored.doc?.length ?? 0;
      rows.push(stored);
    }
  }
  return { rows, more: false };
}

export type SaleTable = ReturnType<typeof createSaleTable>;

export function createSaleTable(database: Database, encryption: Encryption) {
  const open = (row: unknown): StoredSale => {
    const { seq, id, encrypted } = docRow.parse(row);
    return { seq, id, doc: encryption.read(id, encrypted) };
  };
  const one = (row: unknown): StoredSale | null => (row === undefined ? null : open(row));
  const page = (filter: Omit<SaleFilter, 'tills'>): Page => pageOf(database, open, filter);

  return {
    insert({ doc, ...record }: SaleRecord) {
      const row = { ...record, identity: '', encrypted: encryption.encrypt(record.id, doc) };
      const names = Object.keys(row);
      database
        .sql(
          `insert into sales (${names.map(columnOf).join(', ')}) values (${names.map((name) => `:${name}`).join(', ')})`,
        )
        .run(row);
    },
    /**
     * Updates only changed columns, because SQLite rewrites the index of each named column. With a late bill a sale
     * whose customer data were removed changes its state and contains such data again.
     */
    update(id: string, changed: Partial<SaleColumns>, doc: string) {
      const columns = Object.keys(changed).map((name) => `${columnOf(name)} = :${name}, `);
      if (changed.state !== undefined) columns.push('forgotten_at = null, ');
      database
        .sql(`update sales set ${columns.join('')}encrypted = :encrypted where id = :id`)
        .run({ ...changed, id, encrypted: encryption.encrypt(id, doc) });
    },
    find: (id: string): StoredSale | null =>
      one(database.sql('select seq, id, encrypted from sales where id = ?').get(id)),
    findByReference: (till: string, reference: string, businessDay?: string): StoredSale | null =>
      one(
        businessDay === undefined
          ? database
              .sql(`select seq, id, encrypted from sales where till = ? and reference = ? ${newestFew} limit 1`)
              .get(till, reference)
          : database
              .sql('select seq, id, encrypted from sales where till = ? and reference = ? and business_day = ?')
              .get(till, reference, businessDay),
      ),
    /** The newest sales under the reference since this business day. `all`: also those of tills such as `folder 2`. */
    listByReference: (till: string, reference: string, fromDay: string, all: boolean): readonly StoredSale[] =>
      database
        .sql(
          `select seq, id, encrypted from sales where ${all ? "(till = ?1 or till glob ?1 || ' *')" : 'till = ?1'}
           and reference = ?2 and business_day >= ?3 ${newestFew} limit 20`,
        )
        .all(till, reference, fromDay)
        .map(open),
    /** Newest first. If `more`, the next page begins below the `seq` of the last row. */
    list: ({ tills, ...filter }: SaleFilter): Page =>
      tills === undefined
        ? page(filter)
        : newestOf(
            tills.map((till) => page({ ...filter, till })),
            filter.limit,
          ),
    /** The `seq` of a sale, for `SaleFilter.before`; null if these tills have no such sale. */
    seqOf(id: string, tills: readonly string[] | null): number | null {
      const text = `select seq from sales where id = ?${ofThem(tills)}`;
      return rowOf(database, seqRow, text, id, ...(tills ?? []))?.seq ?? null;
    },
    openByTill: () =>
      rowsOf(database, openRow, `select till, count(*) as count from sales where state = 'open' group by till`),
    busiestHour: (from: number): number =>
      rowOf(
        database,
        busiestRow,
        `select count(*) as count from sales where created_at >= ? group by created_at / 3600000 order by count desc limit 1`,
        from,
      )?.count ?? 0,
    saveBill(saleId: string, billText: string) {
      database
        .sql(
          `insert into bills (sale, encrypted) select seq, ?2 from sales where id = ?1
           on conflict (sale) do update set encrypted = ?2`,
        )
        .run(saleId, encryption.encrypt(`bill:${saleId}`, billText));
    },
    findBill(saleId: string): string | null {
      const row = rowOf(database, billRow, `select encrypted from bills where sale = (${seqOfSale})`, saleId);
      return row === null ? null : encryption.decrypt(`bill:${saleId}`, row.encrypted);
    },
    /** Whether the sale is closed and has nothing to send. Only then may parts of it be removed. */
    isSettled: (saleId: string) =>
      database.sql(`select 1 from sales where id = ? and ${settled}`).get(saleId) !== undefined,
    /** Finished sales that still contain customer data, unchanged since a time; the longest unchanged come first. */
    settledBefore: (after: SettledPlace | null, unchangedSince: number, limit: number) =>
      rowsOf(
        database,
        settledRow,
        `select id, seq, updated_at from sales indexed by sales_to_forget
         where forgotten_at is null and updated_at < ?1 and (updated_at, seq) > (?2, ?3) and ${settled}
         order by updated_at, seq limit ?4`,
        ...[unchangedSince, after?.updatedAt ?? Number.MIN_SAFE_INTEGER, after?.seq ?? 0, limit],
      ),
    /** Removes the bill and replaces the sale by `doc`. A sale that cannot be read has no `doc` and stays. */
    forget(saleId: string, doc: string | null, now: number) {
      database.sql(`delete from bills where sale = (${seqOfSale})`).run(saleId);
      if (doc === null) return;
      database
        .sql('update sales set encrypted = ?, forgotten_at = ? where id = ?')
        .run(encryption.encrypt(saleId, doc), now, saleId);
    },
  };
}
