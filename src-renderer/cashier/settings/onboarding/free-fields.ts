/**
 * Fields that the interface does not show (interface document 2.12): rows of name and value where they are flat, JSON where
 * they are not. A value of a row is text and stays text: nobody guesses that a postal code is a number.
 */
export type FieldsDraft =
  | { readonly kind: 'rows'; readonly rows: readonly FieldRow[] }
  | { readonly kind: 'json'; readonly text: string };

export interface FieldRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export const emptyFields: FieldsDraft = { kind: 'rows', rows: [{ key: 1, name: '', value: '' }] };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Rows without a name are not there yet. Null for a text that is no JSON object. */
export function fieldsOf(draft: FieldsDraft): Fields | null {
  if (draft.kind === 'rows') {
    return Object.fromEntries(
      draft.rows.map(({ name, value }) => [name.trim(), value] as const).filter(([name]) => name !== ''),
    );
  }
  const value = parse(draft.text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Nothing typed is no list; null for a text that is none. */
export function listOf(text: string): readonly unknown[] | undefined | null {
  if (text.trim() === '') return undefined;
  const value = parse(text);
  return Array.isArray(value) ? value : null;
}

/** As rows where every value is text, else as JSON. */
export function draftOf(fields: Fields): FieldsDraft {
  const entries = Object.entries(fields);
  if (entries.length === 0) return emptyFields;
  const isFlat = entries.every(([, value]) => typeof value === 'string');
  return isFlat
    ? { kind: 'rows', rows: entries.map(([name, value], index) => ({ key: index + 1, name, value: String(value) })) }
    : asJson(fields);
}

export const asJson = (fields: Fields): FieldsDraft => ({ kind: 'json', text: JSON.stringify(fields, null, 2) });
