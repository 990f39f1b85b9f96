import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { runCommand } from '../../src-main/cli/run-command.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { findIn } from './canary-places.ts';
import { exec, programEnv, programFile } from './program.ts';
import { openTestApp, smallBill, unwrap } from './test-app.ts';

/** The support file has the numbers of the views, but no data of customers, receipts or passwords. */

const canaries = {
  card: '4111111111111111',
  externalId: 'member-77310-anna',
  shop: 'Canary Boutique',
  goods: 'Canary cheese',
  reference: 'canary-reference-9',
  posToken: 'a-pairing-token-that-is-a-canary',
} as const;

const filesIn = (path: string) =>
  Object.fromEntries(Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [name, strFromU8(bytes)]));

test('the support file contains the state of the till, and no canary', async () => {
  const testApp = await openTestApp({
    posToken: canaries.posToken,
    settings: { screen: { shopName: canaries.shop }, service: { partnerUrl: 'https://partner-canary.example' } },
  });
  await testApp.poolHas(1);
  const { sale } = unwrap(await testApp.till.openSale({ reference: canaries.reference, amount: 5 }));
  unwrap(testApp.till.setBasket(sale.id, { lines: [{ text: canaries.goods, amount: 5 }], total: 5, currency: 'EUR' }));
  await testApp.till.startLoyalty(sale.id, canaries.externalId);
  await testApp.till.acceptBill(sale.id, { bill: { ...smallBill(), cardNumber: canaries.card } } as never);

  const { path } = unwrap(await testApp.cashier['support.write'](null));
  const files = Object.entries(filesIn(path));
  expect(files.map(([name]) => name)).toEqual(['about.json', 'health.json', 'settings.json', 'log.jsonl']);
  const { password, username, clientId } = testApp.simulator.account;
  const { baseUrl, storeId } = testApp.settings().service;
  const words = [...Object.values(canaries), password, username, clientId, baseUrl, storeId, sale.id];
  expect(findIn(Object.fromEntries(files), words)).toEqual([]);
  expect(JSON.parse(files[0]?.[1] ?? '')).toMatchObject({ version: '0.0.0', keyStorage: 'keychain' });
  expect(JSON.parse(files[1]?.[1] ?? '')).toMatchObject({ mode: 'live', pool: { target: 5 } });
});

async function supportCommand(args: readonly string[], input = '') {
  const cwd = tempFolder();
  const env = programEnv({ HOME: cwd, RECEIPT_COMPANION_POS_TOKEN: canaries.posToken });
  const { code, out, err } = await exec(
    process.execPath,
    [resolve(programFile('src-main/cli-main.ts')), 'support', ...args],
    { cwd, env, input },
  );
  const [path = ''] = out.split('\n');
  return { code, out, err, written: readdirSync(cwd), files: path.endsWith('.zip') ? filesIn(path) : {} };
}

const logLine =
  '{"level":"warn","time":"2026-11-26T05:11:36.953Z","event":"keychain-missing","fields":{"path":"/home/x"}}';

test('the command writes the support file of a running app, and of a stopped app without its state', async () => {
  const testApp = await openTestApp({ posToken: canaries.posToken, settings: { screen: { shopName: canaries.shop } } });
  const port = new URL(testApp.posApiUrl ?? '').port;
  const args = ['--data-dir', testApp.dataDir, '--pos-port', port];
  const running = await supportCommand([...args, '-'], `${logLine}\nready\n`);
  expect(running).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(running.files['about.json'] ?? '')).toMatchObject({ status: 'accepted' });
  expect(JSON.parse(running.files['health.json'] ?? '')).toMatchObject({ mode: 'live', pool: { target: 5 } });
  expect(running.files['log.jsonl']).toBe(`${logLine.replace(/\{"path.*/, '{}}')}\n`);

  await testApp.stop();
  const stopped = await supportCommand([...args, fileWith(logLine)]);
  expect(stopped).toMatchObject({ code: 0, out: expect.stringContaining('does not contain the state of the app') });
  expect(JSON.parse(stopped.files['about.json'] ?? '')).toMatchObject({ status: 'not-reachable' });
  expect(stopped.files['health.json']).toBe('null\n');
  expect(stopped.files['log.jsonl']).toContain('keychain-missing');
  const words = [...Object.values(canaries), testApp.dataDir, '/home/x'];
  expect(findIn({ ...running.files, ...stopped.files }, words)).toEqual([]);
});

test('the command names a missing folder or an unreadable log, and writes nothing', async () => {
  const folder = tempFolder();
  expect(await supportCommand(['--data-dir', join(folder, 'none')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Name the folder of the app'),
    written: [],
  });
  expect(await supportCommand(['--data-dir', folder, join(folder, 'none.log')])).toMatchObject({
    code: 1,
    written: [],
  });
  expect(await supportCommand(['--wait'])).toMatchObject({ code: 2, written: [] });
  expect((await supportCommand(['--help'])).out).toContain('Usage: receipt-companion support [options] [LOG]');
});

test('the command reads no log from the standard input if its program has none', async () => {
  const host = { argv: ['-'], env: {}, dataDir: tempFolder, hasInput: false };
  const { code, error } = await runCommand('support', host);
  expect([code, error]).toEqual([2, expect.stringContaining('Expected a FILE.')]);
});
