import { z } from 'zod';
import { commandsOn, defineAction, tillOf } from '../dispatch/dispatch.ts';
import type { Screens } from '../ports.ts';
import { arrivesSoon } from '../sales/sale/customer-view.ts';
import type { Sale } from '../sales/sale/sale.ts';
import type { SessionContext } from '../sales/session-context.ts';
import type { NoticeCode } from '../shared/notice-codes.ts';
import type { Result } from '../shared/result.ts';
import type { ServiceRefusal, StatusResource } from '../shared/till-view.ts';
import { statusSchema } from '../shared/till-view.ts';
import type { CashierView } from '../shared/views.ts';

export type OutboxCounts = ReturnType<SessionContext['outbox']['counts']>;

type Context = Pick<
  SessionContext,
  'clock' | 'settings' | 'mode' | 'outbox' | 'worker' | 'pool' | 'refill' | 'service' | 'time'
>;

interface StatusInputs {
  readonly version: string;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly notices: () => readonly NoticeCode[];
  readonly screens: Pick<Screens, 'customerDisplayConnected'>;
  /** The screen that the customer window painted last; null before its first report. */
  readonly painted: () => { readonly screen: { readonly kind: string }; readonly saleId: string | null } | null;
}

/** The most paused stores that a status names. If there are more, they have a common cause. */
const mostStoresNamed = 20;

/** The state for tills (POS API, GET /v1/status) and for the status bar. */
export function statusOf(
  context: Context,
  { waiting, parked, oldestCreatedAt }: OutboxCounts,
  around: StatusInputs,
): StatusResource {
  const available = context.pool.available(context.settings().service.storeId);
  const now = context.clock.now();
  const painted = around.painted();
  const nextTryAt = waiting === 0 ? null : context.worker.nextTryAt();
  const until = context.worker.pacedUntil();
  const perSecond = context.worker.rate();
  const paused = context.worker.pausedStores();
  const stores = paused.flatMap(({ storeId, because }) => (because === 'storeUnknown' ? [storeId] : []));
  const refusals = [...context.service.refusals(), ...paused.flatMap(refusedStore).slice(0, mostStoresNamed)];
  return {
    mode: context.mode,
    service: context.service.state(),
    pool: { available, target: context.refill.target(), lastsMinutes: context.refill.lastsMinutes(available) },
    outbox: {
      queued: waiting,
      attention: parked,
      oldestSeconds: oldestCreatedAt === null ? 0 : Math.max(0, Math.floor((now - oldestCreatedAt) / 1_000)),
      nextTryAt: nextTryAt === null ? null : new Date(nextTryAt).toISOString(),
      pacedUntil: until === null ? null : new Date(until).toISOString(),
      secondsLeft: waiting === 0 || perSecond === null ? null : Math.ceil(waiting / perSecond),
      ...(stores.length > 0 && { storesUnknown: stores.slice(0, mostStoresNamed) }),
    },
    display: {
      connected: around.screens.customerDisplayConnected(),
      showing: painted?.screen.kind ?? null,
      saleId: painted?.saleId ?? null,
    },
    keyStorage: around.keyStorage,
    notices: [...around.notices(), ...context.service.notices(), ...context.time.notices()],
    ...(refusals.length > 0 && { refusals }),
    deviations: [...context.service.deviations()],
    version: around.version,
  };
}

export type ArrivalContext = Pick<SessionContext, 'service' | 'worker'>;

/** Whether the service answers and accepts receipts of the sale's store. */
export const willArrive = ({ service, worker }: ArrivalContext, sale: Sale | null): boolean =>
  arrivesSoon(service.state(), sale !== null && worker.pausedStores().some(({ storeId }) => storeId === sale.storeId));

/** The refusal of a store whose bills the service all refuses with the same text. */
function refusedStore({
  storeId,
  because,
  refusal: { status, title, detail, errors, traceId },
}: ReturnType<Context['worker']['pausedStores']>[number]): readonly ServiceRefusal[] {
  return because === 'storeRefused' && status !== null
    ? [{ what: 'receipts', storeId, status, title, detail, errors, traceId }]
    : [];
}

export const cashierStatus = (
  { service, outbox, pool, notices, refusals = [] }: StatusResource,
  around: Pick<CashierView['status'], 'attention' | 'display' | 'posApi' | 'otherConnections'>,
): CashierView['status'] => ({
  service,
  waiting: outbox.queued,
  nextTryAt: outbox.nextTryAt === null ? null : Date.parse(outbox.nextTryAt),
  pool,
  notices,
  storesUnknown: outbox.storesUnknown ?? [],
  refusals,
  ...around,
});

export const nothingPainted = { screen: null, language: null, saleId: null } as const;

export const programCommands = {
  ...commandsOn<{
    readonly quit: () => void;
  }>()('program', {
    'program.quit': ({ quit }) => quit(),
  }),
  'till.getStatus': defineAction({
    who: ['sale'],
    needs: 'program',
    input: z.unknown(),
    output: statusSchema,
    run: ({ statusFor }: { readonly statusFor: (till: string) => Result<StatusResource> }, _input, { by }) =>
      statusFor(tillOf(by)),
  }),
};
