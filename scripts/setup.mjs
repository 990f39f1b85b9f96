/**
 * Gets a fresh clone ready and hands over: `node scripts/setup.mjs [--then FILE arguments...]`.
 * Plain Node 20 without dependencies, because it runs before `npm ci`. Does nothing when nothing is to be done.
 * Everything it says goes to stderr: stdout belongs to what runs afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const windows = process.platform === 'win32';
const bin = join(root, 'node_modules', '.bin');
const node24 = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
const stampPath = join(root, 'node_modules', '.setup-stamp.json');

/** Debian's packages, each with the file that shows that it is there. */
const debianPackages = [
  ['chromium', '/usr/bin/chromium'],
  ['xvfb', '/usr/bin/Xvfb'],
  ['xauth', '/usr/bin/xauth'],
  ['imagemagick', '/usr/bin/import'],
  ['libsecret-1-dev', '/usr/include/libsecret-1/libsecret/secret.h'],
  ['pkg-config', '/usr/bin/pkg-config'],
  ['gnome-keyring', '/usr/bin/gnome-keyring-daemon'],
  ['dbus', '/usr/bin/dbus-run-session'],
  ['libsecret-tools', '/usr/bin/secret-tool'],
  ['python3', '/usr/bin/python3'],
  ['make', '/usr/bin/make'],
  ['g++', '/usr/bin/g++'],
];

const say = (text) => process.stderr.write(`setup: ${text}\n`);
const stop = (text) => {
  say(text);
  process.exit(1);
};
const run = (command, args, env = process.env) =>
  spawnSync(command, args, { cwd: root, env, stdio: ['ignore', process.stderr, process.stderr] });

const missingPackages = () =>
  existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
    ? debianPackages.filter(([, proof]) => !existsSync(proof)).map(([name]) => name)
    : [];

const installPackages = (names) => {
  const install = ['install', '-y', '--no-install-recommends', ...names];
  if (process.getuid?.() !== 0) {
    say(
      `missing on this machine; to build and test everything: sudo apt-get update && sudo apt-get ${install.join(' ')}`,
    );
    return;
  }
  say(`installing Debian packages: ${names.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], env);
  if (run('apt-get', [...install, '-q'], env).status !== 0)
    say('apt-get failed (see above); going on without these packages');
};

/** What node_modules was made from. Not the running Node: the first run has the system's, the later ones our own. */
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampPath, 'utf8'));
  } catch {
    return null;
  }
};

/** The PATH without our own node_modules: `npm ci` removes it, with any Node that would be running from it. */
const outerPath = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));

const installModules = () => {
  say('npm ci');
  const folder = outerPath().find((candidate) => existsSync(join(candidate, windows ? 'node.exe' : 'node')));
  const outerNode = folder === undefined ? process.execPath : join(folder, windows ? 'node.exe' : 'node');
  const env = { ...process.env, PATH: outerPath().join(delimiter) };
  // The headers that came with Node spare keytar's build a download.
  const prefix = [dirname(dirname(realpathSync(outerNode))), '/usr'].find((candidate) =>
    existsSync(join(candidate, 'include', 'node', 'node.h')),
  );
  if (prefix !== undefined && env.npm_config_nodedir === undefined) env.npm_config_nodedir = prefix;

  const npm = process.env.npm_execpath;
  // Packages that want a newer Node get it: ours. The warnings would only be about the Node that runs this script.
  const install = ['ci', '--loglevel=error'];
  const result = npm?.endsWith('.js')
    ? run(outerNode, [npm, ...install], env)
    : spawnSync('npm', install, { cwd: root, env, shell: windows, stdio: ['ignore', process.stderr, process.stderr] });
  if (result.status !== 0) stop(`npm ci failed: ${result.error?.message ?? `exit code ${result.status}`}; see above`);
};

/** Whether the keychain module loads; without Node 24 or its database there is no going on. */
const checkModules = () => {
  const tryNode = (code) => spawnSync(node24, ['-e', code], { cwd: root, encoding: 'utf8' });
  const version = tryNode("require('node:sqlite'); console.log(process.versions.node)");
  if (!version.stdout?.startsWith('24.')) {
    stop(
      `expected Node 24 with node:sqlite at ${node24}, found: ${version.error?.message ?? (version.stderr || version.stdout)}`,
    );
  }
  const keytar = tryNode("require('keytar')");
  if (keytar.status !== 0)
    say(`the keychain module does not load: ${/Error: .*/.exec(keytar.stderr ?? '')?.[0] ?? keytar.stderr}`);
  return keytar.status === 0;
};

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Runs `work` while no other set-up of this folder runs; a lock whose owner is gone counts for nothing. */
const alone = (work) => {
  const lock = join(tmpdir(), `setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
  for (let told = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    let owner = Number.NaN;
    try {
      owner = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    } catch {
      continue; // its owner has just removed it
    }
    if (!Number.isNaN(owner) && !alive(owner)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!told) say(`waiting for another set-up (process ${owner})`);
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  work();
  process.removeListener('exit', release);
  release();
};

const upToDate = () => {
  const stamp = readStamp();
  return stamp?.lock === lockHash() && existsSync(node24) ? stamp : null;
};

const prepare = () => {
  const missing = missingPackages();
  if (missing.length === 0 && upToDate()?.keytar) return;
  alone(() => {
    const stillMissing = missingPackages();
    if (stillMissing.length > 0) installPackages(stillMissing);
    const stamp = upToDate();
    if (stamp?.keytar) return;
    if (stamp === null) installModules();
    writeFileSync(stampPath, JSON.stringify({ lock: lockHash(), keytar: checkModules() }));
    say('ready');
  });
};

/** Runs a file with Node 24 in our place: same streams, same signals, same exit code. */
const handOver = (file, args) => {
  const env = { ...process.env, PATH: [bin, process.env.PATH ?? ''].join(delimiter) };
  const child = spawn(node24, [resolve(root, file), ...args], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal has sent its Ctrl-C to the child as well; twice would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // npm hands a signal to its shell, and the shell ends without passing it on: then we have another parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  watch.unref();
  child.on('error', (error) => stop(`cannot start ${file}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
};

const [option, file, ...args] = process.argv.slice(2);
if (option !== undefined && (option !== '--then' || file === undefined)) {
  stop(`unknown option ${option}; usage: node scripts/setup.mjs [--then FILE arguments...]`);
}
prepare();
if (file !== undefined) handOver(file, args);
