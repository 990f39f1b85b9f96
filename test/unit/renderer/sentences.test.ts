import { describe, expect, test } from 'vitest';
import { takesJson } from '../../../scripts/locales.ts';
import { mainWords } from '../../../src-main/main-strings.ts';
import { languages } from '../../../src-main/shared/languages.ts';
import { customerText } from '../../../src-renderer/text/i18n.ts';
import { projectText } from '../../fakes/project-files.ts';
import { tableOf, textIn } from '../../fakes/texts.ts';

const form = /_(one|many|other)$/;
const valuesIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

describe.each(['cashier', 'customer'] as const)('the sentences of the %s window', (window) => {
  const reference = tableOf(window, 'en');

  test.each(languages)('in %s no sentence is missing or empty, and all have the English placeholders', (language) => {
    const table = tableOf(window, language);
    const base = (keys: object) => [...new Set(Object.keys(keys).map((key) => key.replace(form, '')))].sort();
    expect(base(table)).toEqual(base(reference));
    for (const [key, sentence] of Object.entries(table)) {
      expect(sentence.trim(), key).not.toBe('');
      const same = reference[key] ?? reference[key.replace(form, '_other')] ?? '';
      expect(valuesIn(sentence), key).toEqual(valuesIn(same));
    }
  });

  test.each(languages)('in %s every sentence with a number has all plural forms of the language', (language) => {
    const table = tableOf(window, language);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of Object.keys(table).filter((name) => name.endsWith('_other'))) {
      for (const category of categories) expect(table).toHaveProperty([key.replace('_other', `_${category}`)]);
    }
  });
});

test.each(languages)(
  'in %s the notices about moved data name the page where the doubtful receipts wait',
  (language) => {
    const { tabAttention = '', noticeDatabaseOlder, noticeDatabaseMoved } = tableOf('cashier', language);
    expect(noticeDatabaseOlder).toContain(tabAttention);
    expect(noticeDatabaseMoved).toContain(tabAttention);
  },
);

test('takes.json lists the placeholders of the English texts (if not, run node scripts/locales.ts)', () => {
  expect(projectText('assets/locales/takes.json')).toBe(takesJson());
});

test('numbers have their plural form', () => {
  expect(customerText('de')('points', { count: 1, number: '1' })).toBe('Sie haben 1 Punkt');
  expect(customerText('de')('points', { count: 1240, number: '1.240' })).toBe('Sie haben 1.240 Punkte');
  expect(textIn('en')('pool', { count: 1 })).toBe('1 code ready');
  expect(textIn('fr')('pool', { count: 0 })).toBe('0 code prêt');
  expect(textIn('sv')('pairUntil', { time: '14:35' })).toBe('Gäller till 14:35');
});

test('a value that looks like markup stays text', () => {
  expect(textIn('en')('revoke', { name: '<b>{{x}}</b>' })).toContain('<b>');
});

test.each(languages)('menus and boxes have different words in %s', (language) => {
  const words = Object.values(mainWords[language].shell);
  expect(words.every((word) => word.trim() === word && word !== '')).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
