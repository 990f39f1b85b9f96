import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import type { CommandOutput } from '../../../src-main/lib/commands.ts';
import { done } from '../../../src-main/lib/result.ts';
import { createNewestAnswer } from '../asking/newest-answer.ts';
import { useCashier } from '../cashier-context.ts';

export type ReceiptPage = CommandOutput<'partner.receipts'>;

/** What was sent for a page and for those before it: the first is null. */
type Trail = readonly (string | null)[];

interface Turned {
  readonly page: ReceiptPage;
  readonly trail: Trail;
}

const first: Trail = [null];

/**
 * A customer's receipts, one page at a time: the page before leaves the memory with the next, however many there are. The
 * service only leads forward, so the way back is what was sent on the way here. What is loaded again is the page that was
 * asked for last, whether it has come or not.
 */
export function useReceiptPages(userId: string) {
  const { send } = useCashier();
  const [{ store, ask }] = useState(() => createNewestAnswer<Turned>());
  const asked = useRef(first);

  const load = useCallback(
    (trail: Trail): (() => void) => {
      asked.current = trail;
      return ask(userId, async () => {
        const answer = await send('partner.receipts', { userId, continuation: trail.at(-1) ?? null, take: null });
        return answer.ok ? done({ page: answer.value, trail }) : answer;
      });
    },
    [ask, send, userId],
  );

  useEffect(() => load(first), [load]);

  const { value, hasFailed } = useStore(store);
  const trail = value?.trail ?? first;
  const continuation = value?.page.continuation ?? null;
  return {
    /** Null before the first answer. */
    page: value?.page ?? null,
    failed: hasFailed,
    trail,
    next: continuation === null ? null : () => void load([...trail, continuation]),
    previous: trail.length < 2 ? null : () => void load(trail.slice(0, -1)),
    reload: () => void load(asked.current),
  };
}
