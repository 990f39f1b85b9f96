/**
 * Installs a newer version of the program over an older one, with a receipt that waits meanwhile: `node
 * scripts/try-upgrade.ts OLDER NEWER`, for hosted machines. Each argument is an installer of this system (`.deb`, the
 * `.exe` of NSIS, the `.zip` for macOS); a `.ts` file runs directly, to try this script. Passes if the newer version
 * delivers the receipt once, under the id that the customer was shown.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { extname, join, resolve } from 'node:path';
import { connectedTo, posClient, spawnProgram } from '../test/app/program.ts';
import { smallBill } from '../test/app/small-bill.ts';
import { listenTo } from '../test/electron/running.ts';
import { openPlace, until } from './try-setup.ts';

const startMaxMs = 120_000;
const run = (command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

/** Installs a version over the existing one and returns how to start it. */
const installers: Readonly<Record<string, (file: string) => readonly string[]>> = {
  '.deb': (file) => {
    run('sudo', 'apt-get', 'install', '--yes', file);
    return ['receipt-companion'];
  },
  '.exe': (file) => {
    run(file, '/S');
    return ['C:\\Program Files\\Receipt Companion\\Receipt Companion.exe'];
  },
  '.zip': (file) => {
    run('rm', '-rf', '/Applications/Receipt Companion.app');
    run('ditto', '-x', '-k', file, '/Applications');
    return ['/Applications/Receipt Companion.app/Contents/MacOS/Receipt Companion'];
  },
  '.ts': (file) => [process.execPath, file],
};

const install = (file: string): readonly string[] => {
  const known = installers[extname(file)];
  if (known === undefined) throw new Error(`${file}: expected one of ${Object.keys(installers).join(', ')}`);
  return known(resolve(file));
};

const [older, newer] = process.argv.slice(2);
if (older === undefined || newer === undefined) throw new Error('usage: node scripts/try-upgrade.ts OLDER NEWER');
const place = await openPlace();
const service = spawnProgram(join(import.meta.dirname, 'simulator.ts'), []);

/** Without a Developer ID macOS treats each version as another program, and asks its user for every keychain entry. */
const reportPrompt = (): void => {
  const { status } = spawnSync('pgrep', ['-x', 'SecurityAgent']);
  console.log(status === 0 ? 'macOS asks for the keychain (SecurityAgent runs)' : 'macOS asks for nothing');
};

const begin = async (command: readonly string[], account: Awaited<typeof service.ready>) => {
  const { args, env } = connectedTo(account, join(place.dataDir, 'data'));
  const { RECEIPT_COMPANION_DATA_KEY: _fromTheKeychain, ...rest } = env;
  const [program = '', ...words] = command;
  // Option and value are one argument, because Electron on Windows accepts no argument after an address.
  const joined = args.flatMap((word, at) => (word.startsWith('--') ? [`${word}=${args[at + 1]}`] : []));
  const child = spawn(program, [...words, ...joined], {
    env: { ...place.env, ...rest },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = listenTo(child);
  const late = setTimeout(() => {
    if (process.platform === 'darwin') reportPrompt();
    child.kill('SIGKILL');
  }, startMaxMs);
  const { posApi } = await output.ready.finally(() => clearTimeout(late));
  if (posApi === null) throw new Error('it has no port for tills');
  return {
    pos: posClient(posApi),
    end: async () => {
      child.kill('SIGTERM');
      await output.exit;
    },
  };
};

try {
  const account = await service.ready;
  const control = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${account.controlUrl}${path}`, { method, ...(body === undefined ? {} : json) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };

  const before = await begin(install(older), account);
  await before.pos.untilPoolHas(1);
  await control('POST', '/faults', { route: 'bill', effect: { kind: 'status', status: 503 }, times: 'forever' });
  const { id, billId } = await before.pos.json('POST', '/receipts', { reference: 'upgrade-1', bill: smallBill() });
  await before.pos.sale(id, ({ state }) => state === 'queued');
  console.log(`ok: a receipt waits in ${(await before.pos.json('GET', '/status')).version}`);
  await before.end();

  const after = await begin(install(newer), account);
  const sale = await after.pos.json('GET', `/sales/${id}`);
  if (sale.state !== 'queued' || sale.billId !== billId) throw new Error(`found ${JSON.stringify(sale)}`);
  console.log(`ok: it is there in ${(await after.pos.json('GET', '/status')).version}, under the same id`);
  await control('DELETE', '/faults');
  await until('it is delivered', startMaxMs, async () => {
    return (await after.pos.json('GET', `/sales/${id}`)).state === 'delivered';
  });
  const { bills } = (await (await control('GET', '/ledger')).json()) as {
    readonly bills: readonly { billId: string }[];
  };
  const stored = bills.map((bill) => bill.billId);
  if (stored.length !== 1 || stored[0] !== billId) throw new Error(`the service has ${stored}, expected ${billId}`);
  console.log('ok: it is stored once');
  await after.end();
} finally {
  await service.end('SIGKILL');
  await place.close();
}
