import { field, isRecord, type JsonRecord, listOf, recordOf } from '../shared/json.ts';

/** The object at a path of stored JSON. Empty if there is none. */
export const objectAt = (value: unknown, ...path: readonly string[]): JsonRecord =>
  recordOf(field(value, ...path)) ?? {};
export const listAt = (value: unknown, ...path: readonly string[]): readonly JsonRecord[] =>
  listOf(field(value, ...path)).filter(isRecord);

/** The text at a path. A number becomes its text. Null if there is neither. */
export const textAt = (value: unknown, ...path: readonly string[]): string | null => {
  const found = field(value, ...path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};

export const numberAt = (value: unknown, ...path: readonly string[]): number | null => {
  const found = field(value, ...path);
  return typeof found === 'number' ? found : null;
};
