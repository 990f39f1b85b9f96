import type { PosPort } from '../pos-api/pos-port.ts';
import type { StatusResource } from '../pos-api/resources.ts';

/** A POS port that stays the same while the session behind it changes (another mode, another service). */
export interface SwitchedPort {
  readonly pos: PosPort;
  plug(session: PosPort): void;
  /** Until the next `plug` every change is refused; nothing is half-done. */
  unplug(): void;
}

export function switchedPort(): SwitchedPort {
  const listeners = new Set<Parameters<PosPort['onChange']>[0]>();
  let session: PosPort | null = null;
  let lastStatus: StatusResource | null = null;
  let endListening: () => void = () => undefined;
  const notNow = () =>
    ({
      ok: false,
      error: { code: 'shuttingDown', message: 'the connection is being changed; send it again in a moment' },
    }) as const;

  return {
    pos: {
      openSale: async (request, till) => session?.openSale(request, till) ?? notNow(),
      findSale: (id) => session?.findSale(id) ?? null,
      listSales: (query, till) => session?.listSales(query, till) ?? { items: [], next: null },
      setBasket: (id, basket) => session?.setBasket(id, basket) ?? notNow(),
      showSale: (id) => session?.showSale(id) ?? notNow(),
      acceptBill: async (id, request) => session?.acceptBill(id, request) ?? notNow(),
      markPrinted: (id) => session?.markPrinted(id) ?? notNow(),
      cancelSale: (id) => session?.cancelSale(id) ?? notNow(),
      startLoyalty: async (id, externalUserId) => session?.startLoyalty(id, externalUserId) ?? notNow(),
      cancelLoyalty: async (id) => session?.cancelLoyalty(id) ?? notNow(),
      acceptReceipt: async (request, till) => session?.acceptReceipt(request, till) ?? notNow(),
      checkBill: (request) => session?.checkBill(request) ?? { errors: [], warnings: [] },
      closed: () => (session === null ? notNow().error : session.closed()),
      status() {
        lastStatus = session?.status() ?? lastStatus;
        if (lastStatus === null) throw new Error('the app has not been started');
        return lastStatus;
      },
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    plug(next) {
      session = next;
      endListening = next.onChange((change) => {
        for (const listener of listeners) listener(change);
      });
    },
    unplug() {
      endListening();
      const ending = session;
      session = null;
      try {
        lastStatus = ending?.status() ?? lastStatus;
      } catch {
        // A database that cannot be read any more: the status of before has to do, and the end goes on.
      }
    },
  };
}
