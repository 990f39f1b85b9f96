import { once } from 'node:events';
import { app, ipcMain, protocol } from 'electron';
import type { Assumption } from './assumption.ts';
import { inPage, openProbe } from './probe-page.ts';

/** How the world of a page is separated from that of its preload, and what the app's scheme permits. */
export const worldAssumptions: readonly Assumption[] = [
  {
    what: 'a page cannot read the globals of its preload',
    expected: 'undefined',
    see: () => inPage('probe.send(typeof secretOfPreload)', String),
  },
  {
    what: 'a page has no globals of Electron or Node',
    expected: 'undefined undefined undefined undefined',
    see: () =>
      inPage('probe.send([typeof require, typeof process, typeof ipcRenderer, typeof electron].join(" "))', String),
  },
  {
    what: 'the API of a preload is frozen at every depth, and the page cannot remove it',
    expected: 'true true 1 false',
    see: () =>
      inPage(
        `try { probe.nested.list.push(2); } catch {}
         window.probe = null;
         probe.send([Object.isFrozen(probe), Object.isFrozen(probe.nested.list), probe.nested.list.length,
           delete window.probe].join(" "))`,
        String,
      ),
  },
  {
    what: 'a page that changes a built-in prototype does not change the one of its preload',
    expected: 'a b',
    see: () => inPage('Array.prototype.join = () => "bent"; probe.send(probe.join("a", "b"))', String),
  },
  {
    what: 'page and preload can call each other’s functions, and the arguments are copied',
    expected: '1 7',
    see: () =>
      inPage(
        `let kept; const give = probe.call((value) => { kept = value; return 7; });
         probe.send([kept.count, give()].join(" "))`,
        String,
      ),
  },
  {
    what: 'a listener of the page receives the messages of main',
    expected: 'hello',
    see: () =>
      inPage('probe.on((value) => probe.send(value)); probe.ask("ready")', String, {
        onOpen: (window) => {
          // The page gets one answer, whether it has asked already or will ask.
          ipcMain.removeHandler('ready');
          ipcMain.handle('ready', () => undefined);
          window.webContents.send('greeting', 'hello');
        },
      }),
  },
  {
    what: 'a call without a handler is rejected with the name of its channel',
    expected: 'true',
    see: () =>
      inPage('probe.ask("nobody").catch((error) => probe.send(error.message))', (message) =>
        String(String(message).startsWith("Error invoking remote method 'nobody': ")),
      ),
  },
  {
    what: 'an error of a preload is reported, and its page opens without it',
    expected: 'a preload that does not run',
    see: async () => {
      protocol.handle('probe', () => new Response('', { headers: { 'content-type': 'text/html' } }));
      const opened = Promise.withResolvers<unknown>();
      app.once('web-contents-created', (_event, contents) =>
        opened.resolve(once(contents, 'preload-error').then(([, , error]) => (error as Error).message)),
      );
      const window = await openProbe('broken-preload.cjs');
      const message = String(await opened.promise);
      protocol.unhandle('probe');
      window.destroy();
      return message.replace(/^Error: /, '');
    },
  },
  {
    what: 'a page of the app’s scheme is a secure context and has localStorage',
    expected: 'true true',
    see: () => inPage('probe.send([isSecureContext, typeof localStorage === "object"].join(" "))', String),
  },
  {
    what: 'the content security policy of a page is enforced',
    expected: 'refused',
    see: () =>
      inPage(
        'const picture = new Image(); picture.onerror = () => probe.send("refused"); picture.onload = () => probe.send("shown"); picture.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="',
        String,
        { headers: { 'content-security-policy': "img-src 'none'" } },
      ),
  },
  {
    what: 'a page cannot read another origin whose handler does not allow it',
    expected: 'refused',
    see: () => inPage('fetch("probe://other/").then(() => probe.send("read"), () => probe.send("refused"))', String),
  },
];
