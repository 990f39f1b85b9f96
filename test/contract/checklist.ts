/**
 * Electron's list for a secure program (its documentation, "Security", 20 items). `spec` names the test of an item.
 * `look` reads the sources and returns faults.
 */

export interface Sources {
  /** The files of src-main that use Electron. */
  readonly shell: readonly { readonly path: string; readonly text: string }[];
  readonly main: string;
  readonly preloads: readonly { readonly path: string; readonly text: string }[];
  readonly renderer: readonly { readonly path: string; readonly text: string }[];
  readonly builder: string;
  readonly lockedElectron: string;
}

export interface Item {
  readonly number: number;
  readonly title: string;
  readonly spec: { readonly file: string; readonly title: string };
  readonly look?: (sources: Sources) => readonly string[];
}

const security = 'test/unit/shell/security.test.ts';
const protocol = 'test/unit/shell/protocol.test.ts';
const here = 'test/contract/checklist.test.ts';
const everyWindow = { file: security, title: 'every window is sandboxed, isolated and without Node' };
const looked = { file: here, title: 'Electron’s security checklist in the sources:' };

/** The files that contain `pattern`, without the allowed ones. */
const filesWith = (files: Sources['shell'], pattern: RegExp, except: readonly string[] = []): readonly string[] =>
  files
    .filter(({ path, text }) => pattern.test(text) && !except.some((name) => path.endsWith(name)))
    .map(({ path }) => `${path}: ${pattern}`);

export const items: readonly Item[] = [
  {
    number: 1,
    title: 'Only load secure content',
    spec: { file: protocol, title: 'the policy allows scripts and styles of our own only, and no connection at all' },
    look: ({ shell, renderer }) => [
      ...filesWith(shell, /loadURL\((?!`\$\{(?:originOf\(role\)|identifyOrigin)\}\/)/),
      ...filesWith(renderer, /(?:src|href)=["']?https?:/),
    ],
  },
  { number: 2, title: 'No Node.js integration', spec: everyWindow, look: everyWindowTakes },
  { number: 3, title: 'Context isolation', spec: everyWindow, look: everyWindowTakes },
  {
    number: 4,
    title: 'Process sandboxing',
    spec: { file: security, title: 'opens no other window, and the whole app is sandboxed' },
    look: everyWindowTakes,
  },
  {
    number: 5,
    title: 'Handle session permission requests',
    spec: { file: security, title: 'no permission is ever granted' },
    look: ({ main }) =>
      main.includes('grantNothing(session.defaultSession)') ? [] : ['main.ts grants nothing to nobody'],
  },
  { number: 6, title: 'Do not disable webSecurity', spec: everyWindow, look: everyWindowTakes },
  {
    number: 7,
    title: 'A restrictive Content-Security-Policy',
    spec: { file: protocol, title: 'a script has its type, and every answer forbids what the page does not need' },
  },
  { number: 8, title: 'No allowRunningInsecureContent', spec: everyWindow, look: everyWindowTakes },
  { number: 9, title: 'No experimental features', spec: everyWindow, look: everyWindowTakes },
  {
    number: 10,
    title: 'No enableBlinkFeatures',
    spec: looked,
    look: ({ shell }) => filesWith(shell, /enableBlinkFeatures|enable-blink-features|enable-features/),
  },
  {
    number: 11,
    title: 'No allowpopups on a webview',
    spec: everyWindow,
    look: ({ renderer }) => filesWith(renderer, /<webview|allowpopups/),
  },
  {
    number: 12,
    title: 'Verify a webview before it is made: none is',
    spec: { file: security, title: 'refuses %s' },
    look: ({ shell }) =>
      shell.some(({ text }) => text.includes("'will-attach-webview'")) ? [] : ['nobody refuses one'],
  },
  { number: 13, title: 'Limit navigation', spec: { file: security, title: 'refuses %s' } },
  {
    number: 14,
    title: 'Limit the creation of windows',
    spec: { file: security, title: 'opens no other window, and the whole app is sandboxed' },
    look: ({ shell }) => filesWith(shell, /new BrowserWindow\(/, ['recovering-window.ts', 'identify-displays.ts']),
  },
  {
    number: 15,
    title: 'No shell.openExternal with untrusted content',
    spec: {
      file: 'test/app/receipt-detail.test.ts',
      title: 'the page of a receipt is opened by its sale alone, and only if its address is a web page',
    },
    look: ({ shell }) => filesWith(shell, /\bopenExternal\(/, ['system.ts']),
  },
  {
    number: 16,
    title: 'A current version of Electron',
    spec: looked,
    look: ({ lockedElectron }) => (Number.parseInt(lockedElectron, 10) >= 45 ? [] : [`Electron ${lockedElectron}`]),
  },
  {
    number: 17,
    title: 'Validate the sender of all IPC messages',
    spec: {
      file: 'test/contract/ipc-hostile.test.ts',
      title: 'a hostile call is refused with a code and one line in the log, and reaches no handler',
    },
    look: ({ shell }) => filesWith(shell, /\bipcMain\.|ipc\.(?:handle|on)\(/, ['ipc.ts']),
  },
  {
    number: 18,
    title: 'No file:// protocol',
    spec: { file: protocol, title: '%s is not found' },
    look: ({ shell, renderer }) => filesWith([...shell, ...renderer], /file:\/\/|loadFile\(/),
  },
  {
    number: 19,
    title: 'Check which fuses to change',
    spec: { file: security, title: 'the packed program has every fuse set' },
  },
  {
    number: 20,
    title: 'Expose no Electron API to untrusted content',
    spec: looked,
    look: ({ preloads }) =>
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
function everyWindowTakes({ shell }: Sources): readonly string[] {
  return shell
    .filter(({ text }) => text.includes('new BrowserWindow('))
    .filter(({ text }) => !/webPreferences(?:,$|: \{\n\s*\.\.\.webPreferences,$)/m.test(text))
    .map(({ path }) => `${path}: a window with preferences of its own`);
}

/** The fuses as electron-builder.yml must set them. Its comments give the reasons. */
export const fuses = {
  runAsNode: false,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  resetAdHocDarwinSignature: true,
} as const;
