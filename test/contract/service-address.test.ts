import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src-main/config.ts';
import { readSettings } from '../../src-main/settings/stored-settings.ts';
import { channels } from '../../src-main/shared/bridge.ts';
import { done, type Result } from '../../src-main/shared/result.ts';
import { addressFault } from '../../src-main/shared/service-address.ts';
import { cashier, openTestIpc } from './ipc-interface.ts';

/** Passwords are sent to these addresses, so every input of an address follows one rule and names what it refuses. */

const fields = [
  ['baseUrl', '--service-url'],
  ['authUrl', '--auth-url'],
  ['partnerUrl', '--partner-url'],
] as const;
const urls = { baseUrl: 'https://a.example', authUrl: 'https://b.example/token', partnerUrl: '' };
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

/** Sends a command of the cashier window to the real IPC interface, whose commands accept every call. */
const callAsCashier = async (name: string, input: unknown) =>
  (await openTestIpc().call(channels.command, cashier, name, input)) as Result<unknown>;

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
      `${option}: found ${JSON.stringify(address.replace(/\/\/.*@/, '//***@'))}, expected ${addressFault(address)?.replace(/^.*expected /, '')}.`,
    );
  });

  test('is ignored in the settings file', () => {
    const { settings, problems } = readSettings({ mode: 'live', service: { ...urls, storeId: 's', [field]: address } });
    expect(settings.service).toMatchObject({ ...urls, storeId: 's', [field]: '' });
    expect(problems.map(({ key }) => key)).toEqual([`service.${field}`]);
  });

  test.each(['connection.test', 'connection.save'])('is refused by %s', async (command) => {
    const answer = await callAsCashier(command, typed({ ...urls, [field]: address }));
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
    expect(await callAsCashier(command, typed(all))).toEqual(done(null));
  }
});
