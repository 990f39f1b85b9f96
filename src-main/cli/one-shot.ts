import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, firstLineOf, type OneShot } from '../config.ts';
import { createLog } from '../diagnostics/log.ts';
import type { SystemPorts } from '../ports.ts';
import {
  type CustomerData,
  type CustomerDataContext,
  findCustomer,
  readableSale,
  retentionReason,
} from '../records/customer-data.ts';
import { createSaleRepository } from '../sales/repository.ts';
import { type UnlockOptions, unlockKey } from '../settings/unlock-secrets.ts';
import { visibleJson } from '../shared/foreign-text.ts';
import { foldersWithReceipts } from '../storage/connection-folders.ts';
import { openDataFolder, restrictToOwner } from '../storage/data-folder.ts';
import { type Database, StorageRefused } from '../storage/database.ts';
import { createEncryption, type Encryption } from '../storage/encryption.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { createPartnerUserTable } from '../storage/partner-user-table.ts';
import { createSaleTable } from '../storage/sale-table.ts';
import { refusalOfStart } from '../storage/storage-refusal.ts';
import { systemClock as clock, systemRandom as random } from '../system-ports.ts';
import { filesWithId, findCustomerFiles } from './customer-files.ts';
import { openReceipts, runKeyTask, valueOrThrow } from './key-tasks.ts';

/** A task that runs while the app is stopped. If an app runs in the folder, the task ends and names that app. */
interface OneShotParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly dataDir: string;
  readonly dataKey: Uint8Array;
  /** The program name in the lock of the folder during the task: `windowed` or `headless`. */
  readonly program: string;
}

interface Report {
  readonly isDone: boolean;
  readonly json: Readonly<Record<string, unknown>>;
}

/** `id` is the id that the customer gave. Throws StorageRefused with a message. */
export function runOneShot(kind: 'customer-show' | 'customer-delete', id: string, parts: OneShotParts): Report {
  const { dataDir, dataKey, random, clock, program } = parts;
  const unlock = lockFolder(dataDir, { pid: process.pid, program, since: clock.now() });
  try {
    const opened = openAll(parts, createEncryption(dataKey, random));
    try {
      return kind === 'customer-show' ? showCustomer(parts, opened, id) : deleteCustomer(parts, opened, id);
    } finally {
      for (const { database } of opened) database.close();
    }
  } finally {
    unlock();
  }
}

interface Opened {
  readonly folder: string;
  readonly database: Database;
  readonly context: CustomerDataContext;
  readonly unreadable: Set<string>;
}

function openAll({ dataDir, clock, log }: OneShotParts, encryption: Encryption): readonly Opened[] {
  const opened: Opened[] = [];
  try {
    for (const folder of foldersWithReceipts(dataDir)) {
      restrictToOwner(join(dataDir, folder));
      const database = openReceipts(join(dataDir, folder), true, { clock, log });
      const unreadable = new Set<string>();
      const table = createSaleTable(database, encryption);
      const saleRepository = createSaleRepository(database, table, clock, (what) => unreadable.add(what));
      const users = createPartnerUserTable(database, encryption);
      opened.push({ folder, database, unreadable, context: { saleRepository, table, users } });
    }
    return opened;
  } catch (error) {
    for (const { database } of opened) database.close();
    throw error;
  }
}

type Found = Opened & { readonly data: CustomerData };

const findAll = (opened: readonly Opened[], id: string): readonly Found[] =>
  opened.map((one) => ({ ...one, data: findCustomer(one.context, id) }));

function filesOf(dataDir: string, id: string, found: readonly Found[]) {
  const sales = found.flatMap(({ data }) => data.sales);
  const isReceipt = sales.length > 0 && !found.some(({ data }) => isNamed(data));
  const receiptIds = sales.flatMap(({ sale }) => (sale.billId === null ? [sale.id] : [sale.id, sale.billId]));
  return findCustomerFiles(dataDir, { id, isReceipt, receiptIds });
}

/** Lists the data that cannot be read and may therefore belong to the customer. */
const unreadableIn = (opened: readonly Opened[]): readonly string[] =>
  opened.flatMap(({ folder, unreadable }) => [...unreadable].map((what) => `${folder}: ${what}`));

function showCustomer({ dataDir }: OneShotParts, opened: readonly Opened[], id: string): Report {
  const found = findAll(opened, id);
  const files = filesOf(dataDir, id, found);
  return {
    isDone: true,
    json: {
      requestedId: id,
      receipts: found.flatMap(({ folder, context, data }) =>
        data.sales.map(({ sale, by, bill }) => ({
          folder,
          foundBy: by,
          stays: retentionReason(context, sale),
          sale: readableSale(sale),
          bill,
        })),
      ),
      users: found.flatMap(({ folder, data }) => data.users.map((user) => ({ folder, ...user }))),
      files: { copies: files.copies, receiptsNotTaken: files.waiting, cannotBeRead: files.closed },
      cannotBeRead: unreadableIn(opened),
    },
  };
}

function deleteCustomer({ dataDir }: OneShotParts, opened: readonly Opened[], id: string): Report {
  const all = findAll(opened, id);
  const byReceipt = all.flatMap(({ folder, data }) =>
    data.sales.filter(({ by }) => by === 'receipt').map(({ sale }) => ({ folder, id: sale.id, ...dated(sale) })),
  );
  const theirs = all.map((one) => ({ ...one, data: ofCustomer(one.data) }));
  const isCustomer = all.some(({ data }) => isNamed(data));
  if (!isCustomer && byReceipt.length > 1) {
    const why = `${byReceipt.length} receipts have this reference or number, and they may belong to different customers. Nothing was deleted. Ask again with the id of one of them.`;
    return { isDone: false, json: { requestedId: id, deleted: null, why, receipts: byReceipt } };
  }
  const found = isCustomer ? theirs : all;
  // Files come first, because without the sales a later run could not tell which files are the customer's.
  const files = filesOf(dataDir, id, found);
  for (const path of files.copies) rmSync(join(dataDir, path), { force: true });
  const deleted: object[] = [];
  const stays: object[] = [];
  for (const { folder, database, context, data } of found) {
    database.transaction(() => {
      for (const { sale } of data.sales) {
        const why = retentionReason(context, sale);
        if (why === null) context.saleRepository.forget(sale.id);
        (why === null ? deleted : stays).push({ folder, id: sale.id, ...dated(sale), ...(why !== null && { why }) });
      }
      for (const { place, userId } of data.users) context.users.forget(place, userId);
    });
  }
  // Returns free pages to the system, and empties the journal that still contains them.
  for (const { database } of opened) {
    database.sql('vacuum').run();
    database.sql('pragma wal_checkpoint(truncate)').get();
  }
  return {
    isDone: stays.length === 0 && files.waiting.length === 0,
    json: {
      requestedId: id,
      deleted: {
        receipts: deleted,
        users: found.reduce((count, { data }) => count + data.users.length, 0),
        files: files.copies,
      },
      kept: 'of a deleted receipt: its ids, reference, number, amount, times, states and how it was issued; none of them names a customer',
      ...(isCustomer && byReceipt.length > 0 && { otherReceipts: byReceipt }),
      stays: {
        receipts: stays,
        receiptsNotTaken: files.waiting,
        cannotBeRead: [...files.closed, ...unreadableIn(opened)],
      },
      stillFoundIn: filesWithId(dataDir, id),
      notDeletedByThis: 'the data of the customer at the receipt service; ask its operator to delete them',
    },
  };
}

const isNamed = ({ sales, users }: CustomerData): boolean =>
  users.length > 0 || sales.some(({ by }) => by === 'customer');

/** A receipt that only has the customer's id as its reference or number may belong to another customer. */
const ofCustomer = ({ sales, users }: CustomerData): CustomerData => ({
  sales: sales.filter(({ by }) => by === 'customer'),
  users,
});

const dated = ({ reference, state, createdAt }: CustomerData['sales'][number]['sale']) => ({
  reference,
  state,
  createdAt: new Date(createdAt).toISOString(),
});

const notDone = 2;

/** Throws ConfigError and StorageRefused with a message. */
export const runRequested = (...given: Parameters<typeof runTask>): ReturnType<typeof runTask> =>
  runTask(...given).catch((error: unknown) => {
    throw refusalOfStart(error, given[2].dataDir);
  });

async function runTask(
  oneShot: OneShot,
  config: Config,
  { dataDir, keyFile, program }: Pick<OneShotParts, 'dataDir' | 'program'> & Pick<UnlockOptions, 'keyFile'>,
): Promise<{ readonly text: string; readonly code: 0 | typeof notDone }> {
  const log = createLog({ write: (line) => process.stderr.write(line) });
  // Without receipts this may be the wrong folder: a customer would get an incomplete answer, and the exported key
  // would be a new one.
  if (oneShot.kind !== 'import-key' && foldersWithReceipts(dataDir).length === 0) {
    throw new StorageRefused(
      `Found no receipts in ${dataDir}. Expected the data folder of the program. Name it with --data-dir, and run this command under the account of the program.`,
    );
  }
  openDataFolder(dataDir);
  const options = { config, keyFile, dataDir };
  const ports = { clock, random, log };
  if (oneShot.kind !== 'customer-show' && oneShot.kind !== 'customer-delete') {
    const unlock = lockFolder(dataDir, { pid: process.pid, program, since: clock.now() });
    return printed(await runKeyTask(oneShot, { ...ports, options }).finally(unlock));
  }
  const { dataKey } = valueOrThrow(await unlockKey(ports, options));
  return printed(runOneShot(oneShot.kind, await customerIn(oneShot.file), { ...ports, dataDir, dataKey, program }));
}

const printed = ({ isDone, json }: Report) =>
  ({ text: `${visibleJson(JSON.stringify(json, null, 2))}\n`, code: isDone ? 0 : notDone }) as const;

async function customerIn(file: string): Promise<string> {
  const id = await firstLineOf(file, '--customer-show and --customer-delete');
  if (id === '')
    throw new ConfigError('--customer-show and --customer-delete: found an empty first line, expected an id.');
  return id;
}
