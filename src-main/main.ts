import { join } from 'node:path';
import { app as electron, ipcMain, protocol, session } from 'electron';
import { hostToken } from './cli/host.ts';
import { runRequested } from './cli/one-shot.ts';
import { appCommands } from './cli/options.ts';
import { runCommand } from './cli/run-command.ts';
import {
  chosenPlatform,
  commandIn,
  isOnce,
  optionOf,
  ownArguments,
  processConfig,
  processInput,
  windowedDataDir,
} from './config.ts';
import { limitWarnings, watchForBugs } from './diagnostics/log.ts';
import { countLines, createMetrics } from './diagnostics/metrics-registry.ts';
import { rotatingFile, tailOf } from './diagnostics/rotating-file.ts';
import { createUpdates } from './diagnostics/update-watch.ts';
import type { Log } from './ports.ts';
import { applyPolicy, runInsteadOfStart } from './program/policy-start.ts';
import { createProgram, type Program } from './program/program.ts';
import { openPolicy } from './settings/policy-store.ts';
import { openPictures } from './settings/shop-pictures.ts';
import { openSettings, type SettingsStore } from './settings/stored-settings.ts';
import { languageOf } from './shared/languages.ts';
import { failed } from './shared/result.ts';
import { ShutdownError } from './shared/shutdown.ts';
import { setAppId, startAtSignIn, waylandAnswer, x11Switch } from './shell/desktop.ts';
import { electronUpdates } from './shell/electron-updates.ts';
import { endProgram } from './shell/end-program.ts';
import { registerIpc } from './shell/ipc.ts';
import { openKeychain } from './shell/keychain.ts';
import {
  endSecondStart,
  openLog,
  printAndEnd,
  refuseAndEnd,
  relaunch,
  reportAndEnd,
  reportBrokenWindow,
  runLifecycle,
} from './shell/lifecycle.ts';
import { showMenu, showTray } from './shell/menus.ts';
import { privilegedScheme, scheme, serveFiles } from './shell/protocol.ts';
import { electronSettingsStore } from './shell/settings-store.ts';
import { createSplashView } from './shell/splash-view.ts';
import { chromiumFetch, keepDisplayAwake, openOutside, watchNetwork } from './shell/system.ts';
import { grantNothing, keepWindowsInPlace } from './shell/window-security.ts';
import { createWindows, type Windows, type WindowsParts } from './shell/windows.ts';
import { openDataFolder } from './storage/data-folder.ts';
import { guardedClock, systemRandom as random, systemClock } from './system-ports.ts';

const { platform } = process;
/** On Windows Electron's standard input is always empty. */
const hasInput = platform !== 'win32';

/** Handles commands, tasks on the stopped program and second starts. Undefined: the program ends. */
async function beforeWindows() {
  const command = commandIn(appCommands, electron.isPackaged ? 0 : 1);
  if (command !== null) {
    const dataDir = () => windowedDataDir() ?? electron.getPath('userData');
    const host = { argv: command.argv, env: processInput().env, dataDir, hasInput };
    const { code, out = '', error } = await runCommand(command.name, host);
    return printAndEnd(error ?? out, code, error === undefined ? process.stdout : process.stderr);
  }
  const given = processConfig('windowed');
  const instead = await runInsteadOfStart(given, random);
  if (instead !== null) return printAndEnd(instead);
  const folder = given.dataDir ?? windowedDataDir();
  if (folder !== null) electron.setPath('userData', folder);
  const dataDir = electron.getPath('userData');
  if (given.oneShot !== null) {
    // This runs before Electron's single-instance lock, so a running app does not show its window. If an app uses the
    // folder, the lock of the folder refuses the task.
    const { text, code } = await runRequested(given.oneShot, given, { dataDir, keyFile: null, program: 'windowed' });
    return printAndEnd(text, code);
  }
  const wayland = waylandAnswer(platform, given.desktop, {
    chosen: chosenPlatform(),
    is: electron.commandLine.getSwitchValue('ozone-platform'),
  });
  if (wayland === 'relaunch') {
    relaunch(given.desktop.appImage, [...ownArguments(), x11Switch]);
    electron.exit(0);
    return undefined;
  }
  openDataFolder(dataDir);
  if (electron.requestSingleInstanceLock()) return { given, dataDir, canPlace: wayland !== 'noPlace' };
  return endSecondStart(dataDir);
}

function readSettings(given: ReturnType<typeof processConfig>, dataDir: string, log: Log) {
  // Until a language is chosen, cashier and customer see the system's language, or English if the app lacks it.
  const spoken = languageOf(electron.getPreferredSystemLanguages()) ?? 'en';
  const policy = openPolicy({ places: given.policyPlaces, log, dataDir });
  const settings = openSettings(
    electronSettingsStore(dataDir, systemClock.now()),
    log,
    given.overrides,
    { cashier: { language: spoken } },
    policy.current().layer,
    optionOf,
  );
  return { policy, settings, config: applyPolicy(given, { policy, settings, kind: 'windowed', log }) };
}

/** The windows, whose places are in the settings. `open` shows them. */
function windowsBy(settings: SettingsStore, parts: Pick<WindowsParts, 'clock' | 'log' | 'canPlace' | 'onCashierGone'>) {
  return createWindows({
    ...parts,
    preloadFolder: join(electron.getAppPath(), 'dist/preload'),
    platform,
    placement: settings.current().cashier,
    chosenDisplay: () => {
      const { customerDisplayId: id, customerDisplayLooks: looks } = settings.current().display;
      return id === null ? null : { id, looks };
    },
    onDockDropped: (cashier) => {
      if (settings.contradicts({ cashier }).length === 0) settings.update({ cashier });
    },
    onPreloadError: () => reportBrokenWindow(settings.current().cashier.language),
  });
}

/** Applies the settings to tray, menu, windows and start at sign-in. Returns the functions that end this. */
function appearInSystem(windows: Windows, settings: SettingsStore, appImage: string | null, log: Log) {
  const language = () => settings.current().cashier.language;
  const tray = showTray(join(electron.getAppPath(), 'assets'), platform, language(), windows.focusCashier);
  const startOrNot = () =>
    startAtSignIn(settings.current().computer.startAtSignIn, { app: electron, platform, appImage, log });
  startOrNot();
  return [
    tray.remove,
    settings.onChange(() => {
      tray.setLanguage(language());
      showMenu(platform, language());
      windows.place();
      startOrNot();
    }),
  ];
}

async function run(): Promise<void> {
  const start = await beforeWindows();
  if (start === undefined) return;
  const { given, dataDir, canPlace } = start;
  const { appImage } = given.desktop;
  protocol.registerSchemesAsPrivileged([privilegedScheme]);
  keepWindowsInPlace(electron);
  setAppId(platform, electron);

  const logFile = join(dataDir, 'logs', 'app.log');
  const metrics = createMetrics();
  const log = countLines(openLog(rotatingFile(logFile)), metrics);
  const bugs = watchForBugs(process, log);
  if (given.foreign.length > 0) log.info('unknown-arguments-ignored', { switches: given.foreign });

  await electron.whenReady();
  const { policy, settings, config } = readSettings(given, dataDir, log);
  const clock = guardedClock(systemClock, log);
  showMenu(platform, settings.current().cashier.language);
  grantNothing(session.defaultSession);
  const pictures = openPictures(join(dataDir, 'pictures'), log);
  protocol.handle(scheme, serveFiles(join(electron.getAppPath(), 'dist/renderer'), pictures.read));

  const windows = windowsBy(settings, { clock, log, canPlace, onCashierGone: () => app?.lock() });
  const firstSecond = createSplashView(settings, pictures);
  let app: Program | null = null;
  const notYet = failed('shuttingDown', 'The program is still starting. Send the request again in a moment.');
  registerIpc(ipcMain, {
    ...windows,
    dispatch: (...call) => app?.dispatch(...call) ?? notYet,
    snapshot: (role) => app?.snapshot(role) ?? firstSecond.snapshot(role),
    starting: firstSecond.starting,
    pageOpened: () => app?.lock(),
    log: limitWarnings(log, clock),
  });

  let restarts = false;
  const restart = (): void => {
    restarts = true;
    relaunch(appImage, ownArguments());
  };
  const updates = createUpdates({
    clock,
    log,
    source: () => electronUpdates({ platform, appImage, log }),
    choice: () => settings.current().updates,
    isServing: () => app?.isServing() ?? false,
    isDayUnused: () => app?.isDayUnused() ?? false,
  });
  keepDisplayAwake(windows);
  const ends: (() => void)[] = [];
  let discard = (): void => undefined;
  runLifecycle({
    clock,
    log,
    bugs,
    focus: windows.focusCashier,
    leave: windows.leave,
    relaunch: restart,
    stop: () =>
      endProgram({
        atEnd: updates.atEnd,
        ends,
        stopApp: () => app?.stop(),
        closeWindows: windows.close,
        discardKeys: () => discard(),
        restarts: () => restarts,
      }),
  });
  windows.open();

  const keys = await openKeychain({ random, clock, log }, { config, dataDir, settings, relaunch: restart });
  firstSecond.unlocked();
  const { secrets, ...unlocked } = keys;
  discard = keys.discard;
  app = createProgram(
    {
      clock,
      random,
      log,
      metrics,
      fetch: chromiumFetch(),
      screens: windows,
      secrets,
      settings,
      policy,
      pictures,
      ...(canPlace && { displays: windows.displays }),
    },
    {
      version: config.version,
      account: config.account,
      program: 'windowed',
      fixedPosToken: config.posToken,
      storedPosToken: (paired) =>
        policy.current().policy?.tokenFile === true ? hostToken(dataDir, random).take(paired) : null,
      resetPin: config.resetPin,
      logTail: () => tailOf(logFile),
      quit: () => electron.quit(),
      desktop: openOutside,
      waitingUpdate: updates.waiting,
      ...unlocked,
    },
  );
  const started = await app.start().catch((error: unknown) => {
    if (error instanceof ShutdownError) return null;
    log.error('start-failed', { error: String(error) });
    throw error;
  });
  if (started === null) return;
  const { posApiUrl, mode } = started;
  watchNetwork(clock, app.wake, app.sleep);
  ends.push(...appearInSystem(windows, settings, appImage, log));
  updates.start();
  process.stdout.write(`${JSON.stringify({ ready: true, posApi: posApiUrl, mode })}\n`);
}

run().catch(isOnce() ? refuseAndEnd : reportAndEnd);
