import type { CommandHandlers } from '../contract/handlers.ts';
import type { Result } from '../kernel/result.ts';
import type { Rooms } from './rooms.ts';

/** What a person can do about receipts that wait, before the connection is changed. */
export type WaitingCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `waiting.${string}`>>;

export function waitingCommands(
  rooms: Rooms,
  save: (name: string, content: string) => Result<{ readonly path: string }>,
): WaitingCommands {
  return {
    async 'waiting.export'() {
      const day = new Date(rooms.clock.now()).toISOString().slice(0, 10);
      return save(`waiting-${day}.json`, waitingExport(rooms));
    },
  };
}

/** Every bill that the service has not got, oldest first, for whoever delivers it another way. They still wait here. */
function waitingExport({ book }: Rooms): string {
  const sales = (['queued', 'attention'] as const).flatMap((state) => {
    const found = [];
    for (let before: number | undefined; ; ) {
      const page = book.list({ state, limit: 200, before });
      found.push(...page.items);
      if (page.next === null) return found;
      before = page.next;
    }
  });
  const entries = sales
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ id, reference, storeId, state, billId, attention }) => {
      const billText = book.findBill(id);
      const bill: unknown = billText === null ? null : JSON.parse(billText);
      return { reference, storeId, state, billId, attention, bill };
    });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
