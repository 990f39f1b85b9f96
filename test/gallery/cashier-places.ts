import type { Language } from '../../src-main/shared/languages.ts';
import { done, failed } from '../../src-main/shared/result.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { formatExact } from '../../src-renderer/text/cashier-words.ts';
import type { PlainCashierKey } from '../../src-renderer/text/i18n.ts';
import { languageNames } from '../../src-renderer/text/i18n.ts';
import { attentionRows, attentionView, receiptDetail } from '../fakes/sample-records.ts';
import { cashierView, dayFigures, pairing, saleScenes, sampleRows } from '../fakes/sample-views.ts';
import { inLanguage, textIn } from '../fakes/texts.ts';
import type { Answers } from './page-main.ts';
import { codeShown, paperRequested, paperUnsure, printer, printing, printRows } from './printer-places.ts';
import type { WalkStep } from './walk.ts';

const pairedTill = { id: 'a', name: '0001' } as const;

export const placeAnswers: Answers = {
  'connection.get': done({
    connection: {
      mode: 'live',
      baseUrl: 'https://service.example/api',
      authUrl: 'https://login.example/token',
      partnerUrl: '',
      clientId: '1234',
      scopeBase: '',
      storeId: '1001',
      extensionKey: 'extension:service',
      selfGeneratedIds: true,
    },
    credentialsStored: true,
  }),
  'connection.save': done({ ok: false, steps: [], waiting: 12, overriddenBy: [] }),
  'connection.test': done({
    ok: false,
    deviations: [],
    steps: [
      { name: 'address', ok: true, fault: null, trouble: null },
      {
        name: 'signIn',
        ok: false,
        fault: 'accountRefused',
        trouble: { code: 'signInRefused', status: null, verbatim: 'invalid_grant' },
      },
    ],
  }),
  'diagnostics.get': done({
    version: '1.0',
    program: '1',
    platform: '2',
    keyStorage: 'keychain',
    update: { version: '1.1', installs: true },
    deviations: [],
  }),
  'key.export': done({ path: '/tmp/data-key.json' }),
  'diagnostics.log': done([{ level: 'warn', time: '2026-03-03T14:35:00.000Z', event: '1-2', fields: { '3': 4 } }]),
  'pairing.list': done([
    { ...pairedTill, scopes: ['sale', 'partner'], createdAt: 1_700_000_000_000 },
    { id: 'b', name: '0002', scopes: [], createdAt: null },
  ]),
  'receipts.list': done({ rows: sampleRows, next: 12 }),
  'day.get': done(dayFigures),
  'receipts.get': done(receiptDetail),
  'attention.list': done({ rows: attentionRows, next: 12 }),
  'attention.get': done(attentionView),
  'attention.repair': failed('invalid', 'does not fit', [{ path: '/1', code: '2', message: '3' }]),
  'attention.resend': failed('invalid', 'does not fit', [{ path: '/1', code: '2', message: '3' }]),
  'partner.findOrCreate': done({ userId: '5d7c1f0e-93b2-4c6a-8e21-7a4f0d9b3c52', known: true }),
  'partner.receipts': done({
    items: sampleRows.slice(0, 3).map(({ id, total }, index) => ({
      receiptId: id,
      storeId: 'store-1',
      amount: total?.amount ?? 0,
      currency: 'EUR',
      date: `2026-03-0${3 - index}T14:05:00+01:00`,
      imageResource: null,
      vendorName: 'Obst & Gemüse Muster',
      vendorAddress: null,
    })),
    totalCount: 3,
    continuation: null,
  }),
  'partner.token': done({ id: '1', accessToken: '2', refreshToken: '3', expiresIn: '3600' }),
  'partner.getAccess': done({
    partnerUrl: 'https://partner.example',
    authentication: 'key',
    keyStored: true,
    overriddenBy: [],
  }),
  'onboarding.finish': done({ ok: false, steps: [], deviations: [], waiting: 12, overriddenBy: [] }),
  'printer.prints': done(printRows),
  'printer.picture': done({
    png: 'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAwCAYAAADuFn/PAAAA7UlEQVR4Ae3BgaljMQwAwZVQ/y3vXQGB7yTPyMSaCf/jDxHBeE3lG8X4iMoTivEWlScVY4nKDsUClbFHMlolo1UyWhULIoJfpdKpuJTKCYrLqJykuITKiYoFKmOPZLRKRqtktCoWRATjNZVvFOMjKk8oxltUnlSMJSo7FAtUxh7JaJWMVsloVSyICH6VSqfiUionKC6jcpLiEionKhaojD2S0SoZrZLRqlgQEYzXVL5RjI+oPKEYb1F5UjGWqOxQLFAZeySjVTJaJaNVsSAi+FUqnYpLqZyguIzKSYpLqJyoWKAy9khGq2S0Skarf6g8Xk6k6sUWAAAAAElFTkSuQmCC',
  }),
  'printer.printLines': done({ reached: false }),
  'sale.consent': failed('offline', 'no answer'),
};

interface CashierPlace {
  readonly part?: Partial<CashierView>;
  readonly answers?: Answers;
  readonly steps?: (language: Language) => readonly WalkStep[];
  readonly isLong?: boolean;
}

/** An element by the key of its text, or a step that needs more. `type` is typed into a field. */
type Path =
  | readonly [role: WalkStep['role'], words: PlainCashierKey, type?: string]
  | ((language: Language) => WalkStep);

const by =
  (...path: readonly Path[]) =>
  (language: Language): readonly WalkStep[] =>
    path.map((step) => {
      if (typeof step === 'function') return step(language);
      const [role, words, type] = step;
      const name = textIn(language)(words);
      return type === undefined ? { role, name } : { role, name, type };
    });

/** A button whose text contains these words. */
const buttonWith =
  (words: PlainCashierKey): Path =>
  (language) => ({ role: 'button', name: textIn(language)(words), isPart: true });

const awaited =
  (words: PlainCashierKey): Path =>
  (language) => ({ role: 'button', name: textIn(language)(words), isAwaited: true });

const settingsPage = (words: PlainCashierKey): CashierPlace => ({
  isLong: true,
  steps: by(['tab', 'tabSettings'], (language) => {
    const t = textIn(language);
    return { role: 'tab', name: t(words), among: t('tabSettings') };
  }),
});

const setupPage = (...path: readonly Path[]): CashierPlace => ({
  isLong: true,
  steps: by(['tab', 'tabSettings'], ...path),
});

const chooseLanguage: Path = (language) => ({ role: 'button', name: languageNames[language] });
/** The page of the welcome after the choice of the language and so many touches of Next. */
const welcomeStep = (touches: number, ...path: readonly Path[]): CashierPlace => ({
  part: { setupOffered: true },
  steps: by(chooseLanguage, ...Array.from({ length: touches }, (): Path => ['button', 'pinNext']), ...path),
});

/** A shop with a partner interface, and therefore a tab for customers. */
const withPartner = { partner: { ...cashierView('en').partner, configured: true } } as const;
const openCustomer: readonly Path[] = [
  ['tab', 'tabCustomers'],
  ['textbox', 'customerNumber', 'customer-4711'],
  ['button', 'customerOpen'],
];

const pinIsSet = { isSet: true, unlockedUntil: null, nextTryAt: null } as const;

const receiptOpen: readonly Path[] = [
  ['tab', 'tabReceipts'],
  () => ({ role: 'button', name: sampleRows[0]?.reference ?? '', isPart: true }),
];

const pinPad: CashierPlace = {
  part: { ...saleScenes.attention, pin: pinIsSet },
  answers: { 'attention.export': failed('pinNeeded', 'needs the PIN') },
  steps: by(['button', 'repair'], ['button', 'attentionMore'], ['button', 'export'], awaited('pinUnlock')),
};

/** A computer with settings that its administrator locked. */
const fixed: Partial<CashierView> = {
  policy: {
    by: 'IT 555 0100',
    locked: [
      ...['mode', 'service.baseUrl', 'service.authUrl', 'service.storeId', 'account', 'pin'],
      ...['delivery.offlineRule', 'delivery.warningsBlock', 'retention.days'],
    ],
  },
  // The PIN was entered a moment ago.
  pin: { isSet: true, unlockedUntil: Date.UTC(2026, 2, 3, 15, 10), nextTryAt: null },
};

const amountRefused: CashierPlace = { steps: by(['textbox', 'amount', '12x']) };
/** An unusually large amount. The button of the full window also contains it. */
const amountPrompt: CashierPlace = { steps: by(['textbox', 'amount', '123340063'], buttonWith('actionShow')) };

/** The pages of the full cashier window that the gallery reaches by steps, such as a click or typed text. */
export const cashierPlaces: Readonly<Record<string, CashierPlace>> = {
  'amount-asked': amountPrompt,
  'amount-refused': amountRefused,
  'amount-typed': { steps: () => ['7', '5', '00'].map((name) => ({ role: 'button', name })) },
  repair: { part: saleScenes.attention, steps: by(['button', 'repair']) },
  'repair-refused': {
    part: saleScenes.attention,
    steps: by(
      ['button', 'repair'],
      (language) => ({
        role: 'button',
        name: textIn(language)('use', { expected: inLanguage(language, () => formatExact(1.01)) }),
      }),
      ['button', 'sendCorrected'],
    ),
  },
  'attention-none': {
    answers: { 'attention.list': done({ rows: [], next: null }) },
    steps: by(['tab', 'tabAttention']),
  },
  'attention-list': { steps: by(['tab', 'tabAttention']) },
  'attention-doubts': {
    answers: {
      'attention.list': done({ rows: attentionRows.map((row) => ({ ...row, code: 'idInUse' as const })), next: null }),
    },
    steps: by(['tab', 'tabAttention'], ['button', 'attentionMore']),
  },
  receipts: { isLong: true, steps: by(['tab', 'tabReceipts']) },
  receipt: { isLong: true, steps: by(...receiptOpen) },
  'receipt-code': { steps: by(...receiptOpen, ['button', 'showCode']) },
  'receipt-cancel': { steps: by(...receiptOpen, ['button', 'details'], ['button', 'cancelNow']) },
  'receipts-none': { answers: { 'receipts.list': done({ rows: [], next: null }) }, steps: by(['tab', 'tabReceipts']) },
  day: { isLong: true, steps: by(['tab', 'tabDay']) },
  'day-calendar': {
    steps: by(['tab', 'tabDay'], (language) => ({
      role: 'button',
      name: `${textIn(language)('day')}: `,
      isPart: true,
    })),
  },
  'day-saved': {
    answers: { 'day.export': done({ path: '/home/shop/receipts/exports/receipts-2026-03-03.csv' }) },
    steps: by(['tab', 'tabDay'], ['button', 'exportCsv']),
  },
  'day-none': {
    answers: {
      'day.get': done({
        ...dayFigures,
        counts: { delivered: 0, printed: 0, both: 0, neither: 0, open: 0, attention: 0, cancelled: 0 },
        ...{ totals: [], consents: [], issues: [] },
      }),
    },
    steps: by(['tab', 'tabDay']),
  },
  customers: { part: withPartner, steps: by(['tab', 'tabCustomers'], ['button', 'customerCardAdd']) },
  customer: { part: withPartner, isLong: true, steps: by(...openCustomer) },
  'customer-access': { part: withPartner, steps: by(...openCustomer, ['button', 'customerToken']) },
  'customer-delete': { part: withPartner, isLong: true, steps: by(...openCustomer, ['button', 'customerDelete']) },
  'customer-waits': {
    part: {
      partner: {
        ...withPartner.partner,
        wait: { until: Date.UTC(2026, 2, 3, 15, 2), nextTryAt: Date.UTC(2026, 2, 3, 15, 1) },
      },
    },
    steps: by(...openCustomer),
  },
  'pin-pad': pinPad,
  'settings-shop': settingsPage('settingsShop'),
  'settings-shop-fixed': { ...settingsPage('settingsShop'), part: fixed },
  'settings-service': settingsPage('settingsService'),
  'connection-tested': { steps: by(['tab', 'tabSettings'], ['tab', 'settingsService'], ['button', 'testConnection']) },
  'connection-receipts-wait': { steps: by(['tab', 'tabSettings'], ['tab', 'settingsService'], ['button', 'save']) },
  'connection-fixed': { ...settingsPage('settingsService'), part: fixed },
  'settings-expert': settingsPage('settingsExpert'),
  'settings-expert-fixed': { ...settingsPage('settingsExpert'), part: fixed },
  tills: settingsPage('settingsTills'),
  'tills-pairing': { part: { pairing }, steps: by(['tab', 'tabSettings'], ['tab', 'settingsTills']) },
  printer: {
    part: printing,
    isLong: true,
    steps: by(
      ['tab', 'tabSettings'],
      ['tab', 'settingsPrinter'],
      ['button', 'printerTest'],
      ['button', 'settingsMore'],
      ['button', 'printerBack'],
    ),
  },
  'printer-off': { ...settingsPage('settingsPrinter'), answers: { 'printer.prints': done([]) } },
  'printer-line': { part: printing },
  'printer-away': { part: { printer: { ...printer, state: 'printerAway' } } },
  'printer-code': { part: codeShown },
  'paper-requested': { part: paperRequested },
  'paper-unsure': { part: paperUnsure },
  prints: { part: printing, isLong: true, steps: by(buttonWith('printerReady')) },
  'prints-none': {
    part: printing,
    answers: { 'printer.prints': done([]) },
    steps: by(buttonWith('printerReady')),
  },
  'settings-screen': settingsPage('settingsScreen'),
  'settings-partner': setupPage(['tab', 'settingsExpert'], ['button', 'partnerAccess']),
  'connection-merchant': {
    ...settingsPage('settingsService'),
    part: { partner: { ...withPartner.partner, merchantWaits: true } },
  },
  'pin-new': setupPage(['button', 'pinSet']),
  'pin-asked': { part: { pin: pinIsSet }, steps: by(['tab', 'tabSettings']) },
  'key-export': setupPage(['button', 'keyExport']),
  'welcome-language': { part: { setupOffered: true } },
  'welcome-shop': welcomeStep(0),
  'welcome-display': welcomeStep(1),
  'welcome-receipt': welcomeStep(2),
  'welcome-live': welcomeStep(3),
  'welcome-live-fields': { ...welcomeStep(3, ['radio', 'setupHasFields']), isLong: true },
};

/** The same pages in the narrow panel, where a list and its open entry take turns. */
export const dockPlaces: Readonly<Record<string, CashierPlace>> = {
  'amount-asked': amountPrompt,
  'amount-refused': amountRefused,
  'pin-pad': pinPad,
  'printer-line': { part: printing },
  'printer-code': { part: codeShown },
  'paper-requested': { part: paperRequested },
  'paper-unsure': { part: paperUnsure },
  prints: { part: printing, steps: by(buttonWith('printerReady'), awaited('printOpenSale')) },
  repair: { part: saleScenes.attention, steps: by(['button', 'repair'], awaited('attentionMore')) },
  'attention-list': { part: saleScenes.attention, steps: by(['button', 'repair'], ['button', 'attentionBack']) },
};
