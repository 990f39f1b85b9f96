import type { DeliveryOutcome, Job, Try } from '../outbox/job.ts';
import { isCorrected, mayBeThere, rowAfter, saleSetAside, sendingOf } from '../outbox/policy.ts';
import { createOutboxWorker, type OutboxWorker } from '../outbox/worker.ts';
import { readBillText, toWireBill } from '../receipts/to-wire.ts';
import { loyaltyClosed } from '../sales/customer/loyalty.ts';
import { identificationOf } from '../sales/sale/named-parties.ts';
import type { Sale } from '../sales/sale/sale.ts';
import type { SaleEvent } from '../sales/sale/state.ts';
import type { SessionContext } from '../sales/session-context.ts';
import type { Answer, ServiceProblem } from '../service/answers.ts';
import type { StoredBill } from '../service/described.ts';
import type { Refusal } from '../shared/till-view.ts';
import {
  discardPooled,
  inDoubt,
  outcomeAfterRestore,
  type RestoredBackupContext,
  readyAfterRestore,
  refusedEvent,
  refusedHere,
} from './restored-backup.ts';

type DeliverContext = RestoredBackupContext &
  Pick<SessionContext, 'settings' | 'mode' | 'vendor' | 'service' | 'ids' | 'inFlight'>;

async function deliver(context: DeliverContext, job: Try): Promise<DeliveryOutcome> {
  const sale = context.saleRepository.find(job.saleId);
  if (sale === null) return unreadable('The stored sale cannot be read');
  switch (job.kind) {
    case 'bill': {
      if (sale.restoredFromBackup === null) return deliverBill(context, job, sale);
      const doubt = readyAfterRestore(context, sale);
      return doubt === null
        ? outcomeAfterRestore(await deliverBill(context, job, sale))
        : staysHere(context, job, doubt);
    }
    case 'printed':
      return sale.billId === null ? settledHere : outcomeOf(await context.vendor.markPrinted(sale.billId), sale);
    case 'cancel':
      return cancelAtService(context, sale.id);
    case 'loyaltyCancel':
      return cancelLoyaltyOf(context, sale);
  }
}

const settledHere: DeliveryOutcome = { kind: 'delivered', assigned: false, url: null };

const unreadable = (title: string): DeliveryOutcome =>
  refusedHere(title, 'Nothing was sent. See the notice in the data folder.');

/** An update or another copy of the file may make set-aside sales readable: their held rows become due. */
export function resumeReadable(context: DeliverContext): void {
  for (const job of context.outbox.heldBecause(saleSetAside)) {
    if (context.saleRepository.find(job.saleId) === null) continue;
    context.outbox.save({ ...job, state: 'due', dueAt: context.clock.now() });
  }
}

/**
 * Without an id there is nothing to cancel at the service. A registration that is running is awaited first. The receipt
 * under an id in use may belong to another sale, so it is not deleted. Another copy of a restored folder may have sent
 * the bill under an id that is missing here, so a person decides.
 */
async function cancelAtService(context: DeliverContext, saleId: string): Promise<DeliveryOutcome> {
  await context.inFlight.settled(saleId, context.settings().service.totalTimeoutMs);
  const sale = context.saleRepository.mustFind(saleId);
  if (sale.cancelled === null) return settledHere;
  if (sale.billId === null && sale.billHash !== null && sale.restoredFromBackup !== null) return inDoubt;
  if (sale.billId === null || sale.idInUse) return settledHere;
  return outcomeOf(await context.vendor.cancelReceipt(sale.billId), sale);
}

function staysHere({ outbox }: DeliverContext, job: Try, outcome: DeliveryOutcome): DeliveryOutcome {
  if (job.leavesAs !== null) outbox.noteSentAs(job.saleId, null);
  return outcome;
}

/** Registers an id first if the sale has none, so that the bill is never sent under two ids. */
async function deliverBill(context: DeliverContext, job: Try, { id: saleId }: Sale): Promise<DeliveryOutcome> {
  const billText = context.saleRepository.findBill(saleId);
  if (billText === null) return staysHere(context, job, unreadable('The stored receipt cannot be read'));
  const { service, cashier } = context.settings();
  // Running requests may add a customer and a loyalty transaction to the bill.
  await context.inFlight.settled(saleId, service.interactiveTimeoutMs);
  if (!cashier.emailReceipts && context.saleRepository.find(saleId)?.email != null)
    context.saleRepository.change(saleId, { type: 'emailSwitchedOff' });
  const ready = await context.ids.ensure(saleId, service.totalTimeoutMs);
  const answer = ready.kind === 'ok' ? await sendBill(context, job, ready.value, billText) : ready;
  const doubt = ready.kind === 'ok' ? doubtOf(answer, job, ready.value) : null;
  if (doubt !== null) return { kind: 'refused', refusal: doubt };
  if (answer.kind === 'storeUnknown' && takeCorrectedStore(context, saleId))
    return deliverBill(context, { ...job, leavesAs: null }, context.saleRepository.mustFind(saleId));
  if (answer.kind !== 'ok') return outcomeOf(answer, context.saleRepository.mustFind(saleId));
  const { value } = answer;
  return { kind: 'delivered', assigned: value.type === 'assigned', url: value.type === 'url' ? value.url : null };
}

/** The refusal for an answer that leaves open whether the bill is stored. Null: the answer is clear. */
function doubtOf(answer: Answer<StoredBill>, job: Job, sale: Sale): Refusal | null {
  const isMaybeThere = mayBeThere(job, sale.billId);
  if (answer.kind === 'alreadyThere' && (!isMaybeThere || sale.idInUse)) return idInUse(answer.problem);
  if (answer.kind === 'alreadyThere' && isCorrected(job, sale))
    return mayBeDelivered(answer.problem, 'An earlier version of this receipt may be stored instead of this one.');
  // Under a new id the service would store a second copy.
  if (answer.kind === 'registrationExpired' && isMaybeThere)
    return mayBeDelivered(answer.problem, 'An earlier try may have stored it, but the service does not know its id.');
  return null;
}

/** A 409 means our own bill only if an earlier attempt may have stored it (receipt-service.md 4.2, rule 2). */
async function sendBill(context: DeliverContext, job: Try, sale: Sale, billText: string): Promise<Answer<StoredBill>> {
  const { id: saleId, billId, displayTarget } = sale;
  if (billId === null) throw new Error(`sale ${saleId} has no id to send its bill under`);
  const body = addBillBody(context, { ...sale, billId }, billText);
  const isMaybeThere = mayBeThere(job, billId);
  const sending = sendingOf(sale);
  if (!isMaybeThere && job.leavesAs !== sending) context.outbox.noteSentAs(saleId, sending);
  const answer = await context.vendor.addBill(body, displayTarget === null ? {} : { displayTarget });
  // This attempt has stored nothing: the service refused, or the request did not leave.
  const isNotStored = answer.kind === 'noAnswer' ? !answer.mayHaveArrived : answer.kind !== 'ok';
  if (isNotStored && !isMaybeThere) context.outbox.noteSentAs(saleId, null);
  return answer;
}

const idInUse = (problem: ServiceProblem): Refusal => ({
  ...refusalOf(problem),
  code: 'idInUse',
  title: 'This receipt id is in use already',
  detail: [
    'Something is stored under the id of this receipt, and it was not sent from here.',
    'Either this receipt was sent before, from a copy of this data: then the service has it.',
    'Or another receipt was sent under the same id: then the service does not have this one.',
    `The service says: ${problem.detail || problem.title}`,
  ].join(' '),
});

/** The refusal has no status, so that the bill is not sent again together with others that have the same status. */
const mayBeDelivered = (problem: ServiceProblem, why: string): Refusal => ({
  ...refusalOf(problem),
  status: null,
  code: 'mayBeDelivered',
  title: 'May already have been delivered',
  detail: `${why} Look at the receipt service before you decide. The service says: ${problem.detail || problem.title}`,
});

/** Takes the corrected store of the settings. False if the store stays: it is the same, or the till chose it. */
function takeCorrectedStore(context: DeliverContext, saleId: string): boolean {
  const sale = context.saleRepository.mustFind(saleId);
  const { storeId } = context.settings().service;
  if (storeId === '' || storeId === sale.storeId || sale.storeFixedByTill) return false;
  return context.saleRepository.change(saleId, { type: 'storeCorrected', storeId }).ok;
}

async function cancelLoyaltyOf(context: DeliverContext, sale: Sale): Promise<DeliveryOutcome> {
  const transactionId = sale.loyalty?.transactionId ?? null;
  if (transactionId === null) return settledHere;
  const answer = await context.vendor.cancelLoyalty(transactionId);
  if (answer.kind === 'ok') context.saleRepository.change(sale.id, loyaltyClosed(answer.value));
  return outcomeOf(answer, sale);
}

/** The request with the bill of the sale (receipt-service.md 2.1), as it is sent. */
function addBillBody(context: DeliverContext, sale: Sale & { readonly billId: string }, billText: string) {
  const { extensionKey } = context.settings().service;
  const { loyalty } = sale;
  // A loyalty transaction whose cancel waits is left out of the bill.
  const isStarted = loyalty?.state === 'active';
  const cancel = isStarted && sale.cancelled === null ? context.outbox.find(sale.id, 'loyaltyCancel') : null;
  const isOn = isStarted && (cancel === null || cancel.state === 'dropped');
  const transactionId = isOn ? loyalty.transactionId : null;
  return {
    storeId: sale.storeId,
    userIdentification: identificationOf(sale),
    bill: toWireBill(readBillText(billText, extensionKey), {
      billId: sale.billId,
      extensionKey,
      training: context.mode === 'training',
      transactionId,
      email: sale.email?.isConfirmed === true ? sale.email.address : null,
    }),
  };
}

function outcomeOf(answer: Answer<unknown>, sale: Sale): DeliveryOutcome {
  switch (answer.kind) {
    case 'ok':
    case 'alreadyThere':
      return settledHere;
    case 'registrationExpired':
      return { kind: 'registrationExpired' };
    case 'storeUnknown':
      return { kind: 'storeUnknown', storeId: sale.storeId, refusal: refusalOf(answer.problem) };
    case 'refused':
      return { kind: 'refused', refusal: refusalOf(answer.problem) };
    case 'signInNeeded':
      return { kind: 'signInNeeded', ...(answer.askAgainMs !== undefined && { askAgainMs: answer.askAgainMs }) };
    case 'noAnswer': {
      const { reason, retryAfterMs, words } = answer;
      return { kind: 'retry', reason, retryAfterMs, ...(words !== undefined && { words: refusalOf(words) }) };
    }
  }
}

const refusalOf = ({ type: _type, errors, ...words }: ServiceProblem): Refusal => ({
  ...words,
  errors: [...errors],
  code: null,
});

/** A refusal after an attempt that may have stored the bill does not prove that the bill is missing. */
function doubted(outcome: DeliveryOutcome, job: Job, sale: Sale | null): DeliveryOutcome {
  if (outcome.kind !== 'refused' || outcome.refusal.status === null || outcome.refusal.code !== null) return outcome;
  if (job.kind !== 'bill' || !mayBeThere(job, sale?.billId ?? null)) return outcome;
  return { kind: 'refused', refusal: { ...outcome.refusal, code: 'mayBeDelivered' } };
}

function recordOutcome(context: DeliverContext, job: Job, answered: DeliveryOutcome): void {
  context.saleRepository.transaction(() => {
    const sale = context.saleRepository.find(job.saleId);
    const outcome = doubted(answered, job, sale);
    const row = rowAfter(job, outcome, sale && { isCancelled: sale.cancelled !== null });
    if (sale === null) return context.outbox.save(row);
    // The cancel was withdrawn during the attempt (`withdrawCancel`), so its outcome is ignored.
    if (job.kind === 'cancel' && (sale.cancelled === null || isOfEarlierCancel(context, job, outcome))) return;
    context.outbox.save(row);
    if (row.state !== 'held') recordOnSale(context, row, outcome);
    if (outcome.kind === 'refused' && outcome.refusal.code === 'idInUse') discardPooled(context, job.saleId);
    if (job.kind === 'cancel' && outcome.kind === 'delivered') context.outbox.dropRest(job.saleId);
  });
}

/** The effect of the outcome on the sale; null if it has none, or if the sale has it already. */
function outcomeEvent(job: Job, outcome: DeliveryOutcome, loyaltyCancel: Job | null): SaleEvent | null {
  const { kind } = job;
  if (outcome.kind === 'registrationExpired') return { type: 'registrationExpired' };
  if (outcome.kind === 'storeUnknown') return { type: 'storeNotKnown' };
  if (outcome.kind === 'refused') return refusedEvent(job, outcome.refusal);
  if (outcome.kind !== 'delivered' || kind === 'loyaltyCancel') return null;
  if (kind === 'printed') return { type: 'printRecorded' };
  if (kind === 'cancel') return { type: 'cancelRecorded' };
  const { assigned, url } = outcome;
  // A bill does not end a loyalty transaction whose cancel waits: it was left out.
  const endsLoyalty = loyaltyCancel === null || loyaltyCancel.state === 'dropped';
  return { type: 'billDelivered', assigned, url, endsLoyalty };
}

function recordOnSale({ saleRepository, outbox }: DeliverContext, row: Job, outcome: DeliveryOutcome): void {
  const hasLoyalty = saleRepository.mustFind(row.saleId).loyalty !== null;
  const event = outcomeEvent(row, outcome, hasLoyalty ? outbox.find(row.saleId, 'loyaltyCancel') : null);
  const changed = event === null ? null : saleRepository.change(row.saleId, event);
  if (changed?.ok === false) throw new Error(changed.error.message);
}

/** Whether this is the outcome of an earlier cancel, because the sale was cancelled again meanwhile. */
const isOfEarlierCancel = (context: DeliverContext, job: Job, outcome: DeliveryOutcome): boolean =>
  outcome.kind !== 'retry' && context.outbox.find(job.saleId, 'cancel')?.attempts === 0;

export function workOutbox(
  context: DeliverContext & Pick<SessionContext, 'random'>,
  onOutcome: (job: Job, outcome: DeliveryOutcome) => void,
): OutboxWorker {
  const { clock, random, log, outbox, settings } = context;
  return createOutboxWorker({
    store: outbox,
    deliver: (job) => deliver(context, job),
    leavesAs(job) {
      const isFree = job.kind === 'bill' && !context.inFlight.has(job.saleId);
      const sale = isFree ? context.saleRepository.find(job.saleId) : null;
      return sale === null || mayBeThere(job, sale.billId) ? null : sendingOf(sale);
    },
    recordOutcome(job, outcome) {
      recordOutcome(context, job, outcome);
      onOutcome(job, outcome);
    },
    concurrent: () => settings().delivery.concurrent,
    clock,
    random,
    log,
  });
}
