import { digitOf } from '../receipts/scan.ts';
import { tillNames } from '../shared/till-names.ts';

/** The till for which a code was made: an existing or removed one (`id`), or a new one of this name. */
export interface MeantTill {
  readonly id: string | null;
  readonly name: string;
}

/** Common letters of a script. Phonetic and old letters of the same script look like others. */
const plain = /^[a-zÀ-ſƠơƯưȘ-țḀ-ỿ\P{Script=Latin}]*$/iu;
const allowed = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} \-_.,#/&+()'])*$/u;
/**
 * Scripts whose letters look like letters of another. Chinese, Japanese and Korean do not, and are usually mixed with
 * Latin.
 */
const alphabets = {
  Latin: /\p{Script=Latin}/u,
  Greek: /\p{Script=Greek}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  another:
    /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u,
} as const;

const alphabetsOf = (text: string): readonly string[] =>
  Object.entries(alphabets).flatMap(([name, letters]) => (letters.test(text) ? [name] : []));

/**
 * The same text for names that a person takes for one name: case, accents, width, digits of another script, l, I and 1, O and 0, and
 * signs between words ("Till-10" and "Till 10").
 */
const lookAlikeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Script=Inherited}/gu, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))
    .toLowerCase()
    .replaceAll(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, '-')
    .replaceAll(/[^\p{L}\p{N}-]+|(?<!\d)-|-(?!\d)/gu, '')
    .replaceAll(/[ilı]/gu, '1')
    .replaceAll('o', '0');

/** Lists and files name interfaces of the app by these words: a till with such a name would be taken for one. */
const reserved = Object.values(tillNames).map(lookAlikeOf);
const commandLine = lookAlikeOf(' command line');

/** The name of another account's watched folder ends with the number of that account. */
const isReserved = (look: string): boolean =>
  reserved.includes(look) || look.endsWith(commandLine) || look.replace(/\d+$/, '') === lookAlikeOf(tillNames.folder);

export const tidyName = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

/**
 * The reason why a till may not be paired under this name, with the found and the expected value. Null if it may. A
 * used name belongs to its till (`used`: existing and removed ones), and a name that looks like it counts as used.
 */
export function faultOfName(name: string, meant: MeantTill | null, used: readonly string[]): string | null {
  const look = lookAlikeOf(name);
  if (meant !== null && look !== lookAlikeOf(meant.name))
    return `found another name, expected ${JSON.stringify(meant.name)}: the code was made for that till`;
  if (meant !== null && meant.id !== null) return null;
  const tidy = tidyName(name);
  if (!allowed.test(tidy) || !plain.test(tidy) || !/[\p{L}\p{N}]/u.test(tidy))
    return "found a character that is not seen or not known, expected letters, digits, spaces and - _ . , # / & + ( ) '";
  if (isReserved(look)) return 'found a name that this app uses itself, expected another name';
  const own = alphabetsOf(tidy);
  const there = alphabetsOf(used.join(' '));
  if (own.length > 1 || own.some((alphabet) => there.length > 0 && !there.includes(alphabet)))
    return `found letters of ${own.join(' and ')}, expected letters of one alphabet, the one of the other tills`;
  if (used.some((other) => lookAlikeOf(other) === look))
    return 'found the name of another till, or one that looks like it; expected another name, or a code that was made for that till again';
  return null;
}
