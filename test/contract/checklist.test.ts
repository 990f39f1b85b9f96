import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fuses, type Item, items, type Sources } from './checklist.ts';

/**
 * Electron's 20 security items and the fuses: prints for each how it is enforced, with the test that fails when it is
 * not.
 */

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = (...patterns: readonly string[]) =>
  globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: read(path) }));

const sources: Sources = {
  shell: texts('src-main/shell/*.ts', 'src-main/main.ts'),
  main: read('src-main/main.ts'),
  preloads: texts('src-main/preload/*.ts'),
  renderer: texts('src-renderer/**/*.tsx', 'src-renderer/*.html'),
  builder: read('electron-builder.yml'),
  lockedElectron: JSON.parse(read('package-lock.json')).packages['node_modules/electron'].version,
};
const printed: string[] = [];

describe('Electron’s security checklist in the sources:', () => {
  test.each(items)('$title ($number)', ({ number, title, spec, look }) => {
    expect(look?.(sources) ?? []).toEqual([]);
    // A test that was renamed or has gone holds nothing any more.
    expect(read(spec.file)).toContain(`'${spec.title}'`);
    printed.push(`${String(number).padStart(2)}. ${title.padEnd(46)} ${spec.file}: ${spec.title}`);
  });

  test('the checklist has twenty items', () => {
    expect(items.map(({ number }) => number)).toEqual([...Array(20).keys()].map((index) => index + 1));
  });
});

describe('a planted mistake in the sources is found:', () => {
  const inShell = (text: string): Partial<Sources> => ({ shell: [...sources.shell, { path: 'planted.ts', text }] });
  const inPreload = (text: string): Partial<Sources> => ({ preloads: [{ path: 'planted.ts', text }] });
  const inPage = (text: string): Partial<Sources> => ({ renderer: [{ path: 'planted.tsx', text }] });
  const bridge = "contextBridge.exposeInMainWorld('bridge', bridge);";

  test.each<[number, string, Partial<Sources>]>([
    [1, 'another page', inShell("window.loadURL('https://shop.example')")],
    [1, 'a script from elsewhere', inPage('<script src="https://cdn.example/x.js">')],
    [4, 'a window without the preferences', inShell('new BrowserWindow({ webPreferences: { sandbox: false } })')],
    [5, 'nobody asked', { main: '' }],
    [10, 'a switch of Blink', inShell("{ enableBlinkFeatures: 'x' }")],
    [11, 'a webview', inPage('<webview allowpopups>')],
    [12, 'nobody refuses one', { shell: [] }],
    [14, 'a window elsewhere', inShell('new BrowserWindow({})')],
    [15, 'an address that is opened elsewhere', inShell('shell.openExternal(address)')],
    [16, 'an Electron that nobody mends any more', { lockedElectron: '44.9.0' }],
    [17, 'a second door', inShell("ipcMain.handle('x', run)")],
    [18, 'a file', inShell("window.loadFile('x.html')")],
    [20, 'another way to main', inPreload(`${bridge} contextBridge.exposeInMainWorld('more', {});`)],
    [20, 'the whole of ipcRenderer', inPreload(`const bridge = { ipc: ipcRenderer };\n${bridge}`)],
    [20, 'the event', inPreload(`ipcRenderer.on('x', (event) => listener(event));\n${bridge}`)],
  ])('%i, %s', (number, _what, planted) => {
    const item = items.find((one): one is Item => one.number === number);
    expect(item?.look?.({ ...sources, ...planted })).not.toEqual([]);
  });
});

describe('the packed program:', () => {
  const said = sources.builder.split(/^electronFuses:$/m)[1] ?? '';

  test.each(Object.entries(fuses))('fuse %s is %s', (name, on) => {
    expect(said).toMatch(new RegExp(`^ {2}${name}: ${on}$`, 'm'));
    printed.push(
      `    ${name.padEnd(46)} ${on ? 'on' : 'off'}, read back by \`npm run package\` where there is a binary`,
    );
  });

  test('there is no other fuse', () => {
    expect([...said.matchAll(/^ {2}(\w+): (?:true|false)$/gm)].map(([, name]) => name)).toEqual(Object.keys(fuses));
  });

  test('installs no update on Windows that its publisher has not signed', () => {
    expect(sources.builder).toMatch(/^win:\n(?: .*\n)* {2}verifyUpdateCodeSignature: true$/m);
  });

  test('also offers released versions in the beta channel', () => {
    expect(sources.builder).toMatch(/^generateUpdatesFilesForAllChannels: true$/m);
  });
});

afterAll(() => console.log(printed.join('\n')));
