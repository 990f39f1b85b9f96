import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { type InMain, plugDisplays } from './in-main.ts';
import { listenTo, type OpenedApp, type Output, rememberCrashes, type StartOptions } from './running.ts';

const root = join(import.meta.dirname, '../..');

/** Starts the app in Electron. Main reports two displays, even on a computer with one. */
export const runElectron = async (options: StartOptions): Promise<{ running: OpenedApp; output: Output }> => {
  const app = await _electron.launch({
    // No `executablePath`: with one, Playwright omits the loader that delays `ready` until Playwright is attached. The
    // package `electron` finds the same binary.
    args: [root, ...options.args],
    env: Object.fromEntries(
      Object.entries(options.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  const output = listenTo(app.process());
  const inMain: InMain = (act, given) => app.evaluate(act as never, given) as never;
  await app.firstWindow();
  if (options.displays !== 'host') await inMain(plugDisplays, options.displays === 1 ? 1 : 2);

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
      inMain,
      detach: async () => undefined,
    },
  };
};
