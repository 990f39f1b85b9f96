const second = 1_000;
const minute = 60 * second;

/** A person mistypes once or twice; who guesses waits longer each time. It stays short enough to end by itself. */
const pausesMs = [0, 0, 0, 30 * second, minute, 2 * minute, 5 * minute] as const;
const longestMs = 15 * minute;

/** How long nobody may try after this many wrong ones in a row, in milliseconds. */
export const pauseAfterMs = (wrongTries: number): number => pausesMs[wrongTries] ?? longestMs;
