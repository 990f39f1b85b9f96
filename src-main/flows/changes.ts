import type { SaleResource, StatusResource } from '../kernel/till-view.ts';

/** What the tills that listen are told. */
export type Change = { readonly sale: SaleResource } | { readonly status: StatusResource };

export interface Changes {
  tell(change: Change): void;
  /** Tells the status when something in it is another than last time. */
  tellStatus(): void;
  onChange(listener: (change: Change) => void): () => void;
}

export function createChanges(status: () => StatusResource): Changes {
  const listeners = new Set<(change: Change) => void>();
  let lastStatus = '';
  const tell = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    tell,
    tellStatus() {
      const now = status();
      // How long the oldest has waited is no change by itself, nor is the time of the next of many tries.
      const text = JSON.stringify({ ...now, outbox: { ...now.outbox, oldestSeconds: 0, nextTryAt: null } });
      if (text === lastStatus) return;
      lastStatus = text;
      tell({ status: now });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
