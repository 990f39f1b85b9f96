import { join } from 'node:path';
import { BrowserWindow, ipcMain, protocol } from 'electron';

/** A page of the app's scheme with a preload. It calls `probe.send(value)` with its result. */

export const openProbe = async (preload = 'preload.cjs'): Promise<BrowserWindow> => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { preload: join(import.meta.dirname, preload), sandbox: true, contextIsolation: true },
  });
  await window.loadURL('probe://page/');
  return window;
};

const pageOf = (script: string, headers: Record<string, string>) => () =>
  new Response(`<script>${script}</script>`, { headers: { 'content-type': 'text/html', ...headers } });

/** Runs `script` in such a page and passes the sent value to `read`. */
export const inPage = async <T>(
  script: string,
  read: (value: unknown) => T,
  { headers = {}, onOpen }: { headers?: Record<string, string>; onOpen?: (window: BrowserWindow) => void } = {},
): Promise<T> => {
  const answered = Promise.withResolvers<T>();
  ipcMain.handle('probe', (_event, value) => answered.resolve(read(value)));
  protocol.handle('probe', pageOf(script, headers));
  const window = await openProbe();
  onOpen?.(window);
  const value = await answered.promise;
  ipcMain.removeHandler('probe');
  protocol.unhandle('probe');
  window.destroy();
  return value;
};
