import { useEffect } from 'react';
import type { RepairDraft } from '../../../src-main/lib/record-views.ts';
import { useCashier, useSession } from '../cashier-context.ts';
import type { SessionStore } from '../session-store.ts';

const nothing: RepairDraft = { values: {}, billText: null };

/** Typing goes on for less than this: main keeps what was typed when a pause is longer. */
const restMs = 400;

const keep = (session: SessionStore, saleId: string, draft: RepairDraft | null): void =>
  session.setState(({ repairs: { [saleId]: _left, ...others } }) => ({
    repairs: draft === null ? others : { ...others, [saleId]: draft },
  }));

/** What is being typed for a refused receipt: the next sale does not take it away, nor a restart of the window. */
export function useDraft(saleId: string, kept: Readonly<Record<string, string>> | null) {
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
    type: (path: string, value: string) => set({ values: { ...draft.values, [path]: value } }),
    /** Null closes the text. */
    setText: (billText: string | null) => set({ billText }),
    forget: () => keep(session, saleId, null),
  };
}
