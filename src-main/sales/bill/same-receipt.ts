import { createHash } from 'node:crypto';
import { corrected } from '../../receipts/corrections.ts';
import { readOnce, receiptIdentity } from '../../receipts/receipt-identity.ts';
import { isGuid } from '../../shared/guid.ts';
import { field } from '../../shared/json.ts';
import { isFolder, isSameTill } from '../../shared/till-names.ts';
import { isOfSameDay } from '../opening/same-sale.ts';
import { billedForOf, type NamedParties } from '../sale/named-parties.ts';
import type { Sale } from '../sale/sale.ts';
import type { SessionContext } from '../session-context.ts';

/** A bill with its parties, and whether its till declares it as another receipt in spite of its likeness. */
export interface BroughtBill extends NamedParties {
  readonly bill: unknown;
  readonly again?: boolean | undefined;
}

type Whose = Pick<Sale, 'till' | 'reference' | 'storeId'>;

/** Between tills the bill also needs a fiscal mark and the same store, because two tills may count alike. */
export function sameReceipt(
  { tillNames }: Pick<SessionContext, 'tillNames'>,
  { bill, again }: BroughtBill,
  whose: Whose,
  holders: readonly Sale[],
): Sale | null {
  const own = holders.filter(({ till }) => isSameTill(till, whose.till, tillNames()));
  const byReference = own.find(({ reference }) => reference === whose.reference);
  if (byReference !== undefined || again === true) return byReference ?? null;
  const isUnique = receiptIdentity(bill)?.isUnique === true;
  return own[0] ?? holders.find(({ storeId }) => isUnique && storeId === whose.storeId) ?? null;
}

/** The cancelled sales with this receipt whose cancel could still be taken back. */
export function cancelledBefore(
  context: Pick<SessionContext, 'saleRepository' | 'duplicateIndex' | 'tillNames'>,
  whose: Whose,
  brought: BroughtBill,
): readonly Sale[] {
  const named = receiptIdentity(brought.bill);
  if (named === null) return [];
  const sales = context.duplicateIndex.found(named).same.map(context.saleRepository.find);
  const undoable = sales.filter((sale) => sale?.state === 'cancelled' && sale.undo?.action === 'cancel');
  return undoable
    .filter((sale) => sale !== null)
    .filter((sale) => sameReceipt(context, brought, whose, [sale]) !== null);
}

export function namelessBefore(
  { saleRepository, clock, settings }: Pick<SessionContext, 'saleRepository' | 'clock' | 'settings'>,
  request: BroughtBill,
  by: NamedParties & Pick<Sale, 'till' | 'reference'>,
  interfaces: readonly string[],
): Sale | null {
  for (const name of interfaces) {
    const isOwn = name === by.till || (isFolder(name) && isFolder(by.till));
    const ofOther = (): Sale | null =>
      isFolder(name) ? saleRepository.findOfFiles(by.reference) : saleRepository.findByReference(name, by.reference);
    const sale = isOwn ? null : ofOther();
    if (sale === null || sale.state === 'cancelled' || !hasBill(sale, request, by)) continue;
    if (isOfSameDay(sale, clock.now(), settings().delivery.dayStartsAtHour)) return sale;
  }
  return null;
}

/** A bill is stored with its parties, which a call may name beside the bill or beside its sale. */
export const hasBill = (
  { billHash }: Sale,
  request: BroughtBill,
  { storeId, userIdentification }: NamedParties,
): boolean =>
  billHash !== null &&
  (billHash === billHashOf(request) || billHash === billHashOf({ ...request, storeId, userIdentification }));

/** The notation of a number and the letter case of its id make no difference. */
export function billHashOf(request: BroughtBill): string {
  const bill = withPlainId(normal(request.bill));
  const hash = createHash('sha256').update(JSON.stringify(bill));
  const named = billedForOf(request);
  return (named === null ? hash : hash.update(`\n${JSON.stringify(named)}`)).digest('hex');
}

/** The noise of binary fractions does not make another bill. */
function normal(given: unknown): unknown {
  const { bill, corrections } = readOnce(given);
  return corrected(
    bill,
    corrections.filter(({ code }) => code === 'binary-noise'),
  );
}

/** Letter case does not make another id (RFC 9562, 4): a till may repeat its bill with the id as it was returned. */
const withPlainId = (bill: unknown): unknown => {
  const id = field(bill, 'id');
  return isGuid(id) ? { ...(bill as object), id: id.toLowerCase() } : bill;
};
