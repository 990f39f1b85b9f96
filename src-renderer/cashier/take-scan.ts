import { type CustomerCodeRules, customerIdIn } from '../../src-main/lib/customer-code.ts';
import type { WindowSettingsView } from '../../src-main/lib/settings.ts';
import type { SaleView } from '../../src-main/lib/views.ts';
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

/** Nobody's card: characters that nobody can type, and no code of a card holds. */
const isUnreadable = (text: string): boolean => /[\p{C}\uFFFD]/u.test(text);

/**
 * The number of an article (EAN, UPC, ITF-14), by its length and its check digit. Numbers that shops give out themselves,
 * those of cards among them, begin as no article does.
 */
function isProduct(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const gtin = text.padStart(14, '0');
  const sum = [...gtin].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  const isOfShop = text.length === 8 ? /^[02]/.test(text) : /^.(2|02|04|9[89])/.test(gtin);
  return sum % 10 === 0 && !isOfShop;
}

/**
 * A customer's own code and a loyalty card go to the sale by themselves (`use-scanned-codes.ts`), and bring the cashier there.
 * At the keypad they wait for the sale that is being typed, and take nothing away. An article is no card: a start cannot be
 * taken back. Where nothing can take it, one line says so.
 */
export function takeScan(
  session: CashierSession,
  sale: SaleView | null,
  number: string,
  rules: CustomerCodeRules,
): CashierSession {
  if (isSetupCode(number)) {
    // Whoever holds one before a scanner decides where receipts go: it is taken where a person wants one.
    return session.asksSetupCode
      ? { ...session, notice: null, setupCode: number }
      : { ...session, notice: { kind: 'scanSetupCode' } };
  }
  // The customer desk has fields of its own for what is scanned there.
  if (session.place === 'customers') return { ...session, notice: null, scanned: number };
  if (customerIdIn(number, rules) !== null) return { ...session, place: 'sale', notice: null, customerCode: number };
  if (isUnreadable(number)) return { ...session, notice: { kind: 'scanNotUsed' } };
  if (isProduct(number)) return { ...session, notice: { kind: 'scanProduct' } };
  const hand = inHand(sale, session.composing);
  if (hand.kind === 'sale' && !hand.sale.can.startLoyalty) return { ...session, notice: { kind: 'scanNotUsed' } };
  const saleId = hand.kind === 'sale' ? hand.sale.id : null;
  return { ...session, place: 'sale', notice: null, card: { saleId, number, from: 'scan' } };
}
