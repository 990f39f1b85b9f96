import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { posClient, posToken, spawnProgram } from '../app/program.ts';
import { printJob } from '../fakes/till-port.ts';
import { nextBill } from './app.ts';
import { type Figure, spreadOf, spreadText } from './figures.ts';

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
    async ask(bytes: string): Promise<number> {
      const start = performance.now();
      socket.write(bytes);
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
      await posClient(posApi).json('POST', '/receipts', { reference: `bench-${at}`, ...JSON.parse(nextBill()) });
      await wait(50);
    }
  })();
  for (;;) {
    await printJob(`127.0.0.1:${port}`, picture);
    parentPort?.postMessage('printed');
    await wait(1_000);
  }
}

type Most = readonly [p50: number | null, p99: number];

function delayRow(name: string, through: readonly number[], past: readonly number[], [p50, p99]: Most) {
  const [spread, floorSpread] = [spreadOf(through), spreadOf(past)];
  const added = { p50: spread.p50 - floorSpread.p50, p99: spread.p99 - floorSpread.p99 };
  return {
    name,
    figure: `adds p50 ${added.p50.toFixed(2)} ms, p99 ${added.p99.toFixed(2)} ms to a round trip; ${spreadText(spread)}`,
    target: p50 === null ? `p99 <= ${p99} ms` : `p50 <= ${p50} ms, p99 <= ${p99} ms`,
    met: added.p99 <= p99 && (p50 === null || added.p50 <= p50),
    measured: { ...spread, floorP50: floorSpread.p50, floorP99: floorSpread.p99 },
  } satisfies Figure;
}

/** Sends the parts of a print in turns with a direct connection. Each part has a row. */
async function delayRows(
  direct: number,
  relayed: number,
  samples: number,
  parts: readonly { readonly name: string; readonly bytes: string; readonly most: Most }[],
): Promise<readonly Figure[]> {
  const [line, floor] = [await openLine(relayed), await openLine(direct)];
  const measured = parts.map(() => ({ through: [] as number[], past: [] as number[] }));
  for (let turn = 0; turn < samples; turn += 1) {
    for (const [index, { bytes }] of parts.entries()) {
      measured[index]?.through.push(await line.ask(bytes));
      measured[index]?.past.push(await floor.ask(bytes));
    }
    // Spreads the measurements over several seconds.
    await wait(10);
  }
  line.end();
  floor.end();
  return parts.map(({ name, most }, index) =>
    delayRow(name, measured[index]?.through ?? [], measured[index]?.past ?? [], most),
  );
}

/** With paper on request, the drawer opens at once, but a print waits until the app knows that it is no receipt. */
const deferredParts = [
  {
    name: 'open the drawer in a print, with paper on request',
    bytes: 'Kaffee 2,50\n\x1bp\x00\x19\x19',
    most: [null, 50],
  },
  { name: 'pass a print that is no receipt, with paper on request', bytes: '\x1dV\x00', most: [null, 2_000] },
] as const;

export async function printerRows(samples: number): Promise<readonly Figure[]> {
  const echo = startThread({ role: 'echo' });
  const [{ port: direct }] = await once(echo, 'message');
  const measure = async (settings: object, rows: (port: number, posApi: string) => Promise<readonly Figure[]>) => {
    using dataDir = mkdtempDisposableSync(join(tmpdir(), 'receipt-companion-bench-'));
    writeFileSync(join(dataDir.path, 'settings.json'), JSON.stringify(settings));
    const printing = ['--printer-listen', '127.0.0.1:0', '--printer', `127.0.0.1:${direct}`];
    const args = ['--data-dir', dataDir.path, '--training', '--pos-port', '0', ...printing];
    const program = spawnProgram('src-main/headless.ts', args, { RECEIPT_COMPANION_POS_TOKEN: posToken });
    try {
      const { posApi = '', printer = '' } = await program.ready;
      return await rows(Number(printer.split(':').at(-1)), posApi);
    } finally {
      await program.end('SIGTERM');
    }
  };
  const line = { name: 'pass a line to the printer', bytes: 'Kaffee 2,50\n', most: [1, 10] } as const;
  const beside = { ...line, name: 'the same beside 20 bills a second and 4 MiB pictures', most: [null, 50] } as const;
  try {
    const passed = await measure({}, async (port, posApi) => {
      const quiet = await delayRows(direct, port, samples, [line]);
      const load = startThread({ role: 'load', posApi, port });
      await once(load, 'message');
      return [...quiet, ...(await delayRows(direct, port, samples, [beside]).finally(() => load.terminate()))];
    });
    const deferred = await measure({ printer: { paperOnRequest: true } }, (port) =>
      delayRows(direct, port, samples, deferredParts),
    );
    return [...passed, ...deferred];
  } finally {
    await echo.terminate();
  }
}

const { role, ...given }: Readonly<Record<string, unknown>> = workerData ?? {};
if (role === 'echo') await runEcho();
else if (role === 'load') await runLoad(String(given.posApi), Number(given.port));
