import type { Migration } from '../database.ts';
import { homeMigration, lineageMigration } from './lineage.ts';

/** The database of one mode (training or live). What names a customer is inside `sealed`, never in a column. */
export const receiptMigrations: readonly Migration[] = [
  {
    name: '1 sales, bills, outbox, pool',
    sql: `
      create table sales (
        seq integer primary key,
        id text not null unique,
        reference text not null unique,
        state text not null check (state in ('open', 'queued', 'delivered', 'attention', 'cancelled')),
        store_id text not null,
        receipt_number text,
        amount_cents integer,
        created_at integer not null,
        updated_at integer not null,
        sealed blob not null
      ) strict;
      create index sales_by_state on sales (state, seq);
      create index sales_by_time on sales (created_at);

      -- With a rowid: bills are large, and are appended instead of landing on a page of their id's.
      create table bills (
        sale_id text primary key references sales (id),
        sealed blob not null
      ) strict;

      create table outbox (
        sale_id text not null references sales (id),
        kind text not null check (kind in ('bill', 'printed', 'cancel', 'loyaltyCancel')),
        state text not null check (state in ('due', 'held', 'parked', 'done', 'dropped')),
        attempts integer not null default 0,
        due_at integer not null,
        created_at integer not null,
        last_reason text,
        primary key (sale_id, kind)
      ) strict, without rowid;
      create index outbox_by_due on outbox (state, due_at, created_at);
      create index outbox_by_age on outbox (state, created_at);
      -- How many rows are in each state: asked after every change, so it must not cost a scan of what waits.
      create table outbox_counts (state text primary key, rows integer not null) strict, without rowid;
      insert into outbox_counts (state, rows)
        values ('due', 0), ('held', 0), ('parked', 0), ('done', 0), ('dropped', 0);
      create trigger outbox_added after insert on outbox begin
        update outbox_counts set rows = rows + 1 where state = new.state;
      end;
      create trigger outbox_moved after update of state on outbox when old.state <> new.state begin
        update outbox_counts set rows = rows - 1 where state = old.state;
        update outbox_counts set rows = rows + 1 where state = new.state;
      end;

      create table pool (
        bill_id text primary key,
        store_id text not null,
        url text not null,
        state text not null check (state in ('available', 'taken', 'expired')),
        registered_at integer not null,
        sale_id text
      ) strict, without rowid;
      create index pool_by_state on pool (state, store_id, registered_at);

      create table kept (
        name text primary key,
        sealed blob not null
      ) strict, without rowid;`,
  },
  lineageMigration(2),
  {
    name: '3 a reference belongs to a till and a day of business',
    // The table has to be made anew: its `reference` was unique by itself. Bills and outbox point at it; they are looked
    // at again when the transaction ends, and all rows are back by then. What is there already has no till (`before`).
    sql: `
      pragma defer_foreign_keys = on;
      create table sales_before as select * from sales;
      drop table sales;
      create table sales (
        seq integer primary key,
        id text not null unique,
        reference text not null,
        till text not null,
        business_day text not null,
        state text not null check (state in ('open', 'queued', 'delivered', 'attention', 'cancelled')),
        store_id text not null,
        receipt_number text,
        amount_cents integer,
        created_at integer not null,
        updated_at integer not null,
        sealed blob not null,
        unique (till, reference, business_day)
      ) strict;
      insert into sales (seq, id, reference, till, business_day, state, store_id, receipt_number, amount_cents,
          created_at, updated_at, sealed)
        select seq, id, reference, 'before', '', state, store_id, receipt_number, amount_cents,
          created_at, updated_at, sealed from sales_before order by seq;
      drop table sales_before;
      create index sales_by_state on sales (state, seq);
      create index sales_by_time on sales (created_at);`,
  },
  {
    name: '4 under which id a bill has left',
    sql: `
      alter table outbox add column sent_as text;
      -- Nobody wrote down what became of these tries: their bills may be there under any id.
      update outbox set sent_as = '*' where kind = 'bill' and attempts > 0;`,
  },
  {
    name: '5 what waits for something else stands in no queue',
    sql: `
      -- Null: it can leave. 'bill': a mark, for the bill of its sale. 'store <id>': a bill, for a store that is not known.
      alter table outbox add column waits_for text;
      update outbox as job set waits_for = 'bill' where state = 'due' and (
        (kind = 'printed' and not exists (
          select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill' and bill.state = 'done'))
        or (kind = 'cancel' and exists (
          select 1 from outbox earlier
          where earlier.sale_id = job.sale_id and earlier.kind in ('bill', 'printed') and earlier.state = 'due')));
      drop index outbox_by_due;
      create index outbox_ready on outbox (due_at, created_at) where state = 'due' and waits_for is null;
      create index outbox_fresh on outbox (due_at, created_at)
        where state = 'due' and waits_for is null and attempts = 0;
      create index outbox_waiting on outbox (waits_for, created_at) where waits_for is not null;
      create index sales_queued_of_store on sales (store_id) where state = 'queued';`,
  },
  homeMigration(6),
  {
    name: '7 a print mark without a bill waits for the till',
    sql: `
      update outbox as job set waits_for = 'till' where kind = 'printed' and waits_for = 'bill' and not exists (
        select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill');`,
  },
  {
    name: '8 a receipt id is one id however it is written',
    sql: 'create index pool_by_id on pool (lower(bill_id));',
  },
  {
    name: '9 users of the partner interface that were made here',
    sql: `
      -- Found by keyed hashes: neither id stands in a column.
      create table partner_users (
        by_external text primary key,
        by_user text not null,
        created_at integer not null,
        sealed blob not null
      ) strict, without rowid;
      create index partner_users_by_user on partner_users (by_user);`,
  },
  {
    name: '10 a day is counted, and a word looked for, without opening a sale',
    sql: `
      -- Where the sale stands in the reconciliation of its day. Null: not written since this column is there.
      alter table sales add column place text;
      drop index sales_by_time;
      create index sales_by_day on sales (created_at, place);
      create index sales_by_words on sales (reference, receipt_number, amount_cents);`,
  },
  {
    name: '11 a till lists its own sales',
    sql: 'create index sales_by_till on sales (till, seq);',
  },
  {
    name: '12 what names a customer goes with the bill',
    // From here on what is sealed says under which key it is: a version before would take it for damaged.
    sql: `
      -- When it was removed, in milliseconds since the epoch.
      alter table sales add column forgotten_at integer;
      create index sales_to_forget on sales (updated_at)
        where forgotten_at is null and state in ('delivered', 'cancelled');`,
  },
  {
    name: '13 what waits is counted without reading it',
    sql: `
      create index outbox_before_bill on outbox (created_at) where state = 'due' and waits_for = 'till';
      create index outbox_on_its_way on outbox (created_at) where state = 'due' and waits_for is not 'till';`,
  },
  {
    name: '14 files of the inbox that were taken',
    sql: `
      -- A keyed hash: a file that cannot be put away is still there on the next day.
      create table taken_files (
        file text primary key,
        sale_id text not null references sales (id)
      ) strict, without rowid;`,
  },
  {
    name: '15 a receipt is one, whoever brings it again',
    sql: `
      -- A keyed hash of the bill; empty: it does not name itself, or there is none. Null: not looked at since this is here.
      alter table sales add column identity text;
      create index sales_by_identity on sales (identity) where identity <> '';
      create index sales_without_identity on sales (receipt_number) where identity is null;`,
  },
  {
    name: '16 a receipt looks like one that was sent before',
    sql: `
      -- A keyed hash of its number, date and total.
      alter table sales add column looks text;
      create index sales_by_looks on sales (looks) where looks is not null;`,
  },
  {
    name: '17 a word is looked for in an index of words',
    sql: `
      -- What is searched, between ends of lines; nothing of it is sealed elsewhere.
      create view words_of_sales as select seq,
        reference || char(10) || coalesce(amount_cents, '') || char(10) || coalesce(receipt_number, '') as words
        from sales;
      -- Where three letters stand. The sales of before are entered beside the work of the day: a start does not wait for it.
      create virtual table sale_words using fts5 (
        words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram');
      -- Bytes of a page: what does not fit is passed over page by page.
      insert into sale_words (sale_words, rank) values ('pgsz', 1000);
      -- A hundred at once cost less than each by itself, and few of them change after a thousand others.
      create trigger sale_words_added after insert on sales when new.seq % 100 = 0 begin
        insert into sale_words (rowid, words) select seq, words from words_of_sales
          where seq > (select coalesce(max(id), 0) from sale_words_docsize) and seq <= new.seq - 1000
          order by seq limit 200;
      end;
      create trigger sale_words_changed after update of receipt_number, amount_cents on sales
        when exists (select 1 from sale_words_docsize where id = new.seq) begin
        update sale_words set words = (select words from words_of_sales where seq = new.seq) where rowid = new.seq;
      end;`,
  },
  {
    name: '18 marks before their bills are counted as they come',
    sql: `
      drop index outbox_before_bill;
      insert into outbox_counts (state, rows)
        select 'due before the bill', count(*) from outbox where state = 'due' and waits_for = 'till';
      create trigger outbox_before_bill after update of state, waits_for on outbox
        when (old.state = 'due' and old.waits_for is 'till') <> (new.state = 'due' and new.waits_for is 'till') begin
        update outbox_counts set rows = rows + iif(new.state = 'due' and new.waits_for is 'till', 1, -1)
          where state = 'due before the bill';
      end;`,
  },
];
