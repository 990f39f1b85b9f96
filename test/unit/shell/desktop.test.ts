import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chosenPlatform } from '../../../src-main/config.ts';
import { afterEnd, autostartEntry, waylandAnswer, x11Switch } from '../../../src-main/shell/desktop.ts';
import { systemLacks } from '../../fakes/system-lacks.ts';

const wayland = { appImage: null, isWayland: true, hasX: true };

describe('a Wayland session', () => {
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
  ])('%s', (_what, platform, desktop, argv, is, expected) => {
    expect(waylandAnswer(platform, desktop, { chosen: chosenPlatform(argv), is })).toBe(expected);
  });
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
