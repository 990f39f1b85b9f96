import type { Log } from '../../ports.ts';

/** Work that a stop waits for. */
export interface UnderWay {
  /** Work that a caller may or may not wait for; a bug in it is logged under `name`. */
  readonly inBackground: (name: string, work: Promise<void>) => Promise<void>;
  /** Work that its caller waits for, so that its outcome can still be written. */
  readonly beforeStop: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when all that is under way now has ended. */
  readonly ended: () => Promise<void>;
}

export function createUnderWay(log: Log): UnderWay {
  const underWay = new Set<Promise<void>>();
  function keep(work: Promise<void>): Promise<void> {
    const settled = work.finally(() => underWay.delete(settled));
    underWay.add(settled);
    return settled;
  }
  return {
    inBackground: (name, work) =>
      keep(work.catch((error: unknown) => log.error('background-work-failed', { name, error: String(error) }))),
    beforeStop(work) {
      void keep(
        work.then(
          () => undefined,
          () => undefined,
        ),
      );
      return work;
    },
    ended: async () => void (await Promise.all(underWay)),
  };
}
