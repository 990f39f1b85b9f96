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
const address = 'https://user:secret@service.example';

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

describe.each(fields)('an address that is not allowed as %s', (field, option) => {
  test('is refused on the command line of headless', () => {
    expect(() => readConfig([`${option}=${address}`], {}, 'headless')).toThrow(
      // A password in the address must not be printed.
      `${option}: found "https://***@service.example", expected ${addressFault(address)?.replace(/^.*expected /, '')}.`,
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

test('an address on this computer is accepted everywhere', async () => {
  const local = 'http://127.0.0.1:8080';
  const all = { baseUrl: local, authUrl: local, partnerUrl: local };
  const args = fields.map(([, option]) => `${option}=${local}`);
  expect(readConfig(args, {}, 'headless').overrides.service).toMatchObject(all);
  expect(readSettings({ service: all })).toMatchObject({ settings: { service: all }, problems: [] });
  for (const command of ['connection.test', 'connection.save']) {
    expect(await callAsCashier(command, typed(all))).toEqual(done(null));
  }
});
