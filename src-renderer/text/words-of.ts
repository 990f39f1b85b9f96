import type { CashierKey, CashierText } from './i18n.ts';

type CodeOf<Family extends string> = CashierKey extends infer Key
  ? Key extends `${Family}${infer Code}`
    ? Uncapitalize<Code>
    : never
  : never;

/** `errorOffline` for `offline` of the family `error`: a new code does not compile without its sentence. */
export const wordsOf = <Family extends string, Code extends CodeOf<Family>>(family: Family, code: Code) =>
  `${family}${code.charAt(0).toUpperCase()}${code.slice(1)}` as `${Family}${Capitalize<Code>}`;

/** The sentence of a key that comes from elsewhere; null if there is none, because a missing sentence would read as its key. */
export function sentenceOrNull(key: string, t: CashierText): string | null {
  const said = (t as (key: string) => string)(key);
  return said === key ? null : said;
}
