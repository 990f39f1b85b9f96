import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  atPointer,
  entriesOf,
  JsonText,
  jsonTextOf,
  membersOf,
  parseKeepingNumbers,
  parseKeepingValues,
  parseRemembering,
  writeJson,
} from '../../../src-main/shared/json-text.ts';
import { volume } from '../../fakes/drawn.ts';

const numbers = ['12345678901234567890', '1.10', '-0', '0.1000000000000000055', '1E5', '1e400', '9007199254740993'];

describe('numbers', () => {
  test.each(numbers)('%s is written as it was read', (number) => {
    const text = `{"a":[${number},{"b":${number}}]}`;
    expect(JSON.stringify(parseKeepingNumbers(text))).toBe(text);
  });

  test('numbers that a JSON number can hold become numbers in any notation, and others keep every digit', () => {
    expect(parseKeepingValues('[1.10,1e2,-0.50,1000000000000000000000]')).toEqual([1.1, 100, -0.5, 1e21]);
    const lossy = '[12345678901234567890,0.12345678901234567890,1e400,1e-400]';
    expect(JSON.stringify(parseKeepingValues(lossy))).toBe(lossy);
  });
});

describe('text inside other JSON', () => {
  const text = '{ "2": 1.10, "1" : "\\u00e4\\/", "big":12345678901234567890 }';

  test('is written byte for byte at any place', () => {
    expect(writeJson({ a: [new JsonText(text)], b: undefined })).toBe(`{"a":[${text}]}`);
  });

  test('preserves its digits also through JSON.stringify', () => {
    expect(JSON.stringify({ a: new JsonText('{"n":12345678901234567890}') })).toBe('{"a":{"n":12345678901234567890}}');
  });

  test('the text of a parsed object is its source text, and of a created object its JSON', () => {
    const read = parseRemembering(` {"x":${text} , "list":[1.10]}`) as { x: unknown; list: unknown };
    expect(jsonTextOf(read.x)).toBe(text);
    expect(jsonTextOf(read.list)).toBe('[1.10]');
    expect(jsonTextOf(read)).toBe(`{"x":${text} , "list":[1.10]}`);
    expect(jsonTextOf({ made: 1 })).toBe('{"made":1}');
  });
});

const spaced = fc
  .tuple(fc.jsonValue({ noUnicodeString: false }), fc.nat(3))
  .map(([value, space]) => ({ value, text: JSON.stringify(value, null, space) }));

test('the writer gives the same text as JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('any JSON is split into its members and entries, with any spaces', () => {
  fc.assert(
    fc.property(spaced, ({ value, text }) => {
      if (Array.isArray(value)) {
        expect(entriesOf(text).map((entry): unknown => JSON.parse(entry))).toEqual(JSON.parse(text));
      } else if (typeof value === 'object' && value !== null) {
        const members = [...membersOf(text)].map(([key, member]): [string, unknown] => [key, JSON.parse(member)]);
        expect(Object.fromEntries(members)).toEqual(JSON.parse(text));
      }
    }),
    { numRuns: volume(2_000) },
  );
});

test('the last member of a duplicate name counts, as in JSON.parse', () => {
  expect(membersOf('{"a":1,"\\u0061":2}')).toEqual(new Map([['a', '2']]));
});

test('nesting of any depth is split', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(membersOf(`{"a":${deep}}`).get('a')).toBe(deep);
});

test('a pointer leads through objects and lists, and nowhere else', () => {
  const value = { a: { 'b/c': ['x', { '~': 1 }] } };
  expect(atPointer(value, '/a/b~1c/0')).toBe('x');
  expect(atPointer(value, '/a/b~1c/1/~0')).toBe(1);
  expect(atPointer(value, '')).toBe(value);
  for (const pointer of ['/b', '/a/b~1c/9', '/a/constructor', '/a/b~1c/0/length']) {
    expect(atPointer(value, pointer)).toBeUndefined();
  }
});
