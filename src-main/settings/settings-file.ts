import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { isRecord, jsonOf } from '../shared/json.ts';
import { errorCodeOf } from '../shared/result.ts';
import { StorageRefused } from '../storage/database.ts';
import { replaceFile, writeAtomically } from '../storage/file-modes.ts';
import type { KeyValueStore } from './stored-settings.ts';

/** The name without `.json`, so that electron-store and conf read the same file. */
export const settingsFileName = 'settings';
/** The file that tells tills the port and process id of the running app. */
export const posApiFileName = 'pos-api.json';

/** Moves a file without settings to `settings.corrupt-<time>.json` and returns its path. Throws StorageRefused. */
const keepUnreadableAside = (folder: string, nowMs: number): string | null => {
  const path = join(folder, `${settingsFileName}.json`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw new StorageRefused(`${path}: ${String(error)}. Expected a file that this user may read.`);
  }
  const text = decodeText(bytes);
  if (isRecord(jsonOf(text))) {
    // The store reads only UTF-8 without a byte order mark.
    if (!bytes.equals(Buffer.from(text))) writeAtomically(path, text);
    return null;
  }
  const aside = join(folder, `${settingsFileName}.corrupt-${new Date(nowMs).toISOString().replaceAll(':', '-')}.json`);
  replaceFile(path, aside);
  return aside;
};

export const storeIn = (folder: string, nowMs: number, open: () => { store: object }): KeyValueStore => {
  const movedTo = keepUnreadableAside(folder, nowMs);
  const file = open();
  return {
    get: () => file.store,
    set: (value) => {
      file.store = { ...value };
    },
    movedTo,
    openedAt: nowMs,
  };
};

export const confStore = (folder: string, nowMs: number): KeyValueStore =>
  storeIn(folder, nowMs, () => new Conf({ cwd: folder, configName: settingsFileName, configFileMode: 0o600 }));

/** Decodes a file that a person wrote: editors on Windows add a byte order mark, and PowerShell writes UTF-16. */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
