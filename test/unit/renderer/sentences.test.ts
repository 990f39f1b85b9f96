import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { languages } from '../../../src-main/kernel/languages.ts';
import { cashierTables, createCashierText } from '../../../src-renderer/text/cashier-text.ts';
import { customerTables, customerText } from '../../../src-renderer/text/customer-text.ts';
import { lookTables } from '../../../src-renderer/text/look-text.ts';
import { formatMoney } from '../../../src-renderer/text/numbers.ts';
import { recordsTables } from '../../../src-renderer/text/records-text.ts';
import type { Sentences } from '../../../src-renderer/text/sentences.ts';
import { setupTables } from '../../../src-renderer/text/setup-text.ts';
import { readSentence } from '../../../src-renderer/text/small-reader.ts';
import { pseudoSentence, pseudoTable } from '../../fakes/pseudo.ts';

const windows = {
  cashier: cashierTables,
  customer: customerTables,
  'later cashier': setupTables,
  records: recordsTables,
  look: lookTables,
} as const;
const form = /_(one|many|other)$/;
const valuesIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

describe.each(Object.entries(windows))('the sentences of the %s window', (_name, tables) => {
  const reference: Sentences = tables.en;

  test.each(languages)('%s has every key, nothing empty, and the same values', (language) => {
    const table: Sentences = tables[language];
    const base = (keys: Sentences) => [...new Set(Object.keys(keys).map((key) => key.replace(form, '')))].sort();
    expect(base(table)).toEqual(base(reference));
    for (const [key, sentence] of Object.entries(table)) {
      expect(sentence.trim(), key).not.toBe('');
      const same = reference[key] ?? reference[key.replace(form, '_other')] ?? '';
      expect(valuesIn(sentence), key).toEqual(valuesIn(same));
    }
  });

  test.each(languages)('%s has every plural form that the language asks for', (language) => {
    const table: Sentences = tables[language];
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of Object.keys(table).filter((name) => name.endsWith('_other'))) {
      for (const category of categories) expect(table).toHaveProperty([key.replace('_other', `_${category}`)]);
    }
  });
});

test('the small reader says the same as i18next for every sentence of the customer window', async () => {
  const instance = i18next.createInstance();
  await instance.init({
    lng: 'en',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(Object.entries(customerTables).map(([name, translation]) => [name, { translation }])),
  });
  for (const language of languages) {
    const read = instance.getFixedT(language);
    for (const row of Object.keys(customerTables[language])) {
      for (const count of [0, 1, 2, 17, 1_000_000]) {
        const values = { number: String(count), ...(form.test(row) ? { count } : {}) };
        const key = row.replace(form, '');
        expect(readSentence(customerTables[language], language, key, values)).toBe(read(key as never, values as never));
      }
    }
  }
});

test('numbers take their form', () => {
  expect(customerText('de')('points', { count: 1, number: '1' })).toBe('Sie haben 1 Punkt');
  expect(customerText('de')('points', { count: 1240, number: '1.240' })).toBe('Sie haben 1.240 Punkte');
  const textIn = createCashierText();
  expect(textIn('en')('pool', { count: 1 })).toBe('1 code ready');
  expect(textIn('fr')('pool', { count: 0 })).toBe('0 code prêt');
  expect(textIn('sv')('pairUntil', { time: '14:35' })).toBe('Gäller till 14:35');
});

test('a value that looks like markup stays text', () => {
  expect(createCashierText()('en')('revoke', { name: '<b>{{x}}</b>' })).toContain('<b>');
});

test('money is written in the words of the language', () => {
  expect(formatMoney('de', { amount: 12.5, currency: 'EUR' }).replace(/\s/g, ' ')).toBe('12,50 €');
  expect(formatMoney('en', { amount: 12.5, currency: 'EUR' })).toBe('€12.50');
  expect(formatMoney('sv', { amount: 1234.5, currency: 'SEK' }).replace(/\s/g, ' ')).toBe('1 234,50 kr');
});

test('the pseudo-language marks every sentence and leaves values alone', () => {
  expect(pseudoSentence('Remove {{name}}')).toMatch(/^⟦Rêmôvê \{\{name\}\}·+⟧$/);
  expect(Object.keys(pseudoTable(customerTables.en))).toEqual(Object.keys(customerTables.en));
});
