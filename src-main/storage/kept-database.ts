import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock, Log, Random } from '../ports.ts';
import { type Database, DatabaseRefused, type Migration, openDatabase } from './database.ts';
import type { NoticeBoard } from './notice-board.ts';
import { createSentinel, readSentinel, type Sighting } from './sentinel.ts';

export interface KeptDatabaseParts {
  readonly folder: string;
  /** Without `.db`. */
  readonly name: string;
  /** The last of them, or one before, is the lineage. */
  readonly migrations: readonly Migration[];
  /** Who this installation is, as the keychain says; null where no keychain outlives the run. */
  readonly installation: string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly notices: NoticeBoard;
}

export interface KeptDatabase {
  readonly database: Database;
  /**
   * `other`: what happened after this copy was made is not in it, or happens on another computer as well. Receipt ids
   * that it calls available may have been shown.
   */
  readonly history: 'same' | 'other';
  /** What follows from another history is done: from now on this database is the known one. */
  adopt(): void;
}

const lineageRow = z.object({ id: z.string(), commits: z.int(), installation: z.string().nullable() });
const changesRow = z.object({ total: z.int() });

/**
 * Opens a database under watch. A small file beside it knows which database it was and how many transactions it held:
 * one that is missing, empty, older or another is noticed and told. A damaged file is moved aside with its journal, and
 * a new one begins. Throws DatabaseRefused for a file that must stay as it is (newer, foreign).
 */
export function openKeptDatabase(parts: KeptDatabaseParts): KeptDatabase {
  const { folder, name, log, notices } = parts;
  const path = join(folder, `${name}.db`);
  const sentinelPath = join(folder, `${name}.seen`);
  const seen = readSentinel(sentinelPath);
  if (seen === 'unreadable') log.warn('sentinel-unreadable', { name });
  const before = seen === 'unreadable' ? null : seen;

  const wasEmpty = isEmptyFile(path);
  // A journal without its database would be deleted when a new one is begun.
  if (wasEmpty) moveAside(parts, 'journal-of');
  let database: Database;
  let wasDamaged = false;
  try {
    database = open(parts, path, before);
  } catch (error) {
    if (!(error instanceof DatabaseRefused) || error.reason !== 'damaged') throw error;
    wasDamaged = true;
    const aside = moveAside(parts, 'damaged');
    log.error('database-damaged', { name, keptAside: aside, reason: error.message });
    notices.raise(
      'databaseDamaged',
      `The database ${name}.db was damaged. It was kept as ${aside} and an empty one was begun. Receipts that had not been delivered are in the kept file: keep it and give it to your support.`,
    );
    database = open(parts, path, null);
  }

  const found = readLineage(database);
  const history = found === null ? 'same' : historyOf(found, before, parts);
  if (found === null && before !== null && !wasDamaged) {
    log.error('database-missing', { name, knownCommits: before.commits });
    notices.raise(
      'databaseMissing',
      `The database ${name}.db is empty although it held data before. If a backup exists, stop the program and put it back.`,
    );
  }
  return watched(parts, database, { sentinelPath, found, history });
}

function open({ folder, name, migrations, clock }: KeptDatabaseParts, path: string, seen: Sighting | null): Database {
  const backupPath = (version: number): string =>
    free(join(folder, `${name}.before-schema-${version + 1}-${stamp(clock)}`), '.db');
  return openDatabase(path, migrations, { checkPages: seen !== null && !seen.closed, backupPath });
}

function historyOf(
  found: z.infer<typeof lineageRow>,
  before: Sighting | null,
  { name, installation, log, notices }: KeptDatabaseParts,
): KeptDatabase['history'] {
  if (before !== null && before.id === found.id && before.commits > found.commits) {
    log.error('database-older', { name, commits: found.commits, knownCommits: before.commits });
    notices.raise(
      'databaseOlder',
      `The database ${name}.db is older than the one that was here before: its last ${before.commits - found.commits} changes are missing. Sales of that time are not in it; their receipts may not have been delivered.`,
    );
    return 'other';
  }
  const isOtherFile = before !== null && before.id !== found.id;
  const isOtherComputer = installation !== null && found.installation !== null && found.installation !== installation;
  if (!isOtherFile && !isOtherComputer) return 'same';
  log.error('database-moved', { name, isOtherFile, isOtherComputer });
  notices.raise(
    'databaseMoved',
    `The database ${name}.db comes from another installation. Receipt ids that were ready in it are not used here.`,
  );
  return 'other';
}

function watched(
  parts: KeptDatabaseParts,
  inner: Database,
  start: {
    readonly sentinelPath: string;
    readonly found: z.infer<typeof lineageRow> | null;
    readonly history: KeptDatabase['history'];
  },
): KeptDatabase {
  const { log, random, installation, name } = parts;
  const sentinel = createSentinel(start.sentinelPath);
  let known: Sighting | null = null;
  let isInside = false;

  const changes = (): number => changesRow.parse(inner.sql('select total_changes() as total').get()).total;

  /** Nothing depends on the note: a disk that refuses it costs a line in the log. */
  function note(commits: number): void {
    if (known === null) return;
    known = { ...known, commits };
    try {
      sentinel.note(known);
    } catch (error) {
      log.warn('sentinel-not-written', { name, error: String(error) });
    }
  }

  const database: Database = {
    sql: inner.sql,
    transaction(work) {
      if (isInside) return work();
      isInside = true;
      let commits: number | null = null;
      try {
        const result = inner.transaction(() => {
          const before = changes();
          const value = work();
          if (changes() !== before) commits = countCommit(inner);
          return value;
        });
        if (commits !== null) note(commits);
        return result;
      } finally {
        isInside = false;
      }
    },
    close() {
      if (known !== null) {
        try {
          // Everything is in the file itself before it is called closed.
          inner.sql('pragma wal_checkpoint(truncate)').get();
          sentinel.keep({ ...known, closed: true });
        } catch (error) {
          log.warn('not-closed-in-order', { name, error: String(error) });
        }
      }
      known = null;
      sentinel.close();
      inner.close();
    },
  };

  return {
    database,
    history: start.history,
    adopt() {
      const id = start.found?.id ?? random.uuid();
      const commits = inner.transaction(() => {
        if (start.found === null) {
          inner.sql('insert into lineage (only, id, commits, installation) values (1, ?, 0, ?)').run(id, installation);
        } else if (installation !== null) {
          inner.sql('update lineage set installation = ?').run(installation);
        }
        return countCommit(inner);
      });
      known = { id, commits, closed: false };
      sentinel.keep(known);
    },
  };
}

const countCommit = (database: Database): number =>
  z.object({ commits: z.int() }).parse(database.sql('update lineage set commits = commits + 1 returning commits').get())
    .commits;

function readLineage(database: Database): z.infer<typeof lineageRow> | null {
  const row = database.sql('select id, commits, installation from lineage').get();
  return row === undefined ? null : lineageRow.parse(row);
}

const isEmptyFile = (path: string): boolean => !existsSync(path) || statSync(path).size === 0;

/** Renames the database and its journal, the journal first; gives the new name of the database. */
function moveAside({ folder, name, clock }: KeptDatabaseParts, why: 'damaged' | 'journal-of'): string {
  const path = join(folder, `${name}.db`);
  const aside = free(join(folder, `${name}.${why}-${stamp(clock)}`), '.db');
  for (const suffix of ['-wal', '-shm', '']) {
    if (!isEmptyFile(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  return aside;
}

const stamp = (clock: Clock): string => new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');

/** A name that no file has yet. */
function free(start: string, end: string): string {
  for (let count = 1; ; count += 1) {
    const path = `${start}${count === 1 ? '' : `-${count}`}${end}`;
    if (!existsSync(path) && !existsSync(`${path}-wal`)) return path;
  }
}
