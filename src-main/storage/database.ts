import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { StorageBusy } from '../shared/busy.ts';
import { asSentence } from '../shared/result.ts';
import { makeOwnFile } from './file-modes.ts';

/** Called around every transaction of a guarded file. An error refuses the transaction. */
interface Watcher {
  begin(): void;
  before(): void;
  after(): void;
  /** Called when SQLite finds an invalid page. The returned error is thrown instead. */
  damaged(error: unknown): unknown;
}

export type OpenDatabase = ReturnType<typeof own>;
/** One SQLite file. When `transaction` returns, the change is on disk, except in `grouped`. */
export type Database = Omit<OpenDatabase, 'watch'>;

type Statement = Pick<StatementSync, 'get' | 'all' | 'run' | 'iterate'>;

export const rowsOf = <Row>(
  database: Pick<Database, 'sql'>,
  row: z.ZodType<Row>,
  text: string,
  ...values: readonly SQLInputValue[]
): Row[] =>
  database
    .sql(text)
    .all(...values)
    .map((found) => row.parse(found));

export function rowOf<Row>(
  database: Pick<Database, 'sql'>,
  row: z.ZodType<Row>,
  text: string,
  ...values: readonly SQLInputValue[]
): Row | null {
  const found = database.sql(text).get(...values);
  return found === undefined ? null : row.parse(found);
}

/** The schema of version 1 and its migrations. Each migration makes the next version. */
export interface DataFormat {
  readonly schema: string;
  readonly migrations: readonly string[];
}

const versionOf = ({ migrations }: DataFormat): number => migrations.length + 1;

/** The app cannot start with its files. The message is a sentence for the person who started the app. */
export class StorageRefused extends Error {}

export class DatabaseRefused extends StorageRefused {
  readonly reason: 'other-version' | 'damaged' | 'not-ours' | 'other-key';
  constructor(reason: DatabaseRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface OpenOptions {
  /** Whether every page is read before the file is used, because the app did not close it the last time. */
  readonly checkPages?: boolean;
  /** Resolves at the end of a turn (`Clock.nextTurn`). Without it, `grouped` commits as soon as its caller ends. */
  readonly nextTurn?: () => Promise<void>;
  /** The path of the copy made before a migration; never an existing file. */
  readonly backupPath?: (version: number) => string;
}

/** The longest wait for another program's lock in one turn of the event loop. Callers that need longer try again. */
const longestWaitMs = 250;

/** Marks the file as ours in its header ("RcpC"). */
const applicationId = 0x52637043;

/** Opens a file, and migrates it after making a copy. Throws DatabaseRefused without changing an unknown file. */
export function openDatabase(path: string, format: DataFormat, options: OpenOptions = {}): OpenDatabase {
  inspect(path, versionOf(format), options.checkPages === true);
  makeOwnFile(path);
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: longestWaitMs });
  try {
    setPragmas(connection);
    migrate(connection, format, options.backupPath);
  } catch (error) {
    connection.close();
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  }
  return own(connection, options.nextTurn);
}

/**
 * Tests whether a file could be opened, and changes nothing. `look` gets a connection that cannot write, unless the
 * file has no tables because its first start ended early. Then the write lock is taken and released. That connection is
 * closed before the other one, because closing the last one that can write would move the journal into the file.
 */
export function tryDatabase(path: string, format: DataFormat, look: (database: Pick<Database, 'sql'>) => void): void {
  inspect(path, versionOf(format), false, (reader) => {
    if (hasTables(reader)) look(own(reader));
    const writer = new DatabaseSync(path, { timeout: longestWaitMs });
    try {
      writer.exec('begin immediate; rollback');
    } finally {
      writer.close();
    }
  });
}

/** Checks a file on a read-only connection. Closing one that can write would move the journal into the file. */
function inspect(
  path: string,
  newestVersion: number,
  checkPages: boolean,
  whileOpen: (reader: DatabaseSync) => void = () => undefined,
): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  let reader: DatabaseSync | null = null;
  try {
    reader = new DatabaseSync(path, { readOnly: true, timeout: longestWaitMs });
    refuseStrange(reader, path, newestVersion);
    // SQLite silently fills an incomplete last page with zeros.
    if (statSync(path).size % Number(single(reader, 'pragma page_size')) !== 0)
      throw damaged(path, 'it ends in a page');
    const verdict = checkPages ? single(reader, 'pragma quick_check(1)') : 'ok';
    if (verdict !== 'ok') throw damaged(path, verdict);
    whileOpen(reader);
  } catch (error) {
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  } finally {
    if (reader?.isOpen === true) reader.close();
  }
}

/** Null if the file cannot be read. Throws StorageBusy while another program locks it, because its data are not lost. */
export function peek<T>(place: string | URL, timeoutMs: number, look: (reader: DatabaseSync) => T): T | null {
  let reader: DatabaseSync | null = null;
  try {
    // SQLite would delete the journal of an empty file, also of one that is opened read-only.
    if (statSync(place).size === 0) return null;
    reader = new DatabaseSync(place, { readOnly: true, timeout: timeoutMs });
    return look(reader);
  } catch (error) {
    if (isLocked(error)) throw asBusy(error);
    return null;
  } finally {
    reader?.close();
  }
}

/** As `peek`, and null also while another program locks the file. */
export function peekNow<T>(...given: Parameters<typeof peek<T>>): T | null {
  try {
    return peek(...given);
  } catch {
    return null;
  }
}

const hasTables = (reader: DatabaseSync): boolean => single(reader, 'select count(*) from sqlite_schema') !== 0;

/** Throws for a file of another program or of an unknown version. */
function refuseStrange(reader: DatabaseSync, path: string, newestVersion: number): void {
  if (!hasTables(reader)) return;
  if (single(reader, 'pragma application_id') !== applicationId) {
    throw new DatabaseRefused(
      'not-ours',
      `${path} belongs to another program. Nothing was changed. Choose another folder with --data-dir.`,
    );
  }
  const version = Number(single(reader, 'pragma user_version'));
  if (version >= 1 && version <= newestVersion) return;
  const known = newestVersion === 1 ? 'version 1' : `versions 1 to ${newestVersion}`;
  throw new DatabaseRefused(
    'other-version',
    `${path} has data version ${version}; this program knows ${known}. Install the program that wrote it, or choose another folder with --data-dir. Nothing was changed.`,
  );
}

const damaged = (path: string, reason: unknown): DatabaseRefused =>
  new DatabaseRefused('damaged', `${path} is damaged: ${asSentence(String(reason))}`);

function setPragmas(connection: DatabaseSync): void {
  // `secure_delete` overwrites deleted data. Otherwise the key could still decrypt them from a free page.
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  // Without shared memory SQLite silently keeps another journal mode.
  const journal = single(connection, 'pragma journal_mode');
  const synchronous = single(connection, 'pragma synchronous');
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(`journal_mode is ${journal}, synchronous is ${synchronous}; expected wal and 2 (full)`);
  }
}

function migrate(connection: DatabaseSync, format: DataFormat, backupPath: OpenOptions['backupPath']): void {
  const version = Number(single(connection, 'pragma user_version'));
  const newest = versionOf(format);
  if (version === newest) return;
  if (version > 0 && backupPath !== undefined) {
    const backup = backupPath(version);
    makeOwnFile(backup);
    connection.prepare('vacuum into ?').run(backup);
  }
  const steps = [format.schema, ...format.migrations].slice(version);
  // One transaction for all steps, because each transaction waits for the disk.
  connection.exec(`begin immediate; ${steps.join(';\n')};
    pragma application_id = ${applicationId}; pragma user_version = ${newest}; commit;`);
}

function own(connection: DatabaseSync, nextTurn?: () => Promise<void>) {
  const statements = new Map<string, Statement>();
  const { read, change, failure, commitGroup, ...transactions } = createWriteQueue(connection, nextTurn);

  function prepared(text: string): Statement {
    const statement = read(() => connection.prepare(text));
    // Every statement that may change rows runs in a transaction, so that the watcher sees it.
    const execute = /^\s*(?:select|pragma|vacuum)\b/i.test(text) ? read : change;
    return {
      get: (...values: never[]) => execute(() => statement.get(...values)),
      all: (...values: never[]) => execute(() => statement.all(...values)),
      run: (...values: never[]) =>
        execute(
          () => statement.run(...values),
          ({ changes }) => Number(changes) > 0,
        ),
      *iterate(...values: never[]) {
        try {
          yield* read(() => statement.iterate(...values));
        } catch (error) {
          throw failure(error);
        }
        return undefined;
      },
    };
  }

  return {
    /** A prepared statement, which is cached. Throws StorageBusy while another program locks the file. */
    sql(text: string): Statement {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = prepared(text);
        statements.set(text, statement);
      }
      return statement;
    },
    ...transactions,
    close() {
      commitGroup();
      if (connection.isOpen) connection.close();
    },
  };
}

/** Begins and commits single transactions. The write queue counts their depth and notes their changes. */
function createTransactions(connection: DatabaseSync) {
  /** `isChanged`: whether a statement of the transaction may have changed a row. Otherwise it needs no watcher. */
  const state = { depth: 0, isChanged: false };
  let watcher: Watcher | null = null;
  let isHeld = false;

  function watch(given: Watcher): void {
    watcher = given;
  }

  /** After a failed wait for a lock, calls try without a wait until a change succeeds, because waits would add up. */
  function waitsAtMost(ms: number): void {
    connection.exec(`pragma busy_timeout = ${ms}`);
    isHeld = ms === 0;
  }

  function failure(error: unknown): unknown {
    if (isLocked(error) && !isHeld) waitsAtMost(0);
    return isDamage(error) && watcher !== null ? watcher.damaged(error) : asBusy(error);
  }

  function attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw failure(error);
    }
  }

  function begin(): void {
    watcher?.begin();
    attempt(() => connection.exec('begin immediate'));
    if (isHeld) waitsAtMost(longestWaitMs);
    state.isChanged = false;
  }

  function commit(): void {
    const watching = state.isChanged ? watcher : null;
    state.depth += 1;
    try {
      watching?.before();
      connection.exec('commit');
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback');
      throw failure(error);
    } finally {
      state.depth -= 1;
    }
    watching?.after();
  }

  return { state, watch, failure, attempt, begin, commit };
}

/** The only code that begins and ends transactions of a file. */
function createWriteQueue(connection: DatabaseSync, nextTurn: () => Promise<void> = () => Promise.resolve()) {
  const { state, watch, failure, attempt, begin, commit } = createTransactions(connection);
  let isGrouping = false;
  let group: PromiseWithResolvers<void> | null = null;
  let lost: () => void = () => undefined;

  function read<T>(work: () => T): T {
    if (state.depth === 0 && !isGrouping) commitGroup();
    return attempt(work);
  }

  function commitGroup(): void {
    const ended = group;
    if (ended === null || state.depth > 0) return;
    group = null;
    try {
      commit();
      ended.resolve();
    } catch (error) {
      lost();
      ended.reject(error);
    }
  }

  function beginGroup(): void {
    begin();
    group = Promise.withResolvers();
    group.promise.catch(() => undefined);
    void nextTurn().then(commitGroup);
  }

  function takeBack(hasSavepoint: boolean, error: unknown): void {
    // On a full disk SQLite may have rolled back already.
    const isOpen = connection.isTransaction;
    if (isOpen) connection.exec(hasSavepoint ? 'rollback to one; release one' : 'rollback');
    if (group === null || (isOpen && hasSavepoint)) return;
    // The first transaction failed, or a full disk rolled back the whole group.
    lost();
    group.reject(error);
    group = null;
  }

  function transaction<T>(work: () => T): T {
    if (state.depth > 0) return attempt(work);
    if (!isGrouping) commitGroup();
    // The first transaction of a group needs no savepoint, because rolling back the group undoes it.
    const hasSavepoint = group !== null;
    if (hasSavepoint) connection.exec('savepoint one');
    else if (isGrouping) beginGroup();
    else begin();
    state.depth += 1;
    let result: T;
    try {
      result = attempt(work);
      if (hasSavepoint) connection.exec('release one');
    } catch (error) {
      takeBack(hasSavepoint, error);
      throw error;
    } finally {
      state.depth -= 1;
    }
    if (!isGrouping) commit();
    return result;
  }

  return {
    watch,
    failure,
    read,
    commitGroup,
    /** Commits when `work` returns and rolls back when it throws. Nested calls join. Throws StorageBusy before `work`. */
    transaction,
    change<T>(work: () => T, hasEffect: (result: T) => boolean = () => true): T {
      const changed = (): T => {
        const result = work();
        state.isChanged ||= hasEffect(result);
        return result;
      };
      if (state.depth > 0 || !isGrouping || group === null) return transaction(changed);
      // In an open group a single statement needs no savepoint, because SQLite undoes it as a whole.
      try {
        return attempt(changed);
      } catch (error) {
        if (!connection.isTransaction) takeBack(false, error);
        throw error;
      }
    },
    /** Changes of one turn of the event loop share a commit at its end. A change that throws rolls back only itself. */
    grouped<T>(work: () => T): T {
      const isOuter = !isGrouping;
      isGrouping = true;
      try {
        return work();
      } finally {
        if (isOuter) isGrouping = false;
      }
    },
    /** Null if all changes are on disk, which is always the case outside of `grouped`. */
    pending(): Promise<void> | null {
      if (state.depth === 0 && !isGrouping) commitGroup();
      return group?.promise ?? null;
    },
    /** Sets a function that discards copies of the changes in memory. It is called if a commit of `grouped` fails. */
    onLost(listener: () => void) {
      lost = listener;
    },
  };
}

function single(connection: DatabaseSync, query: string): unknown {
  const row = connection.prepare(query).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

const errorCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : -1;

/** Whether the database itself failed (a lock, the disk, damage) and not the data in it. */
export const isDatabaseError = (error: unknown): boolean => error instanceof StorageBusy || errorCode(error) !== -1;

/** SQLITE_CORRUPT, SQLITE_NOTADB, and SQLITE_IOERR_SHORT_READ for a file that is shorter than its header says. */
const isDamage = (error: unknown): boolean => {
  const code = errorCode(error);
  return [11, 26].includes(code & 0xff) || code === 522;
};

interface DiskFailure {
  /** `lock`: the file system lacks locks or shared memory. `disk`: reading or writing fails. */
  readonly kind: 'full' | 'lock' | 'disk';
  readonly code: string;
}

/** Some file systems and quotas report a full disk as SQLITE_IOERR_WRITE, _TRUNCATE or _SHMSIZE. */
const fullIoErrors = [10, 778, 1546, 4874];
/** SQLITE_IOERR_UNLOCK, _RDLOCK, _CHECKRESERVEDLOCK, _LOCK, _SHMOPEN, _SHMLOCK, _SHMMAP. */
const lockIoErrors = [2058, 2314, 3594, 3850, 4618, 5130, 5386];

export function diskFailure(error: unknown): DiskFailure | null {
  const name = error instanceof Error && 'code' in error ? error.code : null;
  if (name === 'ENOSPC' || name === 'EDQUOT') return { kind: 'full', code: name };
  const code = errorCode(error);
  if ((code & 0xff) === 13) return { kind: 'full', code: 'SQLITE_FULL' };
  if (code === -1 || (code & 0xff) !== 10) return null;
  const kind = fullIoErrors.includes(code) ? 'full' : lockIoErrors.includes(code) ? 'lock' : 'disk';
  return { kind, code: code === 10 ? 'SQLITE_IOERR' : `SQLITE_IOERR ${code}` };
}

export const isStorageFull = (error: unknown): boolean => diskFailure(error) !== null;

export const isNoDatabase = (error: unknown): boolean => (errorCode(error) & 0xff) === 26 && errorCode(error) !== -1;

const asBusy = (error: unknown): unknown =>
  isLocked(error) ? new StorageBusy('Another program holds the database.', { cause: error }) : error;

/** SQLITE_BUSY: another connection has the lock. */
export const isLocked = (error: unknown): boolean => (errorCode(error) & 0xff) === 5;
