import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemLacks } from '../fakes/system-lacks.ts';
import { posClient } from './program.ts';
import { openTestApp, unwrap } from './test-app.ts';

const tokenOf = (user: string): string => `token-of-${user}-0123456789-0123456789-0123456789`;

test('the second user reads that the port is taken, reaches nothing of the first user, gets a new port at once, and the first one 30 seconds after the first app ends', async () => {
  const first = await openTestApp({ posToken: tokenOf('a') });
  const url = first.posApiUrl ?? '';
  const port = Number(new URL(url).port);
  const second = await openTestApp({ posToken: tokenOf('b'), settings: { posApi: { port } } });
  const apiFile = join(second.dataDir, 'pos-api.json');

  expect(second.posApiUrl).toBeNull();
  expect(second.view.status).toMatchObject({
    notices: ['portTaken'],
    posApi: { url: null, takenAddress: `127.0.0.1:${port}` },
  });
  expect(existsSync(apiFile)).toBe(false);
  const sell = (user: string) =>
    posClient(url, tokenOf(user)).call('POST', '/sales', { reference: '0001', amount: 19.9, currency: 'EUR' });
  expect((await sell('b')).status).toBe(401);
  expect([first.till.listSales({ limit: 1 }).items, first.screen.kind]).toEqual([[], 'idle']);

  const usePort = async (value: number) => unwrap(await second.cashier['setting.set']({ key: 'posApi.port', value }));
  await usePort(0);
  await expect.poll(() => second.view.status).toMatchObject({ notices: [], posApi: { takenAddress: null } });
  const health = `${second.view.status.posApi.url}/health`;
  expect((await fetch(health)).status).toBe(200);
  await usePort(port);
  await expect.poll(() => second.view.status.notices).toEqual(['portTaken']);
  await expect(fetch(health)).rejects.toThrow('fetch failed');

  await first.stop();
  second.clock.advance(30_000);
  await expect.poll(() => second.view.status.posApi.url).toBe(url);
  expect(second.view.status).toMatchObject({ notices: [], posApi: { takenAddress: null } });
  expect(JSON.parse(readFileSync(apiFile, 'utf8'))).toEqual({ port, processId: process.pid });
  if (!systemLacks('modes')) expect(statSync(apiFile).mode & 0o777).toBe(0o600);
  expect([(await sell('a')).status, (await sell('b')).status]).toEqual([401, 201]);
  expect(second.screen).toMatchObject({ kind: 'qr' });
});
