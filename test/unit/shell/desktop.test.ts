import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { afterEnd, autostartEntry, waylandAnswer } from '../../../src-main/shell/desktop.ts';

const wayland = { appImage: null, isWayland: true, hasX: true };

describe('a session of Wayland', () => {
  test.each<[string, Parameters<typeof waylandAnswer>, ReturnType<typeof waylandAnswer>]>([
    ['is left for XWayland by starting anew', ['linux', wayland, null], 'startAnew'],
    ['is left once: the switch is there', ['linux', wayland, 'x11'], 'fine'],
    ['without XWayland has no place for the customer window', ['linux', { ...wayland, hasX: false }, null], 'noPlace'],
    ['that somebody asked for has none, either', ['linux', wayland, 'wayland'], 'noPlace'],
    ['that `auto` leads to is not left for ever and ever', ['linux', wayland, 'auto'], 'noPlace'],
    ['of X11 is fine', ['linux', { ...wayland, isWayland: false }, null], 'fine'],
    ['means nothing on other systems', ['darwin', wayland, null], 'fine'],
  ])('%s', (_what, given, expected) => {
    expect(waylandAnswer(...given)).toBe(expected);
  });
});

test('the next start waits for the end of this one and gets its words unchanged', async () => {
  const before = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const says = `let isBeforeOver = false;
    try { process.kill(${before.pid}, 0); } catch { isBeforeOver = true; }
    process.stdout.write(JSON.stringify({ isBeforeOver, words: process.argv.slice(1) }));`;
  const words = ['--training', 'a b', '$HOME', '"'];
  const [command = '', ...args] = afterEnd(before.pid ?? 0, process.execPath, ['-e', says, '--', ...words]);
  const next = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  next.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const closed = once(next, 'close');
  // It sleeps, and looks again: a process below the shell. Or it has not waited, and has said so already.
  const waits = () => readFileSync(`/proc/${next.pid}/task/${next.pid}/children`, 'utf8').trim() !== '';
  await vi.waitUntil(() => said !== '' || waits(), { timeout: 10_000 });
  before.stdin.end();
  before.kill();
  await closed;
  expect(JSON.parse(said)).toEqual({ isBeforeOver: true, words });
});

test('the entry for the start at sign-in quotes a path as desktop entries want it', () => {
  const entry = autostartEntry('Receipt Companion', '/home/a b/$x/100%/Receipt.AppImage');
  expect(entry).toContain('Exec="/home/a b/\\$x/100%%/Receipt.AppImage" --ozone-platform=x11\n');
  expect(entry).toContain('[Desktop Entry]\nType=Application\nName=Receipt Companion\n');
});
