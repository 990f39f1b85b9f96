import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { posToken, startProgram, till } from './processes.ts';
import { smallBill } from './small-bill.ts';

/** A bug that a signal sets off, outside every handler of the program. */
const bug = (what: string): string =>
  `--import=data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(what)}})`;

test.each([
  ['an error that nobody caught', `throw new Error('a bug')`, 'uncaught-exception'],
  ['a rejection that nobody handled', `void Promise.reject(new Error('a bug'))`, 'unhandled-rejection'],
])(
  '%s is written down, the program ends in order and not with 0, and the next one goes on with what was accepted',
  async (_name, what, event) => {
    const dataDir = tempFolder();
    const env = {
      RECEIPT_COMPANION_POS_TOKEN: posToken,
      RECEIPT_COMPANION_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const args = ['--training', '--pos-port', '0', '--data-dir', dataDir];
    const first = await startProgram('src-main/headless.ts', args, { ...env, NODE_OPTIONS: bug(what) });
    const before = till(first.ready.posApi ?? '');
    const sale = await before.json('POST', '/receipts', { reference: 'before', bill: smallBill() });
    expect(await first.end('SIGUSR2')).toBe(1);
    const lines = first
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const events = lines.map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(events).toContain(event);
    expect(events.at(-1)).toBe('app-stopped');

    const second = await startProgram('src-main/headless.ts', args, env);
    await till(second.ready.posApi ?? '').sale(String(sale.id), ({ state }) => state === 'delivered');
    expect(await second.end('SIGTERM')).toBe(0);
  },
);
