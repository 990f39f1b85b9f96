import { useEffect } from 'react';
import type { RepairDraft } from '../../../src-main/lib/record-views.ts';
import { useCashier, useSession } from '../cashier-context.ts';
import type { SessionStore } from '../session-store.ts';

const nothing: RepairDraft = { values: {}, billText: null };

/** Typing goes on for less than this: main keeps what was typed when a pause is longer. */
const restMs = 400;

export interface Draft {
  readonly draft: RepairDraft;
  readonly type: (path: string, value: string) => void;
  /** Null closes the text. */
  readonly setText: (billText: string | null) => void;
  readonly forget: () => void;
}

const keep = (session: SessionStore, saleId: string, draft: RepairDraft | null): void =>
  session.setState(({ repairs: { [saleId]: _left, ...others } }) => ({
    repairs: draft === null ? others : { ...others, [saleId]: draft },
  }));

/** What is being typed for a refused receipt: the next sale does not take it away, nor a restart of the window. */
export function useDraft(saleId: string, kept: Readonly<Record<string, string>> | null): Draft {
  const { send, session } = useCashier();
  const typed = useSession(({ repairs }) => repairs[saleId] ?? null);
  const draft = typed ?? (kept === null ? nothing : { ...nothing, values: kept });

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => void send('attention.keep', { saleId, draft: typed }), restMs);
    return () => clearTimeout(timer);
  }, [send, saleId, typed]);

  const set = (part: Partial<RepairDraft>): void => keep(session, saleId, { ...draft, ...part });
  return {
    draft,
    type: (path, value) => set({ values: { ...draft.values, [path]: value } }),
    setText: (billText) => set({ billText }),
    forget: () => keep(session, saleId, null),
  };
}
