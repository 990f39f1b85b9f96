import { expect, test } from 'vitest';
import { languages } from '../../../src-main/lib/languages.ts';
import { mainWords } from '../../../src-main/words.ts';

test.each(languages)('the words of menus and boxes are in %s, each another one', (language) => {
  const words = Object.values(mainWords[language].shell);
  expect(words.every((word) => word.trim() === word && word !== '')).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
