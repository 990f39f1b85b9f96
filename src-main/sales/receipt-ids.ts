import type { Settings } from '../lib/settings.ts';
import type { PoolStore } from '../outbox/pool-store.ts';
import type { SystemPorts } from '../ports.ts';
import type { Answer } from '../service/answers.ts';
import type { Registration } from '../service/described.ts';
import type { VendorClient } from '../service/vendor.ts';
import { buyerInformationOf } from './named-parties.ts';
import type { InFlight } from './pending-registrations.ts';
import type { SaleRepository } from './repository.ts';
import type { Sale } from './sale.ts';
import type { SaleEvent } from './state.ts';

interface ReceiptIdParts extends Pick<SystemPorts, 'clock' | 'random'> {
  readonly book: SaleRepository;
  readonly pool: PoolStore;
  readonly vendor: VendorClient;
  readonly settings: () => Settings;
  readonly inFlight: InFlight;
  /** An id left the pool. Never called in a transaction. */
  readonly onTaken: () => void;
}

/**
 * Gives every sale its receipt id, once. From the pool first, because it is instant and needs no network; live for a
 * known customer and when the pool is empty.
 */
export type ReceiptIds = ReturnType<typeof createReceiptIds>;

export function createReceiptIds(parts: ReceiptIdParts) {
  const { book, vendor, clock } = parts;
  const underWay = new Map<string, Promise<Answer<Sale>>>();

  function takePooled(sale: Sale): SaleEvent | null {
    const maxAgeMs = parts.settings().pool.maxAgeHours * 3_600_000;
    const receipt = parts.pool.take(sale.storeId, sale.id, clock.now() - maxAgeMs);
    if (receipt === null) return null;
    // This is the caller's transaction: filling up comes after it.
    void book.kept().then(parts.onTaken, () => undefined);
    return { type: 'idTaken', ...receipt };
  }

  async function register(sale: Sale, timeoutMs: number): Promise<Answer<Sale>> {
    const { service } = parts.settings();
    const buyerInformation = buyerInformationOf(sale, service.buyerInformationTemplate);
    const request = { storeId: sale.storeId, ...(buyerInformation === null ? {} : { buyerInformation }) };
    const answer = await vendor.registerReceipt(request, { timeoutMs });
    // Nobody waits for ever without a word.
    if (answer.kind === 'storeUnknown') book.change(sale.id, { type: 'storeNotKnown' });
    if (answer.kind !== 'ok') return answer;
    // The bill came meanwhile and names another store: this id is not of that store, and nobody has seen it.
    const now = book.find(sale.id);
    if (now !== null && now.billId === null && now.storeId !== sale.storeId) return register(now, timeoutMs);
    return { kind: 'ok', value: book.transaction(() => keep(sale, answer.value)) };
  }

  function keep({ id: saleId, storeId }: Sale, registration: Registration): Sale {
    const before = book.find(saleId);
    // An id that may have been shown stays; the one that came too late was never seen by anybody.
    if (before !== null && before.billId !== null) return before;
    const kept = book.change(
      saleId,
      registration.type === 'url'
        ? { type: 'idTaken', billId: registration.billId, url: registration.url }
        : { type: 'accountAssigned', billId: registration.billId },
    );
    if (!kept.ok) throw new Error(kept.error.message);
    // A till that makes ids of its own must not use this one again.
    parts.pool.claim(storeId, registration.billId, saleId, clock.now());
    return kept.value;
  }

  async function ensure(saleId: string, timeoutMs: number): Promise<Answer<Sale>> {
    const sale = book.mustFind(saleId);
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
    /** Takes a pooled id for the sale in the caller's transaction, as what has happened to it. Null when there is none. */
    takePooled /**
     * The sale with an id: the one that it has, or one registered now. Callers at the same time share one registration,
     * so that a sale never gets two ids.
     */,
    ensure,
  };
}
