import { useCallback, useEffect, useState } from 'react';
import type { CommandOutput } from '../../../src-main/contract/commands.ts';
import { useCashier } from '../cashier-context.ts';

export type ReceiptPage = CommandOutput<'partner.receipts'>;

interface Paging {
  /** Null before the first answer, and after one that failed. */
  readonly page: ReceiptPage | null;
  readonly failed: boolean;
  /** What was sent for this page and those before it: the first is null. */
  readonly trail: readonly (string | null)[];
}

/**
 * A customer's receipts, one page at a time: the page before leaves the memory with the next, however many there are. The
 * service only leads forward, so the way back is what was sent on the way here.
 */
export function useReceiptPages(userId: string): Paging & {
  readonly next: (() => void) | null;
  readonly previous: (() => void) | null;
  readonly reload: () => void;
} {
  const { send } = useCashier();
  const [paging, setPaging] = useState<Paging>({ page: null, failed: false, trail: [null] });

  const load = useCallback(
    async (trail: Paging['trail']): Promise<void> => {
      const answer = await send('partner.receipts', { userId, continuation: trail.at(-1) ?? null, take: null });
      if (answer.ok) setPaging({ page: answer.value, failed: false, trail });
      else setPaging((now) => ({ ...now, failed: true }));
    },
    [send, userId],
  );

  useEffect(() => void load([null]), [load]);

  const { page, trail } = paging;
  const continuation = page?.continuation ?? null;
  return {
    ...paging,
    next: continuation === null ? null : () => void load([...trail, continuation]),
    previous: trail.length < 2 ? null : () => void load(trail.slice(0, -1)),
    reload: () => void load(trail),
  };
}
