import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const electronFolder = join(import.meta.dirname, '../node_modules/electron');

/**
 * Electron's program below node_modules or in ELECTRON_OVERRIDE_DIST_PATH; null if its binary is missing. The package
 * `electron` follows the same rule, but downloads a missing binary.
 */
export const electronBinary = (): string | null => {
  const pathFile = join(electronFolder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : null;
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const path =
    elsewhere === undefined || elsewhere === ''
      ? join(electronFolder, 'dist', name ?? '')
      : join(elsewhere, name ?? 'electron');
  return (name !== null || elsewhere !== undefined) && existsSync(path) ? path : null;
};

/** Runs Electron's install script, which downloads the binary and checks it against the checksums in the package. */
export const fetchElectron = (maxMs: number): string | null => {
  spawnSync(process.execPath, [join(electronFolder, 'install.js')], { stdio: 'ignore', timeout: maxMs });
  return electronBinary();
};
