/** For whom a code was made: a till that is there or was (`id`), or a new one of this name. */
export interface MeantTill {
  readonly id: string | null;
  readonly name: string;
}

/** What people write with; phonetic and old letters of the same alphabet look like others. */
const plain = /^[a-zÀ-ſƠơƯưȘ-țḀ-ỿ\P{Script=Latin}]*$/iu;
const allowed = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} \-_.,#/&+()'])*$/u;
/** Letters of one look like letters of another. Chinese, Japanese and Korean ones do not, and stand beside Latin as a rule. */
const alphabets = {
  Latin: /\p{Script=Latin}/u,
  Greek: /\p{Script=Greek}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  another:
    /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u,
} as const;

const alphabetsOf = (text: string): readonly string[] =>
  Object.entries(alphabets).flatMap(([name, letters]) => (letters.test(text) ? [name] : []));

/** The same for names that a person takes for one: case, accents, width, spaces, and l, I and 1, O and 0. */
const lookAlikeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Script=Inherited}/gu, '')
    .toLowerCase()
    .replaceAll(/[il|ı]/gu, '1')
    .replaceAll('o', '0')
    .replaceAll(/\s+/gu, ' ')
    .trim();

export const tidyName = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

/**
 * Why a till may not be paired under this name: what was found and what is expected; null where it may. A used name is for
 * the till that has it (`used`: those that are there, and those that were removed), and one that looks like it is that name.
 */
export function faultOfName(name: string, meant: MeantTill | null, used: readonly string[]): string | null {
  const look = lookAlikeOf(name);
  if (meant !== null && look !== lookAlikeOf(meant.name))
    return `found another name, expected ${JSON.stringify(meant.name)}: the code was made for that till`;
  if (meant !== null && meant.id !== null) return null;
  const tidy = tidyName(name);
  if (!allowed.test(tidy) || !plain.test(tidy) || !/[\p{L}\p{N}]/u.test(tidy))
    return "found a character that is not seen or not known, expected letters, digits, spaces and - _ . , # / & + ( ) '";
  const own = alphabetsOf(tidy);
  const there = alphabetsOf(used.join(' '));
  if (own.length > 1 || own.some((alphabet) => there.length > 0 && !there.includes(alphabet)))
    return `found letters of ${own.join(' and ')}, expected letters of one alphabet, the one of the other tills`;
  if (used.some((other) => lookAlikeOf(other) === look))
    return 'found the name of another till, or one that looks like it; expected another name, or a code that was made for that till again';
  return null;
}
