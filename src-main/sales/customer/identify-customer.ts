import { commandsOn } from '../../dispatch/dispatch.ts';
import type { Answer } from '../../service/answers.ts';
import type { Registration } from '../../service/described.ts';
import { retryWhileBusy } from '../../shared/busy.ts';
import { customerIdIn } from '../../shared/customer-code.ts';
import { done, failed, type Result } from '../../shared/result.ts';
import type { CommandInput } from '../../shared/window-commands.ts';
import { idRegistered, isServiceAway } from '../opening/receipt-ids.ts';
import { buyerInformationOf } from '../sale/named-parties.ts';
import { isSameId, type Sale } from '../sale/sale.ts';
import type { SaleEvent } from '../sale/state.ts';
import type { FlowContext, SessionContext } from '../session-context.ts';

type Context = FlowContext & Pick<SessionContext, 'pool' | 'refill' | 'vendor' | 'service' | 'ids' | 'inFlight'>;

/**
 * The outcome of a scan. `other`: the sale has another customer, and the cashier is asked. `account`: the service knows
 * the customer. `unknown`: the service does not know the customer, and its answer to the bill decides. `later`: the
 * service does not answer, and the number is sent with the bill.
 */
type Identified = 'account' | 'unknown' | 'later' | 'other';

/**
 * Assigns a customer's own code that was scanned before payment. The number is sent with the bill (receipt-service.md
 * 4.2), so the sale keeps its id: its code may have been shown, and the till may have put the id into its bill. The
 * service is only asked whether it knows the customer. The id registered for this question is deleted if not needed.
 */
async function identify(
  context: Context,
  { saleId, code: scanned, replaces = false }: CommandInput<'sale.identify'>,
): Promise<Result<{ as: Identified }>> {
  const { customer, consent } = context.settings();
  const externalId = customerIdIn(scanned, customer);
  if (externalId === null) return failed('invalid', 'The rules in Settings do not match this customer code.');
  const before = context.saleRepository.find(saleId);
  if (before === null) return failed('notFound', `There is no sale ${saleId}.`);
  const isAtAccount = before.assigned || before.accountExpected;
  if (before.externalId === externalId) return done({ as: isAtAccount ? 'account' : 'later' });
  if (before.customerScanned && before.state === 'open' && !replaces) return done({ as: 'other' });
  const written = context.saleRepository.transaction(() => {
    const changed = context.saleRepository.change(
      saleId,
      ...(replaces ? partFromCustomer(before) : []),
      { type: 'customerScanned', externalId },
      ...(consent.counts.includes('scan') ? [{ type: 'consentGiven', how: 'scan' } as const] : []),
    );
    // This id belongs to the customer that was scanned first.
    if (changed.ok && before.billId !== null && changed.value.billId === null)
      context.pool.abandon(before.storeId, before.billId, saleId, context.clock.now());
    return changed;
  });
  if (!written.ok) return written;
  if (written.value.billId !== before.billId) context.refill.schedule();
  const identified = isServiceAway(context) ? done({ as: 'later' as const }) : await ask(context, written.value);
  if (context.saleRepository.find(saleId)?.billId === null) context.ids.want(saleId);
  context.log.info('customer-code-scanned', { outcome: identified.ok ? identified.value.as : identified.error.code });
  return identified;
}

async function ask(context: Context, sale: Sale): Promise<Result<{ as: Identified }>> {
  const { service } = context.settings();
  const answer = await context.vendor.registerReceipt(
    { storeId: sale.storeId, buyerInformation: buyerInformationOf(sale, service.buyerInformationTemplate) },
    { timeoutMs: service.interactiveTimeoutMs },
  );
  // Waits for a locked database: a repeated command would find the customer in the sale and not ask the service.
  return retryWhileBusy(context.clock, () => settle(context, sale, answer));
}

/** Drops a receipt id that was registered for the account of another customer. */
const partFromCustomer = ({ assigned }: Sale): readonly SaleEvent[] => [
  { type: 'customerScanRefused' },
  ...(assigned ? [{ type: 'registrationExpired' } as const] : []),
];

function settle(context: Context, sale: Sale, answer: Answer<Registration>): Result<{ as: Identified }> {
  if (answer.kind === 'ok') return done({ as: keep(context, sale, answer.value) });
  // An unknown store or a missing permission (403) says nothing about this customer.
  if (answer.kind !== 'refused' || answer.problem.status === 403) return done({ as: 'later' });
  // With this customer in the bill, the service would refuse the bill. Meanwhile another customer may have been scanned.
  if (context.saleRepository.find(sale.id)?.externalId === sale.externalId)
    context.saleRepository.change(sale.id, { type: 'customerScanRefused' });
  const { detail, title } = answer.problem;
  return { ok: false, error: { code: 'refused', message: detail || title, verbatim: detail || title } };
}

function keep(context: Context, { id: saleId, externalId }: Sale, registration: Registration): Identified {
  const { billId } = registration;
  const isKnown = registration.type !== 'url';
  const isUsed = context.saleRepository.transaction(() => {
    const now = context.saleRepository.find(saleId);
    const isSame = now?.externalId === externalId;
    const storeId = now?.storeId ?? '';
    const isOwn = context.pool.claim(storeId, billId, saleId, context.clock.now());
    if (isOwn && isSame && now.billId === null && now.restoredFromBackup === null && now.state === 'open') {
      context.saleRepository.change(saleId, idRegistered(registration));
      return true;
    }
    if (isSame && isKnown) context.saleRepository.change(saleId, { type: 'accountExpected' });
    // A service that answers with the id that the sale already has must not make the app delete it.
    if (!isSameId(now?.billId ?? null, billId)) context.pool.abandon(storeId, billId, saleId, context.clock.now());
    return false;
  });
  if (!isUsed) context.refill.schedule();
  return isKnown ? 'account' : 'unknown';
}

export const identifyCommands = commandsOn<Context>()('session', {
  'sale.identify': (context, input) => context.inFlight.during(input.saleId, identify(context, input)),
});
