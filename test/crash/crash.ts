/**
 * `npm run test:crash [-- --kills N]` sells with the real headless app while the service sometimes fails. It kills the
 * app with SIGKILL at random moments and starts it again on the same files. In the end it compares the whole history
 * with the service's ledger. Exits 1 if a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SaleResource } from '../../src-main/shared/till-view.ts';
import type { FaultInput } from '../../src-main/simulator/faults.ts';
import { systemClock } from '../../src-main/system-ports.ts';
import { posClient, type TestProgram } from '../app/program.ts';
import { openConnected } from '../fakes/connected-headless.ts';
import { drawnRandom, seed, volume } from '../fakes/drawn.ts';
import { noJson } from '../fakes/spoiled-answers.ts';
import { diskFolder } from '../fakes/test-disk.ts';
import { createTills, type Tills } from './traffic.ts';
import { checkHistories } from './verdict.ts';

const { values } = parseArgs({ options: { kills: { type: 'string' } } });
const kills = Number(values.kills ?? volume(400, 20));
const random = drawnRandom();

/** Each run differs: the service fails rarely or often, and the pool has many, few or no ids. */
const faultiness = 0.02 + 0.5 * random.fraction();
const poolTarget = [0, 2, 8][Math.floor(random.fraction() * 3)] ?? 8;

/** The requests fail before or after they take effect. */
const effects: readonly (Pick<FaultInput, 'effect'> & Partial<FaultInput>)[] = [
  { effect: { kind: 'status', status: 500 } },
  { effect: { kind: 'status', status: 503 } },
  { effect: { kind: 'status', status: 504, processed: true } },
  { effect: { kind: 'resetBefore' } },
  { effect: { kind: 'resetAfter' } },
  { effect: { kind: 'halfBody' } },
  { effect: { ...noJson, processed: true } },
  { effect: { kind: 'none' }, delayMs: 300 },
];
const faults: readonly FaultInput[] = (
  ['register', 'bill', 'printed', 'cancel', 'loyaltyStart', 'loyaltyCancel'] as const
)
  .flatMap((route) =>
    effects.map((fault) => ({ ...fault, route, times: 'forever' as const, probability: faultiness / effects.length })),
  )
  // A clear 5xx means that nothing was started, so such a fault must not take effect.
  .filter(({ route, effect }) => route !== 'loyaltyStart' || !('processed' in effect));

const dataDir = mkdtempSync(join(diskFolder, 'receipt-companion-crash-'));
const { simulator, start } = await openConnected(
  dataDir,
  { service: { totalTimeoutMs: 2_000, interactiveTimeoutMs: 1_500 }, pool: { target: poolTarget } },
  { NODE_COMPILE_CACHE: join(dataDir, 'compile-cache') },
);
/** Every started app. The last one is killed when the harness ends in any way. */
const started: TestProgram[] = [];

async function run(): Promise<readonly string[]> {
  const tills = createTills(random);
  for (const fault of faults) simulator.faults.add(fault);
  for (let count = 0; count < kills; count += 1) {
    const app = start();
    started.push(app);
    await liveAndDie(app, tills);
    if ((count + 1) % 25 === 0) process.stdout.write(`${count + 1} kills, ${tills.histories.length} sales\n`);
  }
  simulator.faults.clear();
  const last = start();
  started.push(last);
  const pos = posClient((await last.ready).posApi ?? '');
  await tills.finish(pos);
  const waiting = await drain(pos);
  const sales = await everySale(pos);
  const code = await last.end('SIGTERM');
  const verdict = checkHistories(tills.histories, sales, simulator.ledger());
  const broken = [...verdict.duplicates, ...verdict.lost, ...verdict.other];
  if (waiting > 0) broken.push(`${waiting} requests still wait long after everything works again`);
  if (code !== 0) broken.push(`the last app ended with ${code}: ${last.stderr()}`);
  const { accepted, delivered, cancelled, duplicates, lost } = verdict;
  process.stdout.write(
    `pool ${poolTarget}, faults ${faultiness.toFixed(2)}, kills ${kills}, sales ${tills.histories.length}, accepted ${accepted}, delivered ${delivered}, cancelled ${cancelled}, ` +
      `duplicates ${duplicates.length}, lost ${lost.length}, seed ${seed}\n`,
  );
  return broken;
}

/** Most kills come during traffic, some during a start. */
async function liveAndDie(program: TestProgram, tills: Tills): Promise<void> {
  let isOver = false;
  if (random.fraction() < 0.15) {
    program.ready.catch(() => undefined);
    await wait(random.fraction() * 800);
    await program.end('SIGKILL');
    return;
  }
  const ready = await program.ready;
  const pos = posClient(ready.posApi ?? '');
  const { notices } = (await pos.json('GET', '/status')) as { notices: readonly string[] };
  if (notices.length > 0) throw new Error(`after a kill the app says ${notices.join(', ')}: ${program.stderr()}`);
  const selling = tills.sell(pos, () => isOver);
  await wait(random.fraction() * 500);
  isOver = true;
  await program.end('SIGKILL');
  await selling;
}

/** Waits until nothing is left to send, for a limited time. Returns the rest. */
async function drain(pos: ReturnType<typeof posClient>): Promise<number> {
  for (const deadline = systemClock.now() + 90_000; ; await wait(200)) {
    const { outbox } = (await pos.json('GET', '/status')) as { outbox: { queued: number } };
    if (outbox.queued === 0 || systemClock.now() > deadline) return outbox.queued;
  }
}

async function everySale(pos: ReturnType<typeof posClient>): Promise<ReadonlyMap<string, SaleResource>> {
  const sales = new Map<string, SaleResource>();
  let cursor = '';
  for (;;) {
    const page = (await pos.json('GET', `/sales?limit=100${cursor}`)) as { items: SaleResource[]; next: string | null };
    for (const sale of page.items) sales.set(sale.reference, sale);
    if (page.next === null) return sales;
    cursor = `&cursor=${page.next}`;
  }
}

try {
  const broken = await run();
  for (const sentence of broken) process.stdout.write(`BROKEN ${sentence}\n`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.stack : error}\nseed ${seed}; the files are in ${dataDir}\n`);
  process.exitCode = 1;
} finally {
  await started.at(-1)?.end('SIGKILL');
  await simulator.stop();
  if (process.exitCode === 0) rmSync(dataDir, { recursive: true, force: true });
}
