import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { connectedTo, posToken, startProgram, startService } from './processes.ts';
import { spawnProgram } from './program.ts';

/** How headless opens its door: for which till, in which mode, on which folder; or says why it does not. */

const headless = 'src-main/headless.ts';
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
const training = (dataDir: string): readonly string[] => ['--training', '--pos-port=0', `--data-dir=${dataDir}`];

async function refused(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = spawnProgram(headless, args, { ...noKeychain, ...env });
  await expect(program.ready).rejects.toThrow(/ended with/);
  const said = program.stderr();
  expect(said).not.toMatch(/^\s+at /m);
  return { code: await program.end('SIGTERM'), said };
}

const statusWith = async (posApi: string | undefined, token: string): Promise<number> =>
  (await fetch(`${posApi}/status`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('without a token from its host', () => {
  test('it makes one that only its owner can read, says how to use it, and keeps it', async () => {
    const dataDir = tempFolder();
    const first = await startProgram(headless, training(dataDir), noKeychain);
    const file = join(dataDir, 'pos-token');
    expect(first.ready.tokenFile).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = readFileSync(file, 'utf8').trim();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await statusWith(first.ready.posApi, token)).toBe(200);
    expect(first.stderr()).toContain(`curl -H "Authorization: Bearer $(cat '${file}')" ${first.ready.posApi}/status`);
    expect(first.stderr()).not.toContain(token);
    await first.end('SIGTERM');

    const again = await startProgram(headless, training(dataDir), noKeychain);
    expect(again.ready.tokenFile).toBe(file);
    expect(await statusWith(again.ready.posApi, token)).toBe(200);
    expect(again.stderr()).not.toContain('curl');
  });

  test('a token of the host is the only fixed one: none is made, and a kept one does not count', async () => {
    const dataDir = tempFolder();
    await (await startProgram(headless, training(dataDir), noKeychain)).end('SIGTERM');
    const kept = readFileSync(join(dataDir, 'pos-token'), 'utf8').trim();
    const env = { ...noKeychain, RECEIPT_COMPANION_POS_TOKEN: posToken };
    const app = await startProgram(headless, training(dataDir), env);
    expect(app.ready).not.toHaveProperty('tokenFile');
    expect([await statusWith(app.ready.posApi, posToken), await statusWith(app.ready.posApi, kept)]).toEqual([
      200, 401,
    ]);
    const other = tempFolder();
    await startProgram(headless, training(other), env);
    expect(existsSync(join(other, 'pos-token'))).toBe(false);
  });

  test('a token file that others can read, or that holds no token, is refused and stays', async () => {
    const dataDir = tempFolder();
    const file = join(dataDir, 'pos-token');
    writeFileSync(file, posToken, { mode: 0o644 });
    expect((await refused(training(dataDir))).said).toContain(`${file} can be read by others (mode 644); expected 600`);
    chmodSync(file, 0o600);
    writeFileSync(file, 'short');
    expect((await refused(training(dataDir))).said).toContain(`${file} holds no token`);
    expect(readFileSync(file, 'utf8')).toBe('short');
  });
});

describe('pairing without windows', () => {
  const pairedAs = async (posApi: string | undefined, code: string | undefined, name: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${posApi}/pair`, { method: 'POST', headers, body: JSON.stringify({ code, name }) });
    return { status: answer.status, ...((await answer.json()) as { token?: string; type?: string }) };
  };
  const start = async (dataDir: string, ...args: readonly string[]) => {
    const app = await startProgram(headless, [...training(dataDir), ...args], noKeychain);
    const pairing = app.ready.pairing as unknown as Readonly<Record<'code' | 'name' | 'until', string>> | undefined;
    return { ...app, pairing, pair: (name: string) => pairedAs(app.ready.posApi, pairing?.code, name) };
  };

  test('--pair makes a code for a new till of this name, --again for the one that has it; without windows nobody else is let in', async () => {
    const dataDir = tempFolder();
    const first = await start(dataDir, '--pair', 'Till A');
    expect(first.pairing).toMatchObject({ name: 'Till A', code: expect.stringMatching(/^\d{8}$/) });
    expect(first.ready).not.toHaveProperty('tokenFile');
    expect(await first.pair('Till B')).toMatchObject({ status: 422, type: 'invalid' });
    const { token = '' } = await first.pair('Till A');
    expect(await statusWith(first.ready.posApi, token)).toBe(200);
    await first.end('SIGTERM');

    // Left on the command line, it gives nobody the till's name, and the till sells.
    const left = await start(dataDir, '--pair=Till A');
    expect(left.pairing).toBeUndefined();
    expect(left.stderr()).toContain('--pair: found the name of another till');
    expect(await statusWith(left.ready.posApi, token)).toBe(200);
    await left.end('SIGTERM');

    const again = await start(dataDir, '--pair=Till A', '--again');
    const next = await again.pair('Till A');
    expect([
      await statusWith(again.ready.posApi, token),
      await statusWith(again.ready.posApi, next.token ?? ''),
    ]).toEqual([401, 200]);
    expect(again.stderr()).toMatch(/"level":"warn".*"event":"till-paired-again"/);
    expect((await start(tempFolder(), '--pair=Till A', '--again')).stderr()).toContain(
      '--pair: no till is or was called so',
    );
    expect((await refused([...training(tempFolder()), '--again'])).said).toContain('--again: found no --pair');
  });
});

describe('the mode', () => {
  test('training without any option is said on the ready line and in the log', async () => {
    const app = await startProgram(headless, ['--pos-port=0', `--data-dir=${tempFolder()}`], noKeychain);
    expect(app.ready).toMatchObject({
      mode: 'training',
      note: expect.stringContaining('nothing leaves this computer'),
    });
    expect(app.stderr()).toMatch(/"level":"warn".*"event":"training-mode"/);
  });

  test('live without an account is not ready: it says which variables are missing', async () => {
    const service = await startService();
    const { args } = connectedTo(service, tempFolder());
    const { code, said } = await refused(args, { RECEIPT_COMPANION_POS_TOKEN: posToken });
    expect(code).toBe(1);
    expect(said).toMatch(/no account .*expected RECEIPT_COMPANION_USERNAME and RECEIPT_COMPANION_PASSWORD/);
  });

  test('live without an address to sign in at is not ready: it says which options are missing', async () => {
    const env = { RECEIPT_COMPANION_USERNAME: 'somebody', RECEIPT_COMPANION_PASSWORD: 'secret' };
    const args = ['--service-url=https://service.example', '--pos-port=0', `--data-dir=${tempFolder()}`];
    const { code, said } = await refused(args, env);
    expect([code, said]).toEqual([1, expect.stringContaining('expected --auth-url, --client-id, --scope-base')]);
  });

  test('live does not start where certificates would go unchecked; training does', async () => {
    const service = await startService();
    const { args, env } = connectedTo(service, tempFolder());
    const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { code, said } = await refused(args, { ...env, ...unchecked });
    expect([code, said]).toEqual([1, expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED')]);
    await startProgram(headless, training(tempFolder()), { ...noKeychain, ...unchecked });
  });
});

test('an origin of a till in a browser is allowed by an option', async () => {
  const origins = ['--allowed-origin=https://a.example', '--allowed-origin', 'https://b.example'];
  const app = await startProgram(headless, [...training(tempFolder()), ...origins], noKeychain);
  const answerTo = async (origin: string) => {
    const answer = await fetch(`${app.ready.posApi}/health`, { headers: { origin } });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };
  expect(await answerTo('https://a.example')).toEqual([200, 'https://a.example']);
  expect(await answerTo('https://b.example')).toEqual([200, 'https://b.example']);
  expect(await answerTo('https://c.example')).toEqual([403, null]);
});

describe('a data folder that cannot be one ends the start with a sentence', () => {
  test.each<[string, () => string, RegExp]>([
    ['a file', () => fileIn(tempFolder()), /is a file or lies below one; expected a folder/],
    ['below a file', () => join(fileIn(tempFolder()), 'deeper'), /is a file or lies below one; expected a folder/],
    ['/proc', () => '/proc', /the data folder \/proc/],
    ['below /proc', () => '/proc/receipts', /the data folder \/proc\/receipts/],
  ])('%s', async (_what, folder, sentence) => {
    const { code, said } = await refused(['--training', `--data-dir=${folder()}`]);
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  test('a folder in which the lock is something else', async () => {
    const dataDir = tempFolder();
    mkdirSync(join(dataDir, 'instance.lock'));
    const { code, said } = await refused(training(dataDir));
    expect([code, said]).toEqual([1, expect.stringContaining(`${join(dataDir, 'instance.lock')} cannot be used`)]);
  });

  // Only root can become another user.
  test.skipIf(process.getuid?.() !== 0)("another user's", async () => {
    const dataDir = tempFolder();
    chownSync(dataDir, 0, 0);
    chmodSync(dataDir, 0o700);
    const program = spawnProgram(headless, training(dataDir), noKeychain, { uid: 65_534, gid: 65_534 });
    await expect(program.ready).rejects.toThrow(/is another user's; expected one that this user may write to/);
  });
});

function fileIn(folder: string): string {
  const path = join(folder, 'file');
  writeFileSync(path, 'kept');
  return path;
}
