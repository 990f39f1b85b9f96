/**
 * Starts the app in Electron's own binary without any test tool: `node scripts/try-electron.ts [--with-chromium-switches]`.
 * Passes if it reports ready, answers, and exits with 0 on SIGTERM (if the system has it). For hosted machines.
 */
import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { listenTo } from '../test/electron/running.ts';
import { buildApp } from './build.ts';
import { isLinux, openPlace, requireElectron } from './try-setup.ts';

const root = join(import.meta.dirname, '..');
const asOthers = process.argv.includes('--with-chromium-switches');
const startMaxMs = 120_000;

const binary = requireElectron();
await buildApp({ ifStale: true });
const place = await openPlace(asOthers ? root : undefined);
// A runner's system forbids the sandbox to programs outside a package.
const before = isLinux ? ['--no-sandbox'] : [];
const others = asOthers
  ? ['--inspect=0', '--remote-debugging-port=0', ...(isLinux ? ['--ozone-platform=x11'] : [])]
  : [];
const folder = asOthers ? relative(root, place.dataDir) : place.dataDir;
const options = ['--training', '--pos-port=0', `--data-dir=${folder}`];
const child = spawn(binary, [...before, ...others, root, ...options], {
  cwd: root,
  env: place.env,
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
  await place.close();
}
