import type { SessionContext } from '../sales/session-context.ts';
import type { PartnerClient } from '../service/partner-calls.ts';
import { createListeners } from '../shared/listeners.ts';
import type { PartnerView } from '../shared/views.ts';
import type { PartnerUserTable } from '../storage/partner-user-table.ts';

export type PartnerContext = Pick<SessionContext, 'clock' | 'log' | 'settings' | 'beforeStop'> & {
  readonly partner: PartnerController;
};

/** Work whose outcome is written even if the connection is closed meanwhile. */
export const beforeStop =
  <Context extends PartnerContext, Given extends unknown[], Returned>(
    work: (context: Context, ...given: Given) => Promise<Returned>,
  ) =>
  (context: Context, ...given: Given): Promise<Returned> =>
    context.beforeStop(work(context, ...given));

/** Customer service of one connection (receipt-service.md 4.7). */
export type PartnerController = ReturnType<typeof createPartnerController>;

export function createPartnerController(parts: {
  readonly client: PartnerClient;
  readonly users: PartnerUserTable;
  /** Identifies the partner interface of the settings. Its address may change while the app runs. */
  readonly place: () => string;
  readonly isConfigured: () => Promise<boolean>;
}) {
  const { client, users, place } = parts;
  const changes = createListeners();
  let isConfigured = false;
  let waiting: AbortController | null = null;
  let wait: PartnerView['wait'] = null;

  function show(next: PartnerView['wait']): void {
    wait = next;
    changes.emit();
  }

  function leave(): void {
    waiting?.abort();
    waiting = null;
    show(null);
  }

  return {
    client,
    users,
    place,
    onChange: changes.add,
    isConfigured: () => isConfigured,
    async look(): Promise<void> {
      isConfigured = await parts.isConfigured();
      changes.emit();
    },
    /** The end of the cashier's wait for a customer's access, and the time of the next request. Null: no wait. */
    wait: () => wait,
    show,
    begin(): AbortSignal {
      leave();
      waiting = new AbortController();
      return waiting.signal;
    },
    leave,
    stop: () => waiting?.abort(),
  };
}
