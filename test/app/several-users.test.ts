import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemLacks } from '../fakes/system-lacks.ts';
import { fileWith, tempFolder } from '../fakes/temp-folder.ts';
import { compileCache, exec, posClient, programFile, spawnProgram, training } from './program.ts';
import { openTestApp, smallBill, unwrap } from './test-app.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const [tokenA, tokenB] = ['a', 'b'].map((user) => `token-of-${user}-0123456789-0123456789-0123456789`) as [
  string,
  string,
];

test('the second user reads that the port is taken, reaches nothing of the first user, gets a new port at once, and the first one 30 seconds after the first app ends', async () => {
  const home = tempFolder();
  if (isRoot) chownSync(home, nobody.uid, nobody.gid);
  const first = spawnProgram(
    'src-main/headless.ts',
    training(join(home, 'data')),
    {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
      RECEIPT_COMPANION_POS_TOKEN: tokenA,
      XDG_STATE_HOME: join(home, 'state'),
    },
    isRoot ? nobody : {},
  );
  onTestFinished(() => void first.end('SIGKILL'));
  const url = (await first.ready).posApi ?? '';
  const port = Number(new URL(url).port);
  const second = await openTestApp({ posToken: tokenB, settings: { posApi: { port } } });
  const apiFile = join(second.dataDir, 'pos-api.json');

  expect(second.posApiUrl).toBeNull();
  expect(second.view.status).toMatchObject({
    notices: ['portTaken'],
    posApi: { url: null, takenAddress: `127.0.0.1:${port}` },
  });
  expect(existsSync(apiFile)).toBe(false);
  const sale = { reference: '0001', amount: 19.9, currency: 'EUR' };
  expect((await posClient(url, tokenB).call('POST', '/sales', sale)).status).toBe(401);
  const file = fileWith(JSON.stringify({ reference: '0001', bill: smallBill() }));
  const sent = await exec(
    process.execPath,
    [programFile('src-main/cli-main.ts'), 'send', file, '--data-dir', second.dataDir, '--pos-port', String(port)],
    { env: { PATH: process.env.PATH ?? '', ...compileCache, RECEIPT_COMPANION_POS_TOKEN: tokenB } },
  );
  expect(sent).toMatchObject({ code: 6, out: '', err: expect.stringContaining('The token was not sent there.') });
  expect(await posClient(url, tokenA).json('GET', '/sales')).toMatchObject({ items: [] });
  expect(await posClient(url, tokenA).json('GET', '/status')).toMatchObject({
    display: { saleId: null },
    outbox: { queued: 0 },
  });

  const usePort = async (value: number) => unwrap(await second.cashier['setting.set']({ key: 'posApi.port', value }));
  await usePort(0);
  await expect.poll(() => second.view.status).toMatchObject({ notices: [], posApi: { takenAddress: null } });
  expect((await fetch(`${second.view.status.posApi.url}/health`)).status).toBe(200);
  await usePort(port);
  await expect.poll(() => second.view.status.notices).toEqual(['portTaken']);

  expect(await first.end('SIGTERM')).toBe(0);
  second.clock.advance(30_000);
  await expect.poll(() => second.view.status.posApi.url).toBe(url);
  expect(second.view.status).toMatchObject({ notices: [], posApi: { takenAddress: null } });
  expect(JSON.parse(readFileSync(apiFile, 'utf8'))).toEqual({ port, processId: process.pid });
  if (!systemLacks('modes')) expect(statSync(apiFile).mode & 0o777).toBe(0o600);
  expect((await posClient(url, tokenA).call('POST', '/sales', sale)).status).toBe(401);
  expect((await posClient(url, tokenB).call('POST', '/sales', sale)).status).toBe(201);
  expect(second.screen).toMatchObject({ kind: 'qr' });
});
