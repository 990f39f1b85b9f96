import type { PartnerView } from '../lib/views.ts';
import type { SessionContext } from '../sales/session-context.ts';
import type { PartnerClient } from '../service/partner.ts';
import type { PartnerUserTable } from '../storage/partner-user-table.ts';

/** What a cashier waits for at the customer desk, for the window. */
type PartnerProgress = Pick<PartnerView, 'wait' | 'pdf'>;

export type PartnerContext = Pick<SessionContext, 'clock' | 'log' | 'settings' | 'beforeStop'> & {
  readonly partner: PartnerController;
};

/** Work whose outcome is still written down where the connection is closed meanwhile. */
export const beforeStop =
  <Context extends PartnerContext, Given extends unknown[], Told>(
    work: (context: Context, ...given: Given) => Promise<Told>,
  ) =>
  (context: Context, ...given: Given): Promise<Told> =>
    context.beforeStop(work(context, ...given));

/** The customer desk of one connection (interface document 4.7). */
export type PartnerController = ReturnType<typeof createPartnerController>;

export function createPartnerController(parts: {
  readonly client: PartnerClient;
  readonly users: PartnerUserTable;
  readonly isConfigured: () => Promise<boolean>;
  readonly changed: () => void;
}) {
  const { client, users, changed } = parts;
  let isConfigured = false;
  const underWay = new Map<keyof PartnerProgress, AbortController>();
  let progress: PartnerProgress = { wait: null, pdf: null };

  function show(change: Partial<PartnerProgress>): void {
    progress = { ...progress, ...change };
    changed();
  }

  function leave(what: keyof PartnerProgress): void {
    underWay.get(what)?.abort();
    underWay.delete(what);
    show({ [what]: null });
  }

  return {
    client,
    users,
    /** Whether there is an address and something to authenticate with, as far as it was looked at. */
    isConfigured: () => isConfigured,
    /** Addresses of the pictures of the page that was listed last: no other is fetched for a window. */
    pictures: new Set(),
    async look(): Promise<void> {
      isConfigured = await parts.isConfigured();
      changed();
    },
    progress: () => progress,
    show,
    /** What the window's cashier waits for ends with `leave`; the one before ends with the new one. */
    begin(what: keyof PartnerProgress): AbortSignal {
      leave(what);
      const mine = new AbortController();
      underWay.set(what, mine);
      return mine.signal;
    },
    leave,
    stop() {
      for (const one of underWay.values()) one.abort();
      underWay.clear();
    },
  };
}
