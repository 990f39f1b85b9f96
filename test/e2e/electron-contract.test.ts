import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../scripts/build.ts';
import { electronBinary } from '../../scripts/electron-binary.ts';
import type { Seen } from '../electron/contract/assumption.ts';
import { switchesOfOthers } from '../electron/running.ts';
import { ordersVariable, type StandInOrders } from '../electron/stand-in/orders.ts';
import { openXDisplay } from '../electron/x-display.ts';

/** What the app assumes about Electron: the same program on the stand-in and, where its binary is, on Electron itself. */

const root = join(import.meta.dirname, '../..');
const binary = electronBinary();
/** What a run on a real binary saw; the hosted workflow makes it anew, and it is kept here when it changes. */
const kept = join(root, 'test/electron/contract/seen-on-electron.json');

const linesOf = (command: string, args: readonly string[], env: Record<string, string>): Promise<readonly Seen[]> => {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve) =>
    child.once('close', () =>
      resolve(said.split('\n').flatMap((line) => (line.startsWith('{"what"') ? [JSON.parse(line) as Seen] : []))),
    ),
  );
};

const onStandIn = async (): Promise<readonly Seen[]> => {
  await buildApp({ ifStale: true, only: ['contract-stand-in'] });
  const orders: StandInOrders = {
    profile: join(root, 'node_modules/.cache/contract-profile'),
    headless: true,
    displays: 2,
    windows: 'exact',
    scaleFactor: 1.25,
    network: 'chromium',
    packed: null,
  };
  const main = join(root, 'dist/contract-stand-in/main.js');
  return linesOf(process.execPath, [main, ...switchesOfOthers], { [ordersVariable]: JSON.stringify(orders) });
};

const onElectron = async (): Promise<readonly Seen[]> => {
  if (binary === null) return existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Seen[]) : [];
  await buildApp({ ifStale: true, only: ['contract'] });
  const x = process.platform === 'linux' ? await openXDisplay() : null;
  const switches = ['--updated', '--ozone-platform=x11', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  try {
    return await linesOf(binary, [...switches, join(root, 'dist/contract/main.js')], { ...x?.env });
  } finally {
    await x?.close();
  }
};

let standIn: readonly Seen[] = [];
let electron: readonly Seen[] = [];
beforeAll(async () => {
  if (existsSync('/usr/bin/chromium')) standIn = await onStandIn();
  electron = await onElectron();
  const where = (what: string) => [
    ...(standIn.some((one) => one.what === what) ? ['the stand-in'] : []),
    ...(electron.some((one) => one.what === what) ? ['Electron'] : []),
  ];
  const all = [...new Set([...standIn, ...electron].map(({ what }) => what))];
  const once = all.filter((what) => where(what).length === 1);
  console.log(
    `Seen on one of the two only:\n${once.map((what) => `  ${where(what)[0]}: ${what}`).join('\n') || '  nothing'}`,
  );
});

/** Where the stand-in is known to be another thing; each is a line of docs/electron.md. */
const knownOnStandIn: readonly string[] = [];

const hasStandIn = existsSync('/usr/bin/chromium');
if (hasStandIn)
  describe('the stand-in', () => {
    test('does what the app assumes about Electron', () => {
      expect(standIn.length).toBeGreaterThan(20);
      const otherwise = standIn.filter(({ expected, seen }) => expected !== seen);
      expect(otherwise.filter(({ what }) => !knownOnStandIn.includes(what))).toEqual([]);
      expect(otherwise.map(({ what }) => what)).toEqual(knownOnStandIn);
    });

    test('sends a loyalty start once, where Chromium itself would send it twice', () => {
      const seen = (what: string) => standIn.find((one) => one.what === what)?.seen;
      expect(seen('a request over a used connection that dies is sent again by itself')).toBe(
        'PUT /first, PUT /drop, PUT /drop',
      );
      expect(seen('a request that asks for a connection of its own arrives once')).toBe('PUT /first, PUT /drop');
    });
  });

if (binary !== null) {
  test('Electron does what the app assumes about it', () => {
    expect(electron.filter(({ expected, seen }) => expected !== seen)).toEqual([]);
    expect(electron.length).toBeGreaterThan(20);
  });
}
