/**
 * Items that may be alike word for word, each with a key that stays its own when others come before or behind it: what it
 * says, and how many that say the same stand before it.
 */
export function keyed<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => string,
): readonly { readonly key: string; readonly item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const words = wordsOf(item);
    const before = seen.get(words) ?? 0;
    seen.set(words, before + 1);
    return { key: `${words} ${before}`, item };
  });
}
