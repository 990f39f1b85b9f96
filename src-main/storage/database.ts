import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { StorageBusy } from '../lib/busy.ts';
import { makeOwnFile } from './file-modes.ts';
import { plainPath } from './fingerprint.ts';

/** Around a commit that changes something: `before` in the transaction, `after` when it is on disk. */
interface CommitHooks {
  before(): void;
  after(): void;
}

/** The file as it is opened: whoever watches it hears of every commit. */
export type OpenDatabase = ReturnType<typeof wrap>;
/** One SQLite file. Everything is synchronous: when `transaction` returns, the change is on disk, but for `grouped`. */
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

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The storage says no to a start; the message is a sentence for the person who started the program. */
export class StorageRefused extends Error {}

/** Why a database is not opened. It is never changed then. */
export class DatabaseRefused extends StorageRefused {
  readonly reason: 'newer-schema' | 'damaged' | 'not-ours' | 'other-key';
  constructor(reason: DatabaseRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface OpenOptions {
  /** Reads every page before anything relies on the file: after an end that was not orderly. */
  readonly checkPages?: boolean;
  /** When a turn ends (`Clock.nextTurn`); left out, `grouped` commits once its caller has ended. */
  readonly nextTurn?: () => Promise<void>;
  /** Where the copy of before a migration goes; never an existing file. */
  readonly backupPath?: (version: number) => string;
}

/** One turn of the event loop waits no longer for a lock of another program: who needs longer tries again. */
const longestWaitMs = 250;

/** Marks the file as ours in its header ("RcpC"). */
const applicationId = 0x52637043;

/**
 * Opens or makes the file at `path` and brings it up to the last of `migrations` (the position in the list is the
 * schema version); a copy of the file as it was is made before. Throws DatabaseRefused, and changes nothing, for a file
 * of a newer version, a foreign or a damaged one.
 */
export function openDatabase(path: string, migrations: readonly Migration[], options: OpenOptions = {}): OpenDatabase {
  inspect(path, migrations.length, options.checkPages === true);
  makeOwnFile(path);
  const connection = connect(path, (opened) => {
    setPragmas(opened);
    migrate(opened, migrations, options.backupPath);
  });
  return wrap(connection, path, options.nextTurn);
}

/** A second connection to a file of ours, beside whoever has it open. Throws DatabaseRefused for a damaged one. */
export const openBeside = (path: string): Database =>
  wrap(
    connect(path, (opened) => opened.exec('pragma synchronous = full; pragma secure_delete = on;')),
    path,
  );

function connect(path: string, prepare: (opened: DatabaseSync) => void): DatabaseSync {
  const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: longestWaitMs });
  try {
    prepare(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  }
}

/** Looks at the file without writing to it: even its closing must not fold the journal into a file that is refused. */
function inspect(path: string, newestVersion: number, checkPages: boolean): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  let reader: DatabaseSync | null = null;
  try {
    reader = new DatabaseSync(path, { readOnly: true, timeout: longestWaitMs });
    const isEmpty = single(reader, 'select count(*) from sqlite_schema') === 0;
    const owner = single(reader, 'pragma application_id');
    const version = Number(single(reader, 'pragma user_version'));
    if (!isEmpty && owner !== applicationId) {
      throw new DatabaseRefused('not-ours', `${path} belongs to another program; nothing was changed`);
    }
    if (version > newestVersion) {
      throw new DatabaseRefused(
        'newer-schema',
        `${path} was written by a newer version of this program (schema ${version}; this one knows up to ${newestVersion}). Install that version again; nothing was changed`,
      );
    }
    // A last page that is cut in the middle is filled with zeros silently.
    if (statSync(path).size % Number(single(reader, 'pragma page_size')) !== 0)
      throw damaged(path, 'it ends in a page');
    const verdict = checkPages ? single(reader, 'pragma quick_check(1)') : 'ok';
    if (verdict !== 'ok') throw damaged(path, verdict);
  } catch (error) {
    throw isDamage(error) ? damaged(path, error) : asBusy(error);
  } finally {
    if (reader?.isOpen === true) reader.close();
  }
}

const damaged = (path: string, reason: unknown): DatabaseRefused =>
  new DatabaseRefused('damaged', `${path} is damaged: ${String(reason)}`);

function setPragmas(connection: DatabaseSync): void {
  // What is deleted is overwritten: with the key at hand it could be read in a page that is free.
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
  // Read back: a file system without shared memory would quietly keep another journal, and a promise would be broken.
  const journal = single(connection, 'pragma journal_mode');
  const synchronous = single(connection, 'pragma synchronous');
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(`journal_mode is ${journal}, synchronous is ${synchronous}; expected wal and 2 (full)`);
  }
}

function migrate(
  connection: DatabaseSync,
  migrations: readonly Migration[],
  backupPath: OpenOptions['backupPath'],
): void {
  const version = Number(single(connection, 'pragma user_version'));
  if (version > 0 && version < migrations.length && backupPath !== undefined) {
    const backup = backupPath(version);
    makeOwnFile(backup);
    connection.prepare('vacuum into ?').run(backup);
  }
  if (version === migrations.length) return;
  const steps = migrations.slice(version).map(({ sql }) => sql);
  // One transaction: each one waits for the disk, and a new file has all steps before it.
  connection.exec(`begin immediate; ${steps.join(';\n')};
    pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}; commit;`);
}

/** By the file, how the transaction ends that is open in it for others to join: a connection beside it would wait for it. */
const groups = new Map<string, () => void>();

function wrap(connection: DatabaseSync, path: string, nextTurn: () => Promise<void> = () => Promise.resolve()) {
  const file = plainPath(path);
  const statements = new Map<string, Statement>();
  let hooks: CommitHooks | null = null;
  /** Of the transaction that runs, and whether it has written anything. */
  let depth = 0;
  let isChanged = false;
  let isGrouping = false;
  /** A transaction that is open for others to join. */
  let group: PromiseWithResolvers<void> | null = null;
  let lost: () => void = () => undefined;
  let isHeld = false;

  /** Once somebody was waited for in vain, nobody waits again until a change goes through: a queue of callers would add up. */
  function waitsAtMost(ms: number): void {
    connection.exec(`pragma busy_timeout = ${ms}`);
    isHeld = ms === 0;
  }

  function unlessHeld<T>(work: () => T, isChange: boolean): T {
    commitOfOthers();
    try {
      const result = work();
      isChanged ||= isChange;
      if (isHeld && isChange) waitsAtMost(longestWaitMs);
      return result;
    } catch (error) {
      if (isLocked(error) && !isHeld) waitsAtMost(0);
      throw asBusy(error);
    }
  }

  function prepared(text: string): Statement {
    const statement = unlessHeld(() => connection.prepare(text), false);
    const isChange = !/^\s*(?:select|pragma)\b/i.test(text);
    const asked = <T>(ask: () => T): T => {
      // By itself it is a transaction, which others may join as well.
      if (isChange && isGrouping && depth === 0 && group === null) begin();
      return unlessHeld(ask, isChange);
    };
    return {
      get: (...values: never[]) => asked(() => statement.get(...values)),
      all: (...values: never[]) => asked(() => statement.all(...values)),
      iterate: (...values: never[]) => asked(() => statement.iterate(...values)),
      run: (...values: never[]) => asked(() => statement.run(...values)),
    };
  }

  function commit(): void {
    const isTold = isChanged && hooks !== null;
    depth += 1;
    try {
      if (isTold) hooks?.before();
      connection.exec('commit');
    } catch (error) {
      rollBack();
      throw asBusy(error);
    } finally {
      depth -= 1;
    }
    if (isTold) hooks?.after();
  }

  // A full disk may have rolled back already.
  function rollBack(): void {
    if (connection.isTransaction) connection.exec('rollback');
  }

  function commitGroup(): void {
    const ended = group;
    if (ended === null || depth > 0) return;
    group = null;
    groups.delete(file);
    try {
      commit();
      ended.resolve();
    } catch (error) {
      lost();
      ended.reject(error);
    }
  }

  function commitOfOthers(): void {
    if (depth === 0 && !isGrouping) groups.get(file)?.();
  }

  /** The first of a group needs no savepoint: what it takes back is all that there is. */
  function begin(): 'commit' | 'release one' {
    if (group !== null) {
      connection.exec('savepoint one');
      return 'release one';
    }
    unlessHeld(() => connection.exec('begin immediate'), true);
    isChanged = false;
    if (isGrouping) {
      group = Promise.withResolvers();
      // Who does not wait for it hears of it from those who do.
      group.promise.catch(() => undefined);
      groups.set(file, commitGroup);
      void nextTurn().then(commitGroup);
    }
    return 'commit';
  }

  function takeBack(end: 'commit' | 'release one', error: unknown): void {
    if (end === 'release one' && connection.isTransaction) {
      connection.exec('rollback to one; release one');
      return;
    }
    rollBack();
    if (group === null) return;
    // This one began it; or the disk was full, and everybody's is gone.
    lost();
    group.reject(asBusy(error));
    group = null;
    groups.delete(file);
  }

  return {
    /** A prepared statement, made once and kept. Throws StorageBusy while another program holds the file. */
    sql(text: string): Statement {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = prepared(text);
        statements.set(text, statement);
      }
      return statement;
    },
    /** Commits when `work` returns, rolls back when it throws; nested calls join. Throws StorageBusy before `work`. */
    transaction<T>(work: () => T): T {
      if (depth > 0) return work();
      commitOfOthers();
      const end = begin();
      depth += 1;
      let result: T;
      try {
        result = work();
        if (end === 'release one') connection.exec(end);
      } catch (error) {
        takeBack(end, error);
        throw error;
      } finally {
        depth -= 1;
      }
      if (!isGrouping) commit();
      return result;
    },
    /**
     * What commits in `work`, as far as it is synchronous, is committed together with that of others of this turn, at its end
     * or as soon as anybody else asks this database for anything: so nobody sees what is not on disk. One that throws takes
     * back its own. Nothing of it may be told before `pending` resolves.
     */
    grouped<T>(work: () => T): T {
      const isOuter = !isGrouping;
      isGrouping = true;
      try {
        return work();
      } finally {
        if (isOuter) isGrouping = false;
      }
    },
    /** Resolves when what was written is on disk, rejects when it is not. Null: it is, as outside of `grouped`. */
    pending(): Promise<void> | null {
      commitOfOthers();
      return group?.promise ?? null;
    },
    /** Called when what was written in `grouped` could not be committed: what was kept of it in memory is wrong. */
    onLost(listener: () => void) {
      lost = listener;
    },
    /** From now on. */
    watch(watcher: CommitHooks) {
      hooks = watcher;
    },
    close() {
      commitGroup();
      if (connection.isOpen) connection.close();
    },
  };
}

function single(connection: DatabaseSync, query: string): unknown {
  const row = connection.prepare(query).get();
  return row === undefined ? undefined : Object.values(row)[0];
}

const errorCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : -1;

/** The database itself failed (a lock, the disk, damage), and not what was read from it. */
export const isDatabaseError = (error: unknown): boolean => error instanceof StorageBusy || errorCode(error) !== -1;

/** SQLITE_CORRUPT, SQLITE_NOTADB; SQLITE_IOERR_SHORT_READ is a file that ends before its header says. */
const isDamage = (error: unknown): boolean => {
  const code = errorCode(error);
  return [11, 26].includes(code & 0xff) || code === 522;
};

const fullCodes: Readonly<Record<number, string>> = { 13: 'SQLITE_FULL', 10: 'SQLITE_IOERR' };

/** Why the disk takes nothing more; some file systems and quotas say SQLITE_IOERR. Null: it is about something else. */
export const storageFullCode = (error: unknown): string | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return code;
  return fullCodes[errorCode(error) & 0xff] ?? null;
};

export const isStorageFull = (error: unknown): boolean => storageFullCode(error) !== null;

const asBusy = (error: unknown): unknown =>
  isLocked(error) ? new StorageBusy('another program holds the database', { cause: error }) : error;

/** SQLITE_BUSY: another connection holds the lock. */
export const isLocked = (error: unknown): boolean => (errorCode(error) & 0xff) === 5;
