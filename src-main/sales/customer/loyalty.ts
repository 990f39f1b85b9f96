import { z } from 'zod';
import { commandsOn } from '../../dispatch/dispatch.ts';
import { mayBeThere } from '../../outbox/policy.ts';
import type { Answer, NoAnswer } from '../../service/answers.ts';
import { pollUntilDone } from '../../service/call.ts';
import type { LoyaltyCancel, LoyaltyStart } from '../../service/described.ts';
import { retryWhileBusy, StorageBusy } from '../../shared/busy.ts';
import { done, failed, type Result } from '../../shared/result.ts';
import { type LoyaltyResource, loyaltySchema } from '../../shared/till-view.ts';
import { isStorageFull } from '../../storage/database.ts';
import { loyaltyResource, type Sale, type SaleLoyalty } from '../sale/sale.ts';
import type { SaleEvent } from '../sale/state.ts';
import type { FlowContext, SessionContext } from '../session-context.ts';
import { defineSaleAction, loyaltyRequestSchema, onSale, onSaleWith } from '../till/till-input.ts';

type Context = FlowContext &
  Pick<SessionContext, 'outbox' | 'vendor' | 'inFlight' | 'display' | 'shopTills' | 'duplicateIndex'>;

/**
 * Starts a loyalty transaction within `interactiveTimeoutMs`, because a cashier waits. The intent is on disk before the
 * request leaves. A start with unknown outcome is never repeated automatically, not even after a crash.
 */
const startLoyalty = (context: Context, saleId: string, externalUserId: string): Promise<Result<Sale>> =>
  context.inFlight.during(saleId, start(context, saleId, externalUserId));

async function start(context: Context, saleId: string, externalUserId: string): Promise<Result<Sale>> {
  const intended = context.saleRepository.change(saleId, { type: 'loyaltyIntended' });
  if (!intended.ok) return intended;
  const answer = await pollUntilDone(
    { clock: context.clock, ...context.settings().service },
    (options) => context.vendor.startLoyalty(externalUserId, options),
    wasTurnedAway,
  );
  if (answer.kind === 'ok') return started(context, saleId, answer.value);
  if (answer.kind === 'noAnswer' && answer.mayHaveArrived && !wasTurnedAway(answer)) {
    await record(context, saleId, { type: 'loyaltyUnknown' });
    return failed('outcomeUnknown', `${unknownBecause(answer)} Check this before you start again.`);
  }
  await record(context, saleId, { type: 'loyaltyNotStarted' });
  return notDone(answer, 'No loyalty transaction was started.');
}

function notDone(answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>, then: string): Result<never> {
  if (answer.kind === 'noAnswer') return failed('offline', `The service did not answer. ${then}`);
  if (answer.kind === 'signInNeeded') return failed('signInNeeded', 'The service does not accept the credentials.');
  const { status, detail, title } = answer.problem;
  const code = status === 404 ? 'loyaltyUserUnknown' : status === 403 ? 'loyaltyNotActive' : 'refused';
  // Only the provider's reason distinguishes a blocked card from a mistyped one.
  const verbatim = detail || title;
  if (verbatim === '') return failed(code, refusedBecause[code]);
  return { ok: false, error: { code, message: verbatim, verbatim } };
}

const refusedBecause = {
  loyaltyUserUnknown: 'The loyalty provider does not know this customer.',
  loyaltyNotActive: 'Loyalty is not activated, or a permission is missing.',
  refused: 'The loyalty provider refused the request.',
} as const;

/** Only these answers prove that the provider was not asked. A start is not idempotent (receipt-service.md 4.5). */
const wasTurnedAway = (answer: Answer<unknown>): boolean =>
  answer.kind === 'noAnswer' && answer.reason === 'server-error' && (answer.status === 503 || answer.status === 429);

function unknownBecause({ reason, status }: NoAnswer): string {
  if (reason === 'not-the-service')
    return 'Another server answered in place of the service. The transaction may have been started.';
  if (reason === 'not-understood') return 'The answer names no transaction. One may have been started.';
  if (status !== null) return `The service failed (HTTP ${status}). The transaction may have been started.`;
  return 'No clear answer came. The transaction may have been started.';
}

const isNotWritten = (error: unknown): boolean => isStorageFull(error) || error instanceof StorageBusy;

/** If the outcome cannot be written, the intent on disk is enough: the next start of the app treats it as unknown. */
async function record(context: Context, saleId: string, event: SaleEvent): Promise<void> {
  try {
    await retryWhileBusy(context.clock, () => context.saleRepository.change(saleId, event));
  } catch (error) {
    if (!isNotWritten(error)) throw error;
    context.log.error('loyalty-outcome-not-written', { outcome: event.type });
  }
}

async function started(context: Context, saleId: string, start: LoyaltyStart): Promise<Result<Sale>> {
  const keep = (): Result<Sale> =>
    context.saleRepository.transaction(() => {
      const changed = context.saleRepository.change(saleId, {
        type: 'loyaltyStarted',
        loyalty: { ...start, activatedRewards: [...start.activatedRewards] },
      });
      if (!changed.ok) return changed;
      const isTooLate = hasLeftWithout(context, changed.value);
      if (isTooLate || changed.value.state === 'cancelled') {
        // The sale changed during the request. Without this cancel the transaction would never end.
        const now = context.clock.now();
        context.outbox.enqueue(saleId, 'loyaltyCancel', now, isTooLate ? now : (changed.value.undo?.until ?? now));
      }
      return isTooLate ? tooLate(context) : changed;
    });
  try {
    const stored = await retryWhileBusy(context.clock, keep);
    if (stored.ok && stored.value.state === 'open') context.display.welcome(saleId);
    return stored;
  } catch (error) {
    // The outcome is reported as unknown, because the disk has only the intent, not the id of the transaction.
    if (!isNotWritten(error)) throw error;
    return failed(
      'outcomeUnknown',
      'The transaction was started but could not be stored. Check it before you start again.',
    );
  }
}

/** Whether the service has, or may have, the bill without the transaction that was just started. */
function hasLeftWithout({ outbox }: Context, { id, billId }: Sale): boolean {
  const job = outbox.find(id, 'bill');
  return job !== null && (job.state === 'done' || mayBeThere(job, billId));
}

function tooLate({ log }: Context): Result<never> {
  log.warn('loyalty-transaction-not-used');
  return failed(
    'conflict',
    'The receipt was sent before the loyalty transaction was started. The app cancels the transaction.',
  );
}

/** Cancels the sale's transaction. One that has already ended is a success (receipt-service.md 2.10). */
const cancelLoyalty = (context: Context, saleId: string): Promise<Result<LoyaltyCancel>> =>
  context.inFlight.during(saleId, cancel(context, saleId));

async function cancel(context: Context, saleId: string): Promise<Result<LoyaltyCancel>> {
  const sale = context.saleRepository.find(saleId);
  if (sale === null) return failed('notFound', `There is no sale ${saleId}.`);
  const transactionId = sale.loyalty?.transactionId ?? null;
  if (transactionId === null) {
    const why = sale.loyalty === null ? undefined : notToCancel[sale.loyalty.state];
    return failed('wrongState', why ?? 'Found no active loyalty transaction of this sale to cancel.');
  }
  const answer = await pollUntilDone({ clock: context.clock, ...context.settings().service }, (options) =>
    context.vendor.cancelLoyalty(transactionId, options),
  );
  if (answer.kind !== 'ok') return notDone(answer, 'Cancelling is safe to repeat.');
  await record(context, saleId, loyaltyClosed(answer.value));
  return done(answer.value);
}

const notToCancel: Readonly<Partial<Record<SaleLoyalty['state'], string>>> = {
  starting: 'The loyalty transaction is still being started. Cancel it when it is active.',
  unknown: 'A loyalty transaction may have been started, but its id is not known. Only the provider can end it.',
};

/** Any other status than these two leaves the outcome open (receipt-service.md 2.10). */
export const loyaltyClosed = ({ transactionId, status }: LoyaltyCancel): SaleEvent => {
  const ended = status === 'TRANSACTION_NOT_ACTIVE_ANYMORE' ? 'ended' : 'unknown';
  return { type: 'loyaltyClosed', transactionId, state: status === 'CANCELED' ? 'cancelled' : ended };
};

/**
 * After a crash an intent without an outcome becomes unknown. It is shown and never repeated. While a restored backup is
 * checked, a till may begin another start, which is still running.
 */
export function settleInterruptedLoyalty({ saleRepository, clock, inFlight }: Context): void {
  // A bill may have arrived during the start, so sales that are no longer open are searched, too.
  for (const filter of [{ state: 'open' }, { from: clock.now() - 24 * 3_600_000 }]) {
    for (const { id, loyalty } of saleRepository.all(filter)) {
      if (loyalty?.state === 'starting' && !inFlight.has(id)) saleRepository.change(id, { type: 'loyaltyUnknown' });
    }
  }
}

const loyaltyOutput: z.ZodType<LoyaltyResource> = loyaltySchema;

export const loyaltyCommands = {
  ...commandsOn<Context>()('session', {
    'loyalty.start': (context, { saleId, externalUserId }) => startLoyalty(context, saleId, externalUserId),
    'loyalty.cancel': (context, { saleId }) => cancelLoyalty(context, saleId),
  }),
  /** Returns `outcomeUnknown` if the transaction may have been started. The app never repeats the start. */
  'till.startLoyalty': defineSaleAction({
    input: onSaleWith(loyaltyRequestSchema),
    unknownMembers: 'refused',
    output: loyaltyOutput,
    async run(context: Context, { saleId, sent }) {
      const started = await startLoyalty(context, saleId, sent.externalUserId);
      if (!started.ok) return started;
      const { loyalty } = started.value;
      if (loyalty === null) throw new Error('a started loyalty transaction has no record');
      return done(loyaltyResource(loyalty));
    },
  }),
  'till.cancelLoyalty': defineSaleAction({
    input: onSale,
    unknownMembers: 'leftOut',
    output: z.object({ transactionId: z.string(), status: z.string() }),
    run: (context: Context, { saleId }) => cancelLoyalty(context, saleId),
  }),
};
