/**
 * The embedded receipt service alone: `npm run simulator -- [options]`. When it is ready, it prints one line of JSON on
 * stdout, with the accepted credentials and the address for control requests. Logs go to stderr. SIGTERM and SIGINT end
 * it with 0.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createLog } from '../src-main/diagnostics/log.ts';
import { createSimulator, type SimulatorOptions } from '../src-main/simulator/simulator-server.ts';
import type { Account } from '../src-main/simulator/simulator-state.ts';
import { type Switches, switchesSchema } from '../src-main/simulator/switches.ts';
import { systemClock as clock, systemRandom as random } from '../src-main/system-ports.ts';

const help = `Starts the training service alone, on 127.0.0.1.
Usage: npm run simulator -- [options], or receipt-companion simulator [options]
Options (the default is in brackets):
  --port N                  port (a free one)
  --token-seconds N         lifetime of access tokens (86400)
  --self-generated-ids      accept receipt ids that were not registered (off)
  --transparent-users       create users for unknown external ids (off)
  --known-user ID           external id of an existing user; repeatable (none)
  --loyalty-off             the loyalty module is not activated (off)
  --loyalty-without-points  the loyalty provider has no points (off)
  --loyalty-user ID         a customer of the loyalty provider; repeatable (everybody)
  --store-id ID             an existing store; repeatable (invented)
  --client-id ID, --scope-base S, --username NAME   parts of the account (invented)
  --extension-key KEY       name of the extension fields (extension:service)
  --public-url URL          beginning of receipt addresses (the address of the service)
  --state FILE              keep account, ids and states across restarts (off)
  --partner-key KEY         key of the partner routes (invented)
  --set NAME=VALUE          any other switch of src-main/simulator/switches.ts; repeatable; VALUE is JSON or text
  --help                    print this help
When it is ready it prints one line of JSON with its addresses, its account and controlUrl. The log goes to standard error.
Examples:
  npm run simulator -- --port 8080 --state state.json
  npm run simulator -- --set partnerAccess=token --set 'applicationClientIds=["app-1"]'
Exit codes: 0 ended by SIGTERM or SIGINT, 1 an option is wrong or the port is taken
`;

const log = createLog({ write: (line) => process.stderr.write(line) });

function wholeNumber(name: string, given: string, min: number, max: number): number {
  const found = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(found >= min && found <= max)) {
    throw new Error(`--${name}: found '${given}', expected a whole number from ${min} to ${max}`);
  }
  return found;
}

/** Parses `NAME=VALUE` switches. An unknown name or value is reported. */
function readSwitches(given: readonly string[]): Partial<Switches> {
  const entries = given.map((word) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    if (name === '') throw new Error(`--set: found '${word}', expected NAME=VALUE`);
    try {
      return [name, JSON.parse(value) as unknown] as const;
    } catch {
      return [name, value] as const;
    }
  });
  const switches = Object.fromEntries(entries);
  const read = switchesSchema.safeParse(switches);
  if (!read.success) throw new Error(`--set: ${z.prettifyError(read.error)}`);
  return switches as Partial<Switches>;
}

function readOptions(argv: readonly string[]): SimulatorOptions | 'help' {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      help: flag,
      port: text,
      'token-seconds': text,
      'self-generated-ids': flag,
      'transparent-users': flag,
      'known-user': list,
      'loyalty-off': flag,
      'loyalty-without-points': flag,
      'loyalty-user': list,
      'store-id': list,
      'client-id': text,
      'scope-base': text,
      username: text,
      'extension-key': text,
      'public-url': text,
      state: text,
      'partner-key': text,
      set: list,
    },
  });
  if (values.help) return 'help';
  const [store, ...otherStores] = values['store-id'] ?? [];
  const account: Partial<Account> = {
    ...(store !== undefined && { storeIds: [store, ...otherStores] }),
    ...(values['client-id'] !== undefined && { clientId: values['client-id'] }),
    ...(values['scope-base'] !== undefined && { scopeBase: values['scope-base'] }),
    ...(values.username !== undefined && { username: values.username }),
    ...(values['partner-key'] !== undefined && { partnerKey: values['partner-key'] }),
  };
  const seconds = values['token-seconds'];
  return {
    port: wholeNumber('port', values.port ?? '0', 0, 65_535),
    account,
    switches: {
      ...(seconds !== undefined && { accessTokenSeconds: wholeNumber('token-seconds', seconds, 1, 999_999_999) }),
      ...(values['loyalty-user'] !== undefined && { loyaltyUsers: values['loyalty-user'] }),
      selfGeneratedIds: values['self-generated-ids'],
      transparentUserCreation: values['transparent-users'],
      knownExternalIds: values['known-user'] ?? [],
      loyaltyModule: !values['loyalty-off'],
      loyaltyPoints: !values['loyalty-without-points'],
      ...readSwitches(values.set ?? []),
    },
    ...(values['extension-key'] !== undefined && { extensionKey: values['extension-key'] }),
    ...(values['public-url'] !== undefined && { publicUrl: values['public-url'].replace(/\/+$/, '') }),
    ...(values.state !== undefined && { stateFile: values.state }),
  };
}

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = createSimulator({ ...options, control: true }, { clock, random, log });
  const { baseUrl: url, authUrl, partnerUrl, controlUrl } = await simulator.start();
  const { username, password, clientId, scopeBase, storeIds, partnerKey } = simulator.account;
  const ready = {
    ready: true,
    url,
    authUrl,
    partnerUrl,
    username,
    password,
    clientId,
    scopeBase,
    storeId: storeIds[0],
    partnerKey,
  };
  process.stdout.write(`${JSON.stringify({ ...ready, controlUrl })}\n`);
  const end = async () => {
    await simulator.stop();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') process.stderr.write(help);
  else await run(options);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${help}`);
  process.exitCode = 1;
}
