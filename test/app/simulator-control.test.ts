import { request } from 'node:http';
import { describe, expect } from 'vitest';
import { printJob } from '../fakes/till-port.ts';
import { readBody, startSignedInTill, type TestTill, test } from './simulator-till.ts';
import { openPooledSale, openTestApp } from './test-app.ts';

const post = (till: TestTill, path: string, body: unknown) =>
  fetch(`${till.controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** fetch does not let a caller choose the Host header. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

describe('the control surface over HTTP', () => {
  test('adds one or many faults, lists and clears them', async ({ till }) => {
    const fault = { route: 'bill', effect: { kind: 'status', status: 500 } };
    expect((await post(till, '/faults', fault)).status).toBe(204);
    expect((await post(till, '/faults', [fault, { ...fault, route: 'cancel' }])).status).toBe(204);
    expect(await (await fetch(`${till.controlUrl}/faults`)).json()).toHaveLength(3);
    expect((await fetch(`${till.controlUrl}/faults?route=bill`, { method: 'DELETE' })).status).toBe(204);
    expect(till.simulator.faults.list()).toMatchObject([{ route: 'cancel' }]);
    await fetch(`${till.controlUrl}/faults`, { method: 'DELETE' });
    expect(till.simulator.faults.list()).toEqual([]);
  });

  test('changes switches, returns all of them, and revokes tokens', async ({ till }) => {
    const answer = await readBody(await post(till, '/state', { selfGeneratedIds: true, accessTokenSeconds: 5 }));
    expect(answer).toMatchObject({ selfGeneratedIds: true, accessTokenSeconds: 5, loyaltyModule: true });
    expect(till.simulator.switches()).toEqual(answer);
    await post(till, '/state', { revokeAccessTokens: true });
    expect((await till.sendBill()).status).toBe(401);
  });

  test('shows the ledger', async ({ till }) => {
    await till.sendBill();
    await till.call('DELETE', '/v3/bill/nonsense');
    const ledger = await readBody(await fetch(`${till.controlUrl}/ledger`));
    expect(ledger).toEqual(JSON.parse(JSON.stringify(till.simulator.ledger())));
    expect([ledger.bills, ledger.complaints]).toMatchObject([[{}], [{ kind: 'malformed' }]]);
  });

  test.each([
    ['/faults', { route: 'nowhere', effect: { kind: 'none' } }],
    ['/faults', { route: 'bill', effect: { kind: 'explode' } }],
    ['/faults', { route: 'bill', effect: { kind: 'none' }, times: 0 }],
    ['/state', { unknownSwitch: true }],
    ['/state', { accessTokenSeconds: 'long' }],
  ])('refuses at %s the input %j, gives a reason and changes nothing', async (path, body) => {
    const till = await startSignedInTill();
    const before = till.simulator.switches();
    const response = await post(till, path, body);
    expect([response.status, (await response.text()).length > 10]).toEqual([400, true]);
    expect([till.simulator.faults.list(), till.simulator.switches()]).toEqual([[], before]);
  });
});

describe('access to the control surface', () => {
  test('is impossible in training mode', async () => {
    const testApp = await openTestApp({ settings: { mode: 'training' } });
    const { url } = await openPooledSale(testApp);
    for (const path of ['/control', '/control/ledger', '/control/a/ledger']) {
      const answer = await fetch(new URL(path, url ?? ''));
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'Not found']);
    }
  });

  test('needs the random address of this service', async ({ till }) => {
    expect(new URL(till.controlUrl).pathname).toMatch(/^\/control\/[\w-]{43}$/);
    const other = await startSignedInTill({}, 2);
    const paths = ['/control', '/control/wrong', new URL(other.controlUrl).pathname];
    for (const path of paths.flatMap((wrong) => [`${wrong}/ledger`, `${wrong}/state`])) {
      const answer = await fetch(`${till.baseUrl}${path}`);
      expect([403, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('{');
    }
  });

  test('is refused for a page in a browser, and for the Host of another computer', async ({ till }) => {
    const ledger = `${till.controlUrl}/ledger`;
    expect((await fetch(ledger, { headers: { origin: till.baseUrl } })).status).toBe(403);
    for (const host of ['evil.example', '127.0.0.1.evil.example'])
      expect(await statusWithHost(ledger, host), host).toBe(403);
    for (const host of ['localhost', '[::1]:80']) expect(await statusWithHost(ledger, host), host).toBe(200);
  });
});

test('the training service has a printer that stores its jobs and refuses them on command', async ({ till }) => {
  const set = (mode: string) => post(till, '/printer', { mode });
  const printer = async () => (await fetch(`${till.controlUrl}/printer`)).json();
  const { address } = await printer();
  expect((await printJob(address, 'receipt')).ended).toBe('closed');
  expect(await printer()).toMatchObject({ mode: 'ready', jobs: [{ job: btoa('receipt'), isWhole: true }] });
  expect((await set('refuse')).status).toBe(204);
  await expect.poll(async () => (await printJob(address, 'refused')).ended).toBe('reset');
  expect((await set('burn')).status).toBe(400);
});
