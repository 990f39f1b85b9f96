/**
 * Prepares a fresh clone and then runs a file: `node scripts/setup.mjs [--then FILE arguments...]`. Without --then
 * (`npm run setup`) it tries again to install what is missing.
 * Plain Node 20 without dependencies, because it runs before `npm ci`. Does nothing if everything is installed.
 * Its messages go to stderr, because stdout belongs to the file that runs afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const windows = process.platform === 'win32';
const bin = join(root, 'node_modules', '.bin');
/** Node is a package for each processor, verified by the lockfile's hash. */
const packagedNode = join(
  root,
  'node_modules',
  `node-${windows ? 'win' : process.platform}-${process.arch}`,
  'bin',
  windows ? 'node.exe' : 'node',
);
/** Apple's processors have no such package. There the Node that runs this script must be version 24. */
const node24Of = () => (existsSync(packagedNode) ? packagedNode : outerNode());
const stampPath = join(root, 'node_modules', '.setup-stamp.json');

/** Debian packages for tests and pictures, each with a file that proves its installation. */
const debianPackages = [
  ['chromium', '/usr/bin/chromium'],
  ['xvfb', '/usr/bin/Xvfb'],
  ['xauth', '/usr/bin/xauth'],
  ['imagemagick', '/usr/bin/import'],
  ['poppler-utils', '/usr/bin/pdftotext'],
  ['gnome-keyring', '/usr/bin/gnome-keyring-daemon'],
  ['dbus', '/usr/bin/dbus-run-session'],
  ['libsecret-tools', '/usr/bin/secret-tool'],
];
/** Only the tests use a Chromium without a user interface, and run the clients in docs/clients. */
const packagesOfTests = [
  ['chromium-headless-shell', '/usr/bin/chromium-headless-shell'],
  ['curl', '/usr/bin/curl'],
  ['python3', '/usr/bin/python3'],
  ['php-cli', '/usr/bin/php'],
  ['default-jdk-headless', '/usr/bin/javac'],
  ['mono-mcs', '/usr/bin/mcs'],
  ['mono-runtime', '/usr/bin/mono'],
];
const wantedPackages = process.argv.includes('scripts/test.ts')
  ? [...debianPackages, ...packagesOfTests]
  : debianPackages;

const say = (text) => process.stderr.write(`setup: ${text}\n`);
const stop = (text) => {
  say(text);
  process.exit(1);
};
const run = (command, args, env = process.env) =>
  spawnSync(command, args, { cwd: root, env, stdio: ['ignore', process.stderr, process.stderr] });

const runLong = (what, command, args, options) =>
  new Promise((done) => {
    let seconds = 0;
    const beat = setInterval(() => {
      seconds += 10;
      say(`${what}: still running after ${seconds} s`);
    }, 10_000);
    const end = (result) => {
      clearInterval(beat);
      done(result);
    };
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr], ...options });
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(code === 0 ? null : `exit code ${code ?? signal}`));
  });

const missingPackages = () =>
  existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
    ? wantedPackages.filter(([, proof]) => !existsSync(proof)).map(([name]) => name)
    : [];

/** Installs the packages if this user may, otherwise prints the command. The program works without them. */
const installPackages = (names) => {
  const install = ['install', '-y', '--no-install-recommends', ...names];
  if (process.getuid?.() !== 0) {
    say(
      `missing here: ${names.join(', ')}. The program runs, but not every test does. To install them: sudo sh -c 'apt-get update && apt-get ${install.join(' ')}'`,
    );
    return;
  }
  say(`installing Debian packages: ${names.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], env);
  if (run('apt-get', [...install, '-q'], env).status !== 0)
    say('apt-get failed (see above); continuing without these packages');
};

/** Identifies the content of node_modules. Omits Node's version, which differs between the first and later runs. */
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

/** PATH without our node_modules, because `npm ci` removes them together with a Node that runs from them. */
const outerPath = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));

const outerNode = () => {
  const folder = outerPath().find((candidate) => existsSync(join(candidate, windows ? 'node.exe' : 'node')));
  return folder === undefined ? process.execPath : join(folder, windows ? 'node.exe' : 'node');
};

const installModules = async () => {
  say('npm ci: fetching packages, which takes about a minute');
  const node = outerNode();
  const env = { ...process.env, PATH: outerPath().join(delimiter) };
  const npm = process.env.npm_execpath;
  // npm would warn about the Node that runs this script, although the packages run on Node 24.
  const install = ['ci', '--loglevel=error'];
  const failure = npm?.endsWith('.js')
    ? await runLong('npm ci', node, [npm, ...install], { env })
    : await runLong('npm ci', 'npm', install, { env, shell: windows });
  if (failure !== null) stop(`npm ci failed: ${failure}; see above`);
};

/** Whether the keychain module loads. Ends the program if Node 24 or its module `node:sqlite` is missing. */
const checkModules = () => {
  const node24 = node24Of();
  const tryNode = (code) => spawnSync(node24, ['-e', code], { cwd: root, encoding: 'utf8' });
  const version = tryNode("require('node:sqlite'); console.log(process.versions.node)");
  if (!version.stdout?.startsWith('24.')) {
    stop(
      `expected Node 24 with node:sqlite at ${node24}, found: ${version.error?.message ?? (version.stderr || version.stdout)}${node24 === packagedNode ? '' : '. No npm package contains Node for this computer: install Node 24'}`,
    );
  }
  if (node24 !== packagedNode) say(`no npm package contains Node for this computer: using ${node24}`);
  return tryNode("require('keytar')").status === 0;
};

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Runs `work` while no other set-up of this folder runs. A lock whose owner has ended is ignored. */
const alone = async (work) => {
  const lock = join(tmpdir(), `setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
  for (let reported = false; ; ) {
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
      continue; // The owner has just removed the lock.
    }
    if (!Number.isNaN(owner) && !alive(owner)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!reported) say(`waiting for another set-up (process ${owner})`);
    reported = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  await work();
  process.removeListener('exit', release);
  release();
};

const upToDate = () => {
  const stamp = readStamp();
  return stamp?.lock === lockHash() && (stamp.ownNode === false || existsSync(packagedNode)) ? stamp : null;
};

const same = (one, other) => one.length === other.length && one.every((name) => other.includes(name));

/** Installs what is missing. A start reports a missing package once; `npm run setup` (`again`) tries again. */
const prepare = async (again) => {
  const nothingToDo = () => {
    const stamp = upToDate();
    const missing = missingPackages();
    return stamp !== null && same(stamp.missing ?? [], missing) && !(again && (missing.length > 0 || !stamp.keytar));
  };
  if (nothingToDo()) return;
  await alone(async () => {
    if (nothingToDo()) return;
    const stamp = upToDate();
    const wanted = missingPackages();
    if (wanted.length > 0 && (again || !same(stamp?.missing ?? [], wanted))) installPackages(wanted);
    const missing = missingPackages();
    if (stamp === null) await installModules();
    const keytar = checkModules();
    if (!keytar && (again || stamp?.keytar !== false)) {
      say(
        'the keychain module does not load (on Linux it needs the library libsecret-1-0). The program runs without a keychain: in training, or headless with secrets in the environment',
      );
    }
    writeFileSync(stampPath, JSON.stringify({ lock: lockHash(), keytar, missing, ownNode: existsSync(packagedNode) }));
    say('ready');
  });
};

/** The comment at the top of a script is its help text, except for the programs that have options of their own. */
const helpOf = (file) => {
  const header = /\/\*\*(.*?)\*\//s.exec(readFileSync(resolve(root, file), 'utf8'))?.[1] ?? '';
  return `${header.replace(/^\s*\* ?/gm, '').trim()}\n`;
};
const helpThemselves = [
  'src-main/headless.ts',
  'src-main/cli-main.ts',
  'scripts/simulator.ts',
  'scripts/probe-service.ts',
];

/** Runs a file with Node 24 in place of this process: same streams, signals and exit code. */
const handOver = (file, args) => {
  const env = {
    // Compiled code in a cache makes the next start a third faster.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
    ...process.env,
    PATH: [bin, process.env.PATH ?? ''].join(delimiter),
  };
  const child = spawn(node24Of(), [resolve(root, file), ...args], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) {
    process.on(signal, () => {
      // A terminal has sent its Ctrl-C to the child as well, and a second one would mean "at once". On Windows the
      // child gets every signal, and a kill would end it too early.
      if (!windows && (signal !== 'SIGINT' || !process.stdin.isTTY)) child.kill(signal);
    });
  }
  // npm sends a signal only to its shell, which ends without forwarding it. Then this process gets another parent.
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
if (file !== undefined && !helpThemselves.includes(file) && args.some((word) => word === '--help' || word === '-h')) {
  // The help needs no installation.
  process.stdout.write(helpOf(file));
} else {
  await prepare(file === undefined);
  if (file !== undefined) handOver(file, args);
}
