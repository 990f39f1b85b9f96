import { describe, expect, test } from 'vitest';
import { languages } from '../../../src-main/shared/languages.ts';
import type { WindowSettingsView } from '../../../src-main/shared/settings.ts';
import type { SaleView } from '../../../src-main/shared/views.ts';
import {
  eraseKey,
  largeCents,
  likelyGiven,
  nothingTyped,
  pressKeys,
  readAmount,
} from '../../../src-renderer/cashier/sale/amount-entry.ts';
import { screenWords, showsOtherSale } from '../../../src-renderer/cashier/sale/customer-miniature.tsx';
import { atStart, type CashierSession } from '../../../src-renderer/cashier/session-store.ts';
import { draftToInput, halfCredentials, refusalsOf } from '../../../src-renderer/cashier/settings/connection-draft.ts';
import { keysOn } from '../../../src-renderer/cashier/settings/setting-rows.ts';
import { applyCode, knowCode, takeScanResult } from '../../../src-renderer/cashier/take-scan.ts';
import { formatCents } from '../../../src-renderer/text/cashier-words.ts';
import { customerScreens } from '../../fakes/sample-screens.ts';
import { sale, saleScenes } from '../../fakes/sample-views.ts';
import { inLanguage } from '../../fakes/texts.ts';

const none = sale().can;

const noRules = { prefix: '', mask: '', length: 0, stripsPrefix: false };

describe('the state of the customer display in the cashier window', () => {
  test('only a painted and current QR counts as seen', () => {
    const screen = customerScreens['qr-before'];
    expect(screenWords({ connected: true, screen, current: true }, true)).toBe('screenQr');
    expect(screenWords({ connected: true, screen, current: false }, true)).toBe('screenUpdating');
    expect(screenWords({ connected: true, screen: null, current: false }, true)).toBe('screenStarting');
    expect(screenWords({ connected: false, screen, current: true }, true)).toBe('screenNone');
  });

  test('never takes the QR code of another sale for the current one', () => {
    const other = { connected: true, current: true, screen: null, language: null, saleId: 'a' } as const;
    expect(showsOtherSale(other, 'b')).toBe(true);
    expect(showsOtherSale(other, 'a')).toBe(false);
    expect(showsOtherSale(other, null)).toBe(false);
    expect(showsOtherSale({ ...other, connected: false }, 'b')).toBe(false);
  });

  test('never refers the cashier to a QR code on a display that does not exist', () => {
    expect(screenWords({ connected: false, screen: customerScreens.follows, current: true }, false)).toBe(
      'screenNoneNoCode',
    );
  });
});

test.each([
  [12_34, 'EUR', [15_00, 20_00, 50_00]],
  [20_00, 'EUR', [50_00, 100_00, 200_00]],
  [1_284_50, 'EUR', [1_300_00, 1_400_00]],
  [123_00, 'SEK', [150_00, 200_00, 500_00]],
] as const)('for %i cents in %s the suggested cash amounts are %j', (cents, currency, given) => {
  expect(likelyGiven(cents, currency)).toEqual(given);
});

describe('an amount', () => {
  const typed = (keys: string) => pressKeys(nothingTyped, keys, 'EUR')?.cents ?? null;

  test.each([
    ['1250', 12_50],
    ['12500', 125_00],
    ['12,5', 12_50],
    ['12.50', 12_50],
    ['4.5', 4_50],
    ['4,05', 4_05],
    [',5', 50],
    ['0,5', 50],
    ['7,', 7_00],
    ['99999,99', 99_999_99],
  ])('typed as %s is %i hundredths', (keys, cents) => {
    expect(typed(keys)).toBe(cents);
  });

  test.each(['12,5,', '12.505', '1.234,5', '99999999999', '99999999,', '12x'])('typed as %s is refused', (keys) => {
    expect(typed(keys)).toBeNull();
  });

  test('in a currency without decimals is typed, erased and read in whole units', () => {
    const yen = (keys: string) => pressKeys(nothingTyped, keys, 'JPY');
    expect(['1250', '00', '12,5'].map((keys) => yen(keys)?.cents)).toEqual([1250_00, 0, undefined]);
    expect(eraseKey(yen('1250') ?? nothingTyped, 'JPY').cents).toBe(125_00);
    expect(['1250', '1.250', '12,50'].map((text) => readAmount(text, 'JPY')?.cents)).toEqual([
      1250_00,
      ...[undefined, undefined],
    ]);
    expect(inLanguage('de', () => formatCents(1250_00, 'JPY'))).toBe('1.250');
  });

  test('loses its last key, also a separator', () => {
    let amount = pressKeys(nothingTyped, '12,55', 'EUR') ?? nothingTyped;
    const seen = [5, 4, 3, 2, 1].map(() => {
      amount = eraseKey(amount, 'EUR');
      return amount.cents;
    });
    expect(seen).toEqual([12_50, 12_00, 12, 1, 0]);
  });

  test('an amount in a text is read as the same cents in every language', () => {
    for (const language of languages) {
      expect(
        readAmount(
          inLanguage(language, () => formatCents(1_234_567, 'EUR')),
          'EUR',
        )?.cents,
      ).toBe(1_234_567);
    }
    const cents = ['12,5', '12.5', '1250', '1.234,50', '1’234.5', ''].map((text) => readAmount(text, 'EUR')?.cents);
    expect(cents).toEqual([12_50, 12_50, 12_50, 1_234_50, 1_234_50, 0]);
  });

  test('an amount in an ambiguous or invalid text is refused', () => {
    for (const text of ['99999999999', '12.5a', '€5', '-3', '1.234', '1.234.567'])
      expect(readAmount(text, 'EUR'), text).toBeNull();
  });

  test('is large from a thousand euros, or the equivalent in another currency', () => {
    expect(['EUR', 'CHF', 'SEK', 'HUF'].map(largeCents)).toEqual([100_000, 100_000, 1_100_000, 40_000_000]);
  });
});

describe('a scanned card', () => {
  const session = atStart();
  const scanned = (...texts: readonly string[]) =>
    texts.map((text) => ({ text, asUnitedStates: text, hasCapsLock: false }));
  const takeScan = (
    before: CashierSession,
    shown: SaleView | null,
    code: string | readonly string[],
    isSure = true,
    rules = noRules,
  ) => takeScanResult(before, { codes: scanned(...[code].flat()), isSure }, { sale: shown, rules, now: 1_000 });

  test('moves to the loyalty field of the sale and leads the cashier there', () => {
    const after = takeScan({ ...session, place: 'settings', vat: { typed: 7 } }, saleScenes.open.sale, 'CARD-1');
    expect(after).toMatchObject({
      place: 'sale',
      vat: { typed: 7 },
      card: { number: 'CARD-1' },
      notice: null,
    });
    expect(after.card?.saleId).toBe(saleScenes.open.sale.id);
  });

  test('a card scanned at the keypad waits for the sale and drops nothing that was typed', () => {
    const composing = { cents: 1234, saleIdAtStart: null };
    const after = takeScan({ ...session, composing, vat: { typed: 7 } }, null, 'CARD-1');
    expect(after).toEqual({
      ...session,
      composing,
      vat: { typed: 7 },
      card: { saleId: null, number: 'CARD-1', from: 'scan', waiting: { until: 31_000, saleIdAtStart: null } },
    });
    const typing = { cents: 1234, saleIdAtStart: saleScenes.open.sale.id };
    expect(takeScan({ ...session, composing: typing }, saleScenes.open.sale, 'CARD-1').card?.saleId).toBeNull();
  });

  test('is recognized by its form: as a set-up code on any page, as a customer’s code outside of Settings', () => {
    const app = { ...noRules, prefix: 'app:' };
    const kinds = (text: string) =>
      (['settings', 'receipts'] as const).flatMap((place) =>
        scanned(text).map((scan) => knowCode(scan, { place }, app).kind),
      );
    expect(kinds('RC1.eyJ9')).toEqual(['own', 'own']);
    expect(kinds('app:4711')).toEqual(['other', 'own']);
    expect(kinds('4012345678901')).toEqual(['article', 'article']);
  });

  test('a set-up code is used where it is requested; elsewhere the cashier reads a note, and nothing is stored', () => {
    const code = '{"receiptCompanion":1,"baseUrl":"https://elsewhere.example"}';
    const selling = { ...session, composing: { cents: 1234, saleIdAtStart: null } };
    expect(takeScan(selling, null, code)).toEqual({ ...selling, notice: { kind: 'scanSetupCode' } });
    const asking = { ...session, place: 'settings', asksSetupCode: true } as const;
    expect(takeScan(asking, null, code)).toEqual({ ...asking, scanned: code });
  });

  test('a card that may be an article is used after the cashier chooses its kind', () => {
    const open = saleScenes.open.sale;
    const { notice } = takeScan(session, open, '9638507412');
    const use = { as: 'card', number: '9638507412' } as const;
    expect(notice).toMatchObject({ kind: 'scanDoubt', because: 'article', use, saleId: open.id });
    expect(applyCode(session, use, { sale: open, rules: noRules, now: 0 }).card).toMatchObject({
      ...{ saleId: open.id, number: '9638507412' },
    });
  });

  test('a card that may be incomplete, or two different cards at once, are not sent', () => {
    const open = saleScenes.open.sale;
    expect(takeScan(session, open, 'CARD-1', false)).toEqual({ ...session, notice: { kind: 'scanAgain' } });
    for (const two of [
      ['CARD-1', 'CARD-2'],
      ['app:1', 'app:2'],
      ['app:1', 'CARD-2'],
    ])
      expect(takeScan(session, open, two, true, { ...noRules, prefix: 'app:' })).toEqual({
        ...session,
        notice: { kind: 'scanSeveral' },
      });
  });

  test('waits for the field of the page Customer service if it was scanned there, and is not used for a sale', () => {
    const there = { ...session, place: 'customers', notice: { kind: 'scanNotUsed' } } as const;
    for (const shown of [null, saleScenes.open.sale, saleScenes.queued.sale])
      expect(takeScan(there, shown, 'CUSTOMER-1')).toEqual({ ...there, notice: null, scanned: 'CUSTOMER-1' });
  });

  test('is reported as a different card if the sale already has one', () => {
    const withCard = sale({ can: { ...none, cancelLoyalty: true } });
    expect(takeScan(session, withCard, 'CARD-2')).toMatchObject({ card: null, notice: { kind: 'scanOtherCard' } });
  });

  test('causes only a note if the current sale accepts no card', () => {
    expect(takeScan(session, sale({ can: none }), 'CARD-1')).toMatchObject({
      ...{ card: null, notice: { kind: 'scanNotUsed' } },
    });
  });
});

describe('the connection form', () => {
  const connection = {
    mode: 'live',
    baseUrl: '',
    authUrl: '',
    partnerUrl: '',
    clientId: '',
    scopeBase: '',
    storeId: '',
    extensionKey: 'extension:service',
    selfGeneratedIds: false,
  } as const;

  test('keeps the stored credentials if user name and password are empty', () => {
    expect(draftToInput({ ...connection, username: '', password: '' }).credentials).toBeNull();
    expect(draftToInput({ ...connection, username: 'a', password: 'b' }).credentials).toEqual({
      username: 'a',
      password: 'b',
    });
  });

  test('is incomplete if only one of user name and password is filled in', () => {
    expect(halfCredentials({ ...connection, username: 'a', password: '' })).toBe(true);
    expect(halfCredentials({ ...connection, username: '', password: 'b' })).toBe(true);
    expect(halfCredentials({ ...connection, username: '', password: '' })).toBe(false);
  });

  test('finds an invalid field by its path', () => {
    const fields = [{ path: '/connection/baseUrl', code: 'invalid', message: '' }];
    const baseUrl = 'addressRule';
    expect(refusalsOf({ code: 'invalid', message: '', fields })).toEqual({ baseUrl });
    expect(refusalsOf({ code: 'invalid', message: '' })).toEqual({});
  });
});

test('a setting without a configured row is shown at the end of the Expert page', () => {
  const settings = { 'planted.switch': { value: true } } as unknown as WindowSettingsView;
  expect(keysOn('expert', settings).at(-1)).toBe('planted.switch');
  expect(keysOn('shop', settings)).not.toContain('planted.switch');
});
