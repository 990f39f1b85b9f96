import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type OpenDatabase, rowOf } from './database.ts';
import { replaceFile } from './file-modes.ts';
import { type FileState, fileIdentity, identityOf } from './fingerprint.ts';

const checkRow = z.object({ quick_check: z.string() });
const pageRow = z.object({ page_size: z.int() });
const rootRow = z.object({ rootpage: z.int() });
const framesRow = z.object({ log: z.int(), checkpointed: z.int() });
const stateRow: z.ZodType<FileState> = z.object({ id: z.string(), commits: z.int() });

/** All data are still in the journal. */
const noLineage: FileState = { id: '', commits: 0 };

/** The file format of SQLite's write-ahead log: a header, then frames of a header and a page. */
const walHeaderBytes = 32;
const frameHeaderBytes = 24;
/** The number of frames after which SQLite makes a checkpoint by default. */
const checkpointFrames = 1_000;

/** The lineage of a database. `alone`: the file without its journal. Null if it cannot be read. */
export function stateOf(path: string, what: 'alone' | 'with-journal'): FileState | null {
  const url = pathToFileURL(path);
  // SQLite ignores the journal of an immutable file and takes no locks.
  if (what === 'alone') url.searchParams.set('immutable', '1');
  return peek(url, (reader) => {
    const hasLineage = reader.prepare(`select 1 from sqlite_schema where name = 'lineage'`).get() !== undefined;
    return stateRow.parse(hasLineage ? reader.prepare('select id, commits from lineage').get() : noLineage);
  });
}

/** Reads every page from the file, like a connection without cached pages. */
const passesCheck = (path: string): boolean =>
  peek(pathToFileURL(path), (reader) => checkRow.parse(reader.prepare('pragma quick_check(1)').get()).quick_check) ===
  'ok';

function peek<T>(url: URL, look: (reader: DatabaseSync) => T): T | null {
  let reader: DatabaseSync | null = null;
  try {
    reader = new DatabaseSync(url, { readOnly: true });
    return look(reader);
  } catch {
    return null;
  } finally {
    if (reader?.isOpen === true) reader.close();
  }
}

type Place = 'same' | 'other' | 'missing';

export interface FilesFound {
  /** Whether the open file is still the file with its name. */
  readonly database: Place;
  readonly journal: Place;
  /** Whether the bytes of this app's last write are still there. */
  readonly isDatabaseIntact: boolean;
  readonly isJournalIntact: boolean;
}

export type FileWatch = ReturnType<typeof createFileWatch>;

/**
 * Compares the open files with the last writes of this app. A copy over a file keeps its inode and its birth time, so
 * two places are read: the page of the lineage, which every checkpoint changes, and the header of the journal's last
 * frame. If size or time of the database differ, every page is checked. Only this app runs checkpoints, so a change by
 * another program is noticed.
 */
export function createFileWatch(path: string, database: Pick<OpenDatabase, 'sql'>) {
  const journalPath = `${path}-wal`;
  const { page_size: pageSize } = one(database, pageRow, 'pragma page_size');
  const { rootpage } = one(database, rootRow, `select rootpage from sqlite_schema where name = 'lineage'`);
  database.sql('pragma wal_autocheckpoint = 0').get();
  // Keep it open until SQLite has closed its own handle: closing it earlier would release SQLite's locks (POSIX).
  const file = openSync(path, 'r');
  const identity = identityOf(fstatSync(file, { bigint: true }));
  let journal: { readonly file: number; readonly identity: string } | null = null;
  /** The buffer is reused: a new one for each commit costs more than the read. */
  const found = Buffer.alloc(pageSize);
  let page = Buffer.from(readPage());
  let stamp = stampOf();
  let frames = 0;
  let tail: Buffer = Buffer.alloc(0);
  noteJournal();

  function readPage(): Buffer {
    return read(file, found, (rootpage - 1) * pageSize);
  }

  function stampOf(): string {
    const { size, mtimeNs } = fstatSync(file, { bigint: true });
    return `${size} ${mtimeNs}`;
  }

  /** The time alone proves nothing: a backup may set it back, and Windows may write it late. */
  function isDatabaseIntact(): boolean {
    if (!page.equals(readPage())) return false;
    const newStamp = stampOf();
    if (newStamp !== stamp && !passesCheck(path)) return false;
    stamp = newStamp;
    return true;
  }

  function noteDatabase(): void {
    page = Buffer.from(readPage());
    stamp = stampOf();
  }

  function readTail(): Buffer {
    if (journal === null || frames === 0) return Buffer.alloc(0);
    return read(
      journal.file,
      Buffer.alloc(frameHeaderBytes),
      walHeaderBytes + (frames - 1) * (frameHeaderBytes + pageSize),
    );
  }

  function checkpoint(mode: 'noop' | 'passive') {
    return one(database, framesRow, `pragma wal_checkpoint(${mode})`);
  }

  /** SQLite creates the journal when it first needs one. */
  function noteJournal(): void {
    if (journal === null && fileIdentity(journalPath) !== null) {
      const opened = openSync(journalPath, 'r');
      journal = { file: opened, identity: identityOf(fstatSync(opened, { bigint: true })) };
    }
    frames = checkpoint('noop').log;
    tail = readTail();
  }

  const placeOf = (of: string, expected: string | null): Place => {
    const found = fileIdentity(of);
    if (found === null) return expected === null ? 'same' : 'missing';
    return expected === null || found === expected ? 'same' : 'other';
  };

  const look = (): FilesFound => ({
    database: placeOf(path, identity),
    journal: placeOf(journalPath, journal?.identity ?? null),
    isDatabaseIntact: isDatabaseIntact(),
    isJournalIntact: tail.equals(readTail()),
  });

  return {
    look,
    isSame(): boolean {
      const files = look();
      const isNamed = files.database === 'same' && files.journal === 'same';
      return isNamed && files.isDatabaseIntact && files.isJournalIntact;
    },
    /** Whether the database still has its name, which is a cheaper check. */
    isInPlace: (): boolean => fileIdentity(path) === identity,
    noteCommit: noteJournal,
    noteCheckpoint(): void {
      noteDatabase();
      noteJournal();
    },
    /** Moves a large journal into the database; returns whether all of it is there now. */
    checkpointIfLong(): boolean {
      if (frames < checkpointFrames) return false;
      const { log, checkpointed } = checkpoint('passive');
      noteDatabase();
      return log === checkpointed;
    },
    close(): void {
      closeSync(file);
      if (journal !== null) closeSync(journal.file);
    },
  };
}

function one<Row>(database: Pick<OpenDatabase, 'sql'>, row: z.ZodType<Row>, text: string): Row {
  const found = rowOf(database, row, text);
  if (found === null) throw new Error(`${text} gave no row`);
  return found;
}

const read = (file: number, buffer: Buffer, position: number): Buffer =>
  buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position));

interface ReplacedParts {
  readonly path: string;
  /** A free name for the copy. */
  readonly aside: string;
  readonly found: FilesFound;
}

export interface KeptFiles {
  /** Whether files were kept under the free name. If not, nothing is missing. */
  readonly isKept: boolean;
  readonly putBack: () => unknown;
}

/** Closing the files, whose names are gone, would delete a new file with the journal's name. */
export function keepContent(inner: Pick<OpenDatabase, 'sql'>, { path, aside, found }: ReplacedParts): KeptFiles {
  const journal = `${path}-wal`;
  if (found.database === 'same') return { isKept: false, putBack: () => undefined };
  inner.sql('vacuum into ?').run(aside);
  if (found.database === 'missing') {
    const putBack = (): void => {
      rmSync(journal, { force: true });
      replaceFile(aside, path);
    };
    return { isKept: false, putBack };
  }
  // The journal that came with the other database must outlast the closing of this one.
  const isTheirs = found.journal === 'other';
  const theirs = path.replace(/\.db$/, '.theirs.db-wal');
  if (isTheirs) replaceFile(journal, theirs);
  return { isKept: true, putBack: () => isTheirs && replaceFile(theirs, journal) };
}

/** Another program wrote into the files: keep them unchanged, because closing would mix the journal into the database. */
export function keepBytes({ path, aside, found }: ReplacedParts): KeptFiles {
  copy(path, aside);
  copy(`${path}-wal`, `${aside}-wal`);
  // A database that was copied here without its journal does not belong to this journal.
  const isJournalOfIt = found.isDatabaseIntact || !found.isJournalIntact;
  const putBack = (): void => {
    if (!existsSync(aside)) return;
    const making = path.replace(/\.db$/, '.new.db');
    copy(aside, making);
    replaceFile(making, path);
    if (isJournalOfIt) copy(`${aside}-wal`, `${path}-wal`);
  };
  return { isKept: true, putBack };
}

function copy(from: string, to: string): void {
  if (existsSync(from)) copyFileSync(from, to);
}
