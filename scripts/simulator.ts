/**
 * The embedded receipt service alone: `npm run simulator -- [options]`. When it is ready, it prints one line of JSON on
 * stdout, with the accepted credentials and the address for control requests. Logs go to stderr. SIGTERM and SIGINT end
 * it with 0.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createLog } from '../src-main/diagnostics/log.ts';
import { createSimulator, type SimulatorOptions } from '../src-main/simulator/simulator-server.ts';
import { type Switches, switchesSchema } from '../src-main/simulator/switches.ts';
import { systemClock as clock, systemRandom as random } from '../src-main/system-ports.ts';

const help = `Starts the training service alone, on 127.0.0.1.
Usage: npm run simulator -- [options], or receipt-companion simulator [options]
Options (the default is in brackets):
  --port N                  port (a free one)
  --store-id ID             an existing store; repeatable (invented)
  --extension-key KEY       name of the extension fields (extension:service)
  --state FILE              keep account, ids and states across restarts (off)
  --set NAME=VALUE          a switch of src-main/simulator/switches.ts; repeatable; VALUE is JSON or text
  --help                    print this help
When it is ready it prints one line of JSON with its addresses, its account and controlUrl. The log goes to standard error.
Examples:
  npm run simulator -- --port 8080 --state state.json
  npm run simulator -- --set selfGeneratedIds=true --set 'knownExternalIds=["customer-1"]'
Exit codes: 0 ended by SIGTERM or SIGINT, 1 an option is wrong or the port is taken
`;

const log = createLog({ write: (line) => process.stderr.write(line) });

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
      'store-id': list,
      'extension-key': text,
      state: text,
      set: list,
    },
  });
  if (values.help) return 'help';
  const [storeId, ...otherStoreIds] = values['store-id'] ?? [];
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port: found '${port}', expected a whole number from 0 to 65535`);
  return {
    port: Number(port),
    account: storeId === undefined ? {} : { storeIds: [storeId, ...otherStoreIds] },
    switches: readSwitches(values.set ?? []),
    ...(values['extension-key'] !== undefined && { extensionKey: values['extension-key'] }),
    ...(values.state !== undefined && { stateFile: values.state }),
  };
}

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = createSimulator({ ...options, control: true }, { clock, random, log });
  const { baseUrl: url, authUrl, partnerUrl, controlUrl } = await simulator.start();
  const { storeIds, ...account } = simulator.account;
  const addresses = { url, authUrl, partnerUrl, controlUrl };
  process.stdout.write(`${JSON.stringify({ ready: true, ...addresses, ...account, storeId: storeIds[0] })}\n`);
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
