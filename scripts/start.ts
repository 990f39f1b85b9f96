/**
 * Builds outdated parts and opens the app, in training until a connection was set up: `npm start [-- [--once] [options
 * of the app]]`. `npm start -- --once` ends after both windows have painted and saves a picture of each in
 * artifacts/start. It starts Electron itself if the binary can be installed; otherwise it reports that and runs the
 * same program in Chromium. The options of the app are those of `npm run headless -- --help`; any other switch goes to
 * Electron.
 */
import { spawn } from 'node:child_process';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError, ownOptions, readConfig } from '../src-main/config.ts';
import { buildApp } from './build.ts';
import { electronBinary, fetchElectron } from './electron-binary.ts';
import { userDataFolder } from './user-data.ts';

const root = join(import.meta.dirname, '..');
const fetchMaxMs = 120_000;

const getElectron = (): string | null => {
  console.log(`Electron has no binary yet: fetching it once, for at most ${fetchMaxMs / 60_000} minutes ...`);
  const fetched = fetchElectron(fetchMaxMs);
  if (fetched === null) {
    console.log('It cannot be had from here. The same program opens in Chromium, through test/electron/stand-in.');
  }
  return fetched;
};

/** Writes `--name VALUE` as `--name=VALUE`, because Electron on Windows accepts no argument after an address. */
const joined = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    const takesNext = (at: number): boolean => {
      const name = words[at]?.replace(/^--/, '') ?? '';
      return Object.entries(ownOptions).some(([own, { type }]) => own === name && type === 'string');
    };
    if (takesNext(index)) return [`${word}=${words[index + 1] ?? ''}`];
    return index > 0 && takesNext(index - 1) ? [] : [word];
  });

const words = process.argv.slice(2);
const once = words.includes('--once') || process.env.CI === 'true';
const appWords = words.filter((word) => word !== '--once');
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

async function run(config: Config): Promise<void> {
  if (config.foreign.length > 0)
    console.log(`Not options of the app, handed to Electron: ${config.foreign.join(', ')}`);
  const built = await buildApp({ ifStale: true });
  if (built.length > 0) console.log(`Built ${built.join(', ')}.`);
  const binary = electronBinary() ?? getElectron();
  if (binary !== null && hasDisplay && !once) return runElectron(binary);
  const { openForStart } = await import('../test/electron/open.ts');
  const dataDir = config.dataDir ?? userDataFolder(process.env, homedir());
  process.exitCode = await openForStart({ dataDir, args: appWords, hasDisplay, once });
}

/** Runs the app without `test/electron/open.ts`, because a till must have no debugging port. */
function runElectron(binary: string): void {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (isRoot) console.log('You are root: Electron runs without its sandbox. A till needs a user of its own.');
  const child = spawn(binary, [...(isRoot ? ['--no-sandbox'] : []), root, ...joined(appWords)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${binary}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

try {
  await run(readConfig(appWords, process.env, 'windowed'));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
