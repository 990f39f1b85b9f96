import { type SaleResource, type StatusResource, withoutAge } from '../kernel/till-view.ts';

/** What the tills that listen are told; `till`: who opened the sale (`sale/till.ts`). */
export type Change = { readonly sale: SaleResource; readonly till: string } | { readonly status: StatusResource };

export interface Changes {
  tell(change: Change): void;
  /** Tells the status of now when something in it is another than last time. */
  tellStatus(now: StatusResource): void;
  onChange(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  let lastStatus = '';
  const tell = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    tell,
    tellStatus(now) {
      const text = withoutAge(now);
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
