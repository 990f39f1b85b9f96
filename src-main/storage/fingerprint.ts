import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from './file-modes.ts';
import type { KeychainMark } from './keychain-fingerprint.ts';

/**
 * The last known state of a database, which cannot itself show that it is an older copy. It is stored beside the
 * database and, with `home`, outside its folder, so that a copy or backup of the folder does not contain both.
 */
const schema = z.strictObject({
  /** Which database it was: a copy has the same, a new one another. */
  id: z.string(),
  /** How many transactions it held, at least. */
  commits: z.int().min(0),
  closed: z.boolean(),
  /** The lineage in the database file at its last checkpoint: a journal does not belong to an older file. */
  inFile: z.strictObject({ id: z.string(), commits: z.int() }).nullable(),
  /** Outside only: the computer, null if it could not be asked, and the file; a copy of the file is another. */
  home: z.strictObject({ computer: z.string().nullable(), file: z.string() }).exactOptional(),
});
export type Fingerprint = Readonly<z.infer<typeof schema>>;
export type FileState = Readonly<NonNullable<Fingerprint['inFile']>>;

/** All records have the same size, so that overwriting one in place leaves no remainder. */
const bytes = 400;
const line = (fingerprint: Fingerprint): Buffer => Buffer.from(`${JSON.stringify(fingerprint).padEnd(bytes - 1)}\n`);

/** The last fingerprint; null if there is none, `unreadable` if the file has no valid one. */
export function readFingerprint(path: string): Fingerprint | 'unreadable' | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

export type FingerprintFile = ReturnType<typeof createFingerprintFile>;

export function createFingerprintFile(path: string) {
  let file: number | null = null;
  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    /** Replaces the file as a whole and waits for the disk. */
    keep(fingerprint: Fingerprint) {
      close();
      writeWhole(path, line(fingerprint).subarray(0, bytes));
    },
    /** After a commit, in place and without waiting for the disk: after a power cut less is noticed. */
    note(fingerprint: Fingerprint) {
      file ??= openSync(path, 'r+');
      writeSync(file, line(fingerprint), 0, bytes, 0);
    },
    close,
    /** The database lives elsewhere from now on. */
    remove() {
      close();
      rmSync(path, { force: true });
    },
  };
}

/** The path of the mark of database `name` in `folder`: one file per folder, outside all of them. */
export function outsideMark(stateDir: string, folder: string, name: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify([folder, name]))
    .digest('hex')
    .slice(0, 32);
  return join(stateDir, 'databases', `${key}.seen`);
}

export function makeOutside(stateDir: string): void {
  mkdirSync(join(stateDir, 'databases'), { recursive: true, mode: 0o700 });
}

/** The folder without links, so that it has one name. */
export const plainPath = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder);

/** The identity of a file: a copy or a restored file under the same name has another one. Null if the file is missing. */
export function fileIdentity(path: string): string | null {
  try {
    return identityOf(statSync(path, { bigint: true }));
  } catch {
    return null;
  }
}

export const identityOf = ({ ino, birthtimeNs }: Pick<BigIntStats, 'ino' | 'birthtimeNs'>): string =>
  `${ino}-${birthtimeNs}`;

/**
 * Whether the journal beside a database file belongs to another state of it, so that SQLite would mix the pages of both:
 * it is older than the file, or it was begun after the last checkpoint that is known and the file is from before it. A
 * mark may be behind (it does not wait for the disk), so a file that is newer than its mark proves nothing.
 */
export function isNotItsJournal(
  alone: FileState,
  withJournal: FileState,
  marks: readonly (Fingerprint | null)[],
): boolean {
  if (alone.id === withJournal.id && withJournal.commits < alone.commits) return true;
  return marks.some((mark) => {
    if (mark?.inFile == null) return false;
    const { id, commits } = mark.inFile;
    const isJournalLater = withJournal.id === mark.id && withJournal.commits > commits;
    return isJournalLater && (alone.id === id ? alone.commits < commits : alone.id !== mark.id);
  });
}

/** The lineage that a database has stored about itself. */
export const lineageRow = z.object({
  id: z.string(),
  commits: z.int(),
  installation: z.string().nullable(),
  /** The folder that it was last used in. */
  folder: z.string(),
});
export type Lineage = Readonly<z.infer<typeof lineageRow>>;

export interface Witnesses {
  /** The file beside it, which travels with every copy of the folder. */
  readonly beside: Fingerprint | null;
  /** Outside, kept for this folder. */
  readonly here: Fingerprint | null;
  /** Outside, kept for the folder that it was last used in; null where that is this one, or still holds a database. */
  readonly before: Fingerprint | null;
  /** The keychain's memory of it, about a minute old; null where there is none. */
  readonly keychain: KeychainMark | null;
  /** The keychain's id of this installation; null where no keychain outlives the run. */
  readonly installation: string | null;
  readonly home: NonNullable<Fingerprint['home']>;
}

/** `other`: sales may have happened that are not in this database, or may happen beside it; with the reasons. */
type History =
  | { readonly kind: 'same' }
  | { readonly kind: 'older'; readonly missingCommits: number }
  | { readonly kind: 'moved'; readonly why: 'unknown-here' | 'other-computer' | 'other-file' };

/**
 * Whether a database is in the same place and the same state as at its last use. In doubt it is not: that costs only
 * the pooled receipt ids, while a copy mistaken for the original would show one customer's receipt to another. A mark
 * may be older than the database (it does not wait for the disk), never newer.
 */
export function historyOf(found: Lineage, witnesses: Witnesses): History {
  const { beside, here, before, keychain, home, installation } = witnesses;
  const marks = [beside, here, before, keychain].filter((mark) => mark?.id === found.id);
  const known = Math.max(...marks.map((mark) => mark?.commits ?? 0), 0);
  if (known > found.commits) return { kind: 'older', missingCommits: known - found.commits };
  if (installation !== null && found.installation !== null && found.installation !== installation) {
    return { kind: 'moved', why: 'other-computer' };
  }
  // A database with a discarded name is older than the change of name.
  if (keychain?.before.includes(found.id)) return { kind: 'moved', why: 'unknown-here' };
  const outside = [here, before].find((mark) => mark?.id === found.id);
  if (outside == null) return { kind: 'moved', why: 'unknown-here' };
  const computer = outside.home?.computer ?? null;
  if (computer !== null && home.computer !== null && computer !== home.computer) {
    return { kind: 'moved', why: 'other-computer' };
  }
  return outside.home?.file === home.file ? { kind: 'same' } : { kind: 'moved', why: 'other-file' };
}
