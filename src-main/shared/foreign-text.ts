/** Text from outside can deceive by reversing a line, or by hiding the `=` of a formula. */

/** The maximum displayed length of a name or a reference, in UTF-16 units. */
const nameLength = 200;

/** Group 1: invisible characters that stay, such as joiners. Group 2 becomes a space. All others are removed. */
const unseen =
  /((?<=[\u0620-\u085f\u08a0-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u17dd\u1820-\u18aa\ufb50-\ufdff\ufe70-\ufefc\p{ExtPict}\p{EMod}]|(?<=\ufe0f))[\u200c\u200d]|(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{sc=Hani})[\u{e0100}-\u{e01ef}]|(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|([\p{Cc}\p{Zl}\p{Zp}\u2800]+)|[\p{DI}\ufff9-\ufffb]/gu;

/** More stacked marks than any language needs would cover neighbouring lines. */
const pile = /(\p{Mn}{4})\p{Mn}+/gu;

/** Text of any length in one line without invisible characters, for a table cell. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, (_found, seen: string | undefined, space: string | undefined) => seen ?? (space && ' ') ?? '')
    .replace(pile, '$1')
    .trim();

/** For an error message: a name or header that somebody sent, in quotation marks. */
export const quoted = (text: string): string => JSON.stringify(shownText(text, 100));

export function shownText(text: string, most = nameLength): string {
  // The part beyond the limit is dropped anyway.
  const looked = text.slice(0, most * 8);
  const clean = cleanText(looked);
  if (clean.length <= most && looked === text) return clean;
  return `${clean
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, '')}…`;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The maximum displayed length of a text of the service. */
export const wordsLength = 1_200;

/** Prepares the text for use inside our own sentence, whose order of words stays (UAX 9: FSI, PDI). */
export function isolatedText(text: string): string {
  const shown = shownText(text, wordsLength);
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/** JSON for a terminal: the same value, with escapes for characters that a terminal interprets or hides. */
export const visibleJson = (json: string): string =>
  json.replace(/[\u007f-\u009f\u2028\u2029]|[\p{DI}\ufff9-\ufffb]/gu, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapedHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
