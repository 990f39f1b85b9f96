import type { NoticeCode } from '../kernel/notices.ts';
import type { StatusResource } from '../kernel/till-view.ts';
import type { Rooms } from './rooms.ts';

export interface Surroundings {
  readonly version: string;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly notices: () => readonly NoticeCode[];
  readonly customerDisplayConnected: () => boolean;
  /** What the customer window has painted last; null before its first answer. */
  readonly painted: () => { readonly kind: string; readonly saleId: string | null } | null;
}

/** A status names this many unknown stores: whoever has more has one mistake, not many. */
const mostStoresNamed = 20;

/** How things stand, for the till (POS API, GET /v1/status) and, in the same words, for the status bar. */
export function statusOf(rooms: Rooms, around: Surroundings): StatusResource {
  const { pool, service } = rooms.settings();
  const now = rooms.clock.now();
  const painted = around.painted();
  const refusals = rooms.service.refusals();
  const { waiting, parked, oldestCreatedAt } = rooms.outbox.counts();
  const nextTryAt = rooms.nextTryAt();
  const stores = rooms.pausedStores().slice(0, mostStoresNamed);
  return {
    mode: rooms.mode,
    service: rooms.service.state(),
    pool: {
      available: rooms.pool.available(service.storeId, now - pool.maxAgeHours * 3_600_000),
      target: pool.target,
    },
    outbox: {
      queued: waiting,
      attention: parked,
      oldestSeconds: oldestCreatedAt === null ? 0 : Math.max(0, Math.floor((now - oldestCreatedAt) / 1_000)),
      nextTryAt: waiting === 0 || nextTryAt === null ? null : new Date(nextTryAt).toISOString(),
      ...(stores.length > 0 && { storesUnknown: [...stores] }),
    },
    display: {
      connected: around.customerDisplayConnected(),
      showing: painted?.kind ?? null,
      saleId: painted?.saleId ?? null,
    },
    keyStorage: around.keyStorage,
    notices: [...around.notices(), ...rooms.service.notices(), ...rooms.time.notices()],
    ...(refusals.length > 0 && { refusals: [...refusals] }),
    version: around.version,
  };
}
