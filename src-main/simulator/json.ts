import { isRecord, type JsonRecord } from '../lib/json.ts';

/** What stands at a path of stored JSON, which is read without trust: `undefined` where the path leads nowhere. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

/** Empty where there is none. */
export const objectAt = (value: unknown, ...path: readonly string[]): JsonRecord => {
  const found = valueAt(value, ...path);
  return isRecord(found) ? found : {};
};
export const listAt = (value: unknown, ...path: readonly string[]): readonly JsonRecord[] => {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isRecord) : [];
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
