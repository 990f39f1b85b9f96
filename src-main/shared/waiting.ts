export interface Timers {
  setTimer(delayMs: number, run: () => void): () => void;
}

export const pause = (clock: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });

/** The result of `work`. Undefined if it takes longer than `ms`. The work itself is not stopped. */
export async function within<T>(clock: Timers, ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const cancel = clock.setTimer(ms, () => late.resolve(undefined));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel();
  }
}
