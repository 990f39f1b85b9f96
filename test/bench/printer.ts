import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { posToken, spawnProgram, till } from '../app/program.ts';
import { printJob } from '../fakes/till-port.ts';
import { nextBill } from './app.ts';
import { type Row, spreadOf, spreadText } from './figures.ts';

/** A printer thread that returns every byte at once, so that a round trip measures both directions. */
async function runEcho(): Promise<void> {
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  parentPort?.postMessage(server.address());
}

type Role = { readonly role: 'echo' } | { readonly role: 'load'; readonly posApi: string; readonly port: number };

const startThread = (role: Role): Worker => new Worker(import.meta.filename, { workerData: role });

async function openLine(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return {
    async ask(): Promise<number> {
      const start = performance.now();
      socket.write('Kaffee 2,50\n');
      await once(socket, 'data');
      return performance.now() - start;
    },
    end: () => socket.destroy(),
  };
}

/** A picture of about 4 MiB in bands, as drivers send it. */
function pictureJob(): Buffer {
  const [stride, rows] = [152, 512];
  const band = Buffer.concat([
    Buffer.of(0x1d, 0x76, 0x30, 0, stride, 0, rows & 0xff, rows >> 8),
    Buffer.alloc(stride * rows, 0x55),
  ]);
  return Buffer.concat([...Array.from({ length: 46 }, () => band), Buffer.from('\x1dV\x00')]);
}

/** Sends 20 bills a second over the POS API, and a large picture each second, from another thread. */
async function runLoad(posApi: string, port: number): Promise<void> {
  const picture = pictureJob();
  void (async () => {
    for (let at = 0; ; at += 1) {
      await till(posApi).json('POST', '/receipts', { reference: `bench-${at}`, ...JSON.parse(nextBill()) });
      await wait(50);
    }
  })();
  for (;;) {
    await printJob(`127.0.0.1:${port}`, picture);
    parentPort?.postMessage('printed');
    await wait(1_000);
  }
}

async function delayRow(
  name: string,
  direct: number,
  relayed: number,
  samples: number,
  most: readonly [number | null, number],
) {
  const [line, floor] = [await openLine(relayed), await openLine(direct)];
  const [through, past]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < samples; turn += 1) {
    through.push(await line.ask());
    past.push(await floor.ask());
    // Spreads the measurements over several seconds.
    await wait(10);
  }
  line.end();
  floor.end();
  const [spread, floorSpread] = [spreadOf(through), spreadOf(past)];
  const added = { p50: spread.p50 - floorSpread.p50, p99: spread.p99 - floorSpread.p99 };
  const [p50, p99] = most;
  return {
    name,
    figure: `adds p50 ${added.p50.toFixed(2)} ms, p99 ${added.p99.toFixed(2)} ms to a round trip; ${spreadText(spread)}`,
    target: p50 === null ? `p99 <= ${p99} ms` : `p50 <= ${p50} ms, p99 <= ${p99} ms`,
    met: added.p99 <= p99 && (p50 === null || added.p50 <= p50),
    measured: { ...spread, floorP50: floorSpread.p50, floorP99: floorSpread.p99 },
  } satisfies Row;
}

/** The delay of the printer port, measured in turns with a direct connection. */
export async function printerRows(samples: number): Promise<readonly Row[]> {
  const echo = startThread({ role: 'echo' });
  const [{ port: direct }] = await once(echo, 'message');
  const dataDir = mkdtempSync(join(tmpdir(), 'receipt-companion-bench-'));
  const printing = ['--printer-listen', '127.0.0.1:0', '--printer', `127.0.0.1:${direct}`];
  const args = ['--data-dir', dataDir, '--training', '--pos-port', '0', ...printing];
  const program = spawnProgram('src-main/headless.ts', args, { RECEIPT_COMPANION_POS_TOKEN: posToken });
  let load: Worker | null = null;
  try {
    const { posApi = '', printer = '' } = await program.ready;
    const port = Number(printer.split(':').at(-1));
    const quiet = await delayRow('pass a line to the printer', direct, port, samples, [1, 10]);
    load = startThread({ role: 'load', posApi, port });
    await once(load, 'message');
    const name = 'the same beside 20 bills a second and 4 MiB pictures';
    return [quiet, await delayRow(name, direct, port, samples, [null, 50])];
  } finally {
    await load?.terminate();
    await program.end('SIGTERM');
    await echo.terminate();
    rmSync(dataDir, { recursive: true });
  }
}

const { role, ...given }: Readonly<Record<string, unknown>> = workerData ?? {};
if (role === 'echo') await runEcho();
else if (role === 'load') await runLoad(String(given.posApi), Number(given.port));
