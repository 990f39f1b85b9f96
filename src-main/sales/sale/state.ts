import { done, failed, type Result } from '../../shared/result.ts';
import { type ConsentKind, goesUnderItsId, type IssuanceEntry, type IssueKind } from '../../shared/sale-states.ts';
import type { Refusal } from '../../shared/till-view.ts';
import { consentOf, isHandedOver, noLoyalty, type Sale, type SaleLoyalty } from './sale.ts';
import { emailOff, idReplaced, otherTransaction, storeUnknownCode } from './sale-warnings.ts';

/** Events of a person or a till can be refused, events of the service cannot. */
export type SaleEvent =
  | { readonly type: 'idTaken'; readonly billId: string; readonly url: string | null }
  | { readonly type: 'accountAssigned'; readonly billId: string }
  /** The receipt of this cancelled sale was accepted as another sale, so it stays cancelled. */
  | { readonly type: 'receiptReplaced' }
  /** The till uses the reference of this cancelled sale for another sale. */
  | { readonly type: 'referenceFreed' }
  /** `pregeneratedbill-notfound`: the id is no longer valid (receipt-service.md 4.2, rule 3). */
  | { readonly type: 'registrationExpired' }
  | { readonly type: 'restoredFromBackup' }
  /** A person decided whether the service has the receipt. */
  | { readonly type: 'restoreSettled' }
  | { readonly type: 'storeNotKnown' }
  | { readonly type: 'storeCorrected'; readonly storeId: string }
  | {
      readonly type: 'billAccepted';
      readonly billHash: string;
      readonly totalCents: number;
      readonly currency: string;
      readonly receiptNumber: string | null;
      readonly displayTarget: string | null;
      /** The parties that the call names beside the bill. Absent or null: the sale keeps its own. */
      readonly billedFor?: Sale['billedFor'];
      readonly warnings: Sale['warnings'];
    }
  | ({ readonly type: 'changed' } & Pick<Sale, 'amountCents' | 'currency' | 'openedCurrency' | 'language'>)
  | { readonly type: 'refunded'; readonly saleId: string; readonly cents: number }
  | { readonly type: 'warned'; readonly warnings: Sale['warnings'] }
  /** `endsLoyalty`: the bill contained the loyalty transaction of the sale, which ends with it at the provider. */
  | {
      readonly type: 'billDelivered';
      readonly assigned: boolean;
      readonly url: string | null;
      readonly endsLoyalty?: boolean | undefined;
    }
  | { readonly type: 'billRefused'; readonly attention: Refusal }
  | { readonly type: 'consentGiven'; readonly how: ConsentKind }
  | { readonly type: 'consentTakenBack'; readonly how: ConsentKind }
  | { readonly type: 'customerScanned'; readonly externalId: string }
  | { readonly type: 'accountExpected' }
  | { readonly type: 'customerScanRefused' }
  /** The customer touched "Paper, please"; this alone prints nothing. */
  | { readonly type: 'paperRequested' }
  /** The cashier answered the request without printing. */
  | { readonly type: 'paperRequestAnswered' }
  /** Null: the address was removed, or the till sends its own. */
  | { readonly type: 'emailSet'; readonly email: Sale['email'] }
  /** The shop sends no receipts by e-mail any more, and the bill is about to leave. */
  | { readonly type: 'emailSwitchedOff' }
  | { readonly type: 'codeShown' }
  | { readonly type: 'printRequested'; readonly undoUntil: number | null }
  | { readonly type: 'printRecorded' }
  /** `abandoned`: the sale was open for too long. `acceptedAs`: the receipt was accepted earlier as that sale. */
  | {
      readonly type: 'cancelRequested';
      readonly undoUntil: number | null;
      readonly abandoned?: true;
      readonly acceptedAs?: string;
    }
  /** The customer paid for an abandoned sale. `deleted`: the id may be invalid. */
  | { readonly type: 'abandonedRevived'; readonly deleted: boolean; readonly loyaltyClosed: boolean }
  | { readonly type: 'cancelRecorded' }
  | { readonly type: 'actionRefused'; readonly action: keyof Sale['refusedActions']; readonly refusal: Refusal }
  | { readonly type: 'actionsResent' }
  | { readonly type: 'actionUndone' }
  | { readonly type: 'loyaltyIntended' }
  | { readonly type: 'loyaltyStarted'; readonly loyalty: Omit<SaleLoyalty, 'state'> }
  | { readonly type: 'loyaltyNotStarted' }
  | { readonly type: 'loyaltyUnknown' }
  | {
      readonly type: 'loyaltyClosed';
      readonly transactionId: string;
      readonly state: 'cancelled' | 'ended' | 'unknown';
    };

/** The sale after `events`, or why one of them is impossible. `now` is in milliseconds since the epoch. */
export function applySaleEvents(before: Sale, events: readonly SaleEvent[], now: number): Result<Sale> {
  let sale = before;
  for (const event of events) {
    const after = (steps[event.type] as Step<SaleEvent>)(sale, event, now);
    const next = 'ok' in after ? after : done(after);
    if (!next.ok) return next;
    if (next.value !== sale) sale = { ...next.value, updatedAt: now };
  }
  return done(sale);
}

type Step<Event> = (sale: Sale, event: Event, now: number) => Sale | Result<Sale>;

const steps: { readonly [Type in SaleEvent['type']]: Step<SaleEvent & { readonly type: Type }> } = {
  idTaken: (sale, { billId, url }) => ({ ...storeKnown(sale), billId, url }),
  accountAssigned: (sale, { billId }) => ({
    ...storeKnown(sale),
    billId,
    url: null,
    assigned: true,
    codeShownAt: null,
  }),
  receiptReplaced: (sale) => ({ ...sale, undo: sale.undo?.action === 'cancel' ? null : sale.undo }),
  // Changes the business day, so that no reference finds the sale any more.
  referenceFreed: (sale) => ({ ...sale, businessDay: `${sale.businessDay} ${sale.id}` }),
  registrationExpired: (sale) => ({
    ...sale,
    warnings: isOwnId(sale) ? [...sale.warnings, idWasReplaced] : sale.warnings,
    ...withoutId(sale),
  }),
  restoredFromBackup: restored,
  restoreSettled: (sale) => ({
    ...sale,
    restoredFromBackup: null,
    attention: sale.attention && { ...sale.attention, code: null },
  }),
  storeNotKnown: (sale) => warned(sale, [storeIsUnknown(sale)]),
  storeCorrected: (sale, { storeId }) => ({ ...storeKnown(sale), storeId }),
  billAccepted: acceptBill,
  changed: change,
  refunded: (sale, { saleId, cents }) => ({ ...sale, refunds: [...sale.refunds, { saleId, cents }] }),
  warned: (sale, { warnings }) => warned(sale, warnings),
  billDelivered: deliverBill,
  billRefused: refuseBill,
  consentGiven(sale, { how }, now) {
    if (sale.state === 'cancelled') return wrongState(sale, 'the customer cannot agree');
    return consentOf(sale) !== null ? sale : noted(sale, { at: now, what: 'agreed', how });
  },
  consentTakenBack: (sale, { how }, now) =>
    consentOf(sale) === null
      ? failed('wrongState', 'The customer has not agreed, so there is nothing to withdraw.')
      : withoutConsent(sale, how, now),
  customerScanned: scanCustomer,
  accountExpected: (sale) => ({ ...sale, accountExpected: true }),
  customerScanRefused: refuseScan,
  paperRequested: (sale, _event, now) =>
    sale.state === 'cancelled' || sale.printed !== null
      ? wrongState(sale, 'no paper can be asked for')
      : { ...sale, paperRequestedAt: sale.paperRequestedAt ?? now },
  paperRequestAnswered: (sale) => (sale.paperRequestedAt === null ? sale : { ...sale, paperRequestedAt: null }),
  emailSet: (sale, { email }) =>
    sale.state === 'open' || sale.state === 'queued'
      ? { ...sale, email }
      : wrongState(sale, 'its receipt has left already'),
  emailSwitchedOff: (sale) =>
    sale.email === null ? sale : warned({ ...sale, email: null }, sale.email.isConfirmed ? [emailWasOff] : []),
  codeShown: (sale, _event, now) =>
    sale.codeShownAt === null ? digitallyIssued({ ...sale, codeShownAt: now }, now) : sale,
  printRequested: requestPrint,
  printRecorded: (sale) => ({ ...sale, printed: 'done', undo: sale.undo?.action === 'printed' ? null : sale.undo }),
  cancelRequested: requestCancel,
  abandonedRevived: revived,
  cancelRecorded: (sale) => ({
    ...sale,
    ...onlyLoyaltyRefused(sale),
    cancelled: 'done',
    undo: null,
    // The bill of an abandoned sale may still come, and its customer waits for it at this address.
    email: sale.abandoned && sale.email?.isConfirmed === true ? sale.email : null,
  }),
  actionRefused: (sale, { action, refusal }) => ({
    ...sale,
    refusedActions: { ...sale.refusedActions, [action]: refusal },
    undo: action === 'cancel' ? null : sale.undo,
  }),
  actionsResent: (sale) => ({ ...sale, refusedActions: {} }),
  actionUndone: undoAction,
  loyaltyIntended: intendLoyalty,
  loyaltyStarted: (sale, { loyalty }) => ({ ...sale, loyalty: { ...loyalty, state: 'active' } }),
  loyaltyNotStarted: (sale) => ({ ...sale, loyalty: null }),
  loyaltyUnknown: (sale) => ({ ...sale, loyalty: { ...noLoyalty, state: 'unknown' } }),
  // Another transaction may have been started while an earlier one was being cancelled.
  loyaltyClosed: (sale, { transactionId, state }) =>
    sale.loyalty?.transactionId === transactionId ? { ...sale, loyalty: { ...sale.loyalty, state } } : sale,
};

const noted = (sale: Sale, entry: IssuanceEntry): Sale => ({ ...sale, issuanceLog: [...sale.issuanceLog, entry] });

const withoutConsent = (sale: Sale, how: ConsentKind, now: number): Sale =>
  noted(sale, { at: now, what: 'agreementTakenBack', how });

function isIssued({ issuanceLog }: Sale, how: IssueKind): boolean {
  const last = issuanceLog.findLast((entry) => entry.how === how);
  return last?.what === 'issued';
}

const issued = (sale: Sale, how: IssueKind, now: number): Sale =>
  isIssued(sale, how) ? sale : noted(sale, { at: now, what: 'issued', how });

function digitallyIssued(sale: Sale, now: number): Sale {
  if (sale.state !== 'delivered' || !isHandedOver(sale)) return sale;
  return issued(sale, sale.assigned ? 'account' : 'code', now);
}

const emailIssued = (sale: Sale, now: number): Sale => ({
  ...(sale.email?.isConfirmed === true ? issued(sale, 'email', now) : sale),
  email: null,
});

/** Before payment paper is only requested, not handed out. */
const paperIssued = (sale: Sale, now: number): Sale =>
  sale.printed === null || sale.billHash === null ? sale : issued(sale, 'paper', now);

const paperTakenBack = (sale: Sale, now: number): Sale =>
  isIssued(sale, 'paper') ? noted(sale, { at: now, what: 'paperTakenBack', how: 'paper' }) : sale;

/** A customer can be scanned once, before payment, and only if the till named no customer. */
function scanCustomer(sale: Sale, { externalId }: SaleEvent & { type: 'customerScanned' }): Result<Sale> {
  if (sale.state !== 'open')
    return failed('wrongState', `The sale is ${sale.state}. It is too late to add a customer.`);
  if (sale.externalId !== null || sale.buyerInformation !== null)
    return failed('conflict', 'This sale already has a customer.');
  return done({ ...sale, externalId, customerScanned: true });
}

/** Removes the scanned customer and the consent of the scan. The log keeps its entries. */
function refuseScan(sale: Sale, _event: SaleEvent, now: number): Sale {
  if (!sale.customerScanned || sale.state === 'delivered') return sale;
  const agreed = consentOf(sale)?.how === 'scan' ? withoutConsent(sale, 'scan', now) : sale;
  return { ...agreed, ...noCustomer };
}

const noCustomer = { externalId: null, customerScanned: false, accountExpected: false } as const;

/** A bill that names another customer than the scanned code replaces the scanned customer. */
function customerOfBill(sale: Sale, billedFor: Sale['billedFor']): Partial<Sale> {
  const named = billedFor?.userIdentification?.externalId ?? null;
  return sale.customerScanned && !sale.assigned && named !== null && named !== sale.externalId ? noCustomer : {};
}

/** The customer has seen the new amount, so the bill is compared with it. */
function change(sale: Sale, { type: _type, ...to }: SaleEvent & { type: 'changed' }): Result<Sale> {
  if (sale.state !== 'open') return wrongState(sale, 'it can be changed only until it is paid');
  const next: Sale = { ...sale, ...to, openedCents: to.amountCents };
  return done(JSON.stringify(next) === JSON.stringify(sale) ? sale : next);
}

const mostWarnings = 100;

function warned(sale: Sale, warnings: Sale['warnings']): Sale {
  const more = warnings.filter(
    (one) => !sale.warnings.some(({ path, code }) => path === one.path && code === one.code),
  );
  return more.length === 0 ? sale : { ...sale, warnings: [...sale.warnings, ...more].slice(0, mostWarnings) };
}

const storeIsUnknown = ({ storeId }: Sale) => ({
  path: '/storeId',
  code: storeUnknownCode,
  message: `Found ${JSON.stringify(storeId)}, a store that the receipt service does not know. Expected one that it knows, or none; the receipt waits until it does.`,
});

const storeKnown = (sale: Sale): Sale => {
  const warnings = sale.warnings.filter(({ code }) => code !== storeUnknownCode);
  return warnings.length === sale.warnings.length ? sale : { ...sale, warnings };
};

const withoutId = (sale: Sale) => ({
  billId: null,
  url: null,
  idInUse: false,
  assigned: false,
  qrReplaced: sale.url !== null || sale.qrReplaced,
  codeShownAt: null,
});

/**
 * After a restore: a sale without a bill loses its id, so that its code is not shown and a cancel deletes no receipt. A
 * late bill of a cancelled sale may have got another id elsewhere.
 */
function restored(sale: Sale): Sale {
  const restoredFromBackup = sale.restoredFromBackup ?? { billId: sale.state === 'cancelled' ? null : sale.billId };
  if (sale.billHash !== null) return { ...sale, restoredFromBackup };
  return { ...sale, restoredFromBackup, ...withoutId(sale) };
}

/** Whether the service gets this id only with the bill, and may refuse it (receipt-service.md 4.2, rule 3). */
const isOwnId = (sale: Sale): boolean => sale.billId !== null && sale.url === null && !sale.assigned;

const idWasReplaced = {
  path: '/bill/id',
  code: idReplaced,
  message:
    'Found an id of the till. Expected none: the service does not take self-generated ids of this merchant; the receipt goes out under another id.',
};

const emailWasOff = {
  path: '',
  code: emailOff,
  message:
    'Found a confirmed e-mail address of the customer. Expected none: receipts by e-mail are switched off; the address was removed and not sent.',
};

const wrongState = (sale: Sale, what: string): Result<never> =>
  failed('wrongState', `The sale is ${sale.state}: ${what}.`);

/** Whether only a person can find out if the service has the receipt. */
export const isInDoubt = ({ state, attention }: Sale): boolean =>
  state === 'attention' && (attention?.code ?? null) !== null;

/** Whether this bill was accepted already. A refused bill that may have been delivered waits for a person. */
export const isRepeatedBill = (sale: Sale, billHash: string): boolean =>
  sale.billHash === billHash &&
  (sale.state !== 'attention' || (sale.attention?.code === 'mayBeDelivered' && !goesUnderItsId(sale.attention)));

function acceptBill(sale: Sale, event: SaleEvent & { type: 'billAccepted' }, now: number): Result<Sale> {
  if (isRepeatedBill(sale, event.billHash)) return done(sale);
  if (sale.state === 'cancelled') return cancelledForNow(sale, now) ?? wrongState(sale, 'no bill can be added');
  if (sale.billHash !== null && sale.state !== 'attention') {
    return failed('conflict', 'Another bill was already accepted for this sale. Only a refused bill can be replaced.');
  }
  const storeId = event.billedFor?.storeId ?? sale.storeId;
  const accepted: Sale = {
    ...sale,
    state: 'queued',
    billedAt: now,
    deliveredAt: null,
    billHash: event.billHash,
    displayTarget: event.displayTarget,
    billedFor: event.billedFor ?? null,
    storeId,
    storeFixedByTill: sale.storeFixedByTill || event.billedFor?.storeId !== undefined,
    amountCents: event.totalCents,
    currency: event.currency,
    receiptNumber: event.receiptNumber,
    // The warning about an unknown store stays if the bill is for the same store.
    warnings: [
      ...sale.warnings.filter(({ code }) => code === storeUnknownCode && storeId === sale.storeId),
      ...event.warnings,
    ],
    attention: null,
    ...customerOfBill(sale, event.billedFor ?? null),
  };
  return done(paperIssued(accepted, now));
}

/** The till must not discard its bill before the cancel is final. */
function cancelledForNow({ undo }: Sale, now: number): Result<never> | null {
  const retryAfterMs = (undo?.until ?? now) - now;
  if (retryAfterMs <= 0) return null;
  const message = 'The cashier cancelled this sale and can still undo it. Nothing was stored. Send the bill again.';
  return { ok: false, error: { code: 'cancelUndoable', message, retryAfterMs } };
}

function deliverBill(before: Sale, event: SaleEvent & { type: 'billDelivered' }, now: number): Sale {
  const sale = storeKnown(before);
  const after: Sale = {
    ...(event.endsLoyalty === true ? loyaltyEnded(sale) : sale),
    state: sale.state === 'cancelled' ? 'cancelled' : 'delivered',
    assigned: event.assigned || sale.assigned,
    url: sale.url ?? event.url,
    idInUse: false,
    deliveredAt: now,
    attention: null,
    undo: undoBackTo(sale, 'delivered'),
  };
  return emailIssued(digitallyIssued(after, now), now);
}

/** The provider ends a transaction with the bill that contains it, so another bill does not end it. */
function loyaltyEnded(sale: Sale): Sale {
  const { loyalty, warnings } = sale;
  if (loyalty?.state !== 'active' || warnings.some(({ code }) => code === otherTransaction)) return sale;
  return { ...sale, loyalty: { ...loyalty, state: 'ended' } };
}

/** If the bill is answered while its cancel can be undone, an undo leads to the state of that answer. */
const undoBackTo = ({ undo }: Sale, before: Sale['state']): Sale['undo'] =>
  undo?.action === 'cancel' ? { ...undo, before } : undo;

function refuseBill(sale: Sale, { attention }: SaleEvent & { type: 'billRefused' }): Result<Sale> {
  const refused = { ...sale, idInUse: sale.idInUse || attention.code === 'idInUse' };
  if (sale.state !== 'cancelled') return done({ ...refused, state: 'attention', attention });
  return done(sale.undo === null ? refused : { ...refused, attention, undo: undoBackTo(sale, 'attention') });
}

function requestPrint(sale: Sale, { undoUntil }: SaleEvent & { type: 'printRequested' }, now: number): Result<Sale> {
  // A till's mark is final, also during the seconds in which a person's mark can be undone.
  const isFinal = undoUntil === null && sale.undo?.action === 'printed';
  if (sale.printed !== null) return done(isFinal ? { ...sale, undo: null } : sale);
  if (sale.state === 'cancelled') return wrongState(sale, 'it cannot be marked as printed');
  const undo = undoUntil === null ? sale.undo : { action: 'printed' as const, until: undoUntil, before: sale.state };
  return done(paperIssued({ ...sale, printed: 'queued', undo }, now));
}

function requestCancel(sale: Sale, event: SaleEvent & { type: 'cancelRequested' }): Result<Sale> {
  const { undoUntil, abandoned = false } = event;
  if (sale.cancelled !== null) {
    // A person's cancel overrides an automatic one, and a final cancel one that can be undone.
    const isFinal = undoUntil === null && sale.undo !== null;
    if (!isFinal && (!sale.abandoned || abandoned)) return done(sale);
    const email = sale.cancelled === 'done' ? null : sale.email;
    return done({ ...sale, abandoned, undo: isFinal ? null : sale.undo, email });
  }
  const undo = undoUntil === null ? null : { action: 'cancel' as const, until: undoUntil, before: sale.state };
  const { acceptedAs = null } = event;
  return done({
    ...sale,
    state: 'cancelled',
    cancelled: 'queued',
    abandoned,
    acceptedAs,
    // The receipt that was accepted earlier replaces a refused bill of this sale, which may come again.
    billHash: acceptedAs === null ? sale.billHash : null,
    undo,
  });
}

/** The end of a cancel ends the bill and the print. The cancel of a loyalty transaction still waits for a person. */
const onlyLoyaltyRefused = ({ refusedActions: { loyaltyCancel } }: Sale) => ({
  attention: null,
  refusedActions: loyaltyCancel === undefined ? {} : { loyaltyCancel },
});

/** A bill cannot be sent under a deleted id, so another id is registered, and the shown code is invalid. */
function revived(sale: Sale, { deleted, loyaltyClosed }: SaleEvent & { type: 'abandonedRevived' }): Sale {
  const { loyalty } = sale;
  const next: Sale = {
    ...sale,
    state: 'open',
    cancelled: null,
    abandoned: false,
    acceptedAs: null,
    ...onlyLoyaltyRefused(sale),
    loyalty: loyalty !== null && loyaltyClosed ? { ...loyalty, state: 'cancelled' } : loyalty,
  };
  if (!deleted || isOwnId(sale)) return next;
  return { ...next, ...withoutId(sale) };
}

/** Before payment nothing was sent or printed, so the cashier can undo the request for paper. */
export const isPaperRequested = ({ state, printed, undo }: Sale): boolean =>
  state === 'open' && printed === 'queued' && undo?.action === 'printed';

export const asksForPaper = ({ paperRequestedAt, printed, state }: Sale): boolean =>
  paperRequestedAt !== null && printed === null && state !== 'cancelled';

function undoAction(sale: Sale, _event: SaleEvent, now: number): Result<Sale> {
  const isRunning = sale.undo !== null && now < sale.undo.until;
  if (!isRunning && asksForPaper(sale)) return done({ ...sale, paperRequestedAt: null });
  if (sale.undo === null || !(isRunning || isPaperRequested(sale)))
    return wrongState(sale, 'there is nothing left to undo');
  if (sale.undo.action === 'printed') return done(paperTakenBack({ ...sale, printed: null, undo: null }, now));
  const { before } = sale.undo;
  // The bill may have been delivered while the cancel could still be undone.
  const after = before === 'delivered' ? loyaltyEnded(sale) : sale;
  return done(digitallyIssued({ ...after, state: before, cancelled: null, undo: null }, now));
}

function intendLoyalty(sale: Sale): Result<Sale> {
  if (sale.state !== 'open') return wrongState(sale, 'no loyalty transaction can be started');
  if (sale.loyalty !== null && (sale.loyalty.state === 'active' || sale.loyalty.state === 'starting')) {
    return failed(
      'conflict',
      'A loyalty transaction was already started for this sale. Cancel it before you start another one.',
    );
  }
  return done({ ...sale, loyalty: { ...noLoyalty, state: 'starting' } });
}
