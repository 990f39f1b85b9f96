import type { Log } from '../ports.ts';

const nothing = (): void => undefined;

export function createTaskTracker(log: Log) {
  const underWay = new Set<Promise<void>>();
  function keep(work: Promise<void>): Promise<void> {
    const settled = work.finally(() => underWay.delete(settled));
    underWay.add(settled);
    return settled;
  }
  return {
    inBackground: (name: string, work: Promise<void>): Promise<void> =>
      keep(work.catch((error: unknown) => log.error('background-task-failed', { name, error: String(error) }))),
    beforeStop<T>(work: Promise<T>): Promise<T> {
      void keep(work.then(nothing, nothing));
      return work;
    },
    ended: async (): Promise<void> => void (await Promise.all(underWay)),
  };
}
