import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import type { Job, JobKind, JobState } from './job.ts';
import { askedToWait } from './policy.ts';

/** The outbox table. Every function is one statement; callers put those that belong together into one transaction. */
export interface OutboxStore {
  /** Adds the job, or makes a parked, held or dropped one due again; a job that is done stays done. */
  enqueue(saleId: string, kind: JobKind, now: number, dueAt?: number): void;
  find(saleId: string, kind: JobKind): Job | null;
  save(job: Job): void;
  /** Moves bill and print of one sale from the states `from`, and only those never tried when `untried` is set. */
  move(saleId: string, from: readonly JobState[], to: JobState, only?: { readonly untried: true }): void;
  /** Jobs that may be tried at `now`: those of one sale in order, those of different sales independent of each other. */
  due(now: number, limit: number, only?: DueFilter): readonly Job[];
  /** When the next job after `now` becomes due, in milliseconds since the epoch; null when there is none. */
  nextDueAt(now: number): number | null;
  /**
   * What waits for a retry becomes due now, those with the fewest tries first; not what the service asked to wait, nor
   * what was tried more than `mostAttempts` times.
   */
  wake(now: number, mostAttempts?: number): void;
  /** Sales with something that the service refused. */
  parkedSales(): readonly string[];
  /** What is held and has this `lastReason`. */
  heldBecause(reason: string): readonly Job[];
  /** `waiting`: what is on its way. `parked`: what a person must look at. */
  counts(): { readonly waiting: number; readonly parked: number; readonly oldestCreatedAt: number | null };
}

export interface DueFilter {
  /** Only what was never tried. */
  readonly fresh: boolean;
  /** Bills of these stores stay out. */
  readonly withoutStores: readonly string[];
}

/**
 * Nothing is planned further ahead than this (the longest pause is 5 minutes, the longest undo one): a job that seems to
 * be was planned before the clock was turned back, and is due.
 */
const horizonMs = 10 * 60_000;

const jobRow = z
  .object({
    sale_id: z.string(),
    kind: z.enum(['bill', 'printed', 'cancel', 'loyaltyCancel']),
    state: z.enum(['due', 'held', 'parked', 'done', 'dropped']),
    attempts: z.int(),
    due_at: z.int(),
    created_at: z.int(),
    last_reason: z.string().nullable(),
  })
  .transform(
    (row): Job => ({
      saleId: row.sale_id,
      kind: row.kind,
      state: row.state satisfies JobState,
      attempts: row.attempts,
      dueAt: row.due_at,
      createdAt: row.created_at,
      lastReason: row.last_reason,
    }),
  );
const saleRow = z.object({ sale_id: z.string() });
const nextRow = z.object({ next: z.int().nullable() });
const countsRow = z.object({ waiting: z.int(), parked: z.int(), oldest: z.int().nullable() });

/**
 * A mark waits for the bill of its sale: `printed` until the bill is there, `cancel` until it is known what became of a
 * bill that may have been seen. Nothing waits for another sale.
 */
const mayGo = `(
  job.kind in ('bill', 'loyaltyCancel')
  or (job.kind = 'printed' and exists (
    select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill' and bill.state = 'done'))
  or (job.kind = 'cancel' and not exists (
    select 1 from outbox earlier where earlier.sale_id = job.sale_id and earlier.kind in ('bill', 'printed') and earlier.state = 'due'))
)`;

/** Not on their way: they go when a person has looked at the bill. Costs what is parked, not what waits. */
const printsOfRefusedBills = `(
  select count(*) from outbox bill join outbox print on print.sale_id = bill.sale_id
  where bill.state = 'parked' and bill.kind = 'bill' and print.kind = 'printed' and print.state = 'due')`;

export function createOutboxStore(database: Database): OutboxStore {
  return {
    enqueue(saleId, kind, now, dueAt = now) {
      database
        .sql(
          `insert into outbox (sale_id, kind, state, due_at, created_at) values (?1, ?2, 'due', ?4, ?3)
           on conflict (sale_id, kind) do update set state = 'due', due_at = ?4 where state <> 'done'`,
        )
        .run(saleId, kind, now, dueAt);
    },
    find(saleId, kind) {
      const row = database.sql('select * from outbox where sale_id = ? and kind = ?').get(saleId, kind);
      return row === undefined ? null : jobRow.parse(row);
    },
    save(job) {
      database
        .sql('update outbox set state = ?, attempts = ?, due_at = ?, last_reason = ? where sale_id = ? and kind = ?')
        .run(job.state, job.attempts, job.dueAt, job.lastReason, job.saleId, job.kind);
    },
    move(saleId, from, to, only) {
      for (const state of from) {
        database
          .sql(`update outbox set state = ?1
             where sale_id = ?2 and kind in ('bill', 'printed') and state = ?3 and attempts <= ?4`)
          .run(to, saleId, state, only === undefined ? Number.MAX_SAFE_INTEGER : 0);
      }
    },
    due(now, limit, { fresh, withoutStores } = { fresh: false, withoutStores: [] }) {
      const among = (range: string, most: number): Job[] =>
        database
          .sql(
            `select * from outbox job where state = 'due' and ${range} and ${mayGo}
               and (?3 = 0 or attempts = 0)
               and (?4 = '[]' or kind <> 'bill' or not exists (
                 select 1 from sales join json_each(?4) store on store.value = sales.store_id where sales.id = job.sale_id))
             order by due_at, created_at limit ?2`,
          )
          .all(now, most, fresh ? 1 : 0, JSON.stringify(withoutStores))
          .map((row) => jobRow.parse(row));
      // Two ranges, not one condition: each is read in the order of the index and ends at its limit.
      const due = among('due_at <= ?1', limit);
      return due.length < limit ? [...due, ...among(`due_at > ?1 + ${horizonMs}`, limit - due.length)] : due;
    },
    nextDueAt: (now) =>
      nextRow.parse(
        database
          .sql(`select min(due_at) as next from outbox job where state = 'due' and due_at > ? and ${mayGo}`)
          .get(now),
      ).next,
    wake(now, mostAttempts = Number.MAX_SAFE_INTEGER) {
      // Only what waits for a retry: a mark that can still be taken back keeps its time. The number of tries decides who
      // is first, so that what fails for ever never stands in front of the rest.
      database
        .sql(
          `update outbox set due_at = ?1 - 1000 + min(attempts, 1000)
           where state = 'due' and due_at > ?1 and attempts between 1 and ?2 and last_reason is not '${askedToWait}'`,
        )
        .run(now, mostAttempts);
    },
    parkedSales: () =>
      database
        .sql(`select distinct sale_id from outbox where state = 'parked'`)
        .all()
        .map((row) => saleRow.parse(row).sale_id),
    heldBecause: (reason) =>
      database
        .sql(`select * from outbox where state = 'held' and last_reason = ?`)
        .all(reason)
        .map((row) => jobRow.parse(row)),
    counts() {
      const row = countsRow.parse(
        database
          .sql(
            `select (select rows from outbox_counts where state = 'due') - ${printsOfRefusedBills} as waiting,
               (select rows from outbox_counts where state = 'parked') as parked,
               (select min(created_at) from outbox where state = 'due') as oldest`,
          )
          .get(),
      );
      return { waiting: row.waiting, parked: row.parked, oldestCreatedAt: row.waiting === 0 ? null : row.oldest };
    },
  };
}
