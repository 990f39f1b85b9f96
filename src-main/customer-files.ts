import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Keyring } from './storage/encryption.ts';
import { openTaken } from './storage/taken-file.ts';

/** Files beside the databases that may name a customer: answers and kept files of the inbox, exports, logs, copies. */

export interface CustomerFiles {
  /** They are copies of what is in the database: they go with it. */
  readonly copies: readonly string[];
  /** Receipts that were never taken: a person has to see to them. */
  readonly waiting: readonly string[];
  /** Nobody can look into these from here. */
  readonly closed: readonly string[];
}

export interface Wanted {
  /** What the customer gave. */
  readonly id: string;
  /** Of the sales that are theirs: sale ids and receipt ids. */
  readonly receiptIds: readonly string[];
}

/** Paths from `dataDir` on. */
export function findCustomerFiles(dataDir: string, keyring: Keyring, { id, receiptIds }: Wanted): CustomerFiles {
  const isAbout = wordsFinder([id, JSON.stringify(id).slice(1, -1), ...receiptIds]);
  const namesThem = wordsFinder([id, JSON.stringify(id).slice(1, -1)]);
  const isOfReceipt = wordsFinder(receiptIds);
  const copies: string[] = [];
  const waiting: string[] = [];
  const closed: string[] = [];
  for (const path of filesBelow(dataDir)) {
    const name = basename(path);
    const where = relative(dataDir, dirname(path)).split(sep);
    const inInbox = where[0] === 'inbox';
    if (where.at(-1) === 'exports' && name.endsWith('.pdf')) {
      (isOfReceipt(name) ? copies : closed).push(path);
    } else if (where.at(-1) === 'exports' || (inInbox && where[1] === 'done' && name.endsWith('.json'))) {
      // A day's table names receipts and nobody: it stays, unless it has the customer's own id in it.
      const isTheirs = name.startsWith('receipts-') ? namesThem : isAbout;
      if (isTheirs(readFileSync(path, 'latin1')) || isTheirs(readFileSync(path, 'utf8'))) copies.push(path);
    } else if (inInbox && name.endsWith('.json.sealed')) {
      const text = openedText(keyring, path);
      if (text === null) closed.push(path);
      else if (isAbout(text)) copies.push(path);
    } else if (inInbox) {
      if (namesThem(readFileSync(path, 'utf8')) || namesThem(name)) waiting.push(path);
    } else if (/^receipts\.before-schema-.+\.db/.test(name)) copies.push(path);
    else if (/^receipts\.(?:damaged|journal-of|replaced)-/.test(name)) closed.push(path);
  }
  const named = (paths: readonly string[]): readonly string[] => paths.map((path) => relative(dataDir, path));
  return { copies: named(copies), waiting: named(waiting), closed: named(closed) };
}

export function removeFiles(dataDir: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(join(dataDir, path), { force: true });
}

/**
 * Whether one of these stands in a text, however its letters are written, and as a whole: what a customer with the id 12 has
 * does not go because of an amount of 120.
 */
function wordsFinder(wanted: readonly string[]): (text: string) => boolean {
  const found = wanted.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const word =
    found.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${found.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => word?.test(text) === true;
}

/** Where the bytes of the id still stand, in whatever file and however its letters are written: the proof of a deletion. */
export function stillFoundIn(dataDir: string, id: string): readonly string[] {
  const asBytes = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase();
  const wanted = asBytes(Buffer.from(id, 'utf8'));
  return filesBelow(dataDir)
    .filter((path) => asBytes(readFileSync(path)).includes(wanted))
    .map((path) => relative(dataDir, path));
}

function openedText(keyring: Keyring, path: string): string | null {
  try {
    return Buffer.from(openTaken(keyring, readFileSync(path))).toString('utf8');
  } catch {
    return null;
  }
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
