import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSimulator } from '../../src-main/simulator/simulator-server.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createSeededRandom } from '../fakes/seeded-random.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { onLoopback } from './loopback.ts';
import { plainBill, readBody, startSignedInTill, startTill } from './simulator-till.ts';

describe('addresses', () => {
  test('the account is random for each instance, or partly given by options', () => {
    const make = (seed: number) =>
      createSimulator(
        { account: { username: 'till-1@shop.invalid' } },
        { clock: createManualClock(), random: createSeededRandom(seed), log: createTestLog() },
      ).account;
    expect(make(1).username).toBe('till-1@shop.invalid');
    expect(make(1).password).not.toBe(make(2).password);
    expect(make(1).storeIds[0].length).toBeLessThanOrEqual(36);
  });

  test('a taken port is an error, or is replaced by a free one on request', async () => {
    const port = await onLoopback(createServer());
    await expect(startTill({ port })).rejects.toThrow('EADDRINUSE');
    const till = await startTill({ port, fallbackToFreePort: true });
    expect(new URL(till.baseUrl).port).not.toBe(String(port));
    await till.signIn();
    expect((await till.sendBill()).status).toBe(200);
  });
});

test('a damaged state file is renamed and logged, and the service starts empty', async () => {
  const directory = tempFolder();
  writeFileSync(join(directory, 'training.db'), 'this is not a database, it is only text '.repeat(50));
  const till = await startSignedInTill({ stateFile: join(directory, 'training.db') });
  expect((await till.sendBill()).status).toBe(200);
  expect(readdirSync(directory).some((name) => name.startsWith('training.db.damaged-'))).toBe(true);
  expect(till.log.lines.map(({ event }) => event)).toContain('simulator-state-damaged');
});

describe('the training service as a script', () => {
  function launch(...args: string[]) {
    const script = join(import.meta.dirname, '../../scripts/simulator.ts');
    const child = spawn('node', [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  test('prints one ready line, accepts its credentials, and exits with 0 on SIGTERM', async () => {
    const child = launch(
      '--set=accessTokenSeconds=120',
      '--set=selfGeneratedIds=true',
      '--extension-key',
      'extension:other',
    );
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await once(reader, 'line');
    const ready = JSON.parse(lines[0] ?? '') as Record<string, string>;
    expect(Object.keys(ready).sort()).toEqual([
      'authUrl',
      'clientId',
      'controlUrl',
      'partnerKey',
      'partnerUrl',
      'password',
      'ready',
      'scopeBase',
      'storeId',
      'url',
      'username',
    ]);
    const { username = '', password = '', clientId: client_id = '', storeId } = ready;
    const form = { grant_type: 'password', username, password, client_id, response_type: 'token' };
    const body = new URLSearchParams({ ...form, scope: `${ready.scopeBase}/vendor/bill offline_access` });
    const answer = await readBody(await fetch(`${ready.authUrl}?p=b2c_1_ropc_vendor`, { method: 'POST', body }));
    expect(answer.expires_in).toBe('120');
    const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
    const line = {
      text: 'Roll',
      item: { number: '1', quantity: 1, pricePerUnit: 2.5 },
      'extension:other': { sequenceNumber: 1 },
    };
    const bill = plainBill({ id, data: { currency: 'EUR', fullAmountInclVat: 2.5, lines: [line] } });
    const response = await fetch(`${ready.url}/api/v3/bill`, {
      method: 'POST',
      headers: { authorization: `Bearer ${answer.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ storeId, bill }),
    });
    expect([response.status, (await readBody(response)).url]).toEqual([200, `${ready.url}/r/${id}`]);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(lines).toHaveLength(1);
  });

  test('exits with 1 if its port is taken', async () => {
    const child = launch('--port', String(await onLoopback(createServer())));
    expect(await once(child, 'exit')).toEqual([1, null]);
  });

  test.each([
    [['--port', 'many']],
    [['--unknown']],
    [['--set', 'partnerAccess']],
    [['--set', 'partnerAccess=perhaps']],
    [['--set', 'nothing=1']],
  ])('exits with 1 and a reason on stderr for the arguments %j', async (args) => {
    const child = launch(...args);
    const stderr: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(stderr.join()).toContain(args[0]);
  });
});
