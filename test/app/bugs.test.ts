import { expect, test } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { trainingFailures } from '../fakes/training-failures.ts';
import { hostEnv, startProgram, training } from './processes.ts';
import { smallBill } from './small-bill.ts';

/** Causes an error outside every handler of the app, on a signal. */
const bug = (what: string): string =>
  `--import=data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(what)}})`;

test('an uncaught error is logged, the program stops properly with exit code 1, and the next start delivers the accepted receipt', async () => {
  const dataDir = tempFolder();
  const start = (more: Readonly<Record<string, string>>) =>
    startProgram(training(dataDir, '--control'), { ...hostEnv, ...more });
  for (const [what, event] of [
    [`throw new Error('a bug')`, 'uncaught-exception'],
    [`void Promise.reject(new Error('a bug'))`, 'unhandled-rejection'],
  ] as const) {
    const program = await start({ NODE_OPTIONS: bug(what) });
    // Only the next start can deliver the receipt.
    await trainingFailures(() => program.ready.controlUrl ?? '').fails('offline');
    const { id } = await program.pos.json('POST', '/receipts', { reference: event, bill: smallBill() });
    expect(await program.end('SIGUSR2')).toBe(1);
    const lines = program
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const events = lines.map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(events).toContain(event);
    expect(events.at(-1)).toBe('app-stopped');
    const next = await start({});
    await next.pos.sale(id, ({ state }) => state === 'delivered');
    await next.end('SIGTERM');
  }
});
