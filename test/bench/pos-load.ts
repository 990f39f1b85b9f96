import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { connectedTo, posToken, spawnProgram, till } from '../app/program.ts';
import { benchBill } from './bench-house.ts';
import { spreadOf } from './figures.ts';

export interface Load {
  readonly clients: number;
  readonly seconds: number;
  /** Whether the receipt service takes the bills meanwhile (a process of its own), or cannot be reached. */
  readonly service: 'answers' | 'away';
}

/** `rate` in bills per second, times in milliseconds, memory of the app in MB: fresh, before the first bill, at the end. */
export interface LoadResult {
  readonly bills: number;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly rssFresh: number;
  readonly rssStart: number;
  readonly rssEnd: number;
}

/** A service at a port where nobody listens. */
const away = {
  url: 'http://127.0.0.1:1',
  authUrl: 'http://127.0.0.1:1/token',
  clientId: 'bench',
  scopeBase: 'bench',
  storeId: 'store-1',
  username: 'bench',
  password: 'bench',
};

/** More sales than can be paid in a second; they are opened before the clock runs. */
const salesPerSecond = 1_200;

/** `clients` tills send bills to headless, each the next as soon as it has the answer to the one before. */
export async function loadWithBills({ clients, seconds, service }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'pos-load-'));
  const simulator = service === 'answers' ? spawnProgram('scripts/simulator.ts', []) : null;
  const { args, env } = connectedTo((await simulator?.ready) ?? away, folder);
  // The queue is what grows here: it must not be refused, nor a till that sends as fast as it can.
  const delivery = { maxWaiting: 10_000_000, maxOpen: 100_000 };
  const posApi = { requestsPerMinute: 10_000_000, megabytesPerMinute: 100_000 };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ delivery, posApi }));
  const app = spawnProgram('src-main/headless.ts', [...args, '--pool-size', '0'], env);
  try {
    const { posApi = '' } = await app.ready;
    await till(posApi).call('GET', '/status');
    const rssFresh = residentMegabytes(app.pid);
    const { call, close } = caller(posApi, clients);
    const ids: string[] = [];
    let opened = 0;
    await together(clients, async () => {
      while (opened < seconds * salesPerSecond) {
        const { body } = await call('POST', '/sales', { reference: `load-${opened++}`, show: false });
        ids.push((JSON.parse(body) as { readonly id: string }).id);
      }
    });

    const rssStart = residentMegabytes(app.pid);
    const bill = benchBill();
    const samples: number[] = [];
    let errors = 0;
    const start = performance.now();
    await together(clients, async () => {
      while (performance.now() - start < seconds * 1_000) {
        const id = ids.pop();
        if (id === undefined) return;
        const sent = performance.now();
        const { status } = await call('PUT', `/sales/${id}/bill`, { bill }).catch(() => ({ status: 0 }));
        if (status === 202) samples.push(performance.now() - sent);
        else errors++;
      }
    });
    const took = performance.now() - start;
    close();
    const { p50, p99 } = spreadOf(samples);
    const rssEnd = residentMegabytes(app.pid);
    const rate = (samples.length * 1_000) / took;
    return { bills: samples.length, rate, p50, p99, errors, rssFresh, rssStart, rssEnd };
  } finally {
    await app.end('SIGTERM');
    await simulator?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

const together = (count: number, work: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

function caller(posApi: string, sockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(posApi);
  const headers = { authorization: `Bearer ${posToken}`, 'content-type': 'application/json' };
  return {
    close: () => agent.destroy(),
    call: (method: string, path: string, body: unknown): Promise<{ readonly status: number; readonly body: string }> =>
      new Promise((resolve, reject) => {
        const sent = request({ agent, hostname, port, method, path: `/v1${path}`, headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
          answer.once('error', reject);
        });
        sent.once('error', reject);
        sent.end(JSON.stringify(body));
      }),
  };
}

const residentMegabytes = (pid: number): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);
