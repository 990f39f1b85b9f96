import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { readInboxFile } from '../inbox/read-file.ts';
import { StorageRefused } from '../storage/database.ts';
import { openInboxFolders } from '../storage/inbox-folder.ts';

/** Files beside the databases that may name a customer: answers of the inbox, exports, logs, copies. */

/** `copies` are deleted. `waiting`: files that the inbox never accepted. `closed`: files that cannot be searched. */
type Kind = 'copies' | 'waiting' | 'closed';

/**
 * `id`: the id that the customer gave. `receiptIds`: sale ids and receipt ids of the customer's sales. `isReceipt`: the id
 * names no customer, and another receipt may have the same number.
 */
export function findCustomerFiles(
  dataDir: string,
  { id, receiptIds, isReceipt = false }: Readonly<{ id: string; receiptIds: readonly string[]; isReceipt?: boolean }>,
): Readonly<Record<Kind, readonly string[]>> {
  const ids = [id, JSON.stringify(id).slice(1, -1)];
  const isAbout = wordsFinder(isReceipt ? receiptIds : [...ids, ...receiptIds]);
  const namesThem = wordsFinder(ids);
  const isOfReceipt = wordsFinder(receiptIds);
  const rules: readonly (readonly [RegExp, (path: string, name: string) => Kind | null])[] = [
    [/(?:^|\/)exports\/[^/]*\.pdf(?:\.new)?$/, (_path, name) => (isOfReceipt(name) ? 'copies' : 'closed')],
    // The table of a day contains receipts and no customer, so it stays unless it contains the customer's own id.
    [
      /(?:(?:^|\/)exports\/receipts-[^/]*|^inbox\/done\/receipts-.*\.json)$/,
      (path) => (isReceipt ? null : copyWhere(path, namesThem)),
    ],
    [/(?:(?:^|\/)exports\/[^/]*|^inbox\/done\/.*\.json)$/, (path) => copyWhere(path, isAbout)],
    [
      /^inbox\/done\/.*\.qr\.(?:png|svg)$/,
      (path) => {
        const result = path.replace(/qr\....$/, 'result.json');
        return existsSync(result) ? copyWhere(result, isAbout) : 'closed';
      },
    ],
    [
      /^inbox(?:\/|$)/,
      (path, name) => {
        const bytes = bytesOf(dataDir, path);
        if (bytes === null) return 'closed';
        return namesThem(bytes.toString('utf8')) || namesThem(name) ? 'waiting' : null;
      },
    ],
    [/(?:^|\/)receipts\.before-schema-[^/]+\.db[^/]*$/, () => 'copies'],
    [/(?:^|\/)receipts\.(?:damaged|journal-of|replaced)-[^/]*$/, () => 'closed'],
  ];
  const found = { copies: [], waiting: [], closed: [] } as Record<Kind, string[]>;
  for (const path of filesBelow(dataDir)) {
    const below = relative(dataDir, path);
    const [, judge] = rules.find(([pattern]) => pattern.test(below.replaceAll(sep, '/'))) ?? [];
    const kind = judge?.(path, basename(path)) ?? null;
    if (kind !== null) found[kind].push(below);
  }
  return found;
}

const copyWhere = (path: string, isTheirs: (text: string) => boolean): 'copies' | null =>
  isTheirs(readFileSync(path, 'latin1')) || isTheirs(readFileSync(path, 'utf8')) ? 'copies' : null;

/** Ignores case and matches whole words only: the id 12 must match neither an amount of 120 or 12.50 nor a date. */
function wordsFinder(words: readonly string[]): (text: string) => boolean {
  const found = words.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const word = new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,:-])(?:${found})(?![\\p{L}\\p{N}]|[.,:-]\\d)`, 'iu');
  return (text) => words.length > 0 && word.test(text);
}

/** The places where the bytes of the id still exist, in any file and any letter case: the proof of a deletion. */
export function filesWithId(dataDir: string, id: string): readonly string[] {
  const asBytes = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase();
  // The bytes of letters outside of ASCII differ between their cases.
  const words = [id, id.toLowerCase(), id.toUpperCase()].map((one) => asBytes(Buffer.from(one, 'utf8')));
  const isThere = (bytes: string): boolean => words.some((word) => bytes.includes(word));
  return filesBelow(dataDir)
    .filter((path) => isThere(asBytes(bytesOf(dataDir, path) ?? Buffer.of())))
    .map((path) => relative(dataDir, path));
}

function filesBelow(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
  const own = readdirSync(dataDir).filter((name) => name !== 'inbox');
  return own
    .flatMap((name) => {
      const path = join(dataDir, name);
      if (statOf(path)?.isFile()) return [path];
      // Chromium locks a folder with a link that leads to no file, and a crash leaves it.
      if (!statOf(path)?.isDirectory()) return [];
      return readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((below) => join(path, below))
        .filter((below) => statOf(below)?.isFile());
    })
    .concat(filesOfInbox(dataDir));
}

/** Other accounts may write here, so no link is followed. An inbox that is not ours is reported as a whole. */
function filesOfInbox(dataDir: string): readonly string[] {
  const inbox = join(dataDir, 'inbox');
  if (!existsSync(inbox)) return [];
  try {
    openInboxFolders(dataDir);
  } catch (error) {
    if (error instanceof StorageRefused) return [inbox];
    throw error;
  }
  return [inbox, join(inbox, 'done'), join(inbox, 'failed')].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name)),
  );
}

function bytesOf(dataDir: string, path: string): Buffer | null {
  const [top] = relative(dataDir, path).split(sep);
  if (top !== 'inbox') return readFileSync(path);
  const read = readInboxFile(path);
  return 'whole' in read && typeof read.whole !== 'string' ? Buffer.from(read.whole) : null;
}
