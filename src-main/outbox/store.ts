import { z } from 'zod';
import { type Database, rowOf, rowsOf } from '../storage/database.ts';
import {
  type DueJob,
  dueJobSchema,
  type Job,
  type JobKind,
  type JobState,
  jobSchema,
  storePauseReasons,
  type Try,
} from './job.ts';
import { waitRequested } from './policy.ts';

/** A row planned further ahead was planned before the clock was turned back, so it is due. */
const horizonMs = 10 * 60_000;

const columns =
  'sale_id as saleId, kind, state, attempts, due_at as dueAt, last_reason as lastReason, sent_as as sentAs';
const saleRow = z.object({ sale_id: z.string() });
const lastRow = z.object({ due_at: z.int().nullable() });
const placedRow = z.object({ seq: z.int(), id: z.string() });
const aheadRow = z.object({ next_at: z.int().nullable(), is_beyond: z.int() });
const countsRow = z.object({
  waiting: z.int(),
  parked: z.int(),
  parkedOnPaper: z.int(),
  oldestCreatedAt: z.int().nullable(),
});

/** The most rows of one slice, which takes some milliseconds. Then other work gets its turn. */
const sliceSize = 250;

/** The condition of an index. Queries name the index, because the database would choose a slower one. */
const ready = `state = 'due' and waits_for is null`;

/**
 * Rows of two kinds wait for the bill of their sale. `printed` waits until the till has sent the bill (`till`) and the
 * service has it (`bill`). `cancel` waits until the outcome of a bill that may have arrived is known. No row waits for
 * another sale. This must run after every change of a sale's rows that concerns such a row.
 */
const orderOfSale = `
  update outbox as job set waits_for = case
      when kind = 'printed' and not exists (
        select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill') then 'till'
      when kind = 'printed' and not exists (
        select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill' and bill.state = 'done') then 'bill'
      when kind = 'cancel' and exists (
        select 1 from outbox earlier
        where earlier.sale_id = job.sale_id and earlier.kind = 'bill' and earlier.state = 'due') then 'bill'
    end
  where sale_id = ?1 and kind in ('printed', 'cancel') and state = 'due'`;

/** The time when the first row after `after` becomes due, and whether any row seems planned beyond the horizon. */
const aheadOf = (after: string): string => `
  (select min(due_at) from outbox indexed by outbox_ready where ${ready} and due_at > ${after}) as next_at,
  exists (select 1 from outbox indexed by outbox_ready where ${ready} and due_at > ${after} + ${horizonMs}) as is_beyond`;

/** The text of a search for due rows. `soon` finds those until now, `beyond` those planned beyond the horizon. */
function dueRows(index: 'outbox_ready' | 'outbox_fresh', order: string) {
  // SQLite would compile the text again at each search if the limit were a plain parameter.
  const among = (range: string): string =>
    `select ${columns}, (select store_id from sales where sales.id = outbox.sale_id) as storeId, ${aheadOf('?1')}
     from outbox indexed by ${index}
     where ${ready} ${index === 'outbox_fresh' ? 'and attempts = 0' : ''} and ${range} order by ${order} limit ?2 + 0`;
  return { soon: among('due_at <= ?1'), beyond: among('due_at > ?1') };
}

/** `fresh`: only rows without an attempt. `newest`: these, newest first. */
const searches = {
  all: dueRows('outbox_ready', 'due_at, created_at'),
  fresh: dueRows('outbox_fresh', 'due_at, created_at'),
  newest: dueRows('outbox_fresh', 'due_at desc, created_at desc'),
};
const aheadOfNow = `select ${aheadOf('?1')}`;
const aheadOfAll = `select ${aheadOf('0')}`;

const waitsForStore = (storeId: string): string => `store ${storeId}`;

/** The end of an update, which returns whether the sale has a row `printed` or `cancel` that is due. */
const hasMarks = `
  returning exists (select 1 from outbox mark
    where mark.sale_id = outbox.sale_id and mark.kind in ('printed', 'cancel') and mark.state = 'due') as found`;

/** Print rows that wait for a decision of a person about the bill. The query reads only parked rows. */
const printsOfRefusedBills = `(
  select count(*) from outbox bill join outbox print on print.sale_id = bill.sale_id
  where bill.state = 'parked' and bill.kind = 'bill' and print.kind = 'printed' and print.state = 'due')`;

/** Print rows without a bill. They do not wait for the service, because the till may never send the bill. */
const printsWithoutBill = `(select rows from outbox_counts where state = 'due before the bill')`;

const oldestOnItsWay = `(
  select min(created_at) from outbox indexed by outbox_on_its_way where state = 'due' and waits_for is not 'till')`;

/** The rows that the service must still receive. Only rows that can be sent are in the searched indexes. */
export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(database: Database) {
  const version: OutboxVersion = { changes: 0 };

  /** Changes a row, and updates whether the rows `printed` and `cancel` of the sale wait for its bill. */
  function inOrder(
    saleId: string,
    { kind, state }: Pick<Job, 'kind' | 'state'>,
    text: string,
    ...values: readonly (string | number | null)[]
  ): void {
    if (state === 'due') version.changes += 1;
    database.transaction(() => {
      const mark = database.sql(`${text} ${hasMarks}`).get(...values);
      if (kind === 'bill' && mark?.found !== 1) return;
      version.changes += 1;
      database.sql(orderOfSale).run(saleId);
    });
  }

  function move(saleId: string, from: readonly JobState[], to: JobState, mostAttempts = Number.MAX_SAFE_INTEGER): void {
    version.changes += 1;
    database.transaction(() => {
      database
        .sql(
          // The pause of its store may end while a bill is held, so it waits for no store afterwards.
          `update outbox set state = ?1, waits_for = null where sale_id = ?2 and kind in ('bill', 'printed') and attempts <= ?4
             and state in (select value from json_each(?3))`,
        )
        .run(to, saleId, JSON.stringify(from), mostAttempts);
      database.sql(orderOfSale).run(saleId);
    });
  }

  return {
    grouped: database.grouped,
    version: version as Readonly<OutboxVersion>,
    committed: async (): Promise<void> => database.pending() ?? undefined,
    /** Must be on disk before the request leaves: after a crash the app must know that it may have arrived. */
    begin({ saleId, kind, attempts, leavesAs }: Try) {
      database
        .sql('update outbox set attempts = ?, sent_as = coalesce(?, sent_as) where sale_id = ? and kind = ?')
        .run(attempts, leavesAs, saleId, kind);
    },
    noteSentAs(saleId: string, sentAs: string | null) {
      database.sql(`update outbox set sent_as = ? where sale_id = ? and kind = 'bill'`).run(sentAs, saleId);
    },
    /** Adds the row, or makes a parked, held or dropped one due again; a finished row stays finished. */
    enqueue(saleId: string, kind: JobKind, now: number, dueAt: number = now) {
      inOrder(
        saleId,
        { kind, state: 'due' },
        `insert into outbox (sale_id, kind, state, due_at, created_at) values (?1, ?2, 'due', ?4, ?3)
         on conflict (sale_id, kind) do update set state = 'due', due_at = ?4, waits_for = null where state <> 'done'`,
        ...[saleId, kind, now, dueAt],
      );
    },
    find(saleId: string, kind: JobKind): Job | null {
      return rowOf(database, jobSchema, `select ${columns} from outbox where sale_id = ? and kind = ?`, saleId, kind);
    },
    save(job: Job) {
      inOrder(
        job.saleId,
        job,
        'update outbox set state = ?, attempts = ?, due_at = ?, last_reason = ? where sale_id = ? and kind = ?',
        ...[job.state, job.attempts, job.dueAt, job.lastReason, job.saleId, job.kind],
      );
    },
    /** The sale is cancelled: its bill and print wait for the outcome of the cancel if they were never tried. */
    holdUntried: (saleId: string): void => move(saleId, ['due'], 'held', 0),
    releaseHeld: (saleId: string): void => move(saleId, ['held'], 'due'),
    /** The service has the cancel, so bill and print are not sent any more. */
    dropRest: (saleId: string): void => move(saleId, ['held', 'parked', 'due'], 'dropped'),
    ...createQueue(database, version),
    ...createCounts(database, version),
  };
}

export interface OutboxVersion {
  /** Counts the changes that let rows leave. Each count stands for at most two new rows (`isBelow`). */
  changes: number;
}

function createQueue(database: Database, version: OutboxVersion) {
  return {
    /** The due rows, and when the next is due. */
    due(
      now: number,
      limit: number,
      search: keyof typeof searches = 'all',
    ): { readonly jobs: readonly DueJob[]; readonly nextAt: number | null } {
      const { soon, beyond } = searches[search];
      const rows = database.sql(soon).all(now, limit);
      const ahead = aheadRow.parse(rows[0] ?? database.sql(aheadOfNow).get(now));
      // There are two queries, because each can read one range in the order of the index and end at the limit.
      if (ahead.is_beyond === 1) rows.push(...database.sql(beyond).all(now + horizonMs, limit - rows.length));
      return { jobs: rows.map((row) => dueJobSchema.parse(row)), nextAt: ahead.next_at };
    },
    firstDueAt: (): number | null => aheadRow.parse(database.sql(aheadOfAll).get()).next_at,
    holdBack(storeId: string, saleId: string) {
      database
        .sql(`update outbox set waits_for = ? where sale_id = ? and kind = 'bill' and ${ready}`)
        .run(waitsForStore(storeId), saleId);
    },
    /** One bill is tried for all bills that wait for this store: the oldest untried bill, later each in turn. */
    nextToAsk(storeId: string): Job | null {
      const waiting = `select ${columns} from outbox where waits_for = ?1 and state = 'due'`;
      const hasRequested = `last_reason in ('${storePauseReasons.join("', '")}')`;
      const notYet = `${waiting} and (${hasRequested}) is not true order by created_at limit 1`;
      return (
        rowOf(database, jobSchema, notYet, waitsForStore(storeId)) ??
        rowOf(database, jobSchema, `${waiting} order by due_at, created_at limit 1`, waitsForStore(storeId))
      );
    },
    /** Makes the next slice of rows that wait for this store (null: for any) due. Returns true if there may be more. */
    release(storeId: string | null, now: number, paused: readonly string[]): boolean {
      version.changes += 1;
      const [from, to] = storeId === null ? ['store ', 'store!'] : [waitsForStore(storeId), waitsForStore(storeId)];
      const { changes: freed } = database
        .sql(
          `update outbox set waits_for = null, due_at = min(due_at, ?1) where (sale_id, kind) in (
             select sale_id, kind from outbox
             where waits_for between ?3 and ?4 and waits_for not in (select 'store ' || value from json_each(?2))
             order by waits_for, created_at limit ${sliceSize})`,
        )
        .run(now, JSON.stringify(paused), from, to);
      return freed === sliceSize;
    },
    /**
     * Makes the next slice of waiting retries due, from `from` on. Once all are due, rows with the fewest attempts come
     * first. It leaves out rows that the service asked to delay, rows with more than `mostAttempts` attempts, and rows
     * that fail before the next slice. Returns where the next slice begins, or null.
     */
    wake(now: number, mostAttempts: number = Number.MAX_SAFE_INTEGER, from: number = now + 1): number | null {
      version.changes += 1;
      // Rows are taken in the order of their attempts, so that a row that always fails never delays other rows.
      const slice = `(select sale_id, kind, due_at from outbox indexed by outbox_ready
         where ${ready} and due_at >= ?1 and attempts between 1 and ?2 and last_reason is not '${waitRequested}'
         order by due_at limit ${sliceSize})`;
      const last = rowOf(database, lastRow, `select max(due_at) as due_at from ${slice}`, from, mostAttempts);
      const { changes: woken } = database
        .sql(
          `update outbox set due_at = ?3 - 1000 + min(attempts, 1000)
           where (sale_id, kind) in (select sale_id, kind from ${slice})`,
        )
        .run(from, mostAttempts, now);
      return woken === sliceSize ? (last?.due_at ?? null) : null;
    },
  };
}

function createCounts(database: Database, version: Readonly<OutboxVersion>) {
  let counted = { rows: Number.POSITIVE_INFINITY, at: 0 };

  /** `parked`: rows that need a person. `parkedOnPaper`: those whose customers have paper. */
  function counts(): Readonly<z.infer<typeof countsRow>> {
    const row = countsRow.parse(
      database
        .sql(
          `select (select rows from outbox_counts where state = 'due') - parkedOnPaper - ${printsWithoutBill} as waiting,
             (select rows from outbox_counts where state = 'parked') as parked,
             parkedOnPaper,
             ${oldestOnItsWay} as oldestCreatedAt
           from (select ${printsOfRefusedBills} as parkedOnPaper)`,
        )
        .get(),
    );
    return row.waiting === 0 ? { ...row, oldestCreatedAt: null } : row;
  }

  const salesWith = (condition: string): readonly string[] =>
    rowsOf(database, saleRow, `select distinct sale_id from outbox where ${condition}`).map((row) => row.sale_id);

  return {
    counts,
    parkedSales: (): readonly string[] => salesWith(`state = 'parked'`),
    /** The sales whose cancel waits. The query reads the waiting rows, not every cancelled sale. */
    salesWithCancel: (): readonly string[] => salesWith(`state = 'due' and kind = 'cancel'`),
    /** The parked rows by pages, newest sale first: `before` is `next` of the previous page. */
    parkedPage(
      before: number | null,
      limit: number,
    ): { readonly ids: readonly string[]; readonly next: number | null } {
      const rows = rowsOf(
        database,
        placedRow,
        `select seq, id from sales where id in (select sale_id from outbox where state = 'parked') and seq < ?1
         order by seq desc limit ?2`,
        before ?? Number.MAX_SAFE_INTEGER,
        limit + 1,
      );
      const page = rows.slice(0, limit);
      return { ids: page.map(({ id }) => id), next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
    },
    heldBecause: (reason: string): readonly Job[] =>
      rowsOf(database, jobSchema, `select ${columns} from outbox where state = 'held' and last_reason = ?`, reason),
    /** Whether waiting and parked rows are fewer than `limit`. An upper estimate avoids most counts. */
    isBelow(limit: number): boolean {
      if (counted.rows + 2 * (version.changes - counted.at) < limit) return true;
      const { waiting, parked } = counts();
      counted = { rows: waiting + parked, at: version.changes };
      return counted.rows < limit;
    },
  };
}
