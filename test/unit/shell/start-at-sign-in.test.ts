import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SignInParts, startAtSignIn } from '../../../src-main/shell/desktop.ts';
import { fileWith, tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

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
  return { login, lines: log.lines, appData, parts, entry: join(appData, 'autostart', 'receipt-companion.desktop') };
};

describe.each(['win32', 'darwin'] as const)('on %s', (platform) => {
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

describe('on Linux', () => {
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

  test('a folder that cannot be written is logged and does not end the program', () => {
    const { parts, lines, appData } = system('linux');
    chmodSync(appData, 0o500);
    // Root can write everywhere, except below a file.
    const app = { ...parts.app, getPath: () => fileWith('') };
    startAtSignIn(true, { ...parts, app });
    chmodSync(appData, 0o700);
    expect(lines.map(({ event }) => event)).toEqual(['start-at-sign-in-not-set']);
  });
});
