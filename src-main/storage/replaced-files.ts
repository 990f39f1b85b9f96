import { copyFileSync, existsSync, rmSync } from 'node:fs';
import type { OpenDatabase } from './database.ts';
import { replaceFile } from './file-modes.ts';
import type { FilesFound } from './file-watch.ts';

interface ReplacedParts {
  readonly path: string;
  /** A free name for the copy. */
  readonly aside: string;
  readonly found: FilesFound;
}

export interface KeptFiles {
  /** Whether files were kept under the free name; else nothing is missing. */
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
