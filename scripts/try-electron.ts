/**
 * Starts the app in Electron's own binary without any test tool: `node scripts/try-electron.ts [--as-others-start-it]`.
 * Passes if it reports ready, answers, and exits with 0 on SIGTERM (if the system has it). For hosted machines.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openKeychainSession } from '../test/electron/keychain-session.ts';
import { listenTo } from '../test/electron/running.ts';
import { openXDisplay } from '../test/electron/x-display.ts';
import { buildApp } from './build.ts';
import { electronBinary } from './electron-binary.ts';

const root = join(import.meta.dirname, '..');
const asOthers = process.argv.includes('--as-others-start-it');
const startMaxMs = 120_000;

const binary = electronBinary();
if (binary === null) throw new Error("Electron's binary is not here: node node_modules/electron/install.js fetches it");
await buildApp({ ifStale: true });
const dataDir = mkdtempSync(join(asOthers ? root : tmpdir(), 'try-electron-'));
const isLinux = process.platform === 'linux';
const x = isLinux ? await openXDisplay() : null;
const keychain = await openKeychainSession(dataDir);
// A runner's system forbids the sandbox to programs outside a package.
const before = isLinux ? ['--no-sandbox'] : [];
const others = asOthers
  ? ['--inspect=0', '--remote-debugging-port=0', ...(isLinux ? ['--ozone-platform=x11'] : [])]
  : [];
const folder = asOthers ? relative(root, dataDir) : dataDir;
const options = ['--training', '--pos-port=0', `--data-dir=${folder}`];
const child = spawn(binary, [...before, ...others, root, ...options], {
  cwd: root,
  env: { ...process.env, ...x?.env, ...keychain.env },
  stdio: ['ignore', 'pipe', 'pipe'],
});
const output = listenTo(child);
const late = setTimeout(() => child.kill('SIGKILL'), startMaxMs);
try {
  const { posApi, mode } = await output.ready;
  const { status } = await fetch(`${posApi}/health`);
  if (status !== 200 || mode !== 'training') throw new Error(`${posApi}/health gave ${status}, the mode is ${mode}`);
  child.kill('SIGTERM');
  const code = await output.exit;
  // Windows has no signals, so the program is killed there.
  if (process.platform !== 'win32' && code !== 0) throw new Error(`it ended with ${code}`);
  console.log(`ok: ${posApi}, ${mode}, ended with ${code}`);
} finally {
  clearTimeout(late);
  child.kill('SIGKILL');
  console.log(output.logs.join('\n'));
  await keychain.close();
  await x?.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
