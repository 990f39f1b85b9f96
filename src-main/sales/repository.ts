import type { Clock } from '../ports.ts';
import { isRecord } from '../shared/json.ts';
import { parseKeepingValues } from '../shared/json-text.ts';
import { createListeners } from '../shared/listeners.ts';
import { failed, type Result } from '../shared/result.ts';
import { reaches, tillNames } from '../shared/till-names.ts';
import { type Database, isDatabaseError } from '../storage/database.ts';
import type { Identity } from '../storage/duplicate-index.ts';
import type { Quarantine } from '../storage/notice-board.ts';
import type { SaleFilter, SaleTable, StoredSale } from '../storage/sale-table.ts';
import { reconciliationStatusOf, type Sale, saleSchema, withoutCustomer } from './sale/sale.ts';
import { applySaleEvents, type SaleEvent } from './sale/state.ts';

interface BillText {
  readonly text: string;
  readonly identity: Identity;
}

interface SaleChange {
  readonly sale: Sale;
  readonly before: Sale | null;
  readonly billText?: string;
}

/** The number of sales in memory. Reading one again costs more than all other work for a sale. */
const remembered = 200;
/** A new bill stays in memory with its sale, because it is sent at once. A bill longer than this is read from disk. */
const mostBillChars = 50_000;

const notOpened = 'it does not open with the key of this computer';

const columnsOf = (sale: Sale) => ({
  till: sale.till,
  businessDay: sale.businessDay,
  state: sale.state,
  storeId: sale.storeId,
  receiptNumber: sale.receiptNumber,
  amountCents: sale.amountCents,
  place: reconciliationStatusOf(sale),
  updatedAt: sale.updatedAt,
});

/** Reads the stored sales. An unreadable one is set aside, reported and never changed. */
function createSaleReading(table: SaleTable, setAside: Quarantine) {
  let hasUnreadable = false;

  function read(stored: StoredSale | null): Sale | null {
    if (stored === null) return null;
    const { id, doc } = stored;
    const found = doc === null ? ({ ok: false, why: 'unreadable', reason: notOpened } as const) : readSale(doc);
    if (found.ok) return found.value;
    setAside(`sale ${id}`, found);
    hasUnreadable = true;
    return null;
  }

  function list(filter: SaleFilter) {
    const { rows, more } = table.list(filter);
    const last = more ? rows.at(-1) : undefined;
    return {
      items: rows.map(read).filter((sale) => sale !== null),
      next: last?.seq ?? null,
      nextId: last?.id ?? null,
    };
  }

  return {
    stored: (id: string): Sale | null => read(table.find(id)),
    queries: {
      /** Returns the newest sale of the till under the reference, or the newest of one business day (`YYYY-MM-DD`). */
      findByReference: (till: string, reference: string, businessDay?: string): Sale | null =>
        read(table.findByReference(till, reference, businessDay)),
      /** The newest sales under the reference since this business day. The folder has those of all accounts. */
      listByReference: (till: string, reference: string, fromDay: string): readonly Sale[] =>
        table
          .listByReference(till, reference, fromDay, till === tillNames.folder)
          .map(read)
          .filter((sale) => sale !== null),
      /** Whether an unreadable sale has this reference: no second sale may be opened for it. */
      isSetAside(till: string, reference: string, businessDay: string): boolean {
        // The caller has already searched the readable sales.
        if (!hasUnreadable) return false;
        const stored = table.findByReference(till, reference, businessDay);
        return stored !== null && read(stored) === null;
      },
      /** Newest first. `next` and `nextId` are the cursor and the id of the page's last sale, null on the last page. */
      list,
      /** Reads the list page by page, so that sales may be changed meanwhile. */
      *all(filter: Omit<SaleFilter, 'limit' | 'before'> = {}): Generator<Sale> {
        for (let before: number | null | undefined; before !== null; ) {
          const page = list({ ...filter, limit: 200, before });
          yield* page.items;
          before = page.next;
        }
      },
      /** Returns the cursor of a sale of these tills, even of an unreadable one. Null if there is none. */
      cursorOf: table.seqOf,
    },
  };
}

function createSaleTransactions(database: Database, table: SaleTable) {
  const listeners = createListeners<[sale: Sale, before: Sale | null]>();
  const transactions = createListeners();
  let changed: Map<string, SaleChange> | null = null;
  /** The number of open sales of each till, cached: each new sale needs it, and hundreds of sales may be open. */
  let open: Map<string, number> | null = null;
  const recent = new Map<string, Omit<SaleChange, 'before'>>();

  function remember(sale: Sale, billText = ''): void {
    recent.delete(sale.id);
    recent.set(sale.id, { sale, ...(billText !== '' && billText.length <= mostBillChars && { billText }) });
    if (recent.size > remembered) for (const oldest of recent.keys()) return void recent.delete(oldest);
  }

  function transaction<T>(work: () => T): T {
    if (changed !== null) return work();
    const mine = new Map<string, SaleChange>();
    changed = mine;
    let result: T;
    try {
      result = database.transaction(work);
    } finally {
      changed = null;
    }
    for (const { sale, before, billText } of mine.values()) {
      remember(sale, billText);
      if (before?.state === 'open') open?.set(before.till, (open.get(before.till) ?? 0) - 1);
      if (sale.state === 'open') open?.set(sale.till, (open.get(sale.till) ?? 0) + 1);
    }
    transactions.emit();
    afterCommit(() => {
      for (const { sale, before } of mine.values()) listeners.emit(sale, before);
    });
    return result;
  }

  function afterCommit(notify: () => void): void {
    const pending = database.pending();
    if (pending === null) notify();
    else void pending.then(notify, () => undefined);
  }

  database.onLost(() => {
    recent.clear();
    open = null;
  });

  return {
    known: (id: string) => changed?.get(id) ?? recent.get(id),
    note(change: SaleChange): void {
      const earlier = changed?.get(change.sale.id);
      changed?.set(change.sale.id, {
        ...earlier,
        ...change,
        before: earlier === undefined ? change.before : earlier.before,
      });
    },
    remember,
    forget: (id: string) => recent.delete(id),
    operations: {
      countOpen(tills: readonly string[] | null): number {
        const counts = open ?? new Map(table.openByTill().map(({ till, count }) => [till, count]));
        // Not cached inside a transaction: the table has its changes already, and the commit adds them to `open` again.
        if (changed === null) open = counts;
        return [...counts].reduce((sum, [till, count]) => (reaches(tills, till) ? sum + count : sum), 0);
      },
      /** One transaction over every table of this database. Listeners are notified after the commit. */
      transaction,
      /** Runs `work`, and resolves once its changes are on disk, with others of this turn (`Database.grouped`). */
      grouped<T>(work: () => T): T | Promise<Awaited<T>> {
        return database.grouped(() => {
          const result = work();
          const pending = database.pending();
          return pending === null ? result : Promise.all([result, pending]).then(([value]) => value);
        });
      },
      /** Calls back once the changes are on disk, at once if they already are. Never calls back if the write fails. */
      afterCommit,
      committed: (): Promise<void> => database.pending() ?? Promise.resolve(),
      /** Called after each transaction, even before its changes are on disk. */
      onTransaction: transactions.add,
      /** `before` is the sale when the transaction began; null for a new one. */
      onChange: listeners.add,
    },
  };
}

/** The only code that reads and writes sales. It notifies listeners after a change is on disk. */
export type SaleRepository = ReturnType<typeof createSaleRepository>;

export function createSaleRepository(database: Database, table: SaleTable, clock: Clock, setAside: Quarantine) {
  const { stored, queries } = createSaleReading(table, setAside);
  const { known, note, remember, forget, operations } = createSaleTransactions(database, table);
  const { transaction } = operations;

  function find(id: string): Sale | null {
    // Commits the changes of other callers, because only changes on disk may be shown.
    database.pending();
    const inMemory = known(id);
    if (inMemory !== undefined) return inMemory.sale;
    const sale = stored(id);
    if (sale !== null) remember(sale);
    return sale;
  }

  function change(id: string, events: readonly SaleEvent[], bill: BillText | null = null): Result<Sale> {
    return transaction(() => {
      const before = find(id);
      if (before === null) return failed('notFound', `There is no sale ${id}.`);
      const after = applySaleEvents(before, events, clock.now());
      if (!after.ok || (after.value === before && bill === null)) return after;
      const columns = Object.values(columnsOf(before));
      const changes = Object.entries(columnsOf(after.value)).filter(([, value], at) => value !== columns[at]);
      table.update(id, { ...Object.fromEntries(changes), ...bill?.identity }, writeSale(after.value));
      note({ before, sale: after.value, ...(bill !== null && { billText: bill.text }) });
      if (bill !== null) table.saveBill(id, bill.text);
      return after;
    });
  }

  return {
    ...queries,
    ...operations,
    /** Null also for a sale that cannot be read. */
    find,
    uncancelled: (ids: readonly string[]): readonly Sale[] =>
      ids
        .map(find)
        .filter((sale) => sale !== null)
        .filter(({ state }) => state !== 'cancelled'),
    mustFind(id: string): Sale {
      const sale = find(id);
      if (sale === null) throw new Error(`There is no sale ${id}.`);
      return sale;
    },
    add(sale: Sale, ...events: readonly SaleEvent[]) {
      const added = applySaleEvents(sale, events, clock.now());
      if (!added.ok) throw new Error(added.error.message);
      transaction(() => {
        const { id, reference, createdAt } = added.value;
        const doc = writeSale(added.value);
        table.insert({ id, reference, createdAt, ...columnsOf(added.value), doc });
        note({ before: null, sale: added.value });
      });
    },
    /** Applies the events in order. If one is refused, nothing is written. */
    change: (id: string, ...events: readonly SaleEvent[]): Result<Sale> => change(id, events),
    changeWithBill: (id: string, bill: BillText, ...events: readonly SaleEvent[]): Result<Sale> =>
      change(id, events, bill),
    /** Removes the customer's data. Listeners are not notified, because nothing that they show has changed. */
    forget(saleId: string) {
      const sale = find(saleId);
      const doc = sale === null ? null : writeSale(withoutCustomer(sale));
      database.transaction(() => table.forget(saleId, doc, clock.now()));
      forget(saleId);
    },
    /** Returns null also for an unreadable bill, which is reported. */
    findBill(saleId: string): string | null {
      try {
        return known(saleId)?.billText ?? table.findBill(saleId);
      } catch (error) {
        if (isDatabaseError(error)) throw error;
        setAside(`the bill of sale ${saleId}`, { why: 'unreadable', reason: notOpened });
        return null;
      }
    },
  };
}

/** A new field with a default needs no new version. Any other change needs one, and a migration. */
export const documentVersion = 1;

// Members that a later version added must survive when this version writes the sale.
const schema = saleSchema.loose().transform((sale): Sale => sale);

type SaleRead =
  | { readonly ok: true; readonly value: Sale }
  /** `newer`: a later version of this app wrote the sale, so it must not be changed. `reason` contains no content. */
  | { readonly ok: false; readonly why: 'newer' | 'unreadable'; readonly reason: string };

/** Parses the text of a stored sale without losing a digit, or returns the reason why it cannot. Never throws. */
export function readSale(text: string): SaleRead {
  const unreadable = (reason: string): SaleRead => ({ ok: false, why: 'unreadable', reason });
  let document: unknown;
  try {
    document = parseKeepingValues(text);
  } catch {
    return unreadable('it is not JSON');
  }
  if (!isRecord(document)) return unreadable('it is no object');
  const { documentVersion: version, ...content } = document;
  if (typeof version !== 'number') return unreadable('it has no version');
  if (version !== documentVersion) {
    const reason = `it has version ${version}; this program knows version ${documentVersion}`;
    return { ok: false, why: 'newer', reason };
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  return unreadable(`these fields do not fit: ${fields.slice(0, 5).join(', ')}`);
}

export const writeSale = (sale: Sale): string => JSON.stringify({ documentVersion, ...sale });
