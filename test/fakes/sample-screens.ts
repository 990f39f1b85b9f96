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

export const customerScreens = {
  idle: { kind: 'idle' },
  basket: { kind: 'basket', total: { amount: 45, currency: 'EUR' }, lines },
  'basket-short': { kind: 'basket', total: null, lines: lines.slice(0, 2) },
  'qr-before': {
    kind: 'qr',
    phase: 'before',
    soon: true,
    url: receiptUrl,
    total,
    lines: [],
    replaced: false,
    paperAsked: false,
  },
  'qr-after': {
    kind: 'qr',
    phase: 'after',
    soon: true,
    url: receiptUrl,
    total,
    lines: [],
    replaced: false,
    paperAsked: false,
  },
  'qr-later': {
    kind: 'qr',
    phase: 'after',
    soon: false,
    url: receiptUrl,
    total,
    lines: [],
    replaced: false,
    paperAsked: false,
  },
  'qr-lines': {
    kind: 'qr',
    phase: 'before',
    soon: true,
    url: receiptUrl,
    total,
    lines,
    replaced: false,
    paperAsked: false,
  },
  'qr-ready': {
    kind: 'qr',
    phase: 'ready',
    soon: true,
    url: receiptUrl,
    total,
    lines: [],
    replaced: false,
    paperAsked: false,
  },
  'qr-replaced': {
    kind: 'qr',
    phase: 'after',
    soon: true,
    url: receiptUrl,
    total,
    lines: [],
    replaced: true,
    paperAsked: false,
  },
  'qr-paper-asked': {
    kind: 'qr',
    phase: 'before',
    soon: true,
    url: receiptUrl,
    total,
    lines: [],
    replaced: false,
    paperAsked: true,
  },
  'qr-no-total': {
    kind: 'qr',
    phase: 'before',
    soon: true,
    url: receiptUrl,
    total: null,
    lines: [],
    replaced: false,
    paperAsked: false,
  },
  'qr-refund': {
    kind: 'qr',
    phase: 'ready',
    soon: true,
    url: receiptUrl,
    total: { amount: -15.5, currency: 'EUR' },
    lines: [],
    replaced: false,
    paperAsked: false,
  },
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
