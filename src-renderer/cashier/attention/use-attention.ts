import { useEffect, useState } from 'react';
import type { AttentionRowView, AttentionView } from '../../../src-main/contract/record-views.ts';
import { useCashier } from '../cashier-context.ts';

/** How the queue stands: when it changes, what was asked for is asked for anew. */
export function useQueueState(): string {
  const { waiting, attention } = useCashier().view.status;
  return `${waiting} waiting, ${attention} refused`;
}

interface Rows {
  readonly rows: readonly AttentionRowView[];
  readonly next: number | null;
  /** Main has answered. */
  readonly isThere: boolean;
}

/** All that needs a person, page by page. */
export function useAttentionRows(): Rows & { readonly more: () => Promise<void> } {
  const { send } = useCashier();
  const queue = useQueueState();
  const [listed, setListed] = useState<Rows>({ rows: [], next: null, isThere: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when the queue changes
  useEffect(() => {
    let left = false;
    void send('attention.list', { cursor: null }).then((answer) => {
      if (answer.ok && !left) setListed({ ...answer.value, isThere: true });
    });
    return () => {
      left = true;
    };
  }, [send, queue]);

  const more = async (): Promise<void> => {
    const answer = await send('attention.list', { cursor: listed.next });
    if (answer.ok) setListed(({ rows }) => ({ ...answer.value, rows: [...rows, ...answer.value.rows], isThere: true }));
  };
  return { ...listed, more };
}

/** One of them; null until main has answered. `again` asks anew. */
export function useAttention(saleId: string): { readonly view: AttentionView | null; readonly again: () => void } {
  const { send } = useCashier();
  const queue = useQueueState();
  const [view, setView] = useState<AttentionView | null>(null);
  const [asked, setAsked] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when the queue changes
  useEffect(() => {
    let left = false;
    void send('attention.get', { saleId }).then((answer) => {
      if (answer.ok && !left) setView(answer.value);
    });
    return () => {
      left = true;
    };
  }, [send, saleId, queue, asked]);
  return { view, again: () => setAsked((before) => before + 1) };
}
