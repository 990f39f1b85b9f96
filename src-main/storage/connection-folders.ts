import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { pausesOfStartMs, retryWhileBusy } from '../shared/busy.ts';
import { connectionSchema, type ServiceEndpoint } from '../shared/connection.ts';
import { jsonOf } from '../shared/json.ts';
import type { Timers } from '../shared/waiting.ts';
import { peek, peekNow } from './database.ts';
import { keyCheckName } from './encrypted-values.ts';
import { type Encryption, keyMarkIn } from './encryption.ts';
import { replaceFile, textOfFile, writeAtomically } from './file-modes.ts';

/** The folder `live-<16 hex>` belongs to one address and one account. Null: the account is unknown. */
type Account = string | null;

/** `service` is the last connection, for a till whose settings were lost. It includes no password. */
const noteSchema = z.object({
  address: z.string(),
  lastUsedAt: z.iso.datetime(),
  service: connectionSchema.omit({ mode: true }).optional().catch(undefined),
});
const noteName = 'connection.json';
const isLiveFolder = (name: string): boolean => /^live-[0-9a-f]{16}$/.test(name);

/** The part of an address that identifies a connection: origin and path, without a final `/api`. */
function addressOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  return url === null ? baseUrl : `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`;
}

/** The folder name has only a hash of the account, which is often an e-mail address. */
export const liveFolderName = (baseUrl: string, username: string): string =>
  `live-${hash('sha256', JSON.stringify([addressOf(baseUrl), username])).slice(0, 16)}`;

/** Whether a folder belongs to this connection. A folder at this address with an unknown account counts, too. */
export const isFolderOf = (
  folder: string,
  { baseUrl, username }: { readonly baseUrl: string; readonly username: Account },
): boolean =>
  folder === liveFolderName(baseUrl, '') || (username !== null && folder === liveFolderName(baseUrl, username));

export const hasLiveData = (dataDir: string): boolean =>
  liveFolders(dataDir).some((name) => existsSync(join(dataDir, name, 'receipts.db')));

/** `name` is the folder that `takeLiveFolder` will open, `isThereAs` its current name; null if it is new. */
export function liveFolderOf(
  dataDir: string,
  { service, username }: { readonly service: ServiceEndpoint; readonly username: Account },
): { readonly name: string; readonly isThereAs: string | null } {
  const { baseUrl } = service;
  const known = username === null ? lastUsedAt(dataDir, addressOf(baseUrl)) : null;
  const name = known ?? liveFolderName(baseUrl, username ?? '');
  const isThereAs = [name, liveFolderName(baseUrl, '')].find((one) => existsSync(join(dataDir, one))) ?? null;
  return { name, isThereAs };
}

/** Renames a folder whose account was unknown to the name for this account. */
export function takeLiveFolder(
  dataDir: string,
  { service, username }: { readonly service: ServiceEndpoint; readonly username: Account },
  nowMs: number,
): string {
  const { name, isThereAs } = liveFolderOf(dataDir, { service, username });
  const path = join(dataDir, name);
  if (isThereAs !== null && isThereAs !== name) replaceFile(join(dataDir, isThereAs), path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  noteService(path, service, nowMs);
  return name;
}

export function noteService(path: string, service: ServiceEndpoint, nowMs: number): void {
  // The clock may have been ahead when another folder was used, and this one is now the last.
  const lastMs = Date.parse(byLastUse(dirname(path)).at(-1)?.note?.lastUsedAt ?? '') || 0;
  const lastUsedAt = new Date(Math.max(nowMs, lastMs + 1)).toISOString();
  const note = { address: addressOf(service.baseUrl), lastUsedAt, service };
  writeAtomically(join(path, noteName), `${JSON.stringify(note, null, 2)}\n`);
}

export const foldersWithReceipts = (dataDir: string): readonly string[] =>
  ['training', ...liveFolders(dataDir)].filter((name) => holdsReceipts(join(dataDir, name, 'receipts.db')));

/** The marks of the keys of all live connections, the last used one first: a folder of another computer may be there. */
export function* liveKeyMarks(dataDir: string): Generator<string, null> {
  for (const { name } of byLastUse(dataDir).toReversed()) {
    const mark = keyMarkOf(join(dataDir, name, 'receipts.db'));
    if (mark !== null) yield mark;
  }
  return null;
}

/** Waits while another program locks a database, because another key would be taken without its mark. */
export const neededKeyMark = (dataDir: string, clock: Timers): Promise<string | null> =>
  retryWhileBusy(
    clock,
    () => liveKeyMarks(dataDir).next().value ?? keyMarkOf(join(dataDir, 'training', 'receipts.db')),
    pausesOfStartMs,
  );

/** `address` is null if the note of the folder cannot be read. */
export const otherConnections = (dataDir: string, open: string | null) =>
  liveFolders(dataDir)
    .filter((name) => name !== open)
    .map((name) => ({
      folder: name,
      address: readNote(join(dataDir, name))?.address ?? null,
      waiting: countWaiting(join(dataDir, name, 'receipts.db')) ?? 0,
    }))
    .filter(({ waiting }) => waiting > 0);

export const lastService = (dataDir: string): ServiceEndpoint | null =>
  byLastUse(dataDir).findLast(({ note }) => note?.service !== undefined)?.note?.service ?? null;

const lastUsedAt = (dataDir: string, address: string): string | null =>
  byLastUse(dataDir).findLast(({ note }) => note?.address === address)?.name ?? null;

const byLastUse = (dataDir: string) =>
  liveFolders(dataDir)
    .map((name) => ({ name, note: readNote(join(dataDir, name)) }))
    .toSorted((one, other) => (one.note?.lastUsedAt ?? '').localeCompare(other.note?.lastUsedAt ?? ''));

function liveFolders(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isLiveFolder(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

const readNote = (path: string): z.infer<typeof noteSchema> | null =>
  noteSchema.safeParse(jsonOf(textOfFile(join(path, noteName)) ?? '')).data ?? null;

/** The functions below open a database read-only: it may belong to another connection or be open elsewhere. */

const peekMs = 250;
const countRow = z.object({ waiting: z.int() });
const encryptedRow = z.object({ encrypted: z.instanceof(Uint8Array) });

/** A row `printed` without a row `bill` waits for the till to send the bill, so it does not count. */
const waitingSales = `
  select count(distinct sale_id) as waiting from outbox job where state in ('due', 'held', 'parked')
    and (kind <> 'printed' or exists (select 1 from outbox bill where bill.sale_id = job.sale_id and bill.kind = 'bill'))`;

/** The number of sales with data that the service lacks; null if the file cannot be read. */
export const countWaiting = (path: string): number | null =>
  peekNow(path, peekMs, (database) => countRow.parse(database.prepare(waitingSales).get()).waiting);

/** Reads one encrypted value; null if it is missing or this key does not open it. Throws StorageBusy. */
export const peekStored = (path: string, encryption: Encryption, name: string): string | null =>
  peek(path, peekMs, (database) => {
    const row = database.prepare('select encrypted from stored where name = ?').get(name);
    return row === undefined ? null : encryption.read(`stored:${name}`, encryptedRow.parse(row).encrypted);
  });

const keyMarkOf = (path: string): string | null =>
  peek(path, peekMs, (database) => {
    const row = database.prepare(`select encrypted from stored order by name <> '${keyCheckName}' limit 1`).get();
    return row === undefined ? null : keyMarkIn(encryptedRow.parse(row).encrypted);
  });

/** Whether a database of receipts exists. An unreadable one counts, because opening it reports the error. */
const holdsReceipts = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0 &&
  (peekNow(
    path,
    peekMs,
    (database) => database.prepare(`select 1 from sqlite_schema where name = 'sales'`).get() !== undefined,
  ) ??
    true);
