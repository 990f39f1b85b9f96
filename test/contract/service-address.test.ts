import { describe, expect, test } from 'vitest';
import { actions } from '../../src-main/action-table.ts';
import { readConfig } from '../../src-main/config.ts';
import { type Action, createDispatch } from '../../src-main/dispatch/dispatch.ts';
import { readSettings } from '../../src-main/settings/stored-settings.ts';
import { channels } from '../../src-main/shared/bridge.ts';
import { done, type Result } from '../../src-main/shared/result.ts';
import { registerIpc } from '../../src-main/shell/ipc.ts';
import { createKeptLog } from '../fakes/kept-log.ts';
import { createManualClock } from '../fakes/manual-clock.ts';

/** Passwords are sent to these addresses, so every input of an address follows one rule and names what it refuses. */

const fields = [
  ['baseUrl', '--service-url'],
  ['authUrl', '--auth-url'],
  ['partnerUrl', '--partner-url'],
] as const;
const good = { baseUrl: 'https://a.example', authUrl: 'https://b.example/token', partnerUrl: '' };
const bad = [
  'http://service.example',
  'http://192.168.1.20:8080/token',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'https://good.example@evil.example',
  'https://user:secret@service.example',
  'http://127.0.0.1@evil.example',
  'HTTP://service.example',
  'ftp://service.example',
  'service.example',
] as const;
const loopback = ['http://127.0.0.1:8080', 'http://localhost:8080/token', 'http://[::1]:8080'] as const;

/** The real IPC interface and dispatch, with commands that accept every call. */
function openCashierIpc(): (name: string, input: unknown) => Promise<Result<unknown>> {
  const log = createKeptLog();
  const there = () => done({ whileOpen: <T>(work: Promise<T>) => work });
  const rows = Object.entries<Action>(actions).map(([name, row]) => [name, { ...row, run: () => done(null) }]);
  const dispatch = createDispatch({
    actions: Object.fromEntries(rows),
    contexts: { session: there, windows: there, program: there },
    clock: createManualClock(),
    lock: { isLocked: () => false, stay: () => undefined },
    log,
  });
  let command: ((event: never, ...args: unknown[]) => Promise<unknown>) | undefined;
  registerIpc(
    {
      handle: (channel, answer) => {
        if (channel === channels.command) command = answer;
      },
      on: () => undefined,
    },
    {
      roleOf: () => 'cashier',
      dispatch,
      starting: () => ({ language: 'en', waitsFor: 'keychain' }),
      pageOpened: () => undefined,
      wantKeyboard: () => undefined,
      callDock: () => undefined,
      dragDock: () => undefined,
      snapshot: () => null,
      log,
    },
  );
  const event = { sender: { id: 1 }, senderFrame: { origin: 'app://cashier', parent: null } } as never;
  return async (name, input) => (await command?.(event, name, input)) as Result<unknown>;
}

const typed = (addresses: Readonly<Record<string, string>>) => ({
  connection: {
    ...{ mode: 'live', clientId: 'c', scopeBase: 's', storeId: '1', extensionKey: 'extension:service' },
    selfGeneratedIds: false,
    ...addresses,
  },
  credentials: { username: 'somebody', password: 'secret' },
});

const cases = fields.flatMap(([field, option]) => bad.map((address) => ({ field, option, address })));

describe.each(cases)('the address $address as $field', ({ field, option, address }) => {
  test('is refused on the command line of headless', () => {
    expect(() => readConfig([`${option}=${address}`], {}, 'headless')).toThrow(
      // A password in the address must not be printed.
      `${option}: found ${JSON.stringify(address.replace(/\/\/.*@/, '//***@'))}, expected an https address without a user name`,
    );
  });

  test('is ignored in the settings file', () => {
    const { settings, problems } = readSettings({ mode: 'live', service: { ...good, storeId: 's', [field]: address } });
    expect(settings.service).toMatchObject({ ...good, storeId: 's', [field]: '' });
    expect(problems.map(({ key }) => key)).toEqual([`service.${field}`]);
  });

  test.each(['connection.test', 'connection.save'])('is refused by %s', async (command) => {
    const answer = await openCashierIpc()(command, typed({ ...good, [field]: address }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect(answer.ok ? [] : answer.error.fields?.map(({ path }) => path)).toEqual([`/connection/${field}`]);
  });
});

test.each(loopback)('%s is accepted everywhere, because it does not leave this computer', async (address) => {
  const all = { baseUrl: address, authUrl: address, partnerUrl: address };
  const args = fields.map(([, option]) => `${option}=${address}`);
  expect(readConfig(args, {}, 'headless').overrides.service).toMatchObject(all);
  expect(readSettings({ service: all })).toMatchObject({ settings: { service: all }, problems: [] });
  for (const command of ['connection.test', 'connection.save']) {
    expect(await openCashierIpc()(command, typed(all))).toEqual(done(null));
  }
});
