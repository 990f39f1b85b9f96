/** Gives each item a unique key, even for equal texts: the text and the number of equal texts before it. */
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
