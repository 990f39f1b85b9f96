import { lstatSync, rmSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkLive, hostToken, trainingNote } from './cli/host.ts';
import { runRequested } from './cli/one-shot.ts';
import { ConfigError, defaultDataDir, optionOf, processConfig } from './config.ts';
import { createLog, watchForBugs } from './diagnostics/log.ts';
import { countLines, createMetrics } from './diagnostics/metrics-registry.ts';
import { nodeFetch } from './node-fetch.ts';
import { applyPolicy, runInsteadOfStart } from './program/policy-start.ts';
import { stampOf } from './settings/account-file.ts';
import { liveAccount } from './settings/credentials.ts';
import { openPolicy } from './settings/policy-store.ts';
import { confStore } from './settings/settings-file.ts';
import { openSettings } from './settings/stored-settings.ts';
import { unlockSecrets } from './settings/unlock-secrets.ts';
import { asSentence } from './shared/result.ts';
import { ShutdownError } from './shared/shutdown.ts';
import { openDataFolder } from './storage/data-folder.ts';
import { StorageRefused } from './storage/database.ts';
import { systemClock, systemRandom } from './system-ports.ts';

/** After these errors the memory may be damaged, so the program ends and its supervisor restarts it. */
const bugKinds = ['uncaught-exception', 'unhandled-rejection'] as const;
const drainMaxMs = 10_000;
const stopFileName = 'stop';
const lookEveryMs = 30_000;

/** A folder of this name is not ours: it neither ends the program nor is removed. */
const isStopFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Windows has no SIGTERM, so a service wrapper there asks for the end with this file in the data folder. */
function endAtFile(path: string, end: () => void): void {
  const look = (): void => {
    if (isStopFile(path)) end();
  };
  const lookAgain = (): void => {
    look();
    systemClock.setTimer(lookEveryMs, lookAgain);
  };
  try {
    watch(dirname(path), { persistent: false }, look).on('error', () => undefined);
  } catch {
    // If the system cannot watch the folder, the timer finds the file.
  }
  lookAgain();
}

/** Removes the stop file of an earlier run once the start has the lock. Until then it may be for another program. */
async function afterEarlierRun<T>(stopFile: string, start: () => Promise<T>): Promise<T> {
  const before = stampOf(stopFile);
  const started = await start();
  if (isStopFile(stopFile) && stampOf(stopFile) === before) rmSync(stopFile, { force: true });
  return started;
}

/** Runs the app without Electron and without windows, for integrators' tests and tills without a second screen. */
async function run(): Promise<void> {
  const given = processConfig('headless');
  const instead = await runInsteadOfStart(given, systemRandom);
  if (instead !== null) {
    process.stdout.write(instead);
    return;
  }
  const metrics = createMetrics();
  const log = countLines(createLog({ write: (line) => process.stderr.write(line) }), metrics);
  // The reader of the output may have ended, which is no bug.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const bugs = watchForBugs(process, log);
  const endAtOnce = (): never => process.exit(1);
  bugs.endWith(bugKinds, endAtOnce);
  const dataDir = given.dataDir ?? defaultDataDir();
  if (given.oneShot !== null) {
    const { text, code } = await runRequested(given.oneShot, given, {
      dataDir,
      keyFile: join(dataDir, 'data.key'),
      program: 'headless',
    });
    process.stdout.write(text);
    process.exitCode = code;
    return;
  }
  openDataFolder(dataDir);
  const policy = openPolicy({ places: given.policyPlaces, log, dataDir });
  const store = confStore(dataDir, systemClock.now());
  const settings = openSettings(store, log, given.overrides, {}, policy.current().layer, optionOf);
  const config = applyPolicy(given, { policy, settings, kind: 'headless', log });
  const found = await unlockSecrets(
    { random: systemRandom, clock: systemClock, log },
    { config, settings, keyFile: join(dataDir, 'data.key'), dataDir },
  );
  if (!found.ok) throw new ConfigError(found.error.message);
  const { secrets, ...unlocked } = found.value;
  await checkLive(config, settings, liveAccount(secrets));
  const token = hostToken(dataDir, systemRandom);

  const { createProgram } = await import('./program/program.ts');
  const app = createProgram(
    {
      clock: systemClock,
      random: systemRandom,
      log,
      metrics,
      fetch: nodeFetch(config),
      secrets,
      settings,
      policy,
    },
    {
      version: config.version,
      account: config.account,
      dataDir,
      ...unlocked,
      program: 'headless',
      fixedPosToken: config.posToken,
      resetPin: config.resetPin,
      control: config.control,
      // With --pair a till gets its own token, so no file with a token of every scope is needed.
      storedPosToken: (paired) => token.take(paired + (config.pair === null ? 0 : 1)),
    },
  );
  bugs.endWith(bugKinds, () => {
    systemClock.setTimer(drainMaxMs, endAtOnce);
    void app.stop().then(endAtOnce, endAtOnce);
  });
  const end = (): void => void app.stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const) process.once(signal, end);
  const stopFile = join(dataDir, stopFileName);
  const { posApiUrl, mode, controlUrl } = await afterEarlierRun(stopFile, app.start);
  if (posApiUrl === null) {
    await app.stop();
    throw new ConfigError(
      `Port ${settings.current().posApi.port} is in use by another program. Choose another one with --pos-port.`,
    );
  }
  // This call must come after the start, because its timer would keep a failed start alive.
  endAtFile(stopFile, end);
  const isDefaultMode = mode === 'training' && config.overrides.mode === undefined && !settings.isModeOfPolicy();
  if (isDefaultMode) log.warn('training-started', { meaning: trainingNote });
  process.stderr.write(token.howTo(posApiUrl) ?? '');
  const code = config.pair === null ? null : app.pair(config.pair.name, config.pair.again);
  // --pair may stay on the command line of a service, so its failure must not end a later start.
  if (code?.ok === false) process.stderr.write(`--pair: ${asSentence(code.error.message)} No code was made.\n`);
  const ready = {
    ready: true,
    posApi: posApiUrl,
    mode,
    controlUrl,
    ...(isDefaultMode && { note: trainingNote }),
    ...(code?.ok === true && {
      pairing: { ...config.pair, ...code.value, until: new Date(code.value.until).toISOString() },
    }),
    printer: await app.printerAddress(),
    ...(token.file() !== null && { tokenFile: token.file() }),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

run().catch((error: unknown) => {
  if (error instanceof ShutdownError) return;
  const isSentence = error instanceof ConfigError || error instanceof StorageRefused;
  process.stderr.write(`${isSentence ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
