import type { SaleView } from '../../src-main/contract/views.ts';
import { type CustomerCodeRules, customerIdIn } from '../../src-main/kernel/customer-code.ts';
import type { WindowSettingsView } from '../../src-main/kernel/window-settings.ts';
import { inHand } from './sale/in-hand.ts';
import type { CashierSession } from './session-store.ts';

/** As a provider prints it (docs/set-up-code.md); no card and no product reads like that. */
const isSetupCode = (text: string): boolean => text.startsWith('RC1.') || /^\{.*"receiptCompanion"/.test(text);

/** Nothing that is typed looks like this: a provider's code, and a customer's own one where the shop has said how it looks. */
export const isOwnCode = (text: string, { place }: Pick<CashierSession, 'place'>, rules: CustomerCodeRules): boolean =>
  // In Settings anything may be typed, also what begins like a code.
  isSetupCode(text) || (place !== 'settings' && customerIdIn(text, rules) !== null);

/** What Settings say of customers' own codes. */
export const codeRules = (settings: WindowSettingsView): CustomerCodeRules => ({
  prefix: settings['customer.prefix'].value,
  mask: settings['customer.mask'].value,
  length: settings['customer.length'].value,
  stripsPrefix: settings['customer.stripsPrefix'].value,
});

/**
 * A customer's own code goes to the sale by itself (`use-customer-code.ts`). Any other scan goes to the loyalty field of the
 * sale in hand and brings the cashier there; starting stays a tap, because a start cannot be taken back and the scan may have
 * been a product. At the keypad it waits for the sale that is being typed, and takes nothing away. Where no sale can take it,
 * one line says so.
 */
export function takeScan(
  session: CashierSession,
  sale: SaleView | null,
  number: string,
  rules: CustomerCodeRules,
): CashierSession {
  if (isSetupCode(number))
    return { ...session, place: 'settings', settingsPage: 'setup', notice: null, setupCode: number };
  // The customer desk has fields of its own for what is scanned there.
  if (session.place === 'customers') return { ...session, notice: null, scanned: number };
  if (customerIdIn(number, rules) !== null) return { ...session, place: 'sale', notice: null, customerCode: number };
  const hand = inHand(sale, session.composing);
  if (hand.kind === 'sale' && !hand.sale.can.startLoyalty) return { ...session, notice: { kind: 'scanNotUsed' } };
  const saleId = hand.kind === 'sale' ? hand.sale.id : null;
  return { ...session, place: 'sale', notice: null, card: { saleId, number } };
}
