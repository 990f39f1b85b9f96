import type { Clock } from '../ports.ts';

/**
 * What is being asked for a sale besides its bill (its id, its loyalty transaction, its customer): one owner, so that the
 * delivery of the bill can wait for what belongs on it.
 */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight(clock: Clock) {
  const open = new Map<string, Promise<unknown>>();
  return {
    during<T>(saleId: string, work: Promise<T>): Promise<T> {
      const all = Promise.allSettled([open.get(saleId), work]).then(() => {
        if (open.get(saleId) === all) open.delete(saleId);
      });
      open.set(saleId, all);
      return work;
    },
    /** Resolves when nothing that was asked before is open for this sale, at the latest after `mostMs` milliseconds. */
    async settled(saleId: string, mostMs: number): Promise<void> {
      const asked = open.get(saleId);
      if (asked === undefined) return;
      const late = Promise.withResolvers<void>();
      const cancelTimer = clock.setTimer(mostMs, late.resolve);
      await Promise.race([asked, late.promise]);
      cancelTimer();
    },
  };
}
