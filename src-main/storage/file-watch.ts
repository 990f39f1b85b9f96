import {
  type BigIntStats,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type OpenDatabase, peek, peekNow } from './database.ts';
import { replaceFile } from './file-modes.ts';
import type { FileState } from './fingerprint.ts';

const checkRow = z.object({ quick_check: z.string() });
const stateRow: z.ZodType<FileState> = z.object({ id: z.string(), commits: z.int() });

/** The state of a database file without a lineage table, because all its data are still in the journal. */
const noLineage: FileState = { id: '', commits: 0 };

/** SQLite's write-ahead log: a header, then frames, each with a header and a page. */
const walHeaderBytes = 32;
const frameHeaderBytes = 24;
/** A frame header without its page number: the size of the database, two salts, two checksums. */
const tailBytes = 20;
/** The start of the `-shm` file, SQLite's index of the journal: number of frames, size, checksums, salts. */
const indexBytes = 40;
/** SQLite makes a checkpoint after this many frames by default. */
const checkpointFrames = 1_000;

/** Transactions wait for these reads, so a read must not wait for another program's lock. */
const noWaitMs = 0;

/** The id of a database and its number of commits. `alone` leaves out its journal. Null if it cannot be read. Throws StorageBusy. */
export function stateOf(path: string, what: 'alone' | 'with-journal'): FileState | null {
  const url = pathToFileURL(path);
  // For an immutable file SQLite ignores the journal and takes no locks.
  if (what === 'alone') url.searchParams.set('immutable', '1');
  return peek(url, noWaitMs, (reader) => {
    const hasLineage = reader.prepare(`select 1 from sqlite_schema where name = 'lineage'`).get() !== undefined;
    return stateRow.parse(hasLineage ? reader.prepare('select id, commits from lineage').get() : noLineage);
  });
}

/** Reads every page from the file, without SQLite's cache. */
const passesCheck = (path: string): boolean =>
  peekNow(path, noWaitMs, (reader) => checkRow.parse(reader.prepare('pragma quick_check(1)').get()).quick_check) ===
  'ok';

type Place = 'same' | 'other' | 'missing';

export type FilesFound = ReturnType<ReturnType<typeof createFileWatch>['look']>;

/**
 * Compares the open files with the last writes of this app. Overwriting a file keeps its inode and birth time, so two
 * places are read: the page of the lineage table, which every checkpoint changes, and the header of the journal's last
 * frame. If size or time of the database differ, every page is checked. SQLite's own checkpoints are off, so every
 * checkpoint that this app has not recorded is by another program.
 */
export function createFileWatch(path: string, database: Pick<OpenDatabase, 'sql'>) {
  const journalPath = `${path}-wal`;
  const numberIn = (text: string, column: string): number => Number(database.sql(text).get()?.[column]);
  const pageSize = numberIn('pragma page_size', 'page_size');
  const rootPage = numberIn(`select rootpage from sqlite_schema where name = 'lineage'`, 'rootpage');
  database.sql('pragma wal_autocheckpoint = 0').get();
  // Kept open until SQLite has closed its own handle: closing it earlier would release SQLite's locks (POSIX).
  const file = openSync(path, 'r');
  let own = fstatSync(file, { bigint: true });
  let journal: { readonly file: number; readonly index: number; readonly stats: BigIntStats } | null = null;
  /** The buffers are reused, because new ones for each commit cost more than the reads. */
  const page = Buffer.alloc(pageSize);
  const tail = Buffer.alloc(tailBytes);
  const index = Buffer.alloc(indexBytes);
  const [foundPage, foundTail] = [Buffer.from(page), Buffer.from(tail)];
  let frames = 0;
  noteDatabase();
  noteCommit();

  function readPage(into: Buffer): Buffer {
    into.fill(0, readSync(file, into, 0, pageSize, (rootPage - 1) * pageSize));
    return into;
  }

  function readTail(into: Buffer): Buffer {
    const position = walHeaderBytes + frames * (frameHeaderBytes + pageSize) - pageSize - tailBytes;
    const count = journal === null || frames === 0 ? 0 : readSync(journal.file, into, 0, tailBytes, position);
    return into.fill(0, count);
  }

  const areReadBytesSame = (): boolean => tail.equals(readTail(foundTail)) && page.equals(readPage(foundPage));

  /** A new time or size may be harmless: a backup program may set the time, and Windows may write it late. */
  function isUntouched(now: BigIntStats): boolean {
    if ((now.size !== own.size || now.mtimeNs !== own.mtimeNs) && !passesCheck(path)) return false;
    own = now;
    return true;
  }

  /** Records the journal's last frame, read from its index. SQLite creates journal and index at the first write. */
  function noteCommit(): void {
    if (journal === null && statOf(journalPath) !== undefined) {
      const opened = openSync(journalPath, 'r');
      const stats = fstatSync(opened, { bigint: true });
      journal = { file: opened, index: openSync(`${path}-shm`, 'r'), stats };
    }
    index.fill(0, journal === null ? 0 : readSync(journal.index, index, 0, indexBytes, 0));
    frames = index.readUInt32LE(16);
    if (frames === 0) return void tail.fill(0);
    // The index has its numbers in the order of the processor (little-endian everywhere), a frame has them big-endian.
    index.subarray(20, 32).swap32();
    index.copy(tail, 0, 20, 24);
    index.copy(tail, 4, 32, 40);
    index.copy(tail, 12, 24, 32);
  }

  function noteDatabase(): void {
    readPage(page);
    own = fstatSync(file, { bigint: true });
  }

  /** Whether both paths lead to the open files, and the database is unchanged (`isUntouched`). */
  const areNamesSame = (): boolean =>
    placeOf(path, own) === 'same' &&
    isUntouched(fstatSync(file, { bigint: true })) &&
    placeOf(journalPath, journal?.stats ?? null) === 'same';

  return {
    /** `is...Intact`: whether this app's last write is still in the file. */
    look: () => ({
      database: placeOf(path, own),
      journal: placeOf(journalPath, journal?.stats ?? null),
      isDatabaseIntact: page.equals(readPage(foundPage)) && isUntouched(fstatSync(file, { bigint: true })),
      isJournalIntact: tail.equals(readTail(foundTail)),
    }),
    areReadBytesSame,
    areNamesSame,
    isSame: (): boolean => areReadBytesSame() && areNamesSame(),
    noteCommit,
    /** Moves a large journal into the database. Returns whether the journal is empty now. */
    checkpointIfLong(): boolean {
      if (frames < checkpointFrames) return false;
      const result = database.sql('pragma wal_checkpoint(passive)').get();
      noteDatabase();
      return result?.log === result?.checkpointed;
    },
    close(): void {
      for (const opened of [file, journal?.file, journal?.index]) if (opened !== undefined) closeSync(opened);
    },
  };
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const isSameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  one.ino === other.ino && one.birthtimeNs === other.birthtimeNs;

function placeOf(path: string, own: BigIntStats | null): Place {
  const found = statOf(path);
  if (own === null) return 'same';
  if (found === undefined) return 'missing';
  return isSameFile(found, own) ? 'same' : 'other';
}

interface ReplacedParts {
  readonly path: string;
  readonly aside: string;
  readonly found: FilesFound;
}

export interface CopiedFiles {
  /** Whether files were kept under the free name. If not, nothing was lost. */
  readonly isCopied: boolean;
  readonly putBack: () => unknown;
}

/** Copies the data of open files whose paths now lead to other files or to none. Closing deletes the path's journal. */
export function keepContent(inner: Pick<OpenDatabase, 'sql'>, { path, aside, found }: ReplacedParts): CopiedFiles {
  const journal = `${path}-wal`;
  if (found.database === 'same') return { isCopied: false, putBack: () => undefined };
  inner.sql('vacuum into ?').run(aside);
  if (found.database === 'missing') {
    const putBack = (): void => {
      rmSync(journal, { force: true });
      replaceFile(aside, path);
    };
    return { isCopied: false, putBack };
  }
  // The other database's journal must survive closing this one.
  const isTheirs = found.journal === 'other';
  const theirs = path.replace(/\.db$/, '.theirs.db-wal');
  if (isTheirs) replaceFile(journal, theirs);
  return { isCopied: true, putBack: () => isTheirs && replaceFile(theirs, journal) };
}

/** Copies files that another program changed, because closing them would mix the journal into the database. */
export function keepBytes({ path, aside, found }: ReplacedParts): CopiedFiles {
  copy(path, aside);
  copy(`${path}-wal`, `${aside}-wal`);
  // If only the database was overwritten, the journal belongs to the previous database and is not put back.
  const isJournalOfIt = found.isDatabaseIntact || !found.isJournalIntact;
  const putBack = (): void => {
    if (!existsSync(aside)) return;
    const making = path.replace(/\.db$/, '.new.db');
    copy(aside, making);
    replaceFile(making, path);
    if (isJournalOfIt) copy(`${aside}-wal`, `${path}-wal`);
  };
  return { isCopied: true, putBack };
}

function copy(from: string, to: string): void {
  if (existsSync(from)) copyFileSync(from, to);
}
