import { useEffect, useState } from 'react';
import type { CommandInput } from '../../../src-main/contract/commands.ts';
import type { SaleRowView } from '../../../src-main/contract/views.ts';
import { useCashier } from '../cashier-context.ts';

export type ReceiptFilter = Omit<CommandInput<'receipts.list'>, 'cursor'>;

interface Listed {
  readonly rows: readonly SaleRowView[];
  /** Where the next page begins; null after the last. */
  readonly next: number | null;
  /** How the queue stood when main was asked. */
  readonly at: string;
}

/** The receipts that fit, page by page. Asked for anew when the filter or the queue changes. */
export function useReceipts(filter: ReceiptFilter): Listed & { readonly more: () => Promise<void> } {
  const { view, send } = useCashier();
  const [listed, setListed] = useState<Listed>({ rows: [], next: null, at: '' });
  const { search, state, day } = filter;
  const at = `${view.status.waiting} waiting, ${view.status.attention} refused`;

  useEffect(() => {
    let left = false;
    void send('receipts.list', { search, state, day, cursor: null }).then((answer) => {
      if (answer.ok && !left) setListed({ ...answer.value, at });
    });
    return () => {
      left = true;
    };
  }, [send, search, state, day, at]);

  const more = async (): Promise<void> => {
    const answer = await send('receipts.list', { search, state, day, cursor: listed.next });
    if (answer.ok) setListed({ ...answer.value, rows: [...listed.rows, ...answer.value.rows], at: listed.at });
  };

  return { ...listed, more };
}
