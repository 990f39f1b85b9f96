import type { CustomerCodeRules } from '../../src-main/shared/customer-code.ts';
import { readScannedCode, type Scan, type ScannedCode, type UsableCode } from '../../src-main/shared/scanned-code.ts';
import type { WindowSettingsView } from '../../src-main/shared/settings.ts';
import type { SaleView } from '../../src-main/shared/views.ts';
import { currentSaleState } from './sale/plan-dock.ts';
import type { KnownCode, ScanResult } from './scanner-detection.ts';
import { type CashierSession, vatWithout, type Waiting } from './session-store.ts';

/** A provider's set-up code (docs/set-up-code.md). No card or article has this form. */
const isSetupCode = (text: string): boolean => text.startsWith('RC1.') || /^\{.*"receiptCompanion"/.test(text);

/** A mask without `*` has a fixed length. `\*` is the character itself. */
const hasLength = ({ length, mask }: CustomerCodeRules): boolean =>
  length > 0 || (mask !== '' && !mask.replaceAll(/\\./gu, '').includes('*'));

/** Classifies a code by its form and the shop's rules, before it is used. */
export function knowCode(scan: Scan, { place }: Pick<CashierSession, 'place'>, rules: CustomerCodeRules): KnownCode {
  if (isSetupCode(scan.text)) return { kind: 'own', hasKnownLength: false };
  const { kind } = readScannedCode(scan, rules);
  if (kind === 'article') return { kind, hasKnownLength: true };
  // In Settings a person may type text that looks like a code.
  const isOwn = kind === 'customer' && place !== 'settings';
  return { kind: isOwn ? 'own' : 'other', hasKnownLength: isOwn && hasLength(rules) };
}

export const codeRules = (settings: WindowSettingsView): CustomerCodeRules => ({
  prefix: settings['customer.prefix'].value,
  mask: settings['customer.mask'].value,
  length: settings['customer.length'].value,
  stripsPrefix: settings['customer.stripsPrefix'].value,
});

/** If no sale comes within this time, a card or customer's code is forgotten: its customer may have left. */
const mostWaitMs = 30_000;

export const noCodes = { customerCode: null, card: null } as const;

/** Leaves the amount that is being typed for another sale. A code that was scanned for it is forgotten. */
export const leaveAmount = ({ composing, vat }: CashierSession): Partial<CashierSession> => ({
  ...(composing !== null && noCodes),
  composing: null,
  vat: vatWithout(vat),
  qrHere: null,
});

interface Around {
  readonly sale: SaleView | null;
  readonly rules: CustomerCodeRules;
  readonly now: number;
}

/** Uses a complete scan or nothing of it. If its meaning is unclear, the cashier is asked. */
export function takeScanResult(session: CashierSession, { codes, isSure }: ScanResult, around: Around): CashierSession {
  const different = codes.filter(({ text }, at) => codes.findIndex((other) => other.text === text) === at);
  const [only] = different;
  if (!isSure || only === undefined) return { ...session, notice: { kind: 'scanAgain' } };
  if (different.length === 1) return takeScan(session, only, around);
  const read = different.map((scan) => ({ scan, kind: readScannedCode(scan, around.rules).kind }));
  const customers = read.filter(({ kind }) => kind === 'customer');
  const [customer] = customers;
  if (customers.length > 1 || read.some(({ kind }) => kind !== 'customer' && kind !== 'article'))
    return { ...session, notice: { kind: 'scanSeveral' } };
  return takeScan(session, (customer ?? read[0])?.scan ?? only, around);
}

/** Sends a customer's code or card to the sale. While an amount is being typed, it waits for that sale. */
function takeScan(session: CashierSession, scan: Scan, around: Around): CashierSession {
  const { text } = scan;
  if (isSetupCode(text)) {
    // A set-up code decides where receipts are sent, so it is accepted only on request.
    return session.asksSetupCode
      ? { ...session, notice: null, scanned: text }
      : { ...session, notice: { kind: 'scanSetupCode' } };
  }
  const read = readScannedCode(scan, around.rules);
  // The page Customer service has its own fields for scans.
  if (session.place === 'customers' && !isChanged(read)) return { ...session, notice: null, scanned: text };
  switch (read.kind) {
    case 'doubt':
      return {
        ...session,
        notice: { ...read, kind: 'scanDoubt', saleId: openSaleOf(around), waiting: waitingFrom(around) },
      };
    case 'article':
      return { ...session, notice: { kind: 'scanProduct' } };
    case 'customer':
      return applyCode(session, { as: 'customer', number: text }, around);
    case 'card':
      return applyCode(session, { as: 'card', number: read.number }, around);
  }
}

const waitingFrom = ({ sale, now }: Around): Waiting => ({ until: now + mostWaitMs, saleIdAtStart: sale?.id ?? null });
const openSaleOf = ({ sale }: Around): string | null => (sale?.state === 'open' ? sale.id : null);

const isChanged = (read: ScannedCode): boolean =>
  read.kind === 'doubt' && (read.because === 'unreadable' || read.because === 'capsLock');

/** Uses a code whose meaning is certain or was chosen by a person. */
export function applyCode(session: CashierSession, { as, number }: UsableCode, around: Around): CashierSession {
  const waiting = waitingFrom(around);
  if (as === 'customer') return { ...session, place: 'sale', notice: null, customerCode: { number, waiting } };
  const hand = currentSaleState(around.sale, session.composing);
  if (hand.kind === 'sale' && !hand.sale.can.startLoyalty)
    return { ...session, notice: { kind: hand.sale.can.cancelLoyalty ? 'scanOtherCard' : 'scanNotUsed' } };
  const [saleId, waits] = hand.kind === 'sale' ? [hand.sale.id, null] : [null, waiting];
  return { ...session, place: 'sale', notice: null, card: { saleId, number, from: 'scan', waiting: waits } };
}
