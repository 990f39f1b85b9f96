import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A line of the bench table. Times are in milliseconds. */
export interface Figure {
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
  /** Rounds of each side after a warm-up, requests per round, and waiting bills. */
  readonly rates: { readonly rounds: number; readonly requests: number; readonly drained: number };
  readonly lines: readonly number[];
  readonly queue: { readonly marks: number; readonly stores: number };
  /** A small and a very large number of stored sales. */
  readonly stored: readonly [number, number];
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

/** The slope of a line through the points, by least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const across = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return across / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** Leaves only reachable memory for the measurement. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(0)} ms`;

export const spreadText = ({ p50, p95, p99 }: Spread): string => `median ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`;

/** Compares work with a floor, the least that it can cost. Both ran in turns. */
export function ratioRow(name: string, [above, below]: Awaited<ReturnType<typeof sideBySide>>, times: number): Figure {
  const [cost, floor] = [spreadOf(above), spreadOf(below)];
  const ratio = cost.p50 / floor.p50;
  return {
    name,
    figure: `${ratio.toFixed(2)} times of ${ms(floor.p50)}; ${spreadText(cost)}`,
    target: `<= ${times} times`,
    met: ratio <= times,
    measured: { ratio, ...cost, floorMs: floor.p50 },
  };
}
