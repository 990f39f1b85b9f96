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
    what: 'setPath refuses a relative data folder',
    expected: 'threw',
    see: allowed(() => app.setPath('userData', 'relative/folder')),
  },
  {
    what: 'process.argv contains switches that the app does not define',
    expected: 'true',
    see: async () => String(process.argv.includes('--updated')),
  },
  {
    what: 'the program reads a switch and its value before ready',
    expected: 'true x11',
    see: async () => {
      const { commandLine } = app;
      return `${commandLine.hasSwitch('ozone-platform')} ${commandLine.getSwitchValue('ozone-platform')}`;
    },
  },
  {
    what: 'process.resourcesPath is the absolute path of the folder with the update list',
    expected: 'an absolute path',
    see: async () => (isAbsolute(String(process.resourcesPath)) ? 'an absolute path' : String(process.resourcesPath)),
  },
  { what: 'no display is readable before ready', expected: 'threw', see: allowed(() => screen.getAllDisplays()) },
  { what: 'no window opens before ready', expected: 'threw', see: allowed(() => new BrowserWindow({ show: false })) },
];

export const lateAssumptions: readonly Assumption[] = [
  {
    what: 'registerSchemesAsPrivileged throws after ready',
    expected: 'threw',
    see: allowed(() => protocol.registerSchemesAsPrivileged([])),
  },
  { what: 'enableSandbox throws after ready', expected: 'threw', see: allowed(() => app.enableSandbox()) },
  {
    what: 'every display has its own id and a scale factor of at least 1',
    expected: 'true',
    see: async () => {
      const all = screen.getAllDisplays();
      return String(
        new Set(all.map(({ id }) => id)).size === all.length && all.every(({ scaleFactor }) => scaleFactor >= 1),
      );
    },
  },
  {
    what: 'a listener can prevent close, and destroy emits only `closed`',
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
    what: 'webContents.send throws for a value that cannot be cloned',
    expected: 'threw',
    see: async () => {
      const window = new BrowserWindow({ show: false });
      const seen = throws(() => window.webContents.send('channel', () => 1));
      window.destroy();
      return seen;
    },
  },
  {
    what: 'a call from the page keeps a member that is undefined',
    expected: 'true',
    see: () => inPage('probe.send({ none: undefined })', (value) => String('none' in Object(value))),
  },
  {
    what: 'powerSaveBlocker keeps a display awake until it is stopped',
    expected: 'true',
    see: async () => String(powerSaveBlocker.stop(powerSaveBlocker.start('prevent-display-sleep'))),
  },
  {
    what: 'a prevented before-quit event keeps the program running',
    expected: 'asked',
    see: async () => {
      const beforeQuit = once(app, 'before-quit').then(() => 'asked');
      app.once('before-quit', (event) => event.preventDefault());
      app.quit();
      return beforeQuit;
    },
  },
  {
    what: 'closing the last window quits the program unless window-all-closed has a listener',
    expected: 'keeps running, asked',
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
      events.push('keeps running');
      app.off('window-all-closed', stayOpen);
      await closeLast();
      app.on('window-all-closed', stayOpen);
      app.off('before-quit', hear);
      return events.join(', ');
    },
  },
  {
    what: 'a page answers main until its renderer is crashed, and its end is reported',
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
    what: 'an unfocusable window can become focusable, and the start at sign-in can be read',
    // On Linux the app neither makes a window focusable for typing nor asks Electron whether it starts at sign-in.
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
