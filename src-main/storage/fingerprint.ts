import { hash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../shared/json.ts';
import { textOfFile, writeAtomically } from './file-modes.ts';
import type { KeychainMark } from './keychain-fingerprint.ts';

/** A record of the database. Only the record outside its folder has `home`, so a copy of the folder lacks it. */
const schema = z.strictObject({
  /** The id of the database. A copy has the same id, a new database another. */
  id: z.string(),
  /** The database has at least this many transactions. */
  commits: z.int().min(0),
  closed: z.boolean(),
  /** The id and commits in the database file at its last checkpoint. The journal does not fit an older file. */
  inFile: z.strictObject({ id: z.string(), commits: z.int() }).nullable(),
  /**
   * Only in the record outside: the computer (null if unknown) and the file's identity, which a copy does not share.
   */
  home: z.strictObject({ computer: z.string().nullable(), file: z.string() }).exactOptional(),
});
export type Fingerprint = Readonly<z.infer<typeof schema>>;
export type FileState = Readonly<NonNullable<Fingerprint['inFile']>>;

/** All records have this size, so that overwriting one in place leaves no remainder. */
const bytes = 400;
const line = (fingerprint: Fingerprint): Buffer =>
  Buffer.from(`${JSON.stringify(fingerprint).padEnd(bytes - 1)}\n`).subarray(0, bytes);

export function readFingerprint(path: string): Fingerprint | 'unreadable' | null {
  const text = textOfFile(path);
  return text === null ? null : (schema.safeParse(jsonOf(text)).data ?? 'unreadable');
}

/** Writes both records. `refused` is called at the first refusal of the disk. It causes at worst one false alarm. */
export function createFingerprintFiles(
  {
    beside,
    outside,
    home,
  }: { readonly beside: string; readonly outside: string } & Required<Pick<Fingerprint, 'home'>>,
  refused: (path: string, error: unknown) => void,
) {
  let file: number | null = null;
  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  /** The paths whose last write was refused. Otherwise the log would get a line for each commit. */
  const failing = new Set<string>();
  function write(path: string, how: () => void): void {
    try {
      how();
      failing.delete(path);
    } catch (error) {
      if (!failing.has(path)) refused(path, error);
      failing.add(path);
    }
  }
  return {
    /** Replaces the files and waits for the disk. */
    keep(known: Fingerprint) {
      write(outside, () => {
        close();
        writeAtomically(outside, line({ ...known, home }));
      });
      write(beside, () => writeAtomically(beside, line(known)));
    },
    /** Called after a commit. Writes in place without waiting for the disk, so a power cut may lose some counts. */
    note(known: Fingerprint) {
      write(outside, () => {
        file ??= openSync(outside, 'r+');
        writeSync(file, line({ ...known, home }), 0, bytes, 0);
      });
    },
    close,
  };
}

export const outsideMarkPath = (stateDir: string, folder: string, name: string): string =>
  join(stateDir, 'databases', `${hash('sha256', JSON.stringify([folder, name])).slice(0, 32)}.seen`);

export function makeStateFolder(stateDir: string): void {
  mkdirSync(join(stateDir, 'databases'), { recursive: true, mode: 0o700 });
}

/** The path without links, so that a folder has only one name. */
export const plainPath = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder);

/** The identity of a file. A copy or restored file has another one. Null if the file is missing. */
export function fileIdentity(path: string): string | null {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return `${ino}-${birthtimeNs}`;
  } catch {
    return null;
  }
}

/**
 * Whether the journal belongs to another state of the database file, so that SQLite would mix their pages: the journal
 * is older than the file, or it is newer than the last recorded checkpoint and the file is older than that checkpoint.
 * A record may be older than the database, because writing it does not wait for the disk. A newer file proves nothing.
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

/** The id and progress that a database stores about itself. */
export const lineageRow = z.object({
  id: z.string(),
  commits: z.int(),
  installation: z.string().nullable(),
  folder: z.string(),
});
export type Lineage = Readonly<z.infer<typeof lineageRow>>;

export interface FingerprintRecords {
  /** The record beside the database, which every copy of the folder contains. */
  readonly beside: Fingerprint | null;
  readonly here: Fingerprint | null;
  /** The outside record of the folder that the database was moved from; null if it was not moved. */
  readonly before: Fingerprint | null;
  /** The record in the keychain, which may be a minute old; null if there is none. */
  readonly keychain: KeychainMark | null;
  /** The id of this installation in the keychain; null if the keychain does not outlive this run. */
  readonly installation: string | null;
  readonly home: NonNullable<Fingerprint['home']>;
}

/** `older` and `moved`: this database may lack sales that happened, or will happen, elsewhere. */
type History =
  | { readonly kind: 'same' }
  | { readonly kind: 'older'; readonly missingCommits: number }
  | { readonly kind: 'moved'; readonly why: 'unknown-here' | 'other-computer' | 'other-file' };

/**
 * Whether a database is in the same place and state as at its last use. In doubt it is not `same`: then its pooled
 * receipt ids are not used, and receipts that may have been delivered elsewhere wait for a person. A copy that counts
 * as the original would show a customer's receipt to another customer. Writing a record does not wait for the disk, so
 * a record may be older than the database, but never newer.
 */
export function historyOf(found: Lineage, records: FingerprintRecords): History {
  const { beside, here, before, keychain, home, installation } = records;
  const marks = [beside, here, before, keychain].filter((mark) => mark?.id === found.id);
  const known = Math.max(...marks.map((mark) => mark?.commits ?? 0), 0);
  if (known > found.commits) return { kind: 'older', missingCommits: known - found.commits };
  if (installation !== null && found.installation !== null && found.installation !== installation) {
    return { kind: 'moved', why: 'other-computer' };
  }
  // A database with a discarded id is an older copy.
  if (keychain?.before.includes(found.id)) return { kind: 'moved', why: 'unknown-here' };
  const outside = [here, before].find((mark) => mark?.id === found.id);
  if (outside == null) return { kind: 'moved', why: 'unknown-here' };
  const computer = outside.home?.computer ?? null;
  if (computer !== null && home.computer !== null && computer !== home.computer) {
    return { kind: 'moved', why: 'other-computer' };
  }
  return outside.home?.file === home.file ? { kind: 'same' } : { kind: 'moved', why: 'other-file' };
}
