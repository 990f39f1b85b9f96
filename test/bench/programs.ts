import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import { posToken, spawnProgram } from '../app/program.ts';
import { openConnected } from '../fakes/connected-headless.ts';
import { spreadOf } from './figures.ts';

/** The app, the comparison server without the app, and the tills run as processes, so that none waits for another. */

export interface ClientJob {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sockets: number;
  readonly keepAlive: boolean;
  readonly status: number;
  readonly calls: readonly { readonly path: string; readonly body: string }[];
}

export interface ClientResult {
  readonly tookMs: number;
  readonly samples: readonly number[];
  readonly ids: readonly string[];
}

export async function runClient(job: ClientJob): Promise<ClientResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'client.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  return JSON.parse(await text(child.stdout)) as ClientResult;
}

/** The used processor time; null if the system does not report it. */
export function processorMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // User and system time, in hundredths of a second.
  return (Number(fields[10]) + Number(fields[11])) * 10;
}

export type BenchPrograms = Awaited<ReturnType<typeof openPrograms>>;

export async function openPrograms(settings: SettingsPatch, more: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'receipt-companion-bench-'));
  const { simulator, start } = await openConnected(dataDir, { ...settings, delivery: { maxOpen: 100_000 } }, more);
  const floor = spawnProgram(join(import.meta.dirname, 'floor-server.ts'), [join(dataDir, 'floor.db')]);
  let app = start();
  const posApiUrl = async () => (await app.ready).posApi ?? '';
  await posApiUrl();
  return {
    dataDir,
    simulator,
    app: () => app,
    posApiUrl,
    headers: { authorization: `Bearer ${posToken}` },
    floor,
    floorUrl: (await floor.ready).url ?? '',
    /** Stops the service. `serviceUp` starts it again at the same address. */
    serviceDown: () => simulator.stop(),
    serviceUp: async () => void (await simulator.start()),
    async restart() {
      await app.end('SIGTERM');
      app = start();
      await posApiUrl();
    },
    async close() {
      await app.end('SIGTERM');
      await floor.end('SIGTERM');
      await simulator.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Side {
  readonly pid: () => number;
  readonly job: () => Promise<ClientJob>;
}

export type Beside = Awaited<ReturnType<typeof beside>>;

/** The app and the bare server `floor-server.ts` run in turns, so that other load affects both. */
export async function beside(rounds: number, ours: Side, floor: Side) {
  const turn = async (side: Side) => {
    const job = await side.job();
    const before = processorMs(side.pid());
    const { tookMs, samples } = await runClient(job);
    const after = processorMs(side.pid());
    const used = before === null || after === null ? null : (after - before) / samples.length;
    return { rate: (samples.length / tookMs) * 1_000, processorMs: used, samples };
  };
  type Turn = Awaited<ReturnType<typeof turn>>;
  const pairs: (readonly [floor: Turn, ours: Turn])[] = [];
  // The first round is a warm-up, like a till that has been open for a minute.
  for (let round = -1; round < rounds; round += 1) {
    const pair = [await turn(floor), await turn(ours)] as const;
    if (round >= 0) pairs.push(pair);
  }
  const median = (values: readonly number[]): number => spreadOf(values).p50;
  const processor = (turns: readonly Turn[]): number | null => {
    const known = turns.flatMap(({ processorMs: used }) => used ?? []);
    return known.length === 0 ? null : median(known);
  };
  const ratios = pairs.map(([under, over]) => over.rate / under.rate);
  return {
    rate: median(pairs.map(([, over]) => over.rate)),
    floorRate: median(pairs.map(([under]) => under.rate)),
    /** The rate divided by the floor's rate of the same round. */
    ratio: median(ratios),
    ratioLeast: Math.min(...ratios),
    ratioMost: Math.max(...ratios),
    spread: spreadOf(pairs.flatMap(([, over]) => over.samples)),
    /** The processor time per request; null if the system does not report it. */
    cpuMs: processor(pairs.map(([, over]) => over)),
    floorCpuMs: processor(pairs.map(([under]) => under)),
  };
}
