/**
 * Builds what is stale and opens the app in training: `npm start [-- [--once] [options of the app]]`.
 * `--once` ends after both windows have painted. Real Electron where its binary is or can be had, else, saying so, the
 * same program in Chromium.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildApp } from './build.ts';

const root = join(import.meta.dirname, '..');
const electron = join(root, 'node_modules/electron');
const fetchMaxMs = 120_000;

const hasElectron = (): boolean =>
  process.env.ELECTRON_OVERRIDE_DIST_PATH !== undefined || existsSync(join(electron, 'path.txt'));

/** Electron's own install script; it checks what it fetched against the checksums in the package. */
const fetchElectron = (): void => {
  console.log('Electron has no binary yet: fetching it once ...');
  spawnSync(process.execPath, [join(electron, 'install.js')], { stdio: 'ignore', timeout: fetchMaxMs });
  if (hasElectron()) return;
  console.log('It cannot be had from here. The same program opens in Chromium, through test/electron/stand-in.');
};

const built = await buildApp({ ifStale: true });
if (built.length > 0) console.log(`Built ${built.join(', ')}.`);
if (!hasElectron()) fetchElectron();

const child = spawn(process.execPath, [join(root, 'test/electron/open.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});
