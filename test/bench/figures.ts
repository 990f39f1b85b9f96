import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A line of the bench table. Times are in milliseconds. */
export interface Row {
  readonly name: string;
  readonly figure: string;
  readonly target: string;
  /** Null if a person compares the result with the target. */
  readonly met: boolean | null;
  readonly measured: Readonly<Record<string, number>>;
}

export interface BenchSizes {
  /** How often a row repeats its work if it times every repetition. */
  readonly samples: number;
  readonly qrCodes: number;
  /** Rounds of each side after a warm-up, requests per round, and waiting bills. */
  readonly rates: { readonly rounds: number; readonly requests: number; readonly drained: number };
  /** The lines of the checked bills. */
  readonly lines: readonly number[];
  readonly queue: { readonly marks: number; readonly stores: number };
  /** A small and a very large number of stored sales. */
  readonly kept: readonly [number, number];
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

/** Times `work` up to `count` times or for `maxMs`, after a warm-up of a tenth. */
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

/** Times both in turns, so that other load affects both. The first tenth is the warm-up. */
export async function sideBySide(
  count: number,
  one: () => unknown,
  other: () => unknown,
): Promise<readonly [readonly number[], readonly number[]]> {
  const ones: number[] = [];
  const others: number[] = [];
  for (let turn = -Math.ceil(count / 10); turn < count; turn += 1) {
    const took: number[] = [];
    for (const work of [one, other]) {
      const start = performance.now();
      await work();
      took.push(performance.now() - start);
    }
    if (turn < 0) continue;
    ones.push(took[0] ?? 0);
    others.push(took[1] ?? 0);
  }
  return [ones, others];
}

/**
 * The exponent with which a cost grows with a size: 1 is proportional, 0 constant. It is the slope of the logarithms by
 * least squares.
 */
export function exponentOf(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (index: 0 | 1): number => logs.reduce((sum, point) => sum + point[index], 0) / logs.length;
  const [meanSize, meanCost] = [mean(0), mean(1)];
  const across = logs.reduce((sum, [size, cost]) => sum + (size - meanSize) * (cost - meanCost), 0);
  return across / logs.reduce((sum, [size]) => sum + (size - meanSize) ** 2, 0);
}

/** Leaves only reachable memory for the measurement. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
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
