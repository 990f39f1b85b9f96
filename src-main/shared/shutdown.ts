/** The program was stopped while it was starting or changing its connection: nothing is opened any more. */
export class ShutdownError extends Error {
  constructor() {
    super('the program was told to end');
  }
}

/** The end of the program, for parts of its start that may wait for long. */
export type Shutdown = ReturnType<typeof createShutdown>;

export function createShutdown() {
  const over = Promise.withResolvers<never>();
  // Most runs end while no caller waits.
  over.promise.catch(() => undefined);
  let isOver = false;
  return {
    isOver: () => isOver,
    end() {
      isOver = true;
      over.reject(new ShutdownError());
    },
    /** Throws ProgramEnds once it is over: before every step that opens something. */
    check() {
      if (isOver) throw new ShutdownError();
    },
    /** The result of `work`, or a rejection with ProgramEnds as soon as the program ends. `work` itself is not stopped. */
    orEnds: <T>(work: Promise<T>): Promise<T> => Promise.race([work, over.promise]),
  };
}
