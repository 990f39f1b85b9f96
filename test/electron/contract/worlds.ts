import { once } from 'node:events';
import { app, ipcMain, protocol } from 'electron';
import type { Assumption } from './assumption.ts';
import { inPage, openProbe } from './probe-page.ts';

/** How the world of a page is separated from that of its preload, and what the app's scheme permits. */
export const worldAssumptions: readonly Assumption[] = [
  {
    what: 'a preload has a world of its own',
    expected: 'undefined',
    see: () => inPage('probe.send(typeof secretOfPreload)', String),
  },
  {
    what: 'the page has nothing of Electron',
    expected: 'undefined undefined undefined undefined',
    see: () =>
      inPage('probe.send([typeof require, typeof process, typeof ipcRenderer, typeof electron].join(" "))', String),
  },
  {
    what: 'what a preload gives the page is frozen, all of it, and cannot be taken away',
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
    what: 'a page that bends its own objects does not bend the preload’s',
    expected: 'a b',
    see: () => inPage('Array.prototype.join = () => "bent"; probe.send(probe.join("a", "b"))', String),
  },
  {
    what: 'functions cross both ways, and what they are given is copied at once',
    expected: 'true 7',
    see: () =>
      inPage(
        `let kept; const give = probe.call((value) => { kept = value; return 7; });
         probe.send([kept.at instanceof Date, give()].join(" "))`,
        String,
      ),
  },
  {
    what: 'a listener that the page gave hears what main sends',
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
    what: 'a call that nobody answers is rejected with its name',
    expected: 'true',
    see: () =>
      inPage('probe.ask("nobody").catch((error) => probe.send(error.message))', (message) =>
        String(String(message).startsWith("Error invoking remote method 'nobody': ")),
      ),
  },
  {
    what: 'a preload that throws is reported, and the page is shown without it',
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
    what: 'a page of our scheme is a secure context with a storage of its own',
    expected: 'true true',
    see: () => inPage('probe.send([isSecureContext, typeof localStorage === "object"].join(" "))', String),
  },
  {
    what: 'its content security policy is heeded',
    expected: 'refused',
    see: () =>
      inPage(
        'const picture = new Image(); picture.onerror = () => probe.send("refused"); picture.onload = () => probe.send("shown"); picture.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="',
        String,
        { headers: { 'content-security-policy': "img-src 'none'" } },
      ),
  },
  {
    what: 'what its handler does not allow stays closed: another origin’s page reads nothing of it',
    expected: 'refused',
    see: () => inPage('fetch("probe://other/").then(() => probe.send("read"), () => probe.send("refused"))', String),
  },
];
