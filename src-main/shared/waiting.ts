export interface Timers {
  setTimer(delayMs: number, run: () => void): () => void;
}

export const pause = (clock: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });

/** Runs one piece of work after another, so that none sees a state that another is changing. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    ended: async (): Promise<void> => void (await last),
  };
}

/** The result of `work`, or undefined after `ms`. The work itself is not stopped. */
export async function within<T>(clock: Timers, ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const cancel = clock.setTimer(ms, () => late.resolve(undefined));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel();
  }
}

/** Like `within`, but on a busy computer a result that arrived in time and was not handled yet still counts. */
export const withinOrNow = async <T>(
  clock: Timers & { nextTurn(): Promise<void> },
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> =>
  (await within(clock, ms, work)) ?? Promise.race([work, clock.nextTurn().then(() => undefined)]);

/** Whether the service itself asks for a later attempt. A page of a proxy does not count. */
export const mustWait = (answer: { readonly reason: string; readonly retryAfterMs: number | null }): boolean =>
  answer.reason === 'server-error' && answer.retryAfterMs !== null;
