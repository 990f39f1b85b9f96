import { offersTouch } from '../../src-main/sales/sale/customer-view.ts';
import { type Language, languages } from '../../src-main/shared/languages.ts';
import type { CustomerScreen, CustomerView } from '../../src-main/shared/views.ts';

/** The customer window in every state, with invented values. */

export const receiptUrl = 'https://receipts.example/r/3f0c9a52-7f1e-4d0b-9c55-1d2f6f0a9b11';
export const total = { amount: 1284.5, currency: 'EUR' };
export function customerView(
  screen: CustomerScreen,
  language: Language,
  part: Partial<CustomerView> = {},
): CustomerView {
  const brand = { shopName: 'Obst & Gemüse Muster', accent: '#0a6e5c', logo: null, pictures: [] };
  return {
    ...{ training: true, language, languages, touch: offersTouch(screen, screen.kind !== 'idle'), country: null },
    ...{ brand, texts: {}, inches: null, paperNotice: false, screen },
    ...part,
  };
}

const lines = [
  'Apples',
  'Bread',
  'Extraordinarily long-named mountain cheese',
  'Milk',
  'Tomatoes',
  'Salt',
  'Tea',
  'Oil',
].map((text, index) => ({ text, quantity: index % 3 === 0 ? null : index, amount: 1.25 * (index + 1) }));

type QrScreen = Extract<CustomerScreen, { kind: 'qr' }>;
const qr = (part: Partial<QrScreen>): QrScreen => ({
  kind: 'qr',
  phase: 'before',
  soon: true,
  url: receiptUrl,
  total,
  lines: [],
  replaced: false,
  paperRequested: false,
  ...part,
});

export const customerScreens = {
  idle: { kind: 'idle' },
  basket: { kind: 'basket', total: { amount: 45, currency: 'EUR' }, lines },
  'basket-short': { kind: 'basket', total: null, lines: lines.slice(0, 2) },
  'qr-before': qr({}),
  'qr-after': qr({ phase: 'after' }),
  'qr-later': qr({ phase: 'after', soon: false }),
  'qr-lines': qr({ lines }),
  'qr-ready': qr({ phase: 'ready' }),
  'qr-replaced': qr({ phase: 'after', replaced: true }),
  'qr-paper-requested': qr({ paperRequested: true }),
  'qr-no-total': qr({ total: null }),
  'qr-refund': qr({ phase: 'ready', total: { amount: -15.5, currency: 'EUR' } }),
  'account-before': { kind: 'account', phase: 'before', total },
  'account-after': { kind: 'account', phase: 'after', total },
  'account-ready': { kind: 'account', phase: 'ready', total },
  follows: { kind: 'follows', total },
  paper: { kind: 'paper', total },
  welcome: { kind: 'welcome', points: 1240, rewards: ['Free coffee', '10 % off fruit'] },
  'welcome-plain': { kind: 'welcome', points: null, rewards: [] },
  'scanned-before': { kind: 'scanned', phase: 'before', soon: true, hasCode: true },
  'scanned-after': { kind: 'scanned', phase: 'after', soon: true, hasCode: true },
  thanks: { kind: 'thanks', total },
  cancelled: { kind: 'cancelled' },
} as const satisfies Record<string, CustomerScreen>;

type Missing = Exclude<CustomerScreen['kind'], (typeof customerScreens)[keyof typeof customerScreens]['kind']>;
/** A screen without a sample does not compile, because no spec would show it. */
export const lacking: [Missing] extends [never] ? null : Missing = null;
