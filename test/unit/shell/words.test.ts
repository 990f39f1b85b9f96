import { expect, test } from 'vitest';
import { mainWords } from '../../../src-main/main-strings.ts';
import { languages } from '../../../src-main/shared/languages.ts';

test.each(languages)('menus and boxes have different words in %s', (language) => {
  const words = Object.values(mainWords[language].shell);
  expect(words.every((word) => word.trim() === word && word !== '')).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
