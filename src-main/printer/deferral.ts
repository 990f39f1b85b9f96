import { needsAgreement, ruleOn, shopCountry } from '../shared/country.ts';
import { isoWithOffset } from '../shared/local-time.ts';
import type { Money } from '../shared/money.ts';
import type { SaleState } from '../shared/sale-states.ts';
import type { Settings } from '../shared/settings.ts';

/** The present state of the receipt of a print. */
export interface PaperStatus {
  readonly state: SaleState;
  readonly total: Money | null;
  readonly isPrinted: boolean;
  /** The customer has asked for paper. */
  readonly isAsked: boolean;
  /** A connected customer display has painted its code. */
  readonly isCodeShown: boolean;
  readonly isAssigned: boolean;
  readonly isOnline: boolean;
  readonly hasCashier: boolean;
}

/** `defer`: the paper may be kept back. `wait`: ask again after a change. Other results are reasons to print it. */
export function paperDecision(
  status: PaperStatus | null,
): 'defer' | 'wait' | 'offline' | 'doubt' | 'cashier-paper' | 'customer-paper' {
  if (status === null || !status.hasCashier) return 'doubt';
  if (status.isPrinted) return 'cashier-paper';
  if (status.isAsked) return 'customer-paper';
  if (!status.isOnline) return 'offline';
  if (status.state !== 'queued' && status.state !== 'delivered') return 'doubt';
  if (status.isCodeShown) return 'defer';
  return status.state === 'delivered' && status.isAssigned ? 'defer' : 'wait';
}

/** Returns true to print no paper when the countdown ends. Where customers must agree first, it returns false. */
export function keepsAtTimeout({ cashier, printer }: Settings, now: number): boolean {
  const country = shopCountry(cashier.country, cashier.currency);
  if (needsAgreement(country)) return false;
  if (printer.paperAtTimeout !== 'byCountry') return printer.paperAtTimeout === 'keep';
  return country !== null && ruleOn(country, 'paperAtTimeout', isoWithOffset(now).slice(0, 10)) === 'keep';
}
