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

test('the window and the command write the state of the till into the support file, the command also that a stopped app has none, and neither writes a canary', async () => {
  const testApp = await openTestApp({
    posToken: canaries.posToken,
    settings: { screen: { shopName: canaries.shop }, service: { partnerUrl: 'https://partner-canary.example' } },
  });
  await testApp.poolHas(1);
  const { sale } = unwrap(await testApp.till.openSale({ reference: canaries.reference, amount: 5 }));
  unwrap(testApp.till.setBasket(sale.id, { lines: [{ text: canaries.goods, amount: 5 }], total: 5, currency: 'EUR' }));
  await testApp.till.startLoyalty(sale.id, canaries.externalId);
  await testApp.till.acceptBill(sale.id, { bill: { ...smallBill(), cardNumber: canaries.card } } as never);
  const { password, username, clientId } = testApp.simulator.account;
  const { baseUrl, storeId } = testApp.settings().service;
  const words = [...Object.values(canaries), password, username, clientId, baseUrl, storeId, sale.id];
  const state = { mode: 'live', pool: { target: 5 } };

  const files = filesIn(unwrap(await testApp.cashier['support.write'](null)).path);
  expect(Object.keys(files)).toEqual(['about.json', 'health.json', 'settings.json', 'log.jsonl']);
  expect(findIn(files, words)).toEqual([]);
  expect(JSON.parse(files['about.json'] ?? '')).toMatchObject({ version: '0.0.0', keyStorage: 'keychain' });
  expect(JSON.parse(files['health.json'] ?? '')).toMatchObject(state);

  const args = ['--data-dir', testApp.dataDir, '--pos-port', new URL(testApp.posApiUrl ?? '').port];
  const running = await supportCommand([...args, '-'], `${logLine}\nready\n`);
  expect(running).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(running.files['about.json'] ?? '')).toMatchObject({ status: 'accepted' });
  expect(JSON.parse(running.files['health.json'] ?? '')).toMatchObject(state);
  expect(running.files['log.jsonl']).toBe(`${logLine.replace(/\{"path.*/, '{}}')}\n`);

  await testApp.stop();
  const stopped = await supportCommand([...args, fileWith(logLine)]);
  expect(stopped).toMatchObject({ code: 0, out: expect.stringContaining('does not contain the state of the app') });
  expect(JSON.parse(stopped.files['about.json'] ?? '')).toMatchObject({ status: 'not-reachable' });
  expect(stopped.files['health.json']).toBe('null\n');
  expect(stopped.files['log.jsonl']).toContain('keychain-missing');
  expect(findIn({ ...running.files, ...stopped.files }, [...words, testApp.dataDir, '/home/x'])).toEqual([]);
});

test('the command names a missing folder, an unreadable log or a missing standard input, and writes nothing', async () => {
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
  const host = { argv: ['-'], env: {}, dataDir: tempFolder, hasInput: false };
  const { code, error } = await runCommand('support', host);
  expect([code, error]).toEqual([2, expect.stringContaining('Expected a FILE.')]);
  expect((await supportCommand(['--help'])).out).toContain('Usage: receipt-companion support [options] [LOG]');
});
