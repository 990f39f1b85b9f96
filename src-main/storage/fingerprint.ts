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
 * What was last known of a database: it cannot say by itself that it is an older one. Kept twice, beside it and, with
 * `home`, outside its folder, so that a copy or a backup of the folder does not bring both along.
 */
const schema = z.strictObject({
  /** Which database it was: a copy has the same, a new one another. */
  id: z.string(),
  /** How many transactions it held, at least. */
  commits: z.int().min(0),
  closed: z.boolean(),
  /** What the database file said of itself at its last checkpoint: a journal belongs to no file that is older. */
  inFile: z.strictObject({ id: z.string(), commits: z.int() }).nullable(),
  /** Outside only: the computer, null if it could not be asked, and the file; a copy of the file is another. */
  home: z.strictObject({ computer: z.string().nullable(), file: z.string() }).exactOptional(),
});
export type Fingerprint = Readonly<z.infer<typeof schema>>;
export type FileState = Readonly<NonNullable<Fingerprint['inFile']>>;

/** One size for all, so that a change in place never leaves a rest of what was there. */
const bytes = 400;
const line = (fingerprint: Fingerprint): Buffer => Buffer.from(`${JSON.stringify(fingerprint).padEnd(bytes - 1)}\n`);

/** The last fingerprint; null when there is none, `unreadable` when the file does not hold one. */
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

/** Where the mark of the database `name` in `folder` is kept: one file per folder, in a place that is in none of them. */
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

/** Which file it is: a copy, or one that a backup put there, is another under the same name. Null: there is none. */
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

/** What a database says of itself. */
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
  /** What the keychain remembers of it, about a minute behind; null where there is none. */
  readonly keychain: KeychainMark | null;
  /** Who this installation is, as the keychain says; null where none outlives the run. */
  readonly installation: string | null;
  readonly home: NonNullable<Fingerprint['home']>;
}

/** `other`: sales may have happened that are not in this database, or may happen beside it; with the reasons. */
type History =
  | { readonly kind: 'same' }
  | { readonly kind: 'older'; readonly missingCommits: number }
  | { readonly kind: 'moved'; readonly why: 'unknown-here' | 'other-computer' | 'other-file' };

/**
 * Whether a database is exactly where and what it was when it was last used. In doubt it is not: that costs the receipt
 * ids that were ready, while a copy taken for the original shows one customer's receipt to another. A mark may be behind
 * (it does not wait for the disk), never ahead.
 */
export function historyOf(found: Lineage, witnesses: Witnesses): History {
  const { beside, here, before, keychain, home, installation } = witnesses;
  const marks = [beside, here, before, keychain].filter((mark) => mark?.id === found.id);
  const known = Math.max(...marks.map((mark) => mark?.commits ?? 0), 0);
  if (known > found.commits) return { kind: 'older', missingCommits: known - found.commits };
  if (installation !== null && found.installation !== null && found.installation !== installation) {
    return { kind: 'moved', why: 'other-computer' };
  }
  // A name that was given up: whoever has it is from before that.
  if (keychain?.before.includes(found.id)) return { kind: 'moved', why: 'unknown-here' };
  const outside = [here, before].find((mark) => mark?.id === found.id);
  if (outside == null) return { kind: 'moved', why: 'unknown-here' };
  const computer = outside.home?.computer ?? null;
  if (computer !== null && home.computer !== null && computer !== home.computer) {
    return { kind: 'moved', why: 'other-computer' };
  }
  return outside.home?.file === home.file ? { kind: 'same' } : { kind: 'moved', why: 'other-file' };
}
