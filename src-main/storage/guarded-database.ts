import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemPorts } from '../ports.ts';
import { type Database, DatabaseRefused, type DataFormat, type OpenDatabase, openDatabase, rowOf } from './database.ts';
import { replaceFile } from './file-modes.ts';
import { type CopiedFiles, createFileWatch, keepBytes, keepContent, stateOf } from './file-watch.ts';
import {
  createFingerprintFiles,
  type Fingerprint,
  fileIdentity,
  historyOf,
  isNotItsJournal,
  type Lineage,
  lineageRow,
  makeStateFolder,
  outsideMarkPath,
  plainPath,
  readFingerprint,
} from './fingerprint.ts';
import type { KeychainFingerprint } from './keychain-fingerprint.ts';
import type { NoticeBoard } from './notice-board.ts';

interface GuardedDatabaseParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly folder: string;
  readonly name: string;
  readonly format: DataFormat;
  readonly installation: string | null;
  /** The id of this computer, and a folder outside the data folder, for records about its databases. */
  readonly computer: { readonly id: string | null; readonly stateDir: string };
  readonly keychainFingerprint: KeychainFingerprint | null;
  readonly notices: NoticeBoard;
  /** Called once, at the first access that is refused with DatabaseReplaced. */
  readonly onReplaced: () => void;
}

/** Another program replaced, changed or removed one of the files during use. */
export class DatabaseReplaced extends Error {}

/**
 * Opens a database and watches its files. A record beside it and one outside its folder have its id and number of
 * transactions; the outside one also has its file and computer. They reveal a missing, empty, older or copied database,
 * which a notice reports. A damaged file is moved aside with its journal, and an empty database begins. Throws
 * DatabaseRefused, without a change, for a file of a newer version or of another program.
 */
export function openGuardedDatabase(parts: GuardedDatabaseParts) {
  const { name, computer, log, notices } = parts;
  const { paths, folder, beside, here } = withOwnJournal(parts);
  const { path } = paths;
  const known = beside ?? here;
  const { database, wasDamaged } = openOrBegin(parts, path, known);
  const found = rowOf(database, lineageRow, 'select id, commits, installation, folder from lineage');
  const home = { computer: computer.id ?? here?.home?.computer ?? null, file: fileIdentity(path) ?? '' };
  const opened = { ...paths, folder, home, found };
  if (found === null) {
    // A record without commits is left by a first start that ended before its first commit.
    if (known !== null && known.commits > 0 && !wasDamaged) {
      log.error('database-not-found', { name, knownCommits: known.commits });
      notices.raise(
        'databaseMissing',
        `The database ${name}.db is empty although it held data before. If a backup exists, stop the program and put it back.`,
      );
    }
    return watched(parts, database, { ...opened, history: 'same' });
  }
  // A renamed folder has its record under the old name. If the old folder still exists, this one is a copy.
  const isElsewhere = found.folder !== folder && !existsSync(join(found.folder, `${name}.db`));
  const before = isElsewhere ? fingerprintAt(outsideMarkPath(computer.stateDir, found.folder, name), parts) : null;
  const keychain = parts.keychainFingerprint?.seen() ?? null;
  const judged = historyOf(found, { beside, here, before, keychain, home, installation: parts.installation });
  if (judged.kind === 'older') {
    const { missingCommits } = judged;
    log.error('database-outdated', { name, commits: found.commits, missingCommits });
    notices.raise(
      'databaseOlder',
      `The database ${name}.db is older than the one that was here before: its last ${missingCommits} changes are missing. Sales of that time are not in it; their receipts may or may not have been delivered. ${whatIsDone}`,
    );
  }
  if (judged.kind === 'moved') {
    const { why } = judged;
    log.error('database-moved', { name, why });
    notices.raise(
      'databaseMoved',
      `The database ${name}.db is a copy, or it was put back or brought here (${why}): the original may be at work elsewhere. ${whatIsDone} If the original is still in use, give each till a folder of its own.`,
    );
  }
  return watched(parts, database, { ...opened, history: judged.kind === 'same' ? 'same' : 'other' });
}

type FileParts = Pick<GuardedDatabaseParts, 'folder' | 'name' | 'format' | 'computer' | 'clock' | 'log'>;

/** Opens a database for a task while no app runs, without a record of the use. Throws DatabaseRefused. */
export const openUnwatched = (parts: FileParts, checkPages: boolean): Database =>
  openDatabase(withOwnJournal(parts).paths.path, parts.format, { checkPages, backupPath: backupPathOf(parts) });

/** Reads the records. Moves a journal aside that is of another database or of another state of this one. */
function withOwnJournal(parts: FileParts) {
  const { name, computer, log } = parts;
  const folder = plainPath(parts.folder);
  const path = join(folder, `${name}.db`);
  const paths = {
    path,
    beside: join(folder, `${name}.seen`),
    outside: outsideMarkPath(computer.stateDir, folder, name),
  };
  const beside = fingerprintAt(paths.beside, parts);
  const here = fingerprintAt(paths.outside, parts);
  // SQLite would delete the journal of the missing database when it creates a new one.
  if (isEmptyFile(path)) moveAside(parts, 'journal-of');
  if (hasOtherJournal(path, [beside, here])) {
    const movedTo = moveAside(parts, 'journal-of', ['-wal']);
    log.error('foreign-journal-moved', { name, movedTo });
  }
  return { paths, folder, beside, here };
}

const backupPathOf = (parts: FileParts) => (version: number) => freePath(parts, `before-schema-${version + 1}`);

function openOrBegin(parts: GuardedDatabaseParts, path: string, known: Fingerprint | null) {
  const { name, format, clock, log, notices } = parts;
  const backupPath = backupPathOf(parts);
  const open = (checkPages: boolean): OpenDatabase =>
    openDatabase(path, format, { checkPages, backupPath, nextTurn: clock.nextTurn });
  try {
    return { database: open(known !== null && !known.closed), wasDamaged: false };
  } catch (error) {
    if (!(error instanceof DatabaseRefused) || error.reason !== 'damaged') throw error;
    const aside = moveAside(parts, 'damaged');
    log.error('database-damaged', { name, movedTo: aside, reason: error.message });
    notices.raise(
      'databaseDamaged',
      `The database ${name}.db was damaged. It was kept as ${aside} and an empty one was begun. Receipts that had not been delivered are in the kept file: keep it and give it to your support.`,
    );
    return { database: open(false), wasDamaged: true };
  }
}

function hasOtherJournal(path: string, marks: readonly (Fingerprint | null)[]): boolean {
  if (isEmptyFile(`${path}-wal`)) return false;
  const alone = stateOf(path, 'alone');
  const withJournal = stateOf(path, 'with-journal');
  return alone !== null && withJournal !== null && isNotItsJournal(alone, withJournal, marks);
}

function fingerprintAt(path: string, { name, log }: FileParts): Fingerprint | null {
  const seen = readFingerprint(path);
  if (seen !== 'unreadable') return seen;
  log.warn('fingerprint-not-read', { name });
  return null;
}

/** The consequences of a restore or a copy. They concern only receipts: paired tills work unchanged. */
const whatIsDone =
  'Receipt ids that were ready in it are not used. Receipts that may have been delivered from elsewhere are not sent under another id: they wait in the cashier window under "Attention" until somebody has looked.';

interface Opened {
  readonly path: string;
  /** The paths of the records. */
  readonly beside: string;
  readonly outside: string;
  readonly folder: string;
  readonly home: NonNullable<Fingerprint['home']>;
  readonly found: Lineage | null;
  /** `other`: this copy may lack later sales, and customers may have seen its available receipt ids. */
  readonly history: 'same' | 'other';
}

/** Keeps replaced files under the name `aside` with `keep`, and reports what became of their data. */
function keepAside(parts: GuardedDatabaseParts, aside: string, keep: () => CopiedFiles): CopiedFiles {
  const { name, log } = parts;
  let result: CopiedFiles = { isCopied: false, putBack: () => undefined };
  let whatBecame = 'Nothing is missing.';
  try {
    result = keep();
    if (result.isCopied)
      whatBecame = `They are kept as ${aside}: keep that file and give it to your support. Receipts that were accepted before and that the new files lack are in that file or lost.`;
  } catch (error) {
    log.error('replaced-files-not-moved', { name, error: String(error) });
    whatBecame = `What this program had could not be kept (${String(error)}).`;
  }
  parts.notices.raise(
    'databaseMoved',
    `The files of ${name}.db were replaced, changed or taken away by another program while this one used them. ${whatBecame} Stop this program before you change its files.`,
  );
  return result;
}

function watched(parts: GuardedDatabaseParts, inner: OpenDatabase, opened: Opened) {
  const { random, installation, name, computer, log } = parts;
  const { found, folder } = opened;
  const marks = createFingerprintFiles(opened, (path, error) =>
    log.warn('fingerprint-not-written', { name, outside: path === opened.outside, error: String(error) }),
  );
  const files = createFileWatch(opened.path, inner);
  let known: Fingerprint | null = null;
  let commits = 0;
  let inFile = stateOf(opened.path, 'alone');
  let isReplaced = false;
  /** SQLite read data that this app never wrote, so the files are damaged even if they look unchanged. */
  let isBroken = false;
  let copied: CopiedFiles | null = null;

  function refusal(): DatabaseReplaced {
    if (!isReplaced) {
      isReplaced = true;
      log.error('database-replaced', {
        name,
        what: isBroken ? 'content' : 'files',
        found: JSON.stringify(files.look()),
      });
      parts.onReplaced();
    }
    return new DatabaseReplaced();
  }

  inner.watch({
    begin() {
      // Changes in replaced files would be lost, so they must not be acknowledged.
      if (isReplaced || !files.areReadBytesSame()) throw refusal();
    },
    before() {
      // 0 for a new database before `adopt`, which adds the row.
      const row = inner.sql('update lineage set commits = commits + 1 returning commits').get();
      const counted = Number(row?.commits ?? 0);
      if (known !== null && counted !== known.commits + 1) isBroken = true;
      if (isBroken || !files.areNamesSame()) throw refusal();
      commits = counted;
    },
    /** Updates the outside record, because the record beside the file alone proves nothing (`historyOf`). */
    after() {
      files.noteCommit();
      if (known !== null && files.checkpointIfLong()) inFile = { id: known.id, commits };
      if (known === null) return;
      known = { ...known, commits, inFile };
      marks.note(known);
      parts.keychainFingerprint?.note(known.id, commits);
    },
    damaged(error) {
      log.error('database-not-read', { name, error: String(error) });
      isBroken = true;
      return refusal();
    },
  });

  /** Copies open files, because closing would destroy their data. `putBack` restores them for the next start. */
  function keepReplaced(): CopiedFiles {
    const state = files.look();
    const aside = freePath({ ...parts, folder }, 'replaced');
    const isIntact = !isBroken && state.isDatabaseIntact && state.isJournalIntact;
    const replaced = { path: opened.path, aside, found: state };
    // This count makes the next start report an older database, even if the app is killed before `putBack`.
    if (!isIntact && known !== null) marks.keep({ ...known, commits: known.commits + 1 });
    return keepAside(parts, aside, () => (isIntact ? keepContent(inner, replaced) : keepBytes(replaced)));
  }

  const database: Database = {
    ...inner,
    close() {
      if (isReplaced || !files.isSame()) copied ??= keepReplaced();
      else if (known !== null) {
        try {
          // All data must be in the database file before its record says that it was closed.
          inner.sql('pragma wal_checkpoint(truncate)').get();
          marks.keep({ ...known, closed: true, inFile: { id: known.id, commits: known.commits } });
        } catch (error) {
          log.warn('database-not-closed', { name, error: String(error) });
        }
      }
      known = null;
      marks.close();
      inner.close();
      files.close();
      copied?.putBack();
    },
  };

  return {
    database,
    history: opened.history,
    /** Records this file as the one in use. A copy gets a new id, so that it is never taken for the original. */
    adopt(): void {
      const id = found === null || opened.history === 'other' ? random.uuid() : found.id;
      try {
        makeStateFolder(computer.stateDir);
      } catch (error) {
        log.error('state-folder-not-writable', { stateDir: computer.stateDir, error: String(error) });
      }
      // Written before the commit. Otherwise a crash in between would look like a lost or copied database.
      marks.keep({ id, commits: found?.commits ?? 0, closed: false, inFile });
      inner.transaction(() => {
        if (found === null)
          inner.sql('insert into lineage (only, id, commits, folder) values (1, ?, 0, ?)').run(id, folder);
        inner.sql('update lineage set id = ?, folder = ?').run(id, folder);
        if (installation !== null) inner.sql('update lineage set installation = ?').run(installation);
      });
      known = { id, commits, closed: false, inFile };
      marks.keep(known);
      parts.keychainFingerprint?.note(id, commits);
      const left = found?.folder ?? folder;
      if (left !== folder && opened.history === 'same') {
        rmSync(outsideMarkPath(computer.stateDir, left, name), { force: true });
      }
    },
  };
}

const isEmptyFile = (path: string): boolean => !existsSync(path) || statSync(path).size === 0;

/** Renames the journal and then the database. Returns the database's new name. */
function moveAside(
  parts: FileParts,
  why: 'damaged' | 'journal-of',
  suffixes: readonly string[] = ['-wal', '-shm', ''],
): string {
  const path = join(parts.folder, `${parts.name}.db`);
  const aside = freePath(parts, why);
  for (const suffix of suffixes) {
    if (!isEmptyFile(`${path}${suffix}`)) replaceFile(`${path}${suffix}`, `${aside}${suffix}`);
  }
  return aside;
}

/** A name with the time for a copy of the database. Neither it nor a journal for it exists. */
function freePath({ folder, name, clock }: FileParts, why: string): string {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${name}.${why}-${stamp}${count === 1 ? '' : `-${count}`}.db`);
    if (!existsSync(path) && !existsSync(`${path}-wal`)) return path;
  }
}
