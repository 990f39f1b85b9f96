import { field, isRecord, type JsonRecord, listOf, recordOf } from '../shared/json.ts';

/** The value at a path of stored JSON, which is not trusted. Empty if there is none. */
export const objectAt = (value: unknown, ...path: readonly string[]): JsonRecord =>
  recordOf(field(value, ...path)) ?? {};
export const listAt = (value: unknown, ...path: readonly string[]): readonly JsonRecord[] =>
  listOf(field(value, ...path)).filter(isRecord);

/** Null if there is no text. A number is returned as its text. */
export const textAt = (value: unknown, ...path: readonly string[]): string | null => {
  const found = field(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};

export const numberAt = (value: unknown, ...path: readonly string[]): number | null => {
  const found = field(value, ...path);
  return typeof found === 'number' ? found : null;
};
