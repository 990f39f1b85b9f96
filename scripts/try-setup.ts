import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openKeychainSession } from '../test/electron/keychain-session.ts';
import { openXDisplay } from '../test/electron/x-display.ts';

/** The set-up of the scripts `try-*.ts`, which hosted machines run. */

export const isLinux = process.platform === 'linux';

/** A data folder with its own keychain, and on Linux an X display. */
export async function openPlace(parent = tmpdir()) {
  const dataDir = mkdtempSync(join(parent, 'try-'));
  const x = isLinux ? await openXDisplay() : null;
  const keychain = await openKeychainSession(dataDir);
  return {
    dataDir,
    env: { ...process.env, ...x?.env, ...keychain.env },
    async close() {
      await keychain.close();
      await x?.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the condition holds and reports it. Throws after `maxMs`. */
export async function until(what: string, maxMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + maxMs; !(await holds()); await pause(100)) {
    if (Date.now() > end) throw new Error(`did not come about: ${what}`);
  }
  console.log(`ok: ${what}`);
}
