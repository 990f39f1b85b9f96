import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayPlaceOf } from '../../src-main/sale/day-place.ts';
import { saleDocument } from '../../src-main/sale/document.ts';
import { newSale } from '../../src-main/sale/sale.ts';
import { openDatabase } from '../../src-main/storage/database.ts';
import { writeDocument } from '../../src-main/storage/document.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { receiptMigrations } from '../../src-main/storage/migrations/receipts.ts';
import { createSaleTable } from '../../src-main/storage/sale-table.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { asTill, asWindow } from '../app/asking.ts';
import { type BenchHouse, benchBill, benchDataKey, benchToken, openBenchHouse } from './bench-house.ts';
import { type BenchSizes, ms, type Row, spreadOf, spreadText, timed, timeRow } from './figures.ts';

type Call = (method: string, path: string, body: unknown) => Promise<number>;

function client(house: BenchHouse, sockets: number): { readonly call: Call; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(house.posApiUrl);
  const headers = { authorization: `Bearer ${benchToken}`, 'content-type': 'application/json' };
  return {
    close: () => agent.destroy(),
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path: `/v1${path}`, headers }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode ?? 0));
        });
        sent.once('error', reject);
        sent.end(JSON.stringify(body));
      }),
  };
}

/** Opening a sale with an id from the pool, beside a bare insert into the same kind of database in the same run. */
export async function openSaleRows({ rounds, sales }: BenchSizes['open']): Promise<Row[]> {
  const ratios: number[] = [];
  const bares: number[] = [];
  const whole: number[] = [];
  const http: number[] = [];
  // The first rounds warm the program up, as a till that has been open for a minute is.
  for (let round = -3; round < rounds; round += 1) {
    const house = await openBenchHouse({ pool: { target: 2 * sales } });
    const bare = new DatabaseSync(join(house.dataDir, 'bare.db'));
    const { call, close } = client(house, 1);
    try {
      await house.until(() => asTill(house.app).status().pool.available === 2 * sales);
      // The pool is not refilled meanwhile: what is measured is the sale.
      house.network.down = true;
      bare.exec(
        'pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, body blob)',
      );
      const insert = bare.prepare('insert into t (body) values (?)');
      const row = Buffer.alloc(700, 1);
      const inserts: number[] = [];
      const opens: number[] = [];
      const wholes: number[] = [];
      for (let count = 0; count < sales; count += 1) {
        const start = performance.now();
        insert.run(row);
        inserts.push(performance.now() - start);
      }
      for (let count = 0; count < sales; count += 1) {
        const start = performance.now();
        await asTill(house.app).openSale({ reference: `direct-${count}`, amount: 10 });
        opens.push(performance.now() - start);
        // What follows the answer is done before the next sale, as between the calls of a till.
        await nextTurn();
        wholes.push(performance.now() - start);
      }
      for (let count = 0; count < sales; count += 1) {
        const start = performance.now();
        const status = await call('POST', '/sales', { reference: `http-${count}`, amount: 10 });
        if (status !== 201) throw new Error(`POST /sales answered ${status}`);
        if (round >= 0) http.push(performance.now() - start);
      }
      if (round < 0) continue;
      bares.push(...inserts);
      whole.push(...wholes);
      ratios.push(spreadOf(inserts).p50 / spreadOf(opens).p50);
    } finally {
      close();
      bare.close();
      await house.close();
    }
  }
  const ratio = spreadOf(ratios).p50;
  return [
    timeRow('POST /v1/sales answered, durable', http, 'p99 < 10 ms', ({ p99 }) => p99 < 10),
    {
      name: 'open a sale : bare node:sqlite insert (WAL, FULL)',
      figure: `${(ratio * 100).toFixed(0)} % of the rate (insert ${ms(spreadOf(bares).p50)})`,
      target: '>= 50 %',
      met: ratio >= 0.5,
      measured: { ratio, insertMs: spreadOf(bares).p50 },
    },
    timeRow('open a sale, with what the cashier sees of it', whole, ''),
  ];
}

/** Bills over the POS API, all on disk before the answer, while the service is away. */
export async function acceptBillRows(total: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [clients, target] of [
    [1, 500],
    [8, 1_000],
  ] as const) {
    const house = await openBenchHouse({ pool: { target: 0 }, delivery: { concurrent: 1 } });
    try {
      house.network.down = true;
      const { call, close } = client(house, clients);
      const ids: string[] = [];
      for (let count = 0; count < total; count += 1) {
        // A sale belongs to the till that opened it, and the bill comes with the fixed token.
        const opened = await asTill(house.app).openSale({ reference: `sale-${count}`, show: false }, 'environment');
        if (opened.ok) ids.push(opened.value.sale.id);
      }
      const bill = benchBill();
      const samples: number[] = [];
      const start = performance.now();
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
            const sent = performance.now();
            const status = await call('PUT', `/sales/${id}/bill`, { bill });
            if (status !== 202) throw new Error(`PUT bill answered ${status}`);
            samples.push(performance.now() - sent);
          }
        }),
      );
      const rate = (samples.length / (performance.now() - start)) * 1_000;
      close();
      rows.push({
        name: `accept bills over the POS API, ${clients} client${clients === 1 ? '' : 's'}`,
        figure: `${rate.toFixed(0)}/s, ${spreadText(spreadOf(samples))}`,
        target: `>= ${target}/s`,
        met: rate >= target,
        measured: { rate, ...spreadOf(samples) },
      });
    } finally {
      await house.close();
    }
  }
  return rows;
}

/** Bills that waited, against a service that takes 100 ms for each, four at a time. */
export async function drainRow(total: number): Promise<Row> {
  const house = await openBenchHouse({ pool: { target: 0 } });
  try {
    const ids: string[] = [];
    for (let count = 0; count < total; count += 1) {
      const opened = await asTill(house.app).openSale({ reference: `sale-${count}`, show: false });
      if (opened.ok) ids.push(opened.value.sale.id);
    }
    house.network.down = true;
    for (const id of ids) await asTill(house.app).acceptBill(id, { bill: benchBill() });
    house.simulator.faults.add({ route: 'bill', effect: { kind: 'none' }, delayMs: 100, times: 'forever' });
    house.network.down = false;
    const start = performance.now();
    house.app.wake('network-back');
    await house.until(() => asTill(house.app).status().outbox.queued === 0);
    const took = performance.now() - start;
    const share = (total * 100) / 4 / took;
    return {
      name: `drain ${total.toLocaleString('en')} bills, service 100 ms, 4 at a time`,
      figure: `${(took / 1_000).toFixed(1)} s, ${(share * 100).toFixed(0)} % of the bound`,
      target: `>= 90 % of the bound (${(total * 100) / 4_000} s)`,
      met: share >= 0.9,
      measured: { tookMs: took, share },
    };
  } finally {
    await house.close();
  }
}

const liveFolderIn = (dataDir: string): string =>
  readdirSync(dataDir).find((name) => name.startsWith('live-')) ?? 'live';

/** Months of a till: sales that were delivered, as the app itself keeps them. */
function keepDelivered(dataDir: string, count: number): void {
  const database = openDatabase(join(dataDir, liveFolderIn(dataDir), 'receipts.db'), receiptMigrations);
  const table = createSaleTable(database, createEncryption(benchDataKey, systemRandom));
  const start = systemClock.now() - count * 60_000;
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const at = start + index * 60_000;
      const base = {
        ...{
          id: systemRandom.uuid(),
          reference: `sale-${index}`,
          till: 'bench',
          businessDay: '',
          origin: 'till' as const,
          storeId: 'store-1',
        },
        ...{
          storeFixedByTill: false,
          amountCents: 1_000,
          currency: 'EUR',
          openedCurrency: 'EUR',
          language: null,
          externalId: null,
          buyerInformation: null,
          openedWith: '[]',
        },
      } as const;
      const sale = { ...newSale(base, at), state: 'delivered', billId: systemRandom.uuid(), billHash: '0' } as const;
      const { id, reference, till, businessDay, state, storeId, receiptNumber, amountCents, createdAt, updatedAt } =
        sale;
      const columns = {
        id,
        reference,
        till,
        businessDay,
        state,
        storeId,
        receiptNumber,
        amountCents,
        place: dayPlaceOf(sale),
        createdAt,
        updatedAt,
      };
      table.insert({ ...columns, doc: writeDocument(saleDocument, sale) });
    }
  });
  database.close();
}

/** What months of sales on disk cost, and a start. */
export async function startAndSizeRows(sales: number): Promise<Row[]> {
  const house = await openBenchHouse({ pool: { target: 0 } });
  try {
    await house.app.stop();
    const starts = await timed(10, async () => {
      const app = house.reopen();
      await app.start();
      await app.stop();
    });
    keepDelivered(house.dataDir, sales);
    const many = sales.toLocaleString('en');
    const app = house.reopen();
    await app.start();
    const pages = await timed(50, () => asTill(app).listSales({ limit: 50 }));
    const found = await timed(20, () =>
      asWindow(app)['receipts.list']({ search: 'sale-4711', state: null, day: null, cursor: null }, 'cashier'),
    );
    await app.stop();
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const full = await timed(5, async () => {
      const again = house.reopen();
      await again.start();
      asTill(again).listSales({ limit: 50 });
      await again.stop();
    });
    const grownMb = (process.memoryUsage().rss - before) / 2 ** 20;
    const more = spreadOf(full).p50 - spreadOf(starts).p50;
    return [
      timeRow('createApp ready (start and stop, warm)', starts, '< 300 ms', ({ p50 }) => p50 < 300),
      timeRow(`${many} sales: a page of receipts`, pages, '< 30 ms', ({ p99 }) => p99 < 30),
      timeRow(`${many} sales: search`, found, '< 100 ms', ({ p99 }) => p99 < 100),
      {
        name: `${many} sales: start-up`,
        figure: `+ ${ms(more)}`,
        target: '+ < 100 ms',
        met: more < 100,
        measured: { more },
      },
      {
        name: `${many} sales: memory`,
        figure: `+ ${grownMb.toFixed(0)} MB`,
        target: '+ < 50 MB',
        met: grownMb < 50,
        measured: { grownMb },
      },
    ];
  } finally {
    await house.close();
  }
}
