import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { listenTo, type Output, type Running, rememberCrashes, type StartOptions } from './running.ts';

const root = join(import.meta.dirname, '../..');

/** Starts the app in real Electron. Displays are answered by main itself, so that a machine with one has two. */
export const runElectron = async (options: StartOptions): Promise<{ running: Running; output: Output }> => {
  const app = await _electron.launch({
    // No `executablePath`: with one, Playwright leaves out its loader, which holds `ready` back until it is attached. The
    // package `electron` finds the same binary.
    args: [root, ...options.args],
    env: Object.fromEntries(
      Object.entries(options.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  const output = listenTo(app.process());
  const setDisplays = (count: number): Promise<void> =>
    app.evaluate(({ screen }, wanted) => {
      const before = screen.getAllDisplays();
      const primary = screen.getPrimaryDisplay();
      const { bounds } = primary;
      const beside = { ...bounds, x: bounds.x + bounds.width };
      const second = { ...primary, id: primary.id + 1, label: 'second', bounds: beside, workArea: beside };
      const after = wanted === 1 ? [primary] : [primary, second];
      screen.getAllDisplays = () => after;
      const same = before.length === after.length;
      if (!same) screen.emit(wanted === 1 ? 'display-removed' : 'display-added', {}, second);
    }, count);
  await app.firstWindow();
  if (options.displays !== 'host') await setDisplays(options.displays);

  const crashes = rememberCrashes(app.context());

  return {
    output,
    running: {
      process: app.process(),
      context: app.context(),
      isAlive: (page) => !page.isClosed() && !crashes.has(page),
      addressOf: (role) => `app://${role}/`,
      windows: () =>
        app.evaluate(({ BrowserWindow, screen }) =>
          BrowserWindow.getAllWindows().map((window) => ({
            url: window.webContents.getURL(),
            visible: window.isVisible(),
            bounds: window.getBounds(),
            fullScreen: window.isFullScreen(),
            displayId: screen.getDisplayMatching(window.getBounds()).id,
          })),
        ),
      deeds: async () => [],
      happen: async ({ what }) => {
        if (what !== 'unplug' && what !== 'replug') throw new Error(`nobody can make ${what} happen in real Electron`);
        await setDisplays(what === 'unplug' ? 1 : 2);
        return [];
      },
      detach: async () => undefined,
    },
  };
};
