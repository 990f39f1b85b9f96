import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../../src-main/program/program.ts';
import { writeSale } from '../../src-main/sales/repository.ts';
import { reconciliationStatusOf } from '../../src-main/sales/sale/sale.ts';
import { silentLog } from '../../src-main/service/connection-test.ts';
import { confStore } from '../../src-main/settings/settings-file.ts';
import { openSettings } from '../../src-main/settings/stored-settings.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { createSaleTable } from '../../src-main/storage/sale-table.ts';
import { receiptFormat } from '../../src-main/storage/schema.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { asTill, asWindow } from '../app/command-callers.ts';
import { posClient, posToken, spawnProgram } from '../app/program.ts';
import { programOn } from '../app/program-on.ts';
import { sampleSale } from '../fakes/sample-sale.ts';
import { longBill } from '../fixtures/receipts/valid-bills.ts';
import { type BenchSizes, collectGarbage, type Figure, ms, ratioRow, sideBySide, spreadOf } from './figures.ts';
import {
  type BenchPrograms,
  type Beside,
  beside,
  type ClientJob,
  openPrograms,
  processorMs,
  runClient,
} from './programs.ts';

type Rates = BenchSizes['rates'];

// A bill of another day would get a warning.
const twentyLines = JSON.stringify({ bill: longBill(20) }).replace(
  '2025-05-31T14:05:12+02:00',
  new Date().toISOString(),
);
/** The largest value of the setting `pool.target`. */
const largestPool = 200;
let bills = 0;

export const nextBill = (): string => {
  bills += 1;
  return twentyLines.replace('"long-20"', `"R-${bills}"`);
};

const clientsOf = (count: number): string => `${count} client${count === 1 ? '' : 's'}`;

function rateRow(name: string, target: number, { spread, cpuMs, floorCpuMs, ...measured }: Beside): Figure {
  const { rate, floorRate, ratio, ratioLeast, ratioMost } = measured;
  const percent = (share: number): string => (share * 100).toFixed(0);
  const cpu = cpuMs === null || floorCpuMs === null ? null : { cpuMs, floorCpuMs };
  const processor = cpu === null ? '' : `, processor ${ms(cpu.cpuMs)} (${ms(cpu.floorCpuMs)})`;
  return {
    name,
    figure: `${rate.toFixed(0)}/s of ${floorRate.toFixed(0)}/s: ${percent(ratio)} % (${percent(ratioLeast)}-${percent(ratioMost)})${processor}, p99 ${ms(spread.p99)}`,
    target: `>= ${percent(target)} % of the floor`,
    met: ratio >= target,
    measured: { ...measured, ...spread, ...cpu },
  };
}

const floorJob = ({ floorUrl }: BenchPrograms, sockets: number, count: number, body: string): ClientJob => ({
  url: floorUrl,
  method: 'POST',
  headers: {},
  sockets,
  keepAlive: true,
  status: 201,
  calls: Array.from({ length: count }, () => ({ path: '/keep', body })),
});

/** Opens sales with pooled ids. The pool is filled before each round, because only the sale is measured. */
export async function openSaleRow(clients: number, { rounds, requests }: Rates, target: number): Promise<Figure> {
  const poolTarget = Math.min(largestPool, requests);
  const programs = await openPrograms({ pool: { target: poolTarget } });
  try {
    // A start sizes the pool by the sales of the busiest hour. The sales are doubled, as they may fall into two hours.
    await openSales(programs, 2 * poolTarget, 'earlier');
    await programs.restart();
    let count = 0;
    const bodies = () => JSON.stringify({ reference: `sale-${count++}`, amount: 10 });
    const found = await beside(
      rounds,
      {
        pid: () => programs.app().pid,
        async job() {
          programs.simulator.faults.clear();
          await posClient(await programs.posApiUrl()).untilPoolHas(poolTarget);
          const slow = { route: 'register', effect: { kind: 'none' }, delayMs: 2_000, times: 'forever' } as const;
          programs.simulator.faults.add(slow);
          const calls = Array.from({ length: poolTarget }, () => ({ path: '/sales', body: bodies() }));
          return tillJob(programs, { method: 'POST', sockets: clients, status: 201, calls });
        },
      },
      {
        pid: () => programs.floor.pid,
        job: async () => floorJob(programs, clients, poolTarget, JSON.stringify({ filled: '.'.repeat(700) })),
      },
    );
    return rateRow(`open a sale over HTTP, ${clientsOf(clients)}`, target, found);
  } finally {
    await programs.close();
  }
}

/** Bills over the POS API while the service is away. All are on disk before their answer. */
export async function acceptBillRow(clients: number, { rounds, requests }: Rates, target: number): Promise<Figure> {
  const programs = await openPrograms({ pool: { target: 0 } });
  try {
    await programs.serviceDown();
    let round = 0;
    const found = await beside(
      rounds,
      {
        pid: () => programs.app().pid,
        async job() {
          round += 1;
          return billJob(programs, requests, `sale-${round}`, clients);
        },
      },
      { pid: () => programs.floor.pid, job: async () => floorJob(programs, clients, requests, nextBill()) },
    );
    return rateRow(`accept a 20-line bill, ${clientsOf(clients)}`, target, found);
  } finally {
    await programs.close();
  }
}

const tillJob = async (
  { posApiUrl, headers }: BenchPrograms,
  job: Pick<ClientJob, 'method' | 'sockets' | 'status' | 'calls'>,
): Promise<ClientJob> => ({ url: await posApiUrl(), headers, keepAlive: true, ...job });

async function openSales(programs: BenchPrograms, count: number, name: string): Promise<readonly string[]> {
  const calls = Array.from({ length: count }, (_, index) => ({
    path: '/sales',
    body: JSON.stringify({ reference: `${name}-${index}`, show: false }),
  }));
  return (await runClient(await tillJob(programs, { method: 'POST', sockets: 4, status: 201, calls }))).ids;
}

async function billJob(programs: BenchPrograms, count: number, name: string, sockets: number): Promise<ClientJob> {
  const ids = await openSales(programs, count, name);
  const calls = ids.map((id) => ({ path: `/sales/${id}/bill`, body: nextBill() }));
  return tillJob(programs, { method: 'PUT', sockets, status: 202, calls });
}

/** Delivers bills, four at a time, to a service that takes 100 ms for each. The floor opens a connection for each. */
export async function drainRow({ rounds, drained }: Rates): Promise<Figure> {
  const delayMs = 100;
  const concurrencyLimiter = 4;
  const programs = await openPrograms({ pool: { target: 0 } });
  try {
    const shares: number[] = [];
    const processor: number[] = [];
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await programs.serviceDown();
      const job = await billJob(programs, drained, `sale-${round}`, concurrencyLimiter);
      await runClient(job);
      const calls = job.calls.map(({ body }) => ({ path: `/slow/${delayMs}`, body }));
      const floor = await runClient({ ...floorJob(programs, concurrencyLimiter, 0, ''), keepAlive: false, calls });
      programs.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, delayMs, times: 'forever' });
      const before = programs.simulator.ledger().bills.length;
      await programs.serviceUp();
      // A new worker checks the queue at once. A running one would first wait.
      await programs.restart();
      const used = processorMs(programs.app().pid);
      while (programs.simulator.ledger().bills.length < before + drained) await wait(20);
      const usedAfter = processorMs(programs.app().pid);
      const bills = programs.simulator.ledger().bills.slice(before);
      const tookMs = (bills.at(-1)?.at ?? 0) - (bills[0]?.at ?? 0) + delayMs;
      took.push(tookMs);
      shares.push(floor.tookMs / tookMs);
      if (used !== null && usedAfter !== null) processor.push((usedAfter - used) / drained);
    }
    const share = spreadOf(shares).p50;
    const cpu = processor.length === 0 ? {} : { cpuMs: spreadOf(processor).p50 };
    const tookMs = spreadOf(took).p50;
    return {
      name: `drain ${drained.toLocaleString('en')} bills, service ${delayMs} ms, ${concurrencyLimiter} at a time`,
      figure: `${(tookMs / 1_000).toFixed(1)} s, ${(share * 100).toFixed(0)} % of the bound${cpu.cpuMs === undefined ? '' : `, processor ${ms(cpu.cpuMs)} a bill`}`,
      target: '>= 95 % of the bound, its handshakes counted',
      met: share >= 0.95,
      measured: { share, shareLeast: Math.min(...shares), shareMost: Math.max(...shares), tookMs, ...cpu },
    };
  } finally {
    await programs.close();
  }
}

/** The start of the headless app until its first output, compared with plain Node with Fastify and SQLite. */
export async function readyRow({ rounds }: Rates): Promise<Figure> {
  using dataDir = mkdtempDisposableSync(join(tmpdir(), 'receipt-companion-bench-'));
  const startsOf = (file: string, args: readonly string[]) => async (): Promise<void> => {
    const program = spawnProgram(file, args, { RECEIPT_COMPANION_POS_TOKEN: posToken });
    await program.ready;
    await program.end('SIGTERM');
  };
  const args = ['--training', '--pos-port', '0', '--data-dir', dataDir.path];
  const [ours, floor] = await sideBySide(
    rounds,
    startsOf('src-main/headless.ts', args),
    startsOf(join(import.meta.dirname, 'floor-server.ts'), [':memory:']),
  );
  const more = spreadOf(ours).p50 - spreadOf(floor).p50;
  return {
    name: 'headless: start to ready and stop, beside bare Fastify with SQLite',
    figure: `+ ${ms(more)} (${ms(spreadOf(ours).p50)} and ${ms(spreadOf(floor).p50)})`,
    target: '+ <= 500 ms',
    met: more <= 500,
    measured: { more, oursMs: spreadOf(ours).p50, floorMs: spreadOf(floor).p50 },
  };
}

const dataKey = new Uint8Array(32).fill(7);

/** The app in training without a pool. It runs in this process, so that its memory can be measured. */
const programIn = (dataDir: string): Program =>
  programOn(
    dataDir,
    {
      log: silentLog,
      settings: openSettings(confStore(dataDir, systemClock.now()), silentLog, {
        mode: 'training',
        posApi: { port: 0 },
        pool: { target: 0 },
      }),
    },
    { dataKey, computer: { id: 'bench', stateDir: join(dataDir, 'state') } },
  );

async function startAndStop(dataDir: string): Promise<void> {
  const app = programIn(dataDir);
  await app.start();
  await app.stop();
}

function keepDelivered(dataDir: string, count: number): void {
  const database = openDatabase(join(dataDir, 'training', 'receipts.db'), receiptFormat);
  const table = createSaleTable(database, createEncryption(dataKey, systemRandom));
  const start = systemClock.now() - count * 60_000;
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const [id, at] = [systemRandom.uuid(), start + index * 60_000];
      const till = { reference: `sale-${index}`, till: 'bench', businessDay: '' };
      const columns = { id, ...till, state: 'delivered', createdAt: at, updatedAt: at } as const;
      const sale = sampleSale({ ...columns, billId: id, billHash: '0' });
      const { storeId, receiptNumber, amountCents } = sale;
      const place = reconciliationStatusOf(sale);
      table.insert({ ...columns, storeId, receiptNumber, amountCents, place, doc: writeSale(sale) });
    }
  });
  database.close();
}

/** The cost of years of stored sales, compared with few. Both run in turns under the same load. */
export async function sizeRows([few, many]: readonly [number, number], samples: number): Promise<Figure[]> {
  using folderOfFew = mkdtempDisposableSync(join(tmpdir(), 'receipt-companion-bench-'));
  using folderOfMany = mkdtempDisposableSync(join(tmpdir(), 'receipt-companion-bench-'));
  const sizes = [
    [folderOfFew.path, few],
    [folderOfMany.path, many],
  ] as const;
  for (const [folder, count] of sizes) {
    // The first start creates the files.
    await startAndStop(folder);
    keepDelivered(folder, count);
  }
  const [manyStarts, fewStarts] = await sideBySide(
    samples / 10,
    () => startAndStop(folderOfMany.path),
    () => startAndStop(folderOfFew.path),
  );
  const heldMb = () => {
    collectGarbage();
    return (process.memoryUsage().heapUsed + process.memoryUsage().external) / 2 ** 20;
  };
  const open = async (dataDir: string) => {
    const before = heldMb();
    const app = programIn(dataDir);
    await app.start();
    asTill(app).listSales({ limit: 50 });
    return { app, usedMb: heldMb() - before };
  };
  const { app: small, usedMb: fewMb } = await open(folderOfFew.path);
  const { app: large, usedMb: manyMb } = await open(folderOfMany.path);
  const listIn = (app: typeof large, search: string) => () =>
    asWindow(app)['receipts.list']({ search, state: null, day: null, cursor: null }, 'cashier');
  const pageOf = (app: typeof large) => listIn(app, '');
  const searchIn = (app: typeof large) => listIn(app, 'sale-47');
  const pages = await sideBySide(samples, pageOf(large), pageOf(small));
  const searches = await sideBySide(samples / 10, searchIn(large), searchIn(small));
  for (const app of [small, large]) await app.stop();
  const named = (what: string): string =>
    `${many.toLocaleString('en')} sales beside ${few.toLocaleString('en')}: ${what}`;
  const more = spreadOf(manyStarts).p50 - spreadOf(fewStarts).p50;
  const grownMb = manyMb - fewMb;
  return [
    ratioRow(named('a page of receipts'), pages, 1.5),
    ratioRow(named('search'), searches, 5),
    {
      name: named('start-up'),
      figure: `+ ${ms(more)}`,
      target: '+ <= 1.5 s',
      met: more <= 1_500,
      measured: { more },
    },
    {
      name: named('memory after gc'),
      figure: `+ ${grownMb.toFixed(1)} MB`,
      target: '+ <= 50 MB',
      met: grownMb <= 50,
      measured: { grownMb },
    },
  ];
}
