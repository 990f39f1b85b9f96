import { performance } from 'node:perf_hooks';

/** One line of the bench table. Times in milliseconds. */
export interface Row {
  readonly name: string;
  readonly figure: string;
  readonly target: string;
  /** Null where the target is words that a person compares. */
  readonly met: boolean | null;
  /** Everything that was measured, for the JSON. */
  readonly measured: Readonly<Record<string, number>>;
}

/** How much of everything is measured. */
export interface BenchSizes {
  /** Of what is timed one by one. */
  readonly samples: number;
  readonly qrCodes: number;
  readonly open: { readonly rounds: number; readonly sales: number };
  readonly bills: number;
  readonly drained: number;
  readonly queue: { readonly marks: number; readonly stores: number };
  readonly keptSales: number;
}

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Runs `work` until it has been timed `count` times or for `maxMs`, after a tenth of that as warm-up. */
export async function timed(count: number, work: () => unknown, maxMs = 10_000): Promise<readonly number[]> {
  for (let turn = 0; turn < Math.ceil(count / 10); turn += 1) await work();
  const samples: number[] = [];
  const end = performance.now() + maxMs;
  while (samples.length < count && performance.now() < end) {
    const start = performance.now();
    await work();
    samples.push(performance.now() - start);
  }
  return samples;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(0)} ms`;

export const spreadText = ({ p50, p95, p99 }: Spread): string => `median ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`;

export function timeRow(
  name: string,
  samples: readonly number[],
  target: string,
  met?: (spread: Spread) => boolean,
): Row {
  const spread = spreadOf(samples);
  return { name, figure: spreadText(spread), target, met: met?.(spread) ?? null, measured: { ...spread } };
}
