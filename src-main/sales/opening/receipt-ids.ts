import type { PoolStore } from '../../outbox/pool-store.ts';
import type { Clock, SystemPorts } from '../../ports.ts';
import type { Answer, ServiceProblem } from '../../service/answers.ts';
import type { Registration } from '../../service/described.ts';
import { noAnswer } from '../../service/http.ts';
import type { ServiceHealth } from '../../service/service-health.ts';
import type { VendorClient } from '../../service/vendor.ts';
import { retryWhileBusy } from '../../shared/busy.ts';
import { jsonTextOf } from '../../shared/json-text.ts';
import { type FieldIssue, failed } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { within } from '../../shared/waiting.ts';
import type { SaleRepository } from '../repository.ts';
import { buyerInformationOf } from '../sale/named-parties.ts';
import { isKnown, type Sale } from '../sale/sale.ts';
import { registrationRefused } from '../sale/sale-warnings.ts';
import type { SaleEvent } from '../sale/state.ts';

export interface ReceiptIdContext extends Pick<SystemPorts, 'clock'> {
  readonly saleRepository: SaleRepository;
  readonly pool: PoolStore;
  readonly refill: {
    schedule(): void;
    /** Called when an id has left the pool, never in a transaction. */
    readonly taken: () => void;
    target(): number;
    lastsMinutes(available: number): number | null;
  };
  readonly vendor: VendorClient;
  readonly service: ServiceHealth;
  readonly settings: () => Settings;
  readonly inFlight: InFlight;
  /** Runs work that a caller need not wait for. `stop` waits for it, and an error is logged under `name`. */
  readonly inBackground: (name: string, work: Promise<void>) => Promise<void>;
}

/** The pause before the service is asked again. It doubles up to the longest pause of receipt-service.md 7. */
const firstGapMs = 5_000;
const longestGapMs = 5 * 60_000;
/** At most this many sales wait for a late id. If there are more, the oldest are dropped. */
const mostOwed = 50;

/** Pooled ids come first, because they are instant. While the service does not answer, no sale waits for it. */
export type ReceiptIds = ReturnType<typeof createReceiptIds>;

function createIdGiving(parts: ReceiptIdContext) {
  const { saleRepository, pool, vendor, settings, clock } = parts;
  const underWay = new Map<string, Promise<Answer<Sale>>>();

  function takePooled(sale: Sale): SaleEvent | null {
    const receipt = pool.take(sale.storeId, sale.id);
    if (receipt === null) return null;
    // Refills the pool after the caller's transaction.
    void saleRepository.committed().then(parts.refill.taken, () => undefined);
    return { type: 'idTaken', ...receipt };
  }

  function takeNow(saleId: string): boolean {
    return saleRepository.transaction(() => {
      const sale = saleRepository.find(saleId);
      const id = sale?.billId === null ? takePooled(sale) : null;
      if (id !== null) saleRepository.change(saleId, id);
      return id !== null || sale?.billId !== null;
    });
  }

  async function register(sale: Sale, timeoutMs: number): Promise<Answer<Sale>> {
    const buyerInformation = buyerInformationOf(sale, settings().service.buyerInformationTemplate);
    const request = { storeId: sale.storeId, ...(buyerInformation === null ? {} : { buyerInformation }) };
    const answer = await vendor.registerReceipt(request, { timeoutMs });
    const settled = await retryWhileBusy(clock, () => settle(sale, answer));
    return settled === 'forOther' ? register(saleRepository.mustFind(sale.id), timeoutMs) : settled;
  }

  function settle(sale: Sale, answer: Answer<Registration>): Answer<Sale> | 'forOther' {
    if (answer.kind === 'ok') return saleRepository.transaction(() => keep(sale, answer.value));
    // The warning explains the missing code, so that nobody waits for it.
    if (answer.kind === 'storeUnknown') saleRepository.change(sale.id, { type: 'storeNotKnown' });
    if (answer.kind === 'refused') warn(sale.id, answer.problem);
    return answer;
  }

  /** Warns only before there is a bill. Afterwards the refusal of the bill is shown. */
  function warn(saleId: string, { errors, title, detail }: ServiceProblem): void {
    if (saleRepository.find(saleId)?.state !== 'open') return;
    const fields = errors.length > 0 ? errors : [{ path: '', message: detail || title }];
    const warnings = fields.map(({ path, message }) => ({ path, code: registrationRefused, message }));
    saleRepository.change(saleId, { type: 'warned', warnings });
  }

  function keep(then: Sale, registration: Registration): Answer<Sale> | 'forOther' {
    const { id: saleId, storeId } = then;
    const { billId } = registration;
    const now = saleRepository.mustFind(saleId);
    // Keeps an id that may have been shown. The late id was never shown.
    if (now.billId !== null) return { kind: 'ok', value: now };
    // No other sale may use this id: neither one of a till with self-generated ids, nor one that the service gives it to.
    if (!pool.claim(storeId, billId, saleId, clock.now()))
      return noAnswer('not-understood', 'the id belongs to another sale', { mayHaveArrived: true });
    // The bill names another store or customer, and this id was never shown, so another id is registered.
    if (isForOther(then, now, settings().service.buyerInformationTemplate)) {
      pool.abandon(storeId, billId, saleId, clock.now());
      return 'forOther';
    }
    const changed = saleRepository.change(saleId, idRegistered(registration));
    if (!changed.ok) throw new Error(changed.error.message);
    return { kind: 'ok', value: changed.value };
  }

  async function ensure(saleId: string, timeoutMs: number): Promise<Answer<Sale>> {
    const sale = saleRepository.mustFind(saleId);
    if (sale.billId !== null) return { kind: 'ok', value: sale };
    const before = underWay.get(saleId);
    if (before !== undefined) return before;
    const registering = parts.inFlight.during(
      saleId,
      register(sale, timeoutMs).finally(() => underWay.delete(saleId)),
    );
    underWay.set(saleId, registering);
    return registering;
  }

  return {
    /** Takes an id from the pool within the caller's transaction. Null if the pool is empty. */
    takePooled,
    takeNow,
    /** Returns the sale with an id and registers one if necessary. Simultaneous callers share one registration. */
    ensure,
  };
}

/** An id that was registered for a customer's account would bring another customer's receipt into it. */
function isForOther(then: Sale, now: Sale, template: unknown): boolean {
  const before = buyerInformationOf(then, template);
  const isOtherBuyer = before !== null && jsonTextOf(before) !== jsonTextOf(buyerInformationOf(now, template));
  return then.storeId !== now.storeId || isOtherBuyer;
}

export function createReceiptIds(parts: ReceiptIdContext) {
  const ids = createIdGiving(parts);
  return { ...ids, ...createLateIds(parts, ids) };
}

/** Registers the ids that open sales could not get while the service did not answer, one at a time. */
function createLateIds(
  { saleRepository, service, settings, clock, inBackground }: ReceiptIdContext,
  { takeNow, ensure }: Pick<ReturnType<typeof createIdGiving>, 'takeNow' | 'ensure'>,
) {
  const owed = new Set<string>();
  let gapMs = firstGapMs;
  let isAsking = false;
  let isStopped = false;
  let cancelTimer: (() => void) | null = null;

  function askLater(): void {
    cancelTimer?.();
    cancelTimer = isStopped ? null : clock.setTimer(gapMs, ask);
  }

  function ask(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isAsking || isStopped || owed.size === 0) return;
    isAsking = true;
    const pending = giveAll().finally(() => {
      isAsking = false;
      if (owed.size > 0) askLater();
    });
    void inBackground('late-receipt-ids', pending);
  }

  /** Registers one id. Returns the pause before another attempt; null if there was an answer or nothing is missing. */
  async function give(sale: Sale | null): Promise<number | null> {
    // Another copy of a restored sale may have had its receipt under an id, so the delivery decides about the id.
    if (sale?.state !== 'open' || sale.billId !== null || sale.restoredFromBackup !== null) return null;
    if (!isKnown(sale)) takeNow(sale.id);
    const answer = await ensure(sale.id, settings().service.interactiveTimeoutMs);
    if (answer.kind === 'noAnswer') return answer.retryAfterMs ?? 0;
    return answer.kind === 'signInNeeded' ? 0 : null;
  }

  /** Starts with the newest sale, because its customer is at the till. Stops at the first request without an answer. */
  async function giveAll(): Promise<void> {
    for (const saleId of [...owed].reverse()) {
      const pauseMs = await give(saleRepository.find(saleId));
      if (isStopped) return;
      if (pauseMs !== null) {
        gapMs = Math.min(longestGapMs, Math.max(gapMs * 2, pauseMs));
        return;
      }
      // The sale has its id, or the service refused to register one and would refuse again.
      owed.delete(saleId);
    }
    gapMs = firstGapMs;
  }

  const endWatching = service.onChange(() => {
    if (service.state() === 'online') ask();
  });

  return {
    want(saleId: string) {
      owed.add(saleId);
      for (const oldest of owed) if (owed.size > mostOwed) owed.delete(oldest);
      if (cancelTimer === null && !isAsking) askLater();
    },
    stop() {
      isStopped = true;
      endWatching();
      cancelTimer?.();
    },
  };
}

export function isServiceAway({ service }: { readonly service: Pick<ServiceHealth, 'state'> }): boolean {
  const state = service.state();
  return state === 'offline' || state === 'signInNeeded';
}

/** Tracks the running requests of a sale, so that the delivery can wait for an answer that belongs on the bill. */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight(clock: Clock, beforeStop: <T>(work: Promise<T>) => Promise<T>) {
  const open = new Map<string, Promise<unknown>>();
  return {
    /** `stop` waits for the work, too, so that its outcome can be written. */
    during<T>(saleId: string, work: Promise<T>): Promise<T> {
      const all = Promise.allSettled([open.get(saleId), work]).then(() => {
        if (open.get(saleId) === all) open.delete(saleId);
      });
      open.set(saleId, all);
      return beforeStop(work);
    },
    has: (saleId: string): boolean => open.has(saleId),
    /** Resolves when all earlier requests of this sale have ended, or after `mostMs` milliseconds. */
    async settled(saleId: string, mostMs: number): Promise<void> {
      const pending = open.get(saleId);
      if (pending !== undefined) await within(clock, mostMs, pending);
    },
  };
}

/** The id that the service registered: with an address, or for the account of a customer. */
export const idRegistered = (registration: Registration): SaleEvent =>
  registration.type === 'url'
    ? { type: 'idTaken', billId: registration.billId, url: registration.url }
    : { type: 'accountAssigned', billId: registration.billId };

/** The till's own receipt id (receipt-service.md 4.2, rule 3); its address comes with the delivery. */
export const idOfTill = (billId: string): SaleEvent => ({ type: 'idTaken', billId, url: null });

/** A second bill under one id would be lost: the service answers 409, which the app would count as delivered. */
export const idOfOtherSale = failed('conflict', 'The id of this receipt belongs to another sale.');

/** Refuses a till's own id unless the merchant has that feature (receipt-service.md 4.2, rule 3). */
export function refuseTillBillId(
  context: Pick<ReceiptIdContext, 'settings'>,
  id: unknown,
  path: string,
): FieldIssue | null {
  if (id === null || id === undefined || context.settings().service.selfGeneratedIds) return null;
  const message =
    'Found an id of the till. Expected none: this merchant has no self-generated ids (a setting); leave the id out, it is set for you.';
  return { path, code: 'own-id', message };
}

/** Whether the customer gets paper now. The bill is queued nevertheless. */
export function isPaperNow({ service, settings }: Pick<ReceiptIdContext, 'service' | 'settings'>): boolean {
  return isServiceAway({ service }) && settings().delivery.offlineRule === 'paper';
}
