import { join } from 'node:path';
import { app as electron, ipcMain, Menu, protocol, session } from 'electron';
import { createApp } from './app.ts';
import { configHelp, processConfig } from './config.ts';
import { watchForBugs } from './diagnostics/bugs.ts';
import { limitWarnings } from './diagnostics/limited-log.ts';
import { createLog } from './diagnostics/log.ts';
import { rotatingFile } from './diagnostics/rotating-file.ts';
import { ProgramEnds } from './kernel/ending.ts';
import { openSettings } from './settings/settings.ts';
import { openDoor } from './shell/ipc.ts';
import { openKeychain } from './shell/keychain.ts';
import { endSecondStart, printAndEnd, runLifecycle, tellAndEnd } from './shell/lifecycle.ts';
import { chromiumFetch, watchNetwork } from './shell/network.ts';
import { openLog } from './shell/open-log.ts';
import { privilegedScheme, scheme, serveFiles } from './shell/protocol.ts';
import { windowScreens } from './shell/screens.ts';
import { grantNothing, keepWindowsInPlace } from './shell/security.ts';
import { electronSettingsStore } from './shell/settings-store.ts';
import { showTray } from './shell/tray.ts';
import { createWindows } from './shell/windows.ts';
import { openDataFolder } from './storage/data-folder.ts';
import { guardedClock, systemRandom as random, systemClock } from './system-ports.ts';

/** The windowed app: the command line, then the real ports, then the app, then its windows. */
async function run(): Promise<void> {
  const config = processConfig('windowed');
  if (config.help) return printAndEnd(configHelp);
  if (config.dataDir !== null) electron.setPath('userData', config.dataDir);
  const dataDir = electron.getPath('userData');
  openDataFolder(dataDir);
  if (!electron.requestSingleInstanceLock()) return endSecondStart(dataDir);
  protocol.registerSchemesAsPrivileged([privilegedScheme]);
  keepWindowsInPlace(electron);

  const root = electron.getAppPath();
  const log = openLog(rotatingFile(join(dataDir, 'logs', 'app.log')), createLog);
  const bugs = watchForBugs(process, log);
  if (config.foreign.length > 0) log.info('command-line-words-of-others', { switches: config.foreign });
  const settings = openSettings(electronSettingsStore(dataDir, systemClock.now()), log, config.overrides);

  await electron.whenReady();
  const clock = guardedClock(systemClock, log);
  const keys = await openKeychain({ random, clock, log }, { config, dataDir, settings });
  Menu.setApplicationMenu(null);
  grantNothing(session.defaultSession);
  protocol.handle(scheme, serveFiles(join(root, 'dist/renderer')));

  const windows = createWindows({
    preloadFolder: join(root, 'dist/preload'),
    clock,
    log,
    form: settings.current().cashier.form,
    customerDisplayId: () => settings.current().display.customerDisplayId,
  });
  const { secrets, discard, ...unlocked } = keys;
  const app = createApp(
    { clock, random, log, fetch: chromiumFetch(), screens: windowScreens(windows), secrets, settings },
    { version: config.version, program: 'windowed', fixedPosToken: config.posToken, ...unlocked },
  );
  openDoor(ipcMain, {
    roleOf: windows.roleOf,
    dispatch: app.dispatch,
    snapshot: app.snapshot,
    log: limitWarnings(log, clock),
  });

  const ends: (() => void)[] = [];
  runLifecycle({
    clock,
    log,
    bugs,
    focus: windows.focusCashier,
    async stop() {
      for (const end of ends) end();
      await app.stop();
      windows.close();
      discard();
    },
  });
  windows.open();
  const started = await app.start().catch((error: unknown) => {
    // It is quitting already, in order.
    if (error instanceof ProgramEnds) return null;
    log.error('start-failed', { error: String(error) });
    throw error;
  });
  if (started === null) return;
  const { posApiUrl, mode } = started;
  ends.push(watchNetwork(clock, app.wake));
  ends.push(showTray(join(root, 'assets/tray.png'), settings.current().cashier.language, windows.focusCashier));
  process.stdout.write(`${JSON.stringify({ ready: true, posApi: posApiUrl, mode })}\n`);
}

run().catch(tellAndEnd);
