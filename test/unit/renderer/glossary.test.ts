import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../src-main/shared/languages.ts';
import { projectText } from '../../fakes/project-files.ts';
import { tableOf } from '../../fakes/texts.ts';

/** The two tables of docs/glossary.md as rows of cells. */
const [words, avoided] = projectText('docs/glossary.md')
  .split('\n\n')
  .filter((part) => part.startsWith('|'))
  .map((table) =>
    table
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('|---'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );

const sentencesIn = (language: Language): readonly string[] =>
  (['cashier', 'customer'] as const).flatMap((window) => Object.values(tableOf(window, language)));

/** Whether a word of the sentence begins with `word`. The glossary needs no escaping in a regular expression. */
const startsIn = (word: string, sentence: string): boolean => new RegExp(`(?<!\\p{L})${word}`, 'iu').test(sentence);

const [heads = [], ...rows] = words ?? [];
/** Beginnings of forbidden words, with their replacement in brackets. */
const banned = (avoided ?? []).slice(1).map(([language = '', list = '']) => ({
  language,
  starts: list.split(';').map((entry) => entry.replace(/\(.*\)/, '').trim()),
}));

test('both tables of docs/glossary.md have every language and enough rows', () => {
  expect(heads.slice(1).toSorted()).toEqual([...languages].toSorted());
  expect(rows.length).toBeGreaterThan(15);
  expect(banned.map(({ language }) => language).toSorted()).toEqual([...languages].toSorted());
  expect(banned.flatMap(({ starts }) => starts).length).toBeGreaterThan(40);
});

describe.each(languages)('in %s', (language) => {
  const column = heads.indexOf(language);
  const ofLanguage = banned.filter((row) => row.language === language).flatMap(({ starts }) => starts);

  test.each(rows.map((cells) => [cells[column] ?? '', cells[0] ?? ''] as const))('%s is the term for %s', (word) => {
    expect(word).not.toBe('');
    expect(sentencesIn(language).some((sentence) => startsIn(word, sentence))).toBe(true);
  });

  test.each(ofLanguage)('no text uses %s', (word) => {
    expect(word).not.toBe('');
    expect(sentencesIn(language).filter((sentence) => startsIn(word, sentence))).toEqual([]);
  });
});
