import { countries } from '../shared/country.ts';
import type { Settings } from '../shared/settings.ts';
import words from './words.json' with { type: 'json' };

type Category = Exclude<keyof typeof words, 'articles' | 'currencies' | 'number'>;

export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

export const normalised = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('º', '°')
    .replace(/[^\p{L}\p{N}#°%]+/gu, ' ')
    .trim();

/** Marks words that count only if nothing else is on their line. */
const aloneMark = '=';
const longestPhrase = 6;
/** Excluding words count in this many first lines. Below them they count only if they are alone on their line. */
const headLines = 12;

type Phrases = ReadonlyMap<string, ReadonlySet<Category>>;

function phrasesOf(entries: Iterable<readonly [Category, string]>): Map<string, Set<Category>> {
  const phrases = new Map<string, Set<Category>>();
  for (const [category, phrase] of entries) {
    const key = (phrase.startsWith(aloneMark) ? aloneMark : '') + normalised(phrase);
    phrases.set(key, (phrases.get(key) ?? new Set()).add(category));
  }
  return phrases;
}

const { articles, currencies: currencySigns, number: numberLabels, ...categories } = words;
const knownPhrases = phrasesOf(
  Object.entries(categories).flatMap(([category, languages]) =>
    Object.values(languages).flatMap((list) => list.map((phrase) => [category as Category, phrase] as const)),
  ),
);

/** Removes "(3 articles)" after a label, even if its end is cut off. Without a bracket the line may be another sum. */
const articleWords = new Set(Object.values(articles).flat().map(normalised));
const withoutCount = (line: string): string =>
  line.replaceAll(/\(\s{0,3}\d{1,4}\s{1,3}(\p{L}{3,12})\.?(?:\s{0,3}\)|(?=\s{2}))/gu, (note, word) =>
    articleWords.has(normalised(word)) ? ' ' : note,
  );

function categoriesOf(label: string, known: readonly Phrases[]): Set<Category> {
  const found = new Set<Category>();
  const list = label.split(' ');
  for (let at = 0; at < list.length; ) {
    let length = Math.min(longestPhrase, list.length - at);
    const sets = (): readonly ReadonlySet<Category>[] =>
      known.flatMap((phrases) => phrases.get(list.slice(at, at + length).join(' ')) ?? []);
    while (length > 1 && sets().length === 0) length -= 1;
    for (const set of sets()) for (const category of set) found.add(category);
    at += length;
  }
  return found;
}

/**
 * If the app and the printer have different character pages, a minus sign or a separator of thousands becomes a question
 * mark or up to three other characters. The digits behind them are no amount.
 */
const unclearSign = String.raw`\?|(?![\x00-\x7f])[\p{L}\uFFFD]’?`;
const unclearSeparator = String.raw`\d(?:[^\s\d]{1,3}|[^\x00-\x7f]{1,2} )(?=\d{3}[.,])`;
/**
 * Matches an amount with two decimals, with or without a separator of thousands. The lookarounds exclude parts of
 * longer numbers, dates, times and percentages. The separator of thousands must differ from the decimal sign.
 */
const amountPattern = new RegExp(
  String.raw`(?<!\d|\d[.,'’]|${unclearSign}|${unclearSeparator})([-−–]\s?)?(\d{1,3}(?:([.,'’ ])\d{3}(?:\3\d{3}){0,10})?|\d+)([.,])(\d{2})(?![.,]?\d)(?!\.)(?!\s?%)(-(?!\d))?`,
  'gu',
);
const percentPattern = /(?<!\d)(?<!\d[.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?%/gu;
const mostCents = 1e11;

const codes = new Set(Object.values(countries).map(({ currency }) => currency));
const signs = new Map(Object.entries(currencySigns).map(([sign, meant]) => [sign.toLowerCase(), meant]));

function currenciesOf(word: string): readonly string[] | null {
  const plain = word.replace(/\.$/, '');
  if (codes.has(plain)) return [plain];
  return signs.get(plain.toLowerCase()) ?? (/^\p{Sc}$/u.test(plain) ? [] : null);
}

const signBefore = /([\p{L}$]{0,3}\p{Sc}|\p{L}{2,4}\.?)\s*$/u;
const signBehind = /^\s*(\p{Sc}|\p{L}{2,4}\.?)(?![\p{L}])/u;
const anySign = /[\p{L}]{0,2}\p{Sc}|(?<!\p{L})\p{L}{2,4}(?!\p{L})/gu;
/** The largest distance between a currency sign and its amount, in characters. */
const signDistance = 32;

type Currencies = readonly (readonly string[])[];

const currenciesIn = (found: readonly (string | undefined)[]): Currencies =>
  found.flatMap((word) => (word === undefined ? [] : [currenciesOf(word)])).filter((list) => list !== null);

function amountsOf(text: string, currency: string) {
  const amounts: number[] = [];
  const foreignAmounts: number[] = [];
  const inLine = currenciesIn([...text.matchAll(anySign)].map(([word]) => word));
  for (const match of text.matchAll(amountPattern)) {
    const [whole, before, digits = '', group, decimal, decimals, behind] = match;
    const cents = Number(digits.replaceAll(/\D/g, '')) * 100 + Number(decimals);
    if (group === decimal || cents > mostCents) continue;
    const end = match.index + whole.length;
    const beside = currenciesIn([
      signBefore.exec(text.slice(Math.max(0, match.index - signDistance), match.index))?.[1],
      signBehind.exec(text.slice(end, end + signDistance))?.[1],
    ]);
    // A currency sign next to the amount decides its currency. Without one, all currency signs of the line count.
    const found = beside.length > 0 ? beside : inLine;
    if (found.length > 0 && !found.some((list) => list.includes(currency))) foreignAmounts.push(cents);
    else amounts.push(before === undefined && behind === undefined ? cents : -cents || 0);
  }
  return { amounts, foreignAmounts };
}

/** Returns the non-empty lines of a print with what facts.ts needs to judge its text. Amounts are in cents. */
export function printedLines(
  text: string,
  { neverWords, totalWords }: Pick<Settings['printer'], 'neverWords' | 'totalWords'>,
  currency: string,
) {
  const own = phrasesOf([
    ...neverWords.map((word) => ['excluded', word] as const),
    ...totalWords.map((word) => ['total', word] as const),
  ]);
  own.delete('');
  const known: readonly Phrases[] = [own, knownPhrases];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const label = normalised(withoutCount(line).replaceAll(amountPattern, ' '));
      const found = categoriesOf(label, known);
      const whole = normalised(line);
      const alone = known.flatMap((phrases) => [
        ...(phrases.get(whole) ?? []),
        ...(phrases.get(aloneMark + whole) ?? []),
      ]);
      const counts = (category: Category): boolean =>
        alone.includes(category) || (index < headLines && found.has(category));
      return {
        text: line,
        /** The words of the line in lower case, without accents and amounts. */
        label,
        categories: found as ReadonlySet<Category>,
        // The words of the excluding categories count only in some lines.
        isExcluded: counts('excluded'),
        isCopy: counts('copy'),
        ...amountsOf(line, currency),
        percents: [...line.matchAll(percentPattern)].map(([, percent = '']) => Number(percent.replace(',', '.'))),
      };
    });
}

const numberPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(${Object.values(numberLabels)
    .flat()
    .map((label) => normalised(label).replaceAll(' ', '[^\\p{L}\\p{N}]{0,3}'))
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\p{L}])[\\s:.#°º-]{0,20}(\\p{L}{0,6}[-/ ]?\\d[\\p{L}\\d/_-]{0,39})`,
  'giu',
);

/** Returns the receipt number if exactly one label has exactly one value. */
export function receiptNumber(text: string): string | null {
  const found = [...withoutAccents(text).matchAll(numberPattern)];
  const labels = new Set(found.map(([, label = '']) => normalised(label)));
  const values = new Set(found.map(([, , value = '']) => value));
  return labels.size === 1 && values.size === 1 ? ([...values][0] ?? null) : null;
}

export type PrintedLine = ReturnType<typeof printedLines>[number];
