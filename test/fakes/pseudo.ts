const lookalikes: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ê',
  i: 'ï',
  o: 'ô',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
  A: 'Á',
  E: 'Ê',
  I: 'Ï',
  O: 'Ô',
  U: 'Ü',
  C: 'Ç',
  N: 'Ñ',
};

/** `⟦Ñêw rêçêïpt ···⟧`: marked, a third longer, values untouched. What shows up without the marks was hard-coded. */
export function pseudoSentence(sentence: string): string {
  const accented = sentence
    .split(/(\{\{\w+\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replace(/\p{L}/gu, (letter) => lookalikes[letter] ?? letter)))
    .join('');
  return `⟦${accented}${'·'.repeat(Math.ceil(sentence.length / 3))}⟧`;
}

/** A whole table in the pseudo-language. */
export const pseudoTable = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).map(([key, sentence]) => [key, pseudoSentence(sentence)]));
