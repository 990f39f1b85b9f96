import { randomInt } from 'node:crypto';
import { createSeededRandom } from './seeded-random.ts';

// Child processes get their seed from this variable. Without it, a new seed is drawn.
process.env.TEST_SEED ??= String(randomInt(2 ** 31));

/** The seed of every random choice. `npm test` prints it, and `TEST_SEED=N npm test` repeats the choices. */
export const seed = Number(process.env.TEST_SEED);

/** `npm run soak` runs all random cases. */
export const isSoak = process.env.SOAK === '1';

/** The number of cases that a run has time for: one in `part` of `all`, or all of them in a soak run. */
export const volume = (all: number, part = 10): number => (isSoak ? all : Math.ceil(all / part));

/** The random source of this run. Each `salt` gives other values. */
export const drawnRandom = (salt = 0) => createSeededRandom(seed + salt);

/** Every `part`-th element, with an offset for each `at` and seed. `part` runs together take all elements. */
export const inTurn = <T>(list: readonly T[], at: number, part: number): readonly T[] =>
  isSoak ? list : list.filter((_entry, index) => (index + at + seed) % part === 0);

/** Draws elements of a list in its order. */
export function drawn<T>(list: readonly T[], part = 10): readonly T[] {
  const random = drawnRandom(list.length);
  const numbered = list.map((entry, index) => ({ entry, index, lot: random.fraction() }));
  const chosen = numbered.toSorted((one, other) => one.lot - other.lot).slice(0, volume(list.length, part));
  return chosen.toSorted((one, other) => one.index - other.index).map(({ entry }) => entry);
}
