import { once } from 'node:events';
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, powerSaveBlocker, protocol, screen } from 'electron';
import { type Assumption, throws } from './assumption.ts';

const allowed = (act: () => unknown) => async () => throws(act);

/** Seen before `ready`, in the turn in which the program starts. */
export const earlyAssumptions: readonly Assumption[] = [
  {
    what: 'a relative data folder is refused',
    expected: 'threw',
    see: allowed(() => app.setPath('userData', 'relative/folder')),
  },
  {
    what: 'switches of others reach argv',
    expected: 'true',
    see: async () => String(process.argv.includes('--updated')),
  },
  {
    what: 'a switch and its value can be read before ready',
    expected: 'true x11',
    see: async () => {
      const { commandLine } = app;
      return `${commandLine.hasSwitch('ozone-platform')} ${commandLine.getSwitchValue('ozone-platform')}`;
    },
  },
  { what: 'no screen before ready', expected: 'threw', see: allowed(() => screen.getAllDisplays()) },
  { what: 'no window before ready', expected: 'threw', see: allowed(() => new BrowserWindow({ show: false })) },
];

const openProbe = async (): Promise<BrowserWindow> => {
  const preload = join(import.meta.dirname, 'preload.cjs');
  const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true, contextIsolation: true } });
  await window.loadURL('probe://page/');
  return window;
};

const inPage = async <T>(script: string, heard: (value: unknown) => T): Promise<T> => {
  const answered = Promise.withResolvers<T>();
  ipcMain.handle('probe', (_event, value) => answered.resolve(heard(value)));
  protocol.handle(
    'probe',
    () => new Response(`<script>${script}</script>`, { headers: { 'content-type': 'text/html' } }),
  );
  const window = await openProbe();
  const value = await answered.promise;
  ipcMain.removeHandler('probe');
  protocol.unhandle('probe');
  window.destroy();
  return value;
};

/** Seen once the app is ready. */
export const lateAssumptions: readonly Assumption[] = [
  {
    what: 'schemes cannot be announced after ready',
    expected: 'threw',
    see: allowed(() => protocol.registerSchemesAsPrivileged([])),
  },
  { what: 'the sandbox cannot be turned on after ready', expected: 'threw', see: allowed(() => app.enableSandbox()) },
  {
    what: 'every display has an id of its own and a scale',
    expected: 'true',
    see: async () => {
      const all = screen.getAllDisplays();
      return String(
        new Set(all.map(({ id }) => id)).size === all.length && all.every(({ scaleFactor }) => scaleFactor >= 1),
      );
    },
  },
  {
    what: 'close can be prevented; destroy asks nobody and tells `closed`',
    expected: 'close, closed',
    see: async () => {
      const window = new BrowserWindow({ show: false });
      const told: string[] = [];
      window.on('close', (event) => {
        told.push('close');
        event.preventDefault();
      });
      window.on('closed', () => told.push('closed'));
      window.close();
      window.destroy();
      return told.join(', ');
    },
  },
  {
    what: 'what cannot be cloned is refused where it is sent',
    expected: 'threw',
    see: async () => {
      const window = new BrowserWindow({ show: false });
      const seen = throws(() => window.webContents.send('channel', () => 1));
      window.destroy();
      return seen;
    },
  },
  {
    what: 'a call copies dates, maps and undefined as they are',
    expected: 'true true true',
    see: () =>
      inPage('probe.send({ at: new Date(0), map: new Map([[1, 2]]), none: undefined })', (value) => {
        const { at, map, ...rest } = value as Record<string, unknown>;
        return `${at instanceof Date} ${map instanceof Map} ${'none' in rest}`;
      }),
  },
  {
    what: 'a preload has a world of its own',
    expected: 'undefined',
    see: () => inPage('probe.send(typeof secretOfPreload)', String),
  },
  {
    what: 'a display can be kept awake and let go',
    expected: 'true',
    see: async () => String(powerSaveBlocker.stop(powerSaveBlocker.start('prevent-display-sleep'))),
  },
  {
    what: 'a quit that is prevented does not happen',
    expected: 'asked',
    see: async () => {
      const asked = once(app, 'before-quit').then(() => 'asked');
      app.once('before-quit', (event) => event.preventDefault());
      app.quit();
      return asked;
    },
  },
];
