import { useEffect, useState } from 'react';
import type { ReceiptView } from '../../../src-main/contract/record-views.ts';
import type { SaleRowView } from '../../../src-main/contract/views.ts';
import { useCashier } from '../cashier-context.ts';
import type { ReceiptFilter } from '../session-store.ts';

interface Listed {
  readonly rows: readonly SaleRowView[];
  /** Where the next page begins; null after the last. */
  readonly next: number | null;
  readonly isThere: boolean;
}

/** How the queue and the newest sale stand: when they change, what was asked for is asked for anew. */
function useChanges(): string {
  const { status, recent } = useCashier().view;
  return `${status.waiting} waiting, ${status.attention} refused, newest ${recent[0]?.id}`;
}

/** The receipts that fit, page by page. */
export function useReceipts({
  search,
  state,
  place,
  day,
}: ReceiptFilter): Listed & { readonly more: () => Promise<void> } {
  const { send } = useCashier();
  const changes = useChanges();
  const [listed, setListed] = useState<Listed>({ rows: [], next: null, isThere: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when something changed
  useEffect(() => {
    let left = false;
    void send('receipts.list', { search, state, place, day, cursor: null }).then((answer) => {
      if (answer.ok && !left) setListed({ ...answer.value, isThere: true });
    });
    return () => {
      left = true;
    };
  }, [send, search, state, place, day, changes]);

  const more = async (): Promise<void> => {
    const answer = await send('receipts.list', { search, state, place, day, cursor: listed.next });
    if (answer.ok) setListed(({ rows }) => ({ ...answer.value, rows: [...rows, ...answer.value.rows], isThere: true }));
  };
  return { ...listed, more };
}

/** One receipt; null until main has answered. `again` asks anew. */
export function useReceipt(saleId: string): { readonly receipt: ReceiptView | null; readonly again: () => void } {
  const { send } = useCashier();
  const changes = useChanges();
  const [receipt, setReceipt] = useState<ReceiptView | null>(null);
  const [asked, setAsked] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when something changed
  useEffect(() => {
    let left = false;
    void send('receipts.get', { saleId }).then((answer) => {
      if (answer.ok && !left) setReceipt(answer.value);
    });
    return () => {
      left = true;
    };
  }, [send, saleId, changes, asked]);
  return { receipt, again: () => setAsked((before) => before + 1) };
}
