import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkLive, hostToken } from '../../src-main/cli/host.ts';
import { readConfig } from '../../src-main/config.ts';
import { liveAccount } from '../../src-main/settings/credentials.ts';
import { memorySecrets } from '../../src-main/settings/secret-stores.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import { openDataFolder } from '../../src-main/storage/data-folder.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { createTestLog } from '../fakes/test-log.ts';
import { startPartner, userId } from './partner-test-app.ts';
import { connectedTo, noKeychain, posToken, refusedStart, startProgram, training } from './processes.ts';
import { spawnProgram } from './program.ts';
import { openService } from './service.ts';

const headless = 'src-main/headless.ts';

const refused = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  refusedStart(args, { ...noKeychain, ...env });

const statusWith = async (posApi: string | undefined, token: string): Promise<number> =>
  (await fetch(`${posApi}/status`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('the program without windows', () => {
  test('creates a token that only its owner can read, prints how to use it, and keeps it at the next start', async () => {
    const dataDir = tempFolder();
    const first = await startProgram(training(dataDir), noKeychain);
    const file = join(dataDir, 'pos-token');
    expect(first.ready.tokenFile).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = readFileSync(file, 'utf8').trim();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await statusWith(first.ready.posApi, token)).toBe(200);
    expect(first.stderr()).toContain(`curl -H "Authorization: Bearer $(cat '${file}')" ${first.ready.posApi}/status`);
    expect(first.stderr()).not.toContain(token);
    await first.end('SIGTERM');

    const again = await startProgram(training(dataDir), noKeychain);
    expect(again.ready.tokenFile).toBe(file);
    expect(await statusWith(again.ready.posApi, token)).toBe(200);
    expect(again.stderr()).not.toContain('curl');
  });

  test('accepts only the token of its environment, if there is one, and creates no other', async () => {
    const [empty, dataDir] = [tempFolder(), tempFolder()];
    const file = join(dataDir, 'pos-token');
    const stored = posToken.replace('test', 'kept');
    writeFileSync(file, stored, { mode: 0o600 });
    for (const folder of [empty, dataDir]) {
      const app = await startProgram(training(folder), { ...noKeychain, RECEIPT_COMPANION_POS_TOKEN: posToken });
      expect(app.ready).not.toHaveProperty('tokenFile');
      expect([await statusWith(app.ready.posApi, posToken), await statusWith(app.ready.posApi, stored)]).toEqual([
        200, 401,
      ]);
    }
    expect([existsSync(join(empty, 'pos-token')), readFileSync(file, 'utf8')]).toEqual([false, stored]);
  });

  test('replaces a token file that a power cut filled with zeros; refuses one that others can read or that contains no token, and keeps it', async () => {
    const dataDir = tempFolder();
    const file = join(dataDir, 'pos-token');
    writeFileSync(file, Buffer.alloc(44), { mode: 0o600 });
    const made = hostToken(dataDir, systemRandom).take(0);
    expect(made).toMatch(/^[\w-]{32,}$/);
    expect(readFileSync(file, 'utf8').trim()).toBe(made);
    for (const content of [`${'x'.repeat(40)}\0`, 'short']) {
      writeFileSync(file, content);
      expect(() => hostToken(dataDir, systemRandom).take(0)).toThrow('contains no token');
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
    writeFileSync(file, posToken);
    chmodSync(file, 0o644);
    expect((await refused(training(dataDir))).stderr).toContain(
      `${file} can be read by others. Found mode 644, expected 600.`,
    );
  });
});

test('--pair creates a code that admits only the named new till; with --again the code replaces the token of an existing till', async () => {
  const start = async (dataDir: string, ...args: readonly string[]) => {
    const app = await startProgram(training(dataDir, ...args), noKeychain);
    const pairing = app.ready.pairing as unknown as Readonly<Record<'code' | 'name', string>> | undefined;
    const pair = async (name: string) => {
      const body = JSON.stringify({ code: pairing?.code, name });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${app.ready.posApi}/pair`, { method: 'POST', headers, body });
      return { status: answer.status, ...((await answer.json()) as { token?: string; type?: string }) };
    };
    return { ...app, pairing, pair };
  };
  const dataDir = tempFolder();
  const first = await start(dataDir, '--pair', 'Till A');
  expect(first.pairing).toMatchObject({ name: 'Till A', code: expect.stringMatching(/^\d{8}$/) });
  expect(first.ready).not.toHaveProperty('tokenFile');
  expect(await first.pair('Till B')).toMatchObject({ status: 422, type: 'invalid' });
  const { token = '' } = await first.pair('Till A');
  expect(await statusWith(first.ready.posApi, token)).toBe(200);
  await first.end('SIGTERM');

  // If the option is still on the command line at the next start, no other till can take the name.
  const left = await start(dataDir, '--pair=Till A');
  expect(left.pairing).toBeUndefined();
  expect(left.stderr()).toContain('--pair: Found the name of another till');
  expect(await statusWith(left.ready.posApi, token)).toBe(200);
  await left.end('SIGTERM');

  const again = await start(dataDir, '--pair=Till A', '--again');
  const { token: next = '' } = await again.pair('Till A');
  const statuses = [await statusWith(again.ready.posApi, token), await statusWith(again.ready.posApi, next)];
  expect(statuses).toEqual([401, 200]);
  expect(again.stderr()).toMatch(/"level":"warn".*"event":"till-paired-again"/);
  expect((await start(tempFolder(), '--pair=Till A', '--again')).stderr()).toContain(
    '--pair: No till has this name or had it.',
  );
  expect((await refused(training(tempFolder(), '--again'))).stderr).toContain('--again: found no --pair');
});

test.each(['SIGHUP', 'the file stop'])('%s ends the program with exit code 0', async (how) => {
  const dataDir = tempFolder();
  // A folder of that name does not matter.
  if (how === 'SIGHUP') mkdirSync(join(dataDir, 'stop'));
  else writeFileSync(join(dataDir, 'stop'), 'of an earlier run');
  const app = await startProgram(training(dataDir), noKeychain);
  if (how !== 'SIGHUP') writeFileSync(join(dataDir, 'stop'), '');
  expect(await (how === 'SIGHUP' ? app.end('SIGHUP') : app.exited)).toBe(0);
  expect(app.stderr()).toContain('"event":"app-stopped"');
});

test('a start that names no service is training, says so on the ready line and in the log, accepts the allowed web origins and tolerates a switched-off check of certificates', async () => {
  const origins = ['--allowed-origin=https://a.example', '--allowed-origin', 'https://b.example'];
  const args = ['--pos-port=0', `--data-dir=${tempFolder()}`, ...origins];
  const app = await startProgram(args, { ...noKeychain, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(app.ready).toMatchObject({
    mode: 'training',
    note: expect.stringContaining('nothing leaves this computer'),
  });
  expect(app.stderr()).toMatch(/"level":"warn".*"event":"training-started"/);
  const answerTo = async (origin: string) => {
    const answer = await fetch(`${app.ready.posApi}/health`, { headers: { origin } });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };
  expect(await answerTo('https://a.example')).toEqual([200, 'https://a.example']);
  expect(await answerTo('https://b.example')).toEqual([200, 'https://b.example']);
  expect(await answerTo('https://c.example')).toEqual([403, null]);
});

test('a live host with a partner key starts without an account, serves Customer service, and refuses an onboarding that it could not store', async () => {
  const partner = await startPartner({ 'POST /partner/api/v3/user': { body: { id: userId } } });
  const { args } = connectedTo(await openService(), tempFolder());
  const program = await startProgram([...args, '--partner-url', partner.url], {
    ...noKeychain,
    RECEIPT_COMPANION_POS_TOKEN: posToken,
    RECEIPT_COMPANION_PARTNER_KEY: 'canary-key-of-the-host',
  });
  expect(program.ready.mode).toBe('live');
  const { call, json } = program.pos;
  expect(await json('POST', '/users', { externalId: 'customer-1' })).toEqual({ id: userId });
  expect(partner.requests[0]?.headers['x-api-key']).toBe('canary-key-of-the-host');
  const refused = await call('POST', '/onboarding', { vendorCustomer: {}, invoicingDetails: {} });
  expect([refused.status, await refused.json()]).toMatchObject([503, { type: 'keychain-missing' }]);
  expect(partner.requests).toHaveLength(1);
  expect(program.stderr()).not.toContain('canary');
});

const account = { RECEIPT_COMPANION_USERNAME: 'somebody', RECEIPT_COMPANION_PASSWORD: 'secret' };
const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const signIn = ['--auth-url=https://sign-in.example', '--client-id=c', '--scope-base=https://scope.example'];
test.each<[string, object, string[], string]>([
  ['without an address to sign in at', account, [], 'Expected --auth-url, --client-id, --scope-base'],
  ['with certificate checks switched off', unchecked, signIn, 'NODE_TLS_REJECT_UNAUTHORIZED'],
  ['without an account', {}, signIn, 'Expected RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD'],
])('live mode %s is refused with the reason', async (_what, env, args, sentence) => {
  const config = readConfig(['--service-url=https://service.example', ...args], { ...env }, 'headless');
  const settings = openSettings(confStore(tempFolder(), 0), createTestLog(), config.overrides);
  await expect(checkLive(config, settings, liveAccount(memorySecrets()))).rejects.toThrow(sentence);
});

describe('an unusable data folder ends the start with a message', () => {
  const fileIn = (folder: string): string => {
    writeFileSync(join(folder, 'file'), 'kept');
    return join(folder, 'file');
  };

  test('that names the reason in one line: a file, below a file, a system folder', async () => {
    const file = fileIn(tempFolder());
    for (const [folder, sentence] of [
      [join(file, 'deeper'), /is a file or below a file\. Expected a folder/],
      ['/proc', /data folder \/proc/],
      ['/proc/receipts', /data folder \/proc\/receipts/],
    ] as const) {
      expect(() => openDataFolder(folder)).toThrow(sentence);
    }
    const { code, stderr } = await refused(['--training', `--data-dir=${file}`]);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toMatch(/is a file or below a file\. Expected a folder/);
  });

  // Only root can become another user.
  test.skipIf(process.getuid?.() !== 0)('a data folder of another user ends the start with a message', async () => {
    const dataDir = tempFolder();
    chownSync(dataDir, 0, 0);
    chmodSync(dataDir, 0o700);
    const program = spawnProgram(headless, training(dataDir), noKeychain, { uid: 65_534, gid: 65_534 });
    await expect(program.ready).rejects.toThrow(
      /belongs to another user\. Expected a folder that this user may write to/,
    );
  });
});
