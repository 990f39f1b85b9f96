import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { posClient } from '../app/program.ts';
import { nextBill } from './app.ts';
import { type Figure, slopeOf } from './figures.ts';
import { openPrograms } from './programs.ts';

/** Sells for a long time and shows what grows with the sales. */

interface Sample {
  readonly heap: number;
  readonly rss: number;
  readonly handles: number;
  readonly sales: number;
  readonly files: number;
  readonly database: number;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.db(-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** One sale with its bill each second. The first tenth of the time fills caches. */
export async function soakRows(seconds: number, everyMs = 15_000): Promise<readonly Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'soak-'));
  const file = join(folder.path, 'memory');
  const programs = await openPrograms(
    { pool: { target: 20 } },
    {
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'report-memory.ts'))}`,
      REPORT_MEMORY: file,
      REPORT_MEMORY_MS: String(everyMs),
    },
  );
  const samples: Sample[] = [];
  try {
    const { pid } = programs.app();
    const asTill = posClient(await programs.posApiUrl());
    const lines = (): readonly string[] => {
      try {
        return readFileSync(file, 'utf8').trim().split('\n');
      } catch {
        return [];
      }
    };
    let known = 0;
    const begun = performance.now();
    for (let sales = 1; sales <= seconds; sales += 1) {
      const { id } = await asTill.json('POST', '/sales', { reference: `soak-${sales}`, amount: 10 });
      await asTill.json('PUT', `/sales/${id}/bill`, JSON.parse(nextBill()));
      const all = lines();
      if (all.length > known && sales > seconds / 10) {
        const saved = JSON.parse(all.at(-1) ?? '') as Pick<Sample, 'heap' | 'rss' | 'handles'>;
        const files = process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;
        samples.push({ ...saved, sales, files, database: sizeOf(programs.dataDir) });
      }
      known = all.length;
      await wait(Math.max(0, begun + sales * 1_000 - performance.now()));
    }
  } finally {
    await programs.close();
  }
  const [first, last] = [samples[0], samples.at(-1)];
  const row = (name: string, of: keyof Sample, unit: number, word: string, most: number | null): Figure => {
    const slope = slopeOf(samples.map((one) => [one.sales, one[of]]));
    const grown = slope * (seconds * 0.9);
    return {
      name: `soak: ${name}, ${seconds} sales`,
      figure: `${((first?.[of] ?? 0) / unit).toFixed(1)} -> ${((last?.[of] ?? 0) / unit).toFixed(1)} ${word}, ${slope.toFixed(1)} a sale`,
      target: most === null ? 'what is kept of a sale' : `+ < ${most} ${word}`,
      met: most === null ? null : grown / unit < most,
      measured: { slope, first: first?.[of] ?? 0, last: last?.[of] ?? 0 },
    };
  };
  return [
    row('heap after gc', 'heap', 2 ** 20, 'MB', 2),
    row('resident', 'rss', 2 ** 20, 'MB', 20),
    row('handles', 'handles', 1, 'handles', 2),
    row('open files', 'files', 1, 'files', 2),
    row('database', 'database', 2 ** 20, 'MB', null),
  ];
}
