import { expect, test } from 'vitest';
import { projectFiles, projectText } from '../fakes/project-files.ts';

/** Electron's list for a secure program (its documentation, "Security", 20 items). */

const shell = projectFiles('src-main/shell/*.ts', 'src-main/main.ts');
const main = projectText('src-main/main.ts');
const preloads = projectFiles('src-main/preload/*.ts');
const renderer = projectFiles('src-renderer/**/*.tsx', 'src-renderer/*.html');
const builder = projectText('electron-builder.yml');
const lockedElectron: string = JSON.parse(projectText('package-lock.json')).packages['node_modules/electron'].version;

interface Item {
  readonly title: string;
  /** The test of the item, if there is one besides `look`. */
  readonly spec?: { readonly file: string; readonly title: string };
  /** Returns the faults of the sources. */
  readonly look?: () => readonly string[];
}

const security = 'test/unit/shell/security.test.ts';
const protocol = 'test/unit/shell/protocol.test.ts';
const everyWindow = { file: security, title: 'every window is sandboxed, isolated and without Node' };

const filesWith = (files: typeof shell, pattern: RegExp, except: readonly string[] = []): readonly string[] =>
  files
    .filter(({ path, text }) => pattern.test(text) && !except.some((name) => path.endsWith(name)))
    .map(({ path }) => `${path}: ${pattern}`);

/** In the order of Electron's list. */
const items: readonly Item[] = [
  {
    title: 'Only load secure content',
    spec: { file: protocol, title: 'the policy allows scripts and styles of our own only, and no connection at all' },
    look: () => [
      ...filesWith(shell, /loadURL\((?!`\$\{(?:screenOrigin\(role\)|identifyOrigin)\}\/)/),
      ...filesWith(renderer, /(?:src|href)=["']?https?:/),
    ],
  },
  { title: 'No Node.js integration', spec: everyWindow, look: everyWindowTakes },
  { title: 'Context isolation', spec: everyWindow, look: everyWindowTakes },
  {
    title: 'Process sandboxing',
    spec: { file: security, title: 'opens no other window, and the whole app is sandboxed' },
    look: everyWindowTakes,
  },
  {
    title: 'Handle session permission requests',
    spec: { file: security, title: 'no permission is ever granted' },
    look: () => (main.includes('grantNothing(session.defaultSession)') ? [] : ['main.ts grants nothing to nobody']),
  },
  { title: 'Do not disable webSecurity', spec: everyWindow, look: everyWindowTakes },
  {
    title: 'A restrictive Content-Security-Policy',
    spec: { file: protocol, title: 'a script has its content type, and every answer has the content security policy' },
  },
  { title: 'No allowRunningInsecureContent', spec: everyWindow, look: everyWindowTakes },
  { title: 'No experimental features', spec: everyWindow, look: everyWindowTakes },
  {
    title: 'No enableBlinkFeatures',
    look: () => filesWith(shell, /enableBlinkFeatures|enable-blink-features|enable-features/),
  },
  {
    title: 'No allowpopups on a webview',
    spec: everyWindow,
    look: () => filesWith(renderer, /<webview|allowpopups/),
  },
  {
    title: 'Verify a webview before it is made: none is',
    spec: { file: security, title: 'refuses %s' },
    look: () => (shell.some(({ text }) => text.includes("'will-attach-webview'")) ? [] : ['nobody refuses one']),
  },
  { title: 'Limit navigation', spec: { file: security, title: 'refuses %s' } },
  {
    title: 'Limit the creation of windows',
    spec: { file: security, title: 'opens no other window, and the whole app is sandboxed' },
    look: () => filesWith(shell, /new BrowserWindow\(/, ['recovering-window.ts', 'identify-displays.ts']),
  },
  {
    title: 'No shell.openExternal with untrusted content',
    spec: {
      file: 'test/unit/shared/service-address.test.ts',
      title: '%s is refused in a QR code, in a set-up code and in the browser',
    },
    look: () => filesWith(shell, /\bopenExternal\(/, ['system.ts']),
  },
  {
    title: 'A current version of Electron',
    look: () => (Number.parseInt(lockedElectron, 10) >= 45 ? [] : [`Electron ${lockedElectron}`]),
  },
  {
    title: 'Validate the sender of all IPC messages',
    spec: {
      file: 'test/contract/ipc.test.ts',
      title: 'a hostile call is refused with a code and one line in the log, and reaches no handler',
    },
    look: () => filesWith(shell, /\bipcMain\.|ipc\.(?:handle|on)\(/, ['ipc.ts']),
  },
  {
    title: 'No file:// protocol',
    spec: { file: protocol, title: '%s is not found' },
    look: () => filesWith([...shell, ...renderer], /file:\/\/|loadFile\(/),
  },
  {
    title: 'Check which fuses to change',
    spec: { file: security, title: 'the configuration of the packed program has the intended value for each fuse' },
  },
  {
    title: 'Expose no Electron API to untrusted content',
    look: () =>
      preloads.flatMap(({ path, text }) => [
        ...(text.match(/exposeInMainWorld\(/g)?.length === 1 && text.includes("exposeInMainWorld('bridge', bridge)")
          ? []
          : [`${path}: more than the bridge`]),
        ...(/(?::\s*ipcRenderer\b(?!\.)|[{,]\s*ipcRenderer\s*[,}](?! from))/.test(text.replace(/^import.*$/gm, ''))
          ? [`${path}: the whole of ipcRenderer`]
          : []),
        ...(/listener\(_?event\b/.test(text) ? [`${path}: the event, and with it its sender`] : []),
      ]),
  },
];

/** Finds windows with preferences other than those of window-security.ts. */
function everyWindowTakes(): readonly string[] {
  return shell
    .filter(({ text }) => text.includes('new BrowserWindow('))
    .filter(({ text }) => !/webPreferences(?:,$|: \{\n\s*\.\.\.webPreferences,$)/m.test(text))
    .map(({ path }) => `${path}: a window with preferences of its own`);
}

test.each(items)('item %$ of Electron’s security checklist is followed: $title', ({ spec, look }) => {
  expect(look?.() ?? []).toEqual([]);
  // A renamed or removed test enforces nothing any more.
  if (spec !== undefined) expect(projectText(spec.file)).toContain(`'${spec.title}'`);
});

test('Electron’s security checklist has twenty items, each with a test', () => {
  expect(items).toHaveLength(20);
  expect(items.filter(({ spec, look }) => spec === undefined && look === undefined)).toEqual([]);
});

test('the packed program installs no update on Windows that its publisher has not signed', () => {
  expect(builder).toMatch(/^win:\n(?: .*\n)* {2}verifyUpdateCodeSignature: true$/m);
});

test('the packed program also offers released versions in the beta channel', () => {
  expect(builder).toMatch(/^generateUpdatesFilesForAllChannels: true$/m);
});
