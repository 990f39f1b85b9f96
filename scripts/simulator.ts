/**
 * The embedded receipt service alone: `npm run simulator -- [options]`. Prints one line of JSON on stdout when it is
 * ready, with the credentials that it accepts and the address that controls it; logs go to stderr. SIGTERM and SIGINT end it with 0.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createLog } from '../src-main/diagnostics/log.ts';
import { createSimulator, type SimulatorOptions } from '../src-main/simulator/simulator-server.ts';
import type { Account } from '../src-main/simulator/simulator-state.ts';
import { type Switches, switchesSchema } from '../src-main/simulator/switches.ts';
import { systemClock as clock, systemRandom as random } from '../src-main/system-ports.ts';

const help = `Options:
  --port N                  port on 127.0.0.1 (a free one)
  --token-seconds N         lifetime of access tokens (86400)
  --self-generated-ids      accept receipt ids that were not registered
  --transparent-users       create users for unknown external ids
  --known-user ID           external id of a user that exists (repeatable)
  --loyalty-off             loyalty module not activated
  --loyalty-without-points  loyalty provider without a points system
  --loyalty-user ID         customer whom the loyalty provider knows (repeatable; without it: everybody)
  --store-id ID             store that exists (repeatable; invented)
  --client-id ID, --scope-base S, --username NAME   parts of the account (invented)
  --extension-key KEY       name of the extension fields (extension:service)
  --public-url URL          start of receipt addresses (the simulator's own address)
  --state FILE              keep account, ids and states across restarts
  --partner-key KEY         opens the partner routes (invented)
  --alternate-reading                read receipt-service.md otherwise wherever it leaves room
  --set NAME=VALUE          any other switch, of src-main/simulator/switches.ts (repeatable);
                            VALUE is JSON, or text: --set partnerAccess=token --set 'applicationClientIds=["app-1"]'
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
  const read = switchesSchema.partial().safeParse(Object.fromEntries(entries));
  if (!read.success) throw new Error(`--set: ${z.prettifyError(read.error)}`);
  return read.data as Partial<Switches>;
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
      alternateReading: flag,
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
      alternateReading: values.alternateReading,
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
