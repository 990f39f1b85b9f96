import { brandOf } from '../../src-main/settings/look.ts';
import { noPictures } from '../../src-main/settings/shop-pictures.ts';
import { readSettings } from '../../src-main/settings/stored-settings.ts';
import { windowSettingsView } from '../../src-main/settings/window-settings.ts';
import type { Language } from '../../src-main/shared/languages.ts';
import { languages } from '../../src-main/shared/languages.ts';
import { printerOff } from '../../src-main/shared/print-view.ts';
import type {
  CashierView,
  CustomerScreen,
  DayView,
  LoyaltyView,
  SaleRowView,
  SaleView,
  StatusView,
} from '../../src-main/shared/views.ts';
import { customerScreens, receiptUrl, total } from './sample-screens.ts';

/** The cashier window in every state, with invented values. */

const at = Date.UTC(2026, 2, 3, 14, 35);
export const farOff = at + 100_000_000_000;

const nothing = {
  pay: false,
  show: false,
  returnToDisplay: false,
  consent: false,
  takeBackConsent: false,
  print: false,
  takeBackPaper: false,
  cancel: false,
  startLoyalty: false,
  cancelLoyalty: false,
};

const saleId = '7d0c3b34-5a1c-4d0e-8f43-0f6a1b2c3d4e';

export function sale(part: Partial<SaleView> = {}): SaleView {
  return {
    id: saleId,
    reference: 'K2-000418',
    origin: 'till',
    state: 'open',
    total,
    createdAt: at,
    number: 'R-2026-0418',
    url: receiptUrl,
    assigned: false,
    customerScanned: false,
    qrReplaced: false,
    printed: null,
    cancelled: null,
    email: null,
    consented: false,
    needsConsent: false,
    asksForPaper: false,
    needsPaper: false,
    loyalty: null,
    attention: null,
    warnings: [],
    openedTotal: null,
    undo: null,
    can: nothing,
    ...part,
  };
}

const states = ['delivered', 'delivered', 'queued', 'attention', 'cancelled', 'open'] as const;
const tills = ['Till 1', 'The till at the back, beside the bakery and the flowers', null] as const;
const recent: readonly SaleRowView[] = Array.from({ length: 12 }, (_, index) => ({
  id: index === 0 ? saleId : `7d0c3b34-5a1c-4d0e-8f43-0f6a1b2c3d${String(index).padStart(2, '0')}`,
  reference: `K2-${String(418 - index).padStart(6, '0')}`,
  till: tills[index % tills.length] ?? null,
  state: index === 0 ? 'open' : (states[index % states.length] ?? 'open'),
  total: index === 4 ? null : { amount: 12.8 * (index + 1), currency: 'EUR' },
  createdAt: at - index * 340_000,
  printed: null,
  number: null,
}));

const { settings } = readSettings({});

export function cashierView(language: Language, part: Partial<CashierView> = {}): CashierView {
  return {
    training: true,
    language,
    country: null,
    printer: printerOff,
    form: 'full',
    status: {
      service: 'online',
      waiting: 0,
      nextTryAt: null,
      attention: 0,
      pool: { available: 5, target: 5, lastsMinutes: 60 },
      display: { connected: true, current: true, screen: { kind: 'idle' }, language, saleId: null },
      posApi: {
        url: 'http://127.0.0.1:17351/v1',
        takenAddress: null,
        pairedTills: 2,
        lastTill: { what: 'paired-again', name: '0001', at },
      },
      notices: [],
      storesUnknown: [],
      refusals: [],
      otherConnections: [],
    },
    keychain: 'ok',
    setupRequired: null,
    sale: null,
    beneath: null,
    undoOther: null,
    paperRequest: null,
    customerLanguages: [],
    recent,
    till: { currency: 'EUR', vatPercents: [19, 7, 0] },
    partner: { configured: false, wait: null, merchantWaits: false },
    pairing: null,
    brand: brandOf(settings.screen, noPictures),
    displays: [
      { id: 1, label: 'Till', x: 0, y: 0, width: 1280, height: 800, use: 'cashier', isChosen: false },
      { id: 2, label: 'Pole', x: 1280, y: 0, width: 1024, height: 600, use: 'customer', isChosen: false },
      { id: 3, label: '', x: 2304, y: 0, width: 1920, height: 1080, use: null, isChosen: false },
    ],
    chosenDisplay: null,
    pin: { isSet: false, unlockedUntil: null, nextTryAt: null },
    setupOffered: false,
    policy: null,
    settings: windowSettingsView({ overriddenAtNextStart: () => [], current: () => settings }),
    ...part,
  };
}

const status = cashierView('en').status;
const sees = (screen: CustomerScreen, ofSale: string | null = saleId): StatusView => ({
  ...status,
  display: { connected: true, current: true, screen, language: 'en', saleId: ofSale },
});
const seesQr = sees(customerScreens['qr-before']);
const seesOther = (ofSale: string) => sees({ ...customerScreens['qr-ready'], total: other.total }, ofSale);
const noDisplay: StatusView = {
  ...status,
  display: { connected: false, current: false, screen: null, language: null, saleId: null },
};
const openCan = {
  ...nothing,
  show: true,
  returnToDisplay: true,
  consent: true,
  print: true,
  cancel: true,
  startLoyalty: true,
};
const paidCan = { ...nothing, show: true, consent: true, print: true, cancel: true };
const sentCan = { ...paidCan, consent: false };
const other = { id: 'another', reference: 'K2-000417', total: { amount: 15, currency: 'EUR' } };
const active: LoyaltyView = {
  state: 'active',
  points: 1240,
  rewards: [
    { identifier: 'r1', name: 'Free coffee', description: 'Any size, until Sunday' },
    { identifier: 'r2', name: '10 % off fruit', description: null },
  ],
};

const refusal = {
  ...{ detail: 'Not known to this merchant account.', traceId: '00-5f1c9a-01' },
  ...{ extensions: '', errors: [] },
};
/** A live till whose settings have lost the connection. */
const undecided = {
  training: false,
  status: {
    ...status,
    service: 'unknown',
    pool: { available: 0, target: 5, lastsMinutes: 0 },
    notices: ['setupRequired'],
  },
  recent: [],
} as const satisfies Partial<CashierView>;
const inDoubt = (code: 'idInUse' | 'mayBeDelivered', status: number | null): SaleView =>
  sale({
    state: 'attention',
    attention: { status, title: '', detail: '', traceId: null, extensions: '', code },
    can: { ...nothing, show: true, print: true },
  });

/** The sale whose QR code the customer sees before payment. */
const withQr = (part: Partial<SaleView> = {}) => ({ status: seesQr, sale: sale({ can: openCan, ...part }) });

export const saleScenes = {
  resting: {},
  'by-hand': withQr({ origin: 'hand', can: { ...openCan, pay: true } }),
  'by-hand-no-amount': withQr({ origin: 'hand', total: null, can: { ...openCan, pay: true } }),
  'paid-by-hand': {
    status: sees(customerScreens['qr-ready']),
    sale: sale({ origin: 'hand', state: 'delivered', warnings: ['vat'], can: paidCan }),
  },
  'paid-offline': {
    status: { ...sees(customerScreens['qr-later']), service: 'offline', waiting: 3, attention: 2, nextTryAt: at },
    sale: sale({ origin: 'hand', state: 'queued', can: paidCan }),
  },
  open: withQr(),
  'asks-for-paper': {
    status: sees(customerScreens['qr-paper-requested']),
    sale: sale({ asksForPaper: true, can: openCan }),
    paperRequest: { id: saleId, reference: 'K2-000418', total },
  },
  'asks-for-paper-elsewhere': { ...withQr(), paperRequest: other },
  'no-touch': { ...withQr(), customerLanguages: languages },
  'other-sale-shown': { status: seesOther(other.id), sale: sale({ can: openCan }) },
  'older-shown': {
    status: seesOther(saleId),
    sale: sale({ state: 'delivered', total: other.total, can: { ...openCan, startLoyalty: false } }),
    beneath: { id: 'another', reference: 'K2-000419', total },
  },
  'undo-of-another': { ...withQr(), undoOther: { ...other, action: 'cancel', until: farOff } },
  'needs-paper': {
    status: sees(customerScreens.paper),
    sale: sale({ state: 'queued', url: null, needsPaper: true, can: { ...nothing, print: true } }),
  },
  'no-display': { status: noDisplay, sale: sale({ origin: 'hand', can: { ...openCan, pay: true } }) },
  loyalty: withQr({
    consented: true,
    loyalty: active,
    can: { ...openCan, consent: false, takeBackConsent: true, startLoyalty: false, cancelLoyalty: true },
  }),
  'loyalty-unknown': withQr({ loyalty: { state: 'unknown', points: null, rewards: [] } }),
  'loyalty-no-points': withQr({
    loyalty: { ...active, points: null, rewards: [] },
    can: { ...openCan, startLoyalty: false, cancelLoyalty: true },
  }),
  queued: {
    status: { ...seesQr, service: 'offline', waiting: 3, nextTryAt: at + 240_000 },
    sale: sale({ state: 'queued', can: sentCan }),
  },
  delivered: withQr({ state: 'delivered', warnings: ['vat'], can: sentCan }),
  'needs-consent': withQr({ state: 'delivered', needsConsent: true, can: paidCan }),
  'paper-wanted': withQr({ printed: 'queued', can: { ...openCan, print: false, takeBackPaper: true } }),
  undo: withQr({
    state: 'delivered',
    printed: 'queued',
    undo: { action: 'printed', until: farOff },
    can: { ...nothing, show: true },
  }),
  attention: {
    status: { ...seesQr, attention: 2, service: 'signInNeeded' },
    sale: sale({
      state: 'attention',
      qrReplaced: true,
      attention: {
        status: 400,
        title: 'Validation failed',
        detail: 'The receipt does not fit what the service expects.',
        traceId: '00-5f1c9a-01',
        extensions: '',
        code: null,
      },
      can: sentCan,
    }),
  },
  cancelled: {
    status,
    sale: sale({ state: 'cancelled', cancelled: 'done', printed: 'done', assigned: true, can: { ...nothing } }),
  },
  storesUnknown: { status: { ...status, storesUnknown: ['store-7'] } },
  notices: { status: { ...status, notices: ['databaseDamaged', 'settingsUnreadable', 'clockWrong'] } },
  'policy-refused': { status: { ...status, notices: ['policyRefused', 'policyNotConnected'] } },
  'stores-refused': {
    status: {
      ...status,
      service: 'offline',
      waiting: 7,
      storesUnknown: ['store-7', 'store-8'],
      refusals: [{ ...refusal, what: 'store', storeId: 'store-7', status: 404, title: 'Store not found' }],
    },
  },
  'receipts-refused': {
    status: {
      ...status,
      waiting: 7,
      attention: 4,
      refusals: [{ ...refusal, what: 'receipts', storeId: 'store-7', status: 403, title: 'Forbidden' }],
    },
  },
  'stuck-trying': { ...withQr(), status: { ...seesQr, service: 'offline', waiting: 7 } },
  'stuck-sign-in': { status: { ...status, service: 'signInNeeded', waiting: 1, nextTryAt: at } },
  'setup-required-lost': { ...undecided, setupRequired: 'settingsLost' },
  'setup-required-address': { ...undecided, setupRequired: 'addressMissing' },
  'setup-required-keychain': { ...undecided, setupRequired: 'keychainMissing', keychain: 'missing' },
  'setup-required-policy': {
    ...undecided,
    setupRequired: 'policyUntested',
    policy: { by: 'IT 555 0100', locked: ['mode'] },
  },
  elsewhere: {
    status: {
      ...status,
      notices: ['otherConnectionWaits'],
      otherConnections: [
        { address: 'https://receipts-of-the-former-provider.example/service', waiting: 3 },
        { address: null, waiting: 1 },
      ],
    },
  },
  'not-the-service': {
    status: { ...status, service: 'offline', waiting: 2, nextTryAt: at, notices: ['notTheService'] },
  },
  'registration-refused': {
    status: {
      ...status,
      pool: { available: 1, target: 5, lastsMinutes: 60 },
      notices: ['registrationRefused'],
      refusals: [{ ...refusal, what: 'registration', storeId: 'store-1', status: 403, title: 'Forbidden' }],
    },
  },
  'record-set-aside': { status: { ...status, notices: ['recordSetAside', 'databaseOlder', 'databaseMoved'] } },
  'in-doubt-id': { status: { ...seesQr, attention: 1 }, sale: inDoubt('idInUse', 409) },
  'in-doubt-copy': { status: { ...seesQr, attention: 1 }, sale: inDoubt('mayBeDelivered', null) },
  'in-doubt-refused': { status: { ...seesQr, attention: 1 }, sale: inDoubt('mayBeDelivered', 400) },
  'keychain-missing': {
    keychain: 'missing',
    status: { ...status, pool: { available: 0, target: 5, lastsMinutes: 0 } },
    recent: [],
  },
} as const satisfies Record<string, Partial<CashierView>>;

export const sampleRows: readonly SaleRowView[] = recent.map((row, index) => ({
  ...row,
  number: index % 2 === 0 ? `2026-${418 - index}` : null,
  printed: index === 3 ? 'done' : null,
}));

export const dayFigures: DayView = {
  day: '2026-03-03',
  counts: { delivered: 118, printed: 2, both: 9, neither: 1, open: 3, attention: 2, cancelled: 4 },
  agreed: 96,
  emailed: 0,
  totals: [{ amount: 8421.35, currency: 'EUR' }],
  consents: [
    { reference: 'K2-000418', till: 'Till 1', at, what: 'agreementTakenBack', how: 'cashier' },
    { reference: 'K2-000417', till: null, at: at - 600_000, what: 'agreed', how: 'touch' },
  ],
  issues: [{ reference: 'K2-000416', till: null, at: at - 900_000, what: 'issued', how: 'code' }],
};

export const pairing = { code: '40716293', until: farOff, till: null, wrongCodes: 1 } as const;
