import { expect, test } from 'vitest';
import { languages } from '../../src-main/shared/languages.ts';
import { inTurn } from '../fakes/drawn.ts';
import { sale } from '../fakes/sample-views.ts';
import { textIn } from '../fakes/texts.ts';
import { cashiersOfFile } from './windows-of-file.ts';

/** Chromium has its own list of currencies, so the amounts are read in a page. */

const openCashier = cashiersOfFile();

/** The currencies of ISO 4217 (2024-06-25) without exactly two decimals. */
const others: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0 },
  ...{ VUV: 0, XAF: 0, XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
};

test.each(inTurn(languages, 0, 6))(
  'the cashier reads every decimal of an amount in any currency (%s)',
  async (language) => {
    const opened = await openCashier({}, { language });
    const known = await opened.page.evaluate(() => Intl.supportedValuesOf('currency'));
    const currencies = [...new Set([...known, ...Object.keys(others)])].sort();
    const recent = currencies.map((currency, index) => {
      const { id, reference, state, createdAt, number } = sale({ id: `sale-${index}`, reference: currency });
      const total = { amount: 1299.5, currency };
      return { id, reference, state, createdAt, number, till: null, total, printed: null };
    });
    await opened.showPart({ recent });
    const list = opened.page.getByRole('region', { name: textIn(language)('recent'), exact: true });
    await list.waitFor();
    const shown = await list.getByRole('button').allInnerTexts();
    const digits = shown.map((text, index) => [currencies[index], text.split('\n')[0]?.replace(/[^0-9]/g, '')]);
    expect(digits).toEqual(currencies.map((code) => [code, `1299${'5'.padEnd(others[code] ?? 2, '0')}`]));
  },
);
