import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app, BrowserWindow, powerSaveBlocker, protocol, screen } from 'electron';
import { type Assumption, throws } from './assumption.ts';
import { inPage, openProbe } from './probe-page.ts';

/** With this listener the program outlives its windows. */
export const stayOpen = (): void => undefined;

const allowed = (act: () => unknown) => async () => throws(act);

/** Checked before `ready`, in the first turn of the program. */
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
  {
    what: 'the folder with the list of updates is known',
    expected: 'an absolute path',
    see: async () => (isAbsolute(String(process.resourcesPath)) ? 'an absolute path' : String(process.resourcesPath)),
  },
  { what: 'no screen before ready', expected: 'threw', see: allowed(() => screen.getAllDisplays()) },
  { what: 'no window before ready', expected: 'threw', see: allowed(() => new BrowserWindow({ show: false })) },
];

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
      const events: string[] = [];
      window.on('close', (event) => {
        events.push('close');
        event.preventDefault();
      });
      window.on('closed', () => events.push('closed'));
      window.close();
      window.destroy();
      return events.join(', ');
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
  {
    what: 'the last window that closes ends the program, unless somebody listens',
    expected: 'goes on, asked',
    see: async () => {
      const closeLast = async (): Promise<void> => {
        const window = new BrowserWindow({ show: false });
        const closed = once(window, 'closed');
        window.destroy();
        await closed;
        await nextTurn();
      };
      const events: string[] = [];
      const hear = (event: Electron.Event): void => {
        event.preventDefault();
        events.push('asked');
      };
      app.on('before-quit', hear);
      await closeLast();
      events.push('goes on');
      app.off('window-all-closed', stayOpen);
      await closeLast();
      app.on('window-all-closed', stayOpen);
      app.off('before-quit', hear);
      return events.join(', ');
    },
  },
  {
    what: 'a page answers main while it lives; one that hangs can be ended, and is reported as gone',
    expected: '7, silent, gone',
    see: async () => {
      protocol.handle('probe', () => new Response('', { headers: { 'content-type': 'text/html' } }));
      const window = await openProbe();
      const { webContents } = window;
      const answer = await webContents.executeJavaScript('3 + 4');
      const gone = once(webContents, 'render-process-gone').then(() => 'gone');
      const hangs = webContents.executeJavaScript('for (;;);').catch(() => 'silent');
      const later = webContents.executeJavaScript('0').then(
        () => 'answered',
        () => 'silent',
      );
      webContents.forcefullyCrashRenderer();
      const reason = await gone;
      window.destroy();
      protocol.unhandle('probe');
      // The promise of an ended page may never settle.
      const reply = await Promise.race([later, hangs, nextTurn('silent')]);
      return `${answer}, ${reply}, ${reason}`;
    },
  },
  {
    what: 'a window that no tap focuses can be lent the focus, and whether the start at sign-in is set can be read',
    // Linux can neither lend the focus nor read that setting, and there the app does not try it.
    expected: process.platform === 'linux' ? 'not on Linux' : 'false, true, boolean',
    see: async () => {
      if (process.platform === 'linux') return 'not on Linux';
      const window = new BrowserWindow({ show: false, focusable: false });
      const before = window.isFocusable();
      window.setFocusable(true);
      const seen = `${before}, ${window.isFocusable()}, ${typeof app.getLoginItemSettings().openAtLogin}`;
      window.destroy();
      return seen;
    },
  },
];
