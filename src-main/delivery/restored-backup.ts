import type { DeliveryOutcome, Job } from '../outbox/job.ts';
import type { Sale } from '../sales/sale/sale.ts';
import type { SaleEvent } from '../sales/sale/state.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { field } from '../shared/json.ts';
import type { Refusal } from '../shared/till-view.ts';

export type RestoredBackupContext = Pick<
  SessionContext,
  'clock' | 'log' | 'saleRepository' | 'outbox' | 'pool' | 'refill'
>;

const sliceSize = 10;

/**
 * Handles files that are a copy or an older state of others (`storage/fingerprint.ts`). A week's queue is processed in
 * slices. Returns false if the session ended first (`isOver`). Then the next start repeats it.
 *
 * A pool id may have been shown to a customer since, so none is used again and none is deleted at the service. A sale
 * that existed already has the same id in every copy, so its bill is sent under that id or not at all: the service
 * stores it once and answers 409 to the second one (receipt-service.md 4.2, rule 2). A sale without an id may have been
 * delivered under an id that these files do not know, so a person has to look.
 */
export async function settleRestoredBackup(context: RestoredBackupContext, isOver: () => boolean): Promise<boolean> {
  const { saleRepository, clock, log } = context;
  if (isOver()) return false;
  log.warn('ids-discarded-after-restore', { givenUp: context.pool.giveUp() });
  const slice: Sale[] = [];
  const write = (): void =>
    saleRepository.transaction(() => {
      for (const sale of slice.splice(0)) part(context, sale);
    });
  for (const sale of earlierSales(context)) {
    if (slice.push(sale) < sliceSize) continue;
    write();
    await clock.nextTurn();
    if (isOver()) return false;
  }
  write();
  return true;
}

function part(context: RestoredBackupContext, { id, state, billHash, undo }: Sale): void {
  const { saleRepository, outbox } = context;
  const isCancelled = state === 'cancelled';
  const job = outbox.find(id, isCancelled ? 'cancel' : 'bill');
  const isDue = job?.state === 'due';
  // In another copy the receipt of a cancelled sale may have been delivered: after an undo, or when its bill came late.
  if (!isCancelled || (isDue && billHash === null)) saleRepository.change(id, { type: 'restoredFromBackup' });
  if (!isDue) return;
  const isDoubtful = isCancelled ? billHash !== null && undo !== null : needsPerson(saleRepository.mustFind(id));
  if (isDoubtful) park(context, job);
}

/** A 409 may show a restored backup. Then other pooled ids may be in use, too, so all are discarded. */
export function discardPooled(context: RestoredBackupContext, saleId: string): void {
  const ownId = field(JSON.parse(context.saleRepository.findBill(saleId) ?? 'null'), 'id') ?? null;
  if (ownId === null && context.pool.giveUp() > 0) queueMicrotask(context.refill.schedule);
}

function park(context: RestoredBackupContext, job: Job): void {
  context.outbox.save({ ...job, state: 'parked', lastReason: 'other-history' });
  context.saleRepository.change(job.saleId, refusedEvent(job, inDoubt.refusal));
}

export const refusedEvent = ({ kind }: Job, refusal: Refusal): SaleEvent =>
  kind === 'bill' ? { type: 'billRefused', attention: refusal } : { type: 'actionRefused', action: kind, refusal };

export const refusedHere = (title: string, detail: string, code: Refusal['code'] = null) =>
  ({
    kind: 'refused',
    refusal: { status: null, title, detail, errors: [], traceId: null, extensions: '', code },
  }) as const satisfies DeliveryOutcome;

export const inDoubt = refusedHere(
  'May already have been delivered',
  'These files are a copy or a backup. The receipt may have been delivered by the original, or it may not have been sent at all. Look at the receipt service, or ask the customer, before you send it again.',
  'mayBeDelivered',
);

const needsPerson = ({ restoredFromBackup, billId }: Sale): boolean =>
  restoredFromBackup !== null && restoredFromBackup.billId === null && billId === null;

/** Restores the lost id of a sale if the service may have its receipt under that id. Null: send the bill. */
export function readyAfterRestore(context: RestoredBackupContext, sale: Sale): DeliveryOutcome | null {
  if (needsPerson(sale)) return inDoubt;
  if (sale.billId === null && sale.restoredFromBackup?.billId != null) {
    context.saleRepository.change(sale.id, { type: 'idTaken', billId: sale.restoredFromBackup.billId, url: null });
  }
  return null;
}

/** An id that became invalid may have been replaced by another copy of these files, so a person decides. */
export const outcomeAfterRestore = (outcome: DeliveryOutcome): DeliveryOutcome =>
  outcome.kind === 'registrationExpired' ? inDoubt : outcome;

/** The unfinished sales from before the backup: without a receipt at the service, or with a cancel that waits. */
function* earlierSales({ saleRepository, outbox }: RestoredBackupContext): Generator<Sale> {
  for (const state of ['open', 'queued', 'attention'] as const) yield* saleRepository.all({ state });
  for (const id of outbox.salesWithCancel()) {
    const sale = saleRepository.find(id);
    if (sale !== null) yield sale;
  }
}
