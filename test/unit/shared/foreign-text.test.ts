import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, isolatedText, shownText, visibleJson } from '../../../src-main/shared/foreign-text.ts';
import { seed, volume } from '../../fakes/drawn.ts';

const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\p{Cc}\u2028\u2029\u3164]/u;
/** Characters that turn, hide or stack text. */
const strange = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u202e',
        '\u2067',
        '\u200b',
        '\u200d',
        '\u200c',
        '\ufeff',
        '\u00ad',
        '\ud83d',
        '=',
        'ש',
        'می',
        '\u{e0041}',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('\u0300', '\u009b', '\n', '👩‍🔧', 'क्‍ष', 'é'),
    ),
    { maxLength: 300 },
  )
  .map((parts) => parts.join(''));

describe('foreign text', () => {
  test.each([
    ['an override of the text direction', '\u202e84:12', '84:12'],
    ['an override inside an amount', '1,00\u202e €\u202c', '1,00 €'],
    ['isolates and marks', '\u2067a\u2069\u200eb\u200f\u061c', 'ab'],
    ['invisible characters in a name', 'Ti\u200bll\u2060 A\u00ad\ufeff', 'Till A'],
    ['characters that look empty', '\u3164\u2800\u115f\u200b', ''],
    ['a command to a terminal', '\u001b[2J\u009b31mred\u0007', '[2J 31mred'],
    ['line breaks', 'one\r\ntwo\u2028three', 'one two three'],
    ['an unpaired surrogate', 'a\ud83d', 'a\ufffd'],
    ['letters written as tag characters', 'A\u{e0042}\u{e0043}', 'A'],
    ['joiners between Latin letters', 'a\u200db\u200d\u200dc', 'abc'],
    ['more than four accents on a letter', `e${'\u0301'.repeat(50)}f`, `e${'\u0301'.repeat(4)}f`],
  ])('is shown without %s', (_what, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  test.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष और क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Malayalam', 'ന്\u200d'],
    ['Hebrew', 'שלום 21:48'],
    ['Burmese', 'မြွှေ့'],
    ['Tibetan', 'ཧཱུྃ'],
    ['Thai', 'กาแฟเย็น'],
    ['a name with a variation selector', '葛\u{e0100}飾区'],
    ['an emoji family', '👩‍👩‍👧‍👦 👩🏽‍🔧 ❤️‍🔥 1️⃣'],
    ['Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Zoë’s Café №5', 'Zoë’s Café №5'],
  ])('is shown as it is written in %s', (_what, text) => {
    expect(shownText(text)).toBe(text);
    expect(shownText(shownText(text))).toBe(text);
  });

  test('a long text is cut to 200 characters, and no character is cut in half', () => {
    expect(shownText('a'.repeat(200))).toBe('a'.repeat(200));
    expect(shownText('a'.repeat(3_000))).toBe(`${'a'.repeat(199)}…`);
    expect(shownText('😀'.repeat(3_000)).isWellFormed()).toBe(true);
    expect(shownText('\u200b'.repeat(3_000))).toBe('…');
  });

  test('foreign text inside a sentence does not change the direction of the sentence', () => {
    expect(isolatedText('Till \u202eA')).toBe('Till A');
    expect(isolatedText('קופה 1')).toBe('\u2068קופה 1\u2069');
  });

  test('any foreign text is shown in at most 200 characters, none of them hidden, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(strange, (text) => {
        const shown = shownText(text);
        expect(shown).not.toMatch(unseen);
        expect(shown.length).toBeLessThanOrEqual(200);
        expect(shown.isWellFormed()).toBe(true);
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
      { numRuns: volume(5_000), seed },
    );
  });

  test('foreign text on a terminal is the same JSON without control or hidden characters', () => {
    fc.assert(
      fc.property(strange, (text) => {
        const json = visibleJson(JSON.stringify({ text }));
        expect(json).not.toMatch(unseen);
        expect(JSON.parse(json)).toEqual({ text: JSON.parse(JSON.stringify(text)) });
      }),
      { numRuns: volume(5_000), seed },
    );
  });
});
