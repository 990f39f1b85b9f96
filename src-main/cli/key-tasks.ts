import { join } from 'node:path';
import { type Config, ConfigError, defaultStateDir, firstLineOf, type OneShot } from '../config.ts';
import type { SystemPorts } from '../ports.ts';
import { addDataKey, findDataKey } from '../settings/data-key.ts';
import { exportKey, importKey } from '../settings/key-file.ts';
import { findKeyPlace, readGivenKey, type UnlockOptions, unlockKey } from '../settings/unlock-secrets.ts';
import type { Result } from '../shared/result.ts';
import { countWaiting, foldersWithReceipts, neededKeyMark } from '../storage/connection-folders.ts';
import { createEncryptedValues, markKey } from '../storage/encrypted-values.ts';
import { createEncryption, keyMark } from '../storage/encryption.ts';
import { openUnwatched } from '../storage/guarded-database.ts';
import { createNoticeBoard, noteNewKey } from '../storage/notice-board.ts';
import { receiptFormat } from '../storage/schema.ts';

interface KeyTaskParts extends Pick<SystemPorts, 'clock' | 'random' | 'log'> {
  readonly options: UnlockOptions & { readonly config: Config };
}

/** Returns the value of a result. Throws ConfigError with a sentence for the person at the terminal. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  if (result.error.code !== 'keychainMissing') throw new ConfigError(result.error.message);
  throw new ConfigError(
    `The key of the receipts cannot be read (${result.error.message}). Expected the keychain of the account that the program runs as. Run this in that account's session.`,
  );
}

/** Throws ConfigError and StorageRefused, each with a message for the administrator. */
export async function runKeyTask(task: OneShot, parts: KeyTaskParts) {
  const { options, random } = parts;
  if (task.kind === 'new-data-key') return beginNewKey(parts);
  if (task.kind === 'export-key') {
    const unlocked = valueOrThrow(await unlockKey(parts, options));
    const passphrase = await passphraseOf(options.config);
    const { path } = valueOrThrow(await exportKey(task.file, passphrase, { ...unlocked, random }));
    return { isDone: true, json: { exported: path, key: keyMark(unlocked.dataKey).toString('hex') } };
  }
  const { keyPlace } = valueOrThrow(await findKeyPlace(parts, options));
  const text = await firstLineOf(task.file, '--import-key');
  const imported = await importKey(text, await passphraseOf(options.config), { ...options, keyPlace, random });
  const { outcome, message } = valueOrThrow(imported);
  if (outcome === 'imported' || outcome === 'isHere') return { isDone: true, json: { [outcome]: task.file, message } };
  throw new ConfigError(`--import-key: ${message} Nothing was changed.`);
}

async function passphraseOf({ keyPassphrase }: Config): Promise<string> {
  if (keyPassphrase === null && process.stdin.isTTY) process.stderr.write('Passphrase: ');
  const passphrase = keyPassphrase ?? (await firstLineOf('-', 'the passphrase'));
  if (passphrase.trim() !== '') return passphrase;
  throw new ConfigError(
    'Found no passphrase. Expected it in RECEIPT_COMPANION_KEY_PASSPHRASE or on the first line of the standard input.',
  );
}

/** Opens the receipts in a folder while no app runs. Throws DatabaseRefused. */
export function openReceipts(folder: string, checkPages: boolean, ports: Pick<SystemPorts, 'clock' | 'log'>) {
  const computer = { id: null, stateDir: defaultStateDir() };
  return openUnwatched({ ...ports, folder, name: 'receipts', format: receiptFormat, computer }, checkPages);
}

/** Refuses a new key while receipts wait that only the present key opens. */
async function beginNewKey({ options, clock, random, log }: KeyTaskParts) {
  const { config, dataDir } = options;
  const { keyPlace } = valueOrThrow(await findKeyPlace({ clock, random, log }, options));
  const mark = await neededKeyMark(dataDir, clock);
  const old = valueOrThrow(keyPlace === null ? readGivenKey(config.dataKey ?? '') : await findDataKey(keyPlace, mark));
  const folders = foldersWithReceipts(dataDir).map((name) => join(dataDir, name));
  const counts = folders.map((folder) => countWaiting(join(folder, 'receipts.db')));
  // Without its mark it is unknown which key the receipts need.
  const isNeeded = old !== null && (mark === null || keyMark(old).toString('hex') === mark);
  const notNow = (waiting: number | null, why: string) => ({
    isDone: false,
    json: { newDataKey: false, waiting, why },
  });
  if (isNeeded && counts.includes(null)) {
    const unread = folders.filter((_folder, at) => counts[at] === null).join(', ');
    const why = `The receipts in ${unread} cannot be read, so some of them may wait, and only the present key opens them. End other programs that use these files, or start the program, which keeps a damaged file and begins another one. Nothing was changed.`;
    return notNow(null, why);
  }
  const waiting = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (isNeeded && waiting > 0) {
    const why = `${waiting} receipts wait, and only the present key opens them. Start the program, deliver them, and run this again. Nothing was changed.`;
    return notNow(waiting, why);
  }
  if (keyPlace === null && isNeeded && mark !== null) {
    const why =
      'RECEIPT_COMPANION_DATA_KEY is still the key of these receipts. Put a new key there, and run this again. Nothing was changed.';
    return notNow(waiting, why);
  }
  const made = keyPlace === null ? readGivenKey(config.dataKey ?? '') : await addDataKey(keyPlace, random.bytes(32));
  const encryption = createEncryption(valueOrThrow(made), random);
  for (const folder of folders) {
    const database = openReceipts(folder, false, { clock, log });
    markKey(createEncryptedValues(database, encryption, () => undefined));
    const sales = Number(database.sql('select count(*) as count from sales').get()?.count);
    database.close();
    noteNewKey(createNoticeBoard(folder, { clock, log }), log, sales);
  }
  const todo = 'Export the new key and make a new backup now.';
  return { isDone: true, json: { newDataKey: true, key: keyMark(valueOrThrow(made)).toString('hex'), todo } };
}
