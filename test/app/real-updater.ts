import { mkdirSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { replaceFile } from '../../src-main/diagnostics/replace-file.ts';
import type { UpdateSource } from '../../src-main/diagnostics/update-rules.ts';
import { sourceOf } from '../../src-main/shell/update-source.ts';

/**
 * electron-updater itself, outside Electron: for an AppImage in `folder` that says it is 1.0.0 and was packed with `url`.
 * `node test/app/real-updater.ts URL FOLDER KEY` looks and fetches, and prints what became of it.
 */

/** Requests over Node in the place of Chromium's; the rest is what runs in Electron. */
class NodeExecutor extends ElectronHttpExecutor {
  override createRequest(options: RequestOptions, callback: (response: never) => void): never {
    return request(options, callback as never) as never;
  }
}

export const appImageIn = (folder: string): string => join(folder, 'receipt-companion.AppImage');

/** The public key of the one who signs the lists, and the day it is. */
export interface Trusted {
  readonly key: string;
  readonly now?: number;
}

export function realSource(url: string, folder: string, { key, now = Date.now() }: Trusted): UpdateSource {
  const config = join(folder, 'app-update.yml');
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: companion-updater\n`);
  // electron-updater reads it.
  process.env.APPIMAGE = appImageIn(folder);
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'receipt-companion',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(folder, 'data'),
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Reflect.set(updater, 'httpExecutor', new NodeExecutor());
  return sourceOf(updater, {
    ...{ url, key: () => key, now: () => now },
    install([file]) {
      if (file !== undefined) replaceFile(file, appImageIn(folder));
    },
    installsByItself: false,
  });
}

if (import.meta.main) {
  const [url = '', folder = '', key = ''] = process.argv.slice(2);
  const source = realSource(url, folder, { key });
  await source.newest('stable');
  console.log('fetching');
  await source.fetch();
  console.log('fetched');
}
