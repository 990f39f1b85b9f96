import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { isRecord, jsonOf } from '../shared/json.ts';
import { replaceFile, writeWhole } from '../storage/file-modes.ts';
import type { KeyValueStore } from './stored-settings.ts';

/** The name without `.json`, the same for electron-store and conf, so that both read one file. */
export const settingsFileName = 'settings';
/** The file with the address of the running app for tills, and its process id. */
export const posApiFileName = 'pos-api.json';

/** Moves an unreadable file to `settings.corrupt-<time>.json` and returns its path; null when it is fine or missing. */
const keepUnreadableAside = (folder: string, nowMs: number): string | null => {
  const path = join(folder, `${settingsFileName}.json`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return null; // missing, or unreadable: the store itself reports it
  }
  const text = textOf(bytes);
  if (isRecord(jsonOf(text))) {
    // The store reads UTF-8 without a byte order mark only.
    if (!bytes.equals(Buffer.from(text))) writeWhole(path, text);
    return null;
  }
  const aside = join(folder, `${settingsFileName}.corrupt-${new Date(nowMs).toISOString().replaceAll(':', '-')}.json`);
  replaceFile(path, aside);
  return aside;
};

export const storeIn = (folder: string, nowMs: number, open: () => { store: object }): KeyValueStore => {
  const keptAside = keepUnreadableAside(folder, nowMs);
  const file = open();
  return {
    get: () => file.store,
    set: (value) => {
      file.store = { ...value };
    },
    keptAside,
    openedAt: nowMs,
  };
};

/** The settings store without Electron, for headless and tests. */
export const confStore = (folder: string, nowMs: number): KeyValueStore =>
  storeIn(folder, nowMs, () => new Conf({ cwd: folder, configName: settingsFileName, configFileMode: 0o600 }));

/** The text of a file that a person wrote: editors on Windows begin with a byte order mark, and PowerShell writes UTF-16. */
export function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
