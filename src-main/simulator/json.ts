export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a path of stored JSON, which is read without trust: `undefined` where the path leads nowhere. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** Empty where there is none. */
export const objectAt = (value: unknown, ...path: readonly string[]): JsonObject => {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
};

/** The objects of a list. */
export const listAt = (value: unknown, ...path: readonly string[]): readonly JsonObject[] => {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
};

/** Null where there is none to read. A number is the text of it. */
export const textAt = (value: unknown, ...path: readonly string[]): string | null => {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};

export const numberAt = (value: unknown, ...path: readonly string[]): number | null => {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : null;
};
