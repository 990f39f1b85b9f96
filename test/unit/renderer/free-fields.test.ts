import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asJson,
  draftOf,
  emptyFields,
  type FieldsDraft,
  fieldsOf,
  listOf,
} from '../../../src-renderer/cashier/settings/onboarding/free-fields.ts';

const rows = (...pairs: readonly (readonly [string, string])[]): FieldsDraft => ({
  kind: 'rows',
  rows: pairs.map(([name, value], index) => ({ key: index + 1, name, value })),
});
const json = (text: string): FieldsDraft => ({ kind: 'json', text });

describe('rows', () => {
  test('are sent as text, whatever they look like', () => {
    expect(fieldsOf(rows(['postalCode', '01067'], ['active', 'true'], ['note', '']))).toEqual({
      postalCode: '01067',
      active: 'true',
      note: '',
    });
  });

  test('without a name are not there yet; spaces around a name are nobody’s', () => {
    expect(fieldsOf(emptyFields)).toEqual({});
    expect(fieldsOf(rows(['', 'x'], ['  ', 'y'], [' name ', ' kept as it is ']))).toEqual({ name: ' kept as it is ' });
  });

  test('that name one field twice send the last', () => {
    expect(fieldsOf(rows(['name', 'first'], ['name', 'last']))).toEqual({ name: 'last' });
  });
});

describe('JSON', () => {
  test('goes through as it is, nested', () => {
    expect(fieldsOf(json('{"a":{"b":[1,null]},"c":1.50}'))).toEqual({ a: { b: [1, null] }, c: 1.5 });
    expect(fieldsOf(json('{}'))).toEqual({});
  });

  test.each(['', '{', '[]', 'null', '"text"', '1', '{"a":1},'])('%s is no object, and is said to be none', (text) => {
    expect(fieldsOf(json(text))).toBeNull();
  });
});

describe('a list', () => {
  test('is optional: nothing typed is none, and not an empty one', () => {
    expect(listOf('')).toBeUndefined();
    expect(listOf(' \n')).toBeUndefined();
    expect(listOf('[]')).toEqual([]);
    expect(listOf('[{"id":1}]')).toEqual([{ id: 1 }]);
  });

  test.each(['{}', 'null', '[', 'one, two'])('%s is none, and is said to be none', (text) => {
    expect(listOf(text)).toBeNull();
  });
});

describe('what was kept for another day', () => {
  test('comes back as rows where all of it is text, else as JSON', () => {
    expect(draftOf({ name: 'Bakery', city: '' })).toEqual(rows(['name', 'Bakery'], ['city', '']));
    expect(draftOf({ name: 'Bakery', size: 3 })).toEqual(asJson({ name: 'Bakery', size: 3 }));
    expect(draftOf({})).toEqual(emptyFields);
  });

  test('is the same fields when it is sent', () => {
    const names = fc.string({ minLength: 1 }).filter((name) => name === name.trim() && name !== '__proto__');
    const fields = fc.oneof(
      fc.dictionary(names, fc.string()),
      fc.dictionary(
        names,
        fc.json().map((text): unknown => JSON.parse(JSON.stringify(JSON.parse(text)))),
      ),
    );
    fc.assert(
      fc.property(fields, (kept) => {
        expect(fieldsOf(draftOf(kept))).toEqual({ ...kept });
      }),
    );
  });
});
