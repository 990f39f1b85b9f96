import { describe, expect, test } from 'vitest';
import { connectionTroubles } from '../../../src-main/shared/connection.ts';
import { languages } from '../../../src-main/shared/languages.ts';
import { appErrorCodes } from '../../../src-main/shared/result.ts';
import { troubleWords } from '../../../src-renderer/cashier/settings/connection-draft.ts';
import { wordsOf } from '../../../src-renderer/text/cashier-words.ts';
import { inLanguage, textIn } from '../../fakes/texts.ts';

/** Our own text is in the cashier's language, and the quoted text is unchanged. */

const sentence = (language: (typeof languages)[number], code: (typeof connectionTroubles)[number], verbatim = '') =>
  inLanguage(language, () => troubleWords({ code, status: null, verbatim }));

describe.each(languages)('in %s', (language) => {
  test('each trouble has a separate sentence, in every language a different one', () => {
    const sentences = connectionTroubles.map((code) => sentence(language, code));
    expect(new Set(sentences).size).toBe(connectionTroubles.length);
    const elsewhere = languages.filter((other) => other !== language);
    for (const code of connectionTroubles)
      expect(elsewhere.map((other) => sentence(other, code))).not.toContain(sentence(language, code));
  });

  test('the text of the service or the system is quoted unchanged', () => {
    const verbatim = 'Store «1001» & co: unbekannt';
    expect(sentence(language, 'refused', verbatim)).toBe(
      `${sentence(language, 'refused')} ${textIn(language)('answerVerbatim', { words: verbatim })}`,
    );
    expect(sentence(language, 'refused', verbatim)).toContain(verbatim);
  });
});

test.each(languages)('each error has its own sentence of at least 16 characters in %s', (language) => {
  const sentences = appErrorCodes.map((code) => textIn(language)(wordsOf('error', code)));
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.{14,}\.$/u);
  expect(new Set(sentences).size).toBe(appErrorCodes.length);
});

test('a status is shown, and no quotation if there was no text', () => {
  expect(inLanguage('de', () => troubleWords({ code: 'webPage', status: 503, verbatim: '' }))).toBe(
    'Es kam eine Webseite, etwa die Anmeldeseite eines Netzes. HTTP 503.',
  );
});
