import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openKeychainSession } from '../electron/keychain-session.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { liveAt, policyFolder } from './policy-file.ts';
import { posClient, startProgram } from './processes.ts';
import { programFile, spawnProgram } from './program.ts';
import { openService } from './service.ts';
import { smallBill } from './small-bill.ts';

const headless = programFile('src-main/headless.ts');

const tillOf = (ready: Readonly<Record<string, string>>) =>
  posClient(ready.posApi ?? '', readFileSync(ready.tokenFile ?? '', 'utf8').trim());

async function until<T>(ask: () => T | Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await wait(20);
  }
}

test('a fresh installation with only a policy and a real keychain sells live without any click, also after a kill during its test', async () => {
  const service = await openService();
  const policy = policyFolder();
  const home = tempFolder();
  const fixed = { ...liveAt(service), posApi: { port: 0 } };
  const keychain = await openKeychainSession(home);
  onTestFinished(keychain.close);
  const env = {
    ...keychain.env,
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    RECEIPT_COMPANION_POLICY: policy.file,
  };
  // The program is killed while it tests the valid policy's connection.
  policy.write({ locked: fixed, account: { file: policy.account } });
  policy.handOver(service);
  service.simulator.faults.add({ route: 'register', effect: { kind: 'hang' } });
  const killed = spawnProgram(headless, [], env);
  killed.ready.catch(() => undefined);
  await until(
    () => service.simulator.ledger().requests,
    (requests) => requests.some(({ route }) => route === 'register'),
  );
  await killed.end('SIGKILL');
  expect(policy.isHandedOver()).toBe(false);

  const first = await startProgram([], env);
  const pos = tillOf(first.ready);
  const opened = await until(
    () => pos.call('POST', '/sales', { reference: 'first', amount: 19.9 }),
    ({ status }) => status === 201,
  );
  const { id, billId } = (await opened.json()) as { id: string; billId: string };
  await pos.json('PUT', `/sales/${id}/bill`, { bill: smallBill(19.9) });
  await pos.sale(id, ({ state }) => state === 'delivered');
  expect(service.simulator.ledger().bills).toMatchObject([{ billId }]);
  expect(policy.isHandedOver()).toBe(true);
  expect(first.ready.mode).toBe('live');
  expect(existsSync(join(home, '.receipt-companion', 'training'))).toBe(false);
  await first.end('SIGTERM');

  await expect(startProgram(['--store-id', 'another'], env)).rejects.toThrow(
    `--store-id: the policy ${policy.file} of this computer sets another value`,
  );
  const folder = join(home, '.receipt-companion');
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ mode: 'training', service: { baseUrl: 'https://elsewhere.example' } }));
  // A start makes a data folder private again that other users could read, also if a policy applies.
  chmodSync(folder, 0o755);
  const second = await startProgram([], env);
  expect(second.ready.mode).toBe('live');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await tillOf(second.ready).json('POST', '/sales', { reference: 'second', amount: 1 });
  await second.end('SIGTERM');
});

test('a host with its account in the environment uses the changed service of a policy from its next start', async () => {
  const account = { storeIds: ['store-1'], username: 'till@shop.example', password: 'told to nobody' } as const;
  const [service, other] = [await openService({ account }), await openService({ account })];
  const policy = policyFolder();
  const dataDir = tempFolder();
  const env = {
    RECEIPT_COMPANION_POLICY: policy.file,
    RECEIPT_COMPANION_USERNAME: account.username,
    RECEIPT_COMPANION_PASSWORD: account.password,
    RECEIPT_COMPANION_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  for (const { place, bills } of [
    { place: service, bills: [1, 0] },
    { place: other, bills: [1, 1] },
  ]) {
    policy.write({ locked: { ...liveAt(place), posApi: { port: 0 } } });
    const host = await startProgram(['--data-dir', dataDir], env);
    expect(host.ready.mode).toBe('live');
    const pos = tillOf(host.ready);
    const receipt = { reference: `to ${place.baseUrl}`, bill: smallBill(19.9) };
    const accepted = await until(
      () => pos.call('POST', '/receipts', receipt),
      ({ status }) => status !== 503,
    );
    const { id } = (await accepted.json()) as { id: string };
    await pos.sale(id, ({ state }) => state === 'delivered');
    expect([service, other].map(({ simulator }) => simulator.ledger().bills.length)).toEqual(bills);
    await host.end('SIGTERM');
  }
});

test('--check-policy lists the mistakes, and --hash-pin turns the PIN of a file into the hash for a policy', async () => {
  const run = (args: readonly string[], input = '') =>
    execFileSync(process.execPath, [headless, ...args], { input, encoding: 'utf8', stdio: 'pipe' });
  const file = join(tempFolder(), 'policy.json');
  const pin = JSON.parse(run(['--hash-pin', '-'], '1234\n'));
  // Enter ends the input, as at a keyboard.
  const typed = spawn(process.execPath, [headless, '--hash-pin', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  typed.stdin.write('1234\n');
  const [output, [code]] = await Promise.all([text(typed.stdout), once(typed, 'exit')]);
  expect([Object.keys(JSON.parse(output)), code]).toEqual([Object.keys(pin), 0]);
  writeFileSync(file, '1234\n');
  expect(Object.keys(JSON.parse(run(['--hash-pin', file])))).toEqual(Object.keys(pin));
  writeFileSync(file, JSON.stringify({ receiptCompanionPolicy: 1, pin }));
  expect(run(['--check-policy', file])).toContain('every field fits');
  expect(JSON.stringify(pin)).not.toContain('1234"');
  expect(() => run(['--hash-pin', '-'], '12a4\n')).toThrow(/expected 4 to 12 digits/);
  writeFileSync(file, JSON.stringify({ receiptCompanionPolicy: 1, pin: '1234' }));
  expect(() => run(['--check-policy', file])).toThrow(/\/pin: found text of 4 characters, expected an object/);
});
