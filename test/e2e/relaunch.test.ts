import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../scripts/build.ts';
import { freePort } from '../app/loopback.ts';
import { posClient, posToken } from '../app/program.ts';
import { smallBill } from '../app/small-bill.ts';
import type { Launched } from '../electron/launch.ts';
import { isAlive } from '../electron/shared-chromium.ts';
import { ordersVariable, plainOrders } from '../electron/stand-in/orders.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { launchApp, onStandInOnly } from './open-app.ts';

const signal = 'SIGALRM';
const bug = `process.on('${signal}', () => { throw new Error('a bug'); });`;
/** Makes the timer of the first minute fire at once, because the program does not restart in that minute. */
const firstMinuteOver = `
  const { setTimeout: set } = globalThis;
  let isFirst = true;
  globalThis.setTimeout = Object.defineProperties((run, ms, ...rest) => {
    const isIt = isFirst && ms === 60_000;
    if (isIt) isFirst = false;
    return set(run, isIt ? 0 : ms, ...rest);
  }, Object.getOwnPropertyDescriptors(set));`;

async function start(script: string): Promise<{ readonly app: Launched; readonly pos: ReturnType<typeof posClient> }> {
  const dataDir = tempFolder();
  const file = fileWith(script, 'bug.cjs');
  const port = await freePort();
  const env = {
    NODE_OPTIONS: `--require ${file}`,
    RECEIPT_COMPANION_POS_TOKEN: posToken,
    XDG_STATE_HOME: tempFolder(),
  };
  const app = await launchApp({ dataDir, env, args: ['--training', '--pos-port', String(port)] });
  return { app, pos: posClient(`http://127.0.0.1:${port}/v1`) };
}

/** The process that the lock of the data folder names. */
function holderOf(dataDir: string): number {
  const lock = new DatabaseSync(join(dataDir, 'instance.lock'), { readOnly: true });
  const row = lock.prepare('select pid from holder').get();
  lock.close();
  return Number(row?.pid);
}

async function endProcess(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  while (isAlive(pid)) await wait(20);
}

async function untilItAnswers(pos: ReturnType<typeof posClient>): Promise<void> {
  while (
    !(await pos.call('GET', '/health').then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await wait(20);
}

describe('an uncaught error in the program with windows', () => {
  test('restarts the program with its options, its open sale and its accepted receipt', async () => {
    const { app, pos } = await start(bug + firstMinuteOver);
    await pos.untilPoolHas(1);
    const open = await pos.json('POST', '/sales', { reference: 'open', amount: 19.9 });
    const accepted = await pos.json('POST', '/receipts', { reference: 'accepted', bill: smallBill() });
    const first = holderOf(app.dataDir);
    expect(await app.kill(signal)).toBe(1);
    expect(app.logs.some((line) => line.includes('uncaught-exception') && line.includes('a bug'))).toBe(true);

    await untilItAnswers(pos);
    const second = holderOf(app.dataDir);
    onTestFinished(() => endProcess(second));
    expect(second).not.toBe(first);
    expect(await pos.json('GET', `/sales/${open.id}`)).toMatchObject({ billId: open.billId, url: open.url });
    await pos.json('PUT', `/sales/${open.id}/bill`, { bill: smallBill() });
    for (const id of [open.id, accepted.id]) await pos.sale(id, ({ state }) => state === 'delivered');
    expect((await pos.json('GET', '/status')).notices).toEqual([]);
  });

  test('an uncaught error in the first minute is logged and does not end the program, so that a bug cannot cause endless restarts', async () => {
    const { app, pos } = await start(bug);
    const pid = holderOf(app.dataDir);
    process.kill(pid, signal);
    while (!app.logs.some((line) => line.includes('uncaught-exception'))) await wait(20);
    await pos.untilPoolHas(1);
    const sale = await pos.json('POST', '/receipts', { reference: 'after', bill: smallBill() });
    await pos.sale(sale.id, ({ state }) => state === 'delivered');
    expect(holderOf(app.dataDir)).toBe(pid);
    expect(isAlive(pid)).toBe(true);
  });
});

test('in a Wayland session the program restarts itself once under XWayland, and the customer window is at its place', async () => {
  onStandInOnly('there is no session of Wayland on hosted machines');
  await buildApp({ ifStale: true });
  const dataDir = tempFolder();
  const orders = plainOrders(join(dataDir, 'chromium'));
  const root = join(import.meta.dirname, '../..');
  const words = [root, '--training', '--pos-port=0', `--data-dir=${dataDir}`];
  // The start has no switch for x11 although there is an X server, so the program must restart itself.
  const child = spawn(process.execPath, [join(root, 'dist/main-stand-in/main.js'), '--no-sandbox', ...words], {
    env: {
      ...process.env,
      XDG_SESSION_TYPE: 'wayland',
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
      [ordersVariable]: JSON.stringify(orders),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  expect((await once(child, 'exit'))[0]).toBe(0);
  // The new process inherits the output of the previous one.
  while (!output.includes('"ready":true')) await wait(20);
  const next = Number(readFileSync(join(dataDir, 'stand-in.pid'), 'utf8'));
  onTestFinished(() => endProcess(next));
  expect(next).not.toBe(child.pid);
  const switches = readFileSync(`/proc/${next}/cmdline`, 'utf8').split('\0');
  expect(switches.filter((word) => word === '--ozone-platform=x11')).toHaveLength(1);
  while (!output.includes('"customer-display-changed"')) await wait(20);
  expect(output).not.toContain('windows-not-placed');
});
