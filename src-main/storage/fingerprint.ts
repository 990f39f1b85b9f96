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

/** Also outside its folder, with `home`: a copy or backup of the folder does not contain both. */
const schema = z.strictObject({
  /** The identity of the database: a copy has the same, a new database another. */
  id: z.string(),
  /** The least number of transactions that it held. */
  commits: z.int().min(0),
  closed: z.boolean(),
  /** The lineage in the database file at its last checkpoint: a journal does not belong to an older file. */
  inFile: z.strictObject({ id: z.string(), commits: z.int() }).nullable(),
  /**
   * Only the mark outside has a home: the computer, null if it is unknown, and the file; a copy of the file has another
   * identity.
   */
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
    /** Called after a commit: writes in place without waiting for the disk. After a power cut less is noticed. */
    note(fingerprint: Fingerprint) {
      file ??= openSync(path, 'r+');
      writeSync(file, line(fingerprint), 0, bytes, 0);
    },
    close,
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

/** The path of the folder without links, so that it has one name. */
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
 * Whether the journal beside a database file belongs to another state of it, so that SQLite would mix the pages of
 * both. Then it is older than the file, or it was begun after the last known checkpoint and the file is from before it.
 * A mark may be older than the database (it does not wait for the disk), so a file newer than its mark proves nothing.
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
  folder: z.string(),
});
export type Lineage = Readonly<z.infer<typeof lineageRow>>;

export interface FingerprintRecords {
  /** The mark beside the database, which is in every copy of the folder. */
  readonly beside: Fingerprint | null;
  readonly here: Fingerprint | null;
  /** The outside mark of the folder of its last use; null if that is this folder, or if it still has a database. */
  readonly before: Fingerprint | null;
  /** The keychain's memory of it, about a minute old; null where there is none. */
  readonly keychain: KeychainMark | null;
  /** The keychain's id of this installation; null where no keychain outlives the run. */
  readonly installation: string | null;
  readonly home: NonNullable<Fingerprint['home']>;
}

/** `other`: sales may have happened, or may happen, that are not in this database; with the reasons. */
type History =
  | { readonly kind: 'same' }
  | { readonly kind: 'older'; readonly missingCommits: number }
  | { readonly kind: 'moved'; readonly why: 'unknown-here' | 'other-computer' | 'other-file' };

/**
 * Whether a database is in the same place and the same state as at its last use. In doubt it is not: that costs only
 * the pooled receipt ids, while a copy mistaken for the original would show one customer's receipt to another. A mark
 * may be older than the database (it does not wait for the disk), never newer.
 */
export function historyOf(found: Lineage, records: FingerprintRecords): History {
  const { beside, here, before, keychain, home, installation } = records;
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
