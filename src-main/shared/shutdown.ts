export class ShutdownError extends Error {
  constructor() {
    super('The program is ending.');
  }
}

/** Lets slow steps of the start stop when the program must end. */
export type Shutdown = ReturnType<typeof createShutdown>;

export function createShutdown() {
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  let isOver = false;
  return {
    isOver: () => isOver,
    end() {
      isOver = true;
      over.reject(new ShutdownError());
    },
    check() {
      if (isOver) throw new ShutdownError();
    },
    orEnds: <T>(work: Promise<T>): Promise<T> => Promise.race([work, over.promise]),
  };
}
