import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chosenPlatform } from '../../../src-main/config.ts';
import {
  afterEnd,
  autostartEntry,
  type SignInParts,
  setAppId,
  startAtSignIn,
  waylandAnswer,
  x11Switch,
} from '../../../src-main/shell/desktop.ts';
import { projectText } from '../../fakes/project-files.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';
import { fileWith, tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const wayland = { appImage: null, isWayland: true, hasX: true };

const without = { ...wayland, hasX: false };
const onX = { ...wayland, isWayland: false };
test.each<[string, Parameters<typeof waylandAnswer>[0], typeof wayland, string[], string, string]>([
  ['is left for XWayland by a restart', 'linux', wayland, [], 'wayland', 'relaunch'],
  ['is left for XWayland even if Chromium reports no platform', 'linux', wayland, [], '', 'relaunch'],
  ['is not left again by the restarted app', 'linux', wayland, [x11Switch], 'x11', 'fine'],
  ['without XWayland has no place for the customer window', 'linux', without, [], 'wayland', 'noPlace'],
  ['fixed by an option has no customer window', 'linux', wayland, ['--ozone-platform=wayland'], 'wayland', 'noPlace'],
  ['chosen by `auto` is not left a second time', 'linux', wayland, ['--ozone-platform=auto'], 'wayland', 'noPlace'],
  ['is not assumed in a session of X11', 'linux', onX, [], 'x11', 'fine'],
  ['means nothing on other systems', 'darwin', wayland, [], '', 'fine'],
])('a Wayland session %s', (_what, platform, desktop, argv, is, expected) => {
  expect(waylandAnswer(platform, desktop, { chosen: chosenPlatform(argv), is })).toBe(expected);
});

test.skipIf(systemLacks('shell'))(
  'the next start waits for the end of this process and gets its arguments unchanged',
  async () => {
    const before = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const says = `let isBeforeOver = false;
    try { process.kill(${before.pid}, 0); } catch { isBeforeOver = true; }
    process.stdout.write(JSON.stringify({ isBeforeOver, words: process.argv.slice(1) }));`;
    const words = ['--training', 'a b', '$HOME', '"'];
    const [command = '', ...args] = afterEnd(before.pid ?? 0, process.execPath, ['-e', says, '--', ...words]);
    const next = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    next.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    const closed = once(next, 'close');
    // Either the process waits, with a sleep as its shell's child, or it has printed its output.
    const waits = () => readFileSync(`/proc/${next.pid}/task/${next.pid}/children`, 'utf8').trim() !== '';
    await expect.poll(() => stdout !== '' || waits()).toBe(true);
    before.stdin.end();
    before.kill();
    await closed;
    expect(JSON.parse(stdout)).toEqual({ isBeforeOver: true, words });
  },
);

test('the autostart entry quotes a path as desktop entries require it', () => {
  const entry = autostartEntry('Receipt Companion', '/home/a b/$x/100%/Receipt.AppImage');
  expect(entry).toContain('Exec="/home/a b/\\$x/100%%/Receipt.AppImage" --ozone-platform=x11\n');
  expect(entry).toContain('[Desktop Entry]\nType=Application\nName=Receipt Companion\n');
});

const idsSet = (platform: 'win32' | 'linux' | 'darwin'): readonly string[] => {
  const names: string[] = [];
  setAppId(platform, { setAppUserModelId: (id) => void names.push(id) });
  return names;
};

test('on Windows alone the program sets the application id that its installer gave to the shortcut', () => {
  expect([...idsSet('linux'), ...idsSet('darwin')]).toEqual([]);
  expect(idsSet('win32')).toEqual([/^appId: (.*)$/m.exec(projectText('electron-builder.yml'))?.[1]]);
});

/** A system that stores the setting, like Windows' registry and macOS' list. */
const system = (platform: SignInParts['platform'], isPackaged = true) => {
  const appData = tempFolder();
  const login = { openAtLogin: false, times: 0 };
  const app = {
    isPackaged,
    name: 'Receipt Companion',
    getPath: () => appData,
    getLoginItemSettings: () => ({ openAtLogin: login.openAtLogin }) as Electron.LoginItemSettings,
    setLoginItemSettings: ({ openAtLogin = false }: Electron.Settings) => {
      login.openAtLogin = openAtLogin;
      login.times += 1;
    },
  };
  const log = createTestLog();
  const parts = { app, platform, appImage: null, log };
  return { login, lines: log.lines, parts, entry: join(appData, 'autostart', 'receipt-companion.desktop') };
};

describe.each(['win32', 'darwin'] as const)('at sign-in on %s', (platform) => {
  test('the system gets the setting once, and again only after a change', () => {
    const { login, parts } = system(platform);
    startAtSignIn(false, parts);
    expect(login).toEqual({ openAtLogin: false, times: 0 });
    for (let start = 0; start < 3; start += 1) startAtSignIn(true, parts);
    expect(login).toEqual({ openAtLogin: true, times: 1 });
    startAtSignIn(false, parts);
    expect(login).toEqual({ openAtLogin: false, times: 2 });
  });

  test('a checkout is never started at sign-in', () => {
    const { login, parts } = system(platform, false);
    startAtSignIn(true, parts);
    expect(login.times).toBe(0);
  });
});

describe('at sign-in on Linux', () => {
  test('an entry in the autostart folder is added and removed', () => {
    const { parts, entry } = system('linux');
    startAtSignIn(false, parts);
    expect(existsSync(entry)).toBe(false);
    startAtSignIn(true, { ...parts, appImage: '/opt/Receipt.AppImage' });
    expect(readFileSync(entry, 'utf8')).toContain('Exec="/opt/Receipt.AppImage" --ozone-platform=x11');
    startAtSignIn(true, parts);
    expect(readFileSync(entry, 'utf8')).toContain(`Exec="${process.execPath.replaceAll('\\', '\\\\')}"`);
    startAtSignIn(false, parts);
    expect(existsSync(entry)).toBe(false);
  });

  test('an entry that the desktop’s own list has switched off stays off until the program has another path', () => {
    const { parts, entry } = system('linux');
    startAtSignIn(true, parts);
    const off = `${readFileSync(entry, 'utf8')}Hidden=true\n`;
    writeFileSync(entry, off);
    startAtSignIn(true, parts);
    expect(readFileSync(entry, 'utf8')).toBe(off);
    startAtSignIn(true, { ...parts, appImage: '/opt/Receipt.AppImage' });
    expect(readFileSync(entry, 'utf8')).not.toContain('Hidden');
  });

  test('a folder that cannot be written is logged and does not end the program', () => {
    const { parts, lines } = system('linux');
    // Root can write everywhere, except below a file.
    const app = { ...parts.app, getPath: () => fileWith('') };
    startAtSignIn(true, { ...parts, app });
    expect(lines.map(({ event }) => event)).toEqual(['start-at-sign-in-not-set']);
  });
});
