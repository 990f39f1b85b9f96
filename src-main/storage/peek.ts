import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Encryption } from './encryption.ts';

/** Looks into a database of receipts without opening it for work: it may be another connection's, or open elsewhere. */

const countRow = z.object({ waiting: z.int() });
const keptRow = z.object({ sealed: z.instanceof(Uint8Array) });

/** A print of a sale that was never billed waits for a bill, not for the service. */
const waitingSales = `
  select count(distinct sale_id) as waiting from outbox job where state in ('due', 'held', 'parked')
    and (kind <> 'printed' or exists (select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill'))`;

/** Sales with something that the service has not got; 0 without a file, null when it cannot be read. */
export const countWaiting = (path: string): number | null =>
  peek(path, 0, (database) => countRow.parse(database.prepare(waitingSales).get()).waiting);

/** A small value that was sealed in there; null when there is none, or none that this key opens. */
export const peekKept = (path: string, encryption: Encryption, name: string): string | null =>
  peek(path, null, (database) => {
    const row = database.prepare('select sealed from kept where name = ?').get(name);
    return row === undefined ? null : encryption.decrypt(`kept:${name}`, keptRow.parse(row).sealed);
  });

/** Whether something in there was sealed, with whatever key. */
export const holdsSealed = (path: string): boolean =>
  peek(path, false, (database) => database.prepare('select 1 from kept limit 1').get() !== undefined) ?? false;

/** Whether there is a database of receipts at all. One that cannot be read counts: whoever opens it hears why. */
export const holdsReceipts = (path: string): boolean =>
  peek(
    path,
    false,
    (database) => database.prepare(`select 1 from sqlite_schema where name = 'sales'`).get() !== undefined,
  ) ?? true;

function peek<T>(path: string, missing: T, look: (database: DatabaseSync) => T): T | null {
  if (!existsSync(path) || statSync(path).size === 0) return missing;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 250 });
    return look(database);
  } catch {
    return null;
  } finally {
    if (database?.isOpen === true) database.close();
  }
}
