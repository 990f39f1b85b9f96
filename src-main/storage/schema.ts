import type { DataFormat } from './database.ts';

const lineage = `
  create table lineage (
    only integer primary key check (only = 1),
    id text not null,
    commits integer not null,
    installation text,
    -- The folder in which the database was last used, to find the record of a renamed folder.
    folder text not null
  ) strict;`;

/** Small values that survive a restart. */
const shared = `
  create table stored (
    name text primary key,
    encrypted blob not null
  ) strict, without rowid;`;

/** The database of one connection. Data that identify a customer are only in encrypted columns. */
export const receiptFormat: DataFormat = {
  schema: `
  ${lineage}
  ${shared}

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
    -- The group of the sale in the reconciliation of its day (reconciliationStatusOf).
    place text not null,
    -- A keyed hash of the bill. Empty: there is no bill, or it has no number or no date.
    identity text not null,
    -- A keyed hash of number, date and total, to find similar receipts.
    looks text,
    created_at integer not null,
    updated_at integer not null,
    -- When everything that names a customer was removed, in milliseconds since the epoch.
    forgotten_at integer,
    encrypted blob not null,
    unique (till, reference, business_day)
  ) strict;
  create index sales_by_state on sales (state, seq);
  create index sales_by_till on sales (till, seq);
  create index sales_by_day on sales (created_at, place);
  create index sales_by_words on sales (reference, receipt_number, amount_cents);
  create index sales_by_identity on sales (identity) where identity <> '';
  create index sales_by_looks on sales (looks) where looks is not null;
  create index sales_to_forget on sales (updated_at)
    where forgotten_at is null and state in ('delivered', 'cancelled');

  -- The text that a search looks at: columns that are not encrypted, separated by line ends.
  create view words_of_sales as select seq,
    reference || char(10) || coalesce(amount_cents, '') || char(10) || coalesce(receipt_number, '') as words
    from sales;
  create virtual table sale_words using fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram');
  -- Bytes of an index page. A search skips a page without a match as a whole.
  insert into sale_words (sale_words, rank) values ('pgsz', 1000);
  -- Indexes sales in batches, which costs less, and after a thousand newer ones, because old sales rarely change.
  create trigger sale_words_added after insert on sales when new.seq % 100 = 0 begin
    insert into sale_words (rowid, words) select seq, words from words_of_sales
      where seq > (select coalesce(max(id), 0) from sale_words_docsize) and seq <= new.seq - 1000
      order by seq limit 200;
  end;
  create trigger sale_words_changed after update of receipt_number, amount_cents on sales
    when exists (select 1 from sale_words_docsize where id = new.seq) begin
    update sale_words set words = (select words from words_of_sales where seq = new.seq) where rowid = new.seq;
  end;

  -- By the number of the sale and not by its id, so that bills, which are large, are appended.
  create table bills (
    sale integer primary key references sales (seq),
    encrypted blob not null
  ) strict;

  create table outbox (
    sale_id text not null references sales (id),
    kind text not null check (kind in ('bill', 'printed', 'cancel', 'loyaltyCancel')),
    state text not null check (state in ('due', 'held', 'parked', 'done', 'dropped')),
    attempts integer not null default 0,
    due_at integer not null,
    created_at integer not null,
    last_reason text,
    -- The receipt id and the hash of the content with which a bill was sent (sendingOf).
    sent_as text,
    -- Null: the row can be sent. 'bill': it waits for the bill of its sale; 'till': the till has not sent that bill.
    -- 'store <id>': a bill waits for a paused store.
    waits_for text,
    primary key (sale_id, kind)
  ) strict, without rowid;
  create index outbox_by_age on outbox (state, created_at);
  create index outbox_ready on outbox (due_at, created_at) where state = 'due' and waits_for is null;
  create index outbox_fresh on outbox (due_at, created_at)
    where state = 'due' and waits_for is null and attempts = 0;
  create index outbox_waiting on outbox (waits_for, created_at) where waits_for is not null;
  create index outbox_on_its_way on outbox (created_at) where state = 'due' and waits_for is not 'till';

  -- The number of rows in each state, which is read after every change without a scan of the queue.
  create table outbox_counts (state text primary key, rows integer not null) strict, without rowid;
  insert into outbox_counts (state, rows)
    values ('due', 0), ('held', 0), ('parked', 0), ('done', 0), ('dropped', 0), ('due before the bill', 0);
  create trigger outbox_added after insert on outbox begin
    update outbox_counts set rows = rows + 1 where state = new.state;
  end;
  create trigger outbox_moved after update of state on outbox when old.state <> new.state begin
    update outbox_counts set rows = rows - 1 where state = old.state;
    update outbox_counts set rows = rows + 1 where state = new.state;
  end;
  create trigger outbox_before_bill after update of state, waits_for on outbox
    when (old.state = 'due' and old.waits_for is 'till') <> (new.state = 'due' and new.waits_for is 'till') begin
    update outbox_counts set rows = rows + iif(new.state = 'due' and new.waits_for is 'till', 1, -1)
      where state = 'due before the bill';
  end;

  create table pool (
    bill_id text primary key,
    store_id text not null,
    url text not null,
    state text not null check (state in ('available', 'taken', 'expired')),
    registered_at integer not null,
    sale_id text
  ) strict, without rowid;
  create index pool_by_state on pool (state, store_id, registered_at) where state = 'available' or state = 'expired';
  -- Receipt ids are compared regardless of letter case.
  create index pool_by_id on pool (lower(bill_id));

  -- Partner users that this app created, found by keyed hashes: neither of their ids is stored unencrypted.
  create table partner_users (
    by_external text primary key,
    by_user text not null,
    created_at integer not null,
    encrypted blob not null
  ) strict, without rowid;
  create index partner_users_by_user on partner_users (by_user);

  -- Keyed hashes of accepted files of the inbox and of replaced bills. A file that cannot be moved away must not be
  -- accepted again, and neither must the first version of a corrected bill.
  create table taken_files (
    file text primary key,
    sale_id text not null references sales (id)
  ) strict, without rowid;`,
  migrations: [],
};

/** Paired tills have their own file, because they stay paired when the connection changes. */
export const tillFormat: DataFormat = {
  schema: `
  ${lineage}
  ${shared}

  create table tokens (
    id text primary key,
    name text not null,
    hash text not null unique,
    scopes text not null,
    created_at integer not null
  ) strict, without rowid;

  -- A removed till that is paired again gets its id back, and with it its sales.
  create table removed_tills (
    id text primary key,
    name text not null,
    removed_at integer not null,
    -- The number of tills that had shared the watched folder with it and remained.
    others integer not null
  ) strict, without rowid;

  -- Files of the inbox that a connection has claimed, by their hash: no other connection takes them.
  create table file_claims (
    file text primary key,
    connection text not null
  ) strict, without rowid;`,
  migrations: [],
};
