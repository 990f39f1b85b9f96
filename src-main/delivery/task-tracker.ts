import type { Log } from '../ports.ts';

export function createTaskTracker(log: Log) {
  const underWay = new Set<Promise<unknown>>();
  function beforeStop<T>(work: Promise<T>): Promise<T> {
    const settled = Promise.allSettled([work]).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return work;
  }
  return {
    inBackground: (name: string, work: Promise<void>): Promise<void> =>
      beforeStop(work.catch((error: unknown) => log.error('background-task-failed', { name, error: String(error) }))),
    beforeStop,
    ended: async (): Promise<void> => void (await Promise.all(underWay)),
  };
}
