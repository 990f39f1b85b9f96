import { expect, test } from 'vitest';
import { languages } from '../../../src-main/shared/languages.ts';
import { appErrorCodes } from '../../../src-main/shared/result.ts';
import { wordsOf } from '../../../src-renderer/text/cashier-words.ts';
import { textIn } from '../../fakes/texts.ts';

test.each(languages)('each error has its own sentence of at least 16 characters in %s', (language) => {
  const sentences = appErrorCodes.map((code) => textIn(language)(wordsOf('error', code)));
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.{14,}\.$/u);
  expect(new Set(sentences).size).toBe(appErrorCodes.length);
});
