import { expect, test } from 'vitest';
import { languages } from '../../../src-main/kernel/languages.ts';
import { shellWords } from '../../../src-main/shell/words.ts';

test.each(languages)('the words of menus and boxes are in %s, each another one', (language) => {
  const words = Object.values(shellWords[language]);
  expect(words.every((word) => word.trim() === word && word !== '')).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
