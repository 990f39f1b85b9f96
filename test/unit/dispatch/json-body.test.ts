import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../../src-main/dispatch/read-input.ts';
import { deepestNesting } from '../../../src-main/shared/json-text.ts';

const read = (text: string) => readJson(Buffer.from(text, 'utf8'));
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('reading a body', () => {
  test('returns the value that JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__'));
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test('any bytes are either read or refused, never thrown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(typeof readJson(bytes).ok).toBe('boolean');
      }),
    );
  });

  test('nesting is counted exactly', () => {
    expect(read(lists(deepestNesting))).toMatchObject({ ok: true });
    expect(read(lists(deepestNesting + 1))).toMatchObject({ ok: false });
  });

  test('nesting does not grow with siblings or with brackets in texts', () => {
    expect(read(`[${'[],'.repeat(200)}{}]`)).toMatchObject({ ok: true });
    expect(read(JSON.stringify({ a: '[{"\\'.repeat(100) }))).toMatchObject({ ok: true });
    expect(read(`["\\\\",${lists(deepestNesting - 1)}]`)).toMatchObject({ ok: true });
    expect(read(`["\\\\",${lists(deepestNesting)}]`)).toMatchObject({ ok: false });
  });

  test('a key that leads to a prototype is refused in any spelling and at any depth', () => {
    for (const key of ['__proto__', '\\u005f_proto__', '_\\u005Fproto__']) {
      expect(read(`{"a":[{"${key}":{"admin":true}}]}`)).toMatchObject({ ok: false });
    }
    expect(read('{"a":{"constructor":{"prototype":{"admin":true}}}}')).toMatchObject({ ok: false });
    expect(read('{"constructor":{"name":"x"},"prototype":1}')).toMatchObject({ ok: true });
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  test.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"\\u0061":1}', '/a'],
    ['{"list":[{"a":1},{"b":[],"c":{"d":"d","d":"\\"d\\":1,"}}]}', '/list/1/c/d'],
    ['[ { "x" : { } , "y~/" : 1 , "x" : 2 } ]', '/0/x'],
    [`{"${'4111111111111111'}":1,"${'4111111111111111'}":2}`, '/************'],
  ])('a duplicate key is refused with its pointer: %s', (text, path) => {
    expect(read(text)).toMatchObject({ ok: false, problem: { errors: [{ path, code: 'duplicate-key' }] } });
  });

  test('the same key in several objects, and texts that look like keys, are no duplicates', () => {
    const text = '{"a":{"a":[{"a":"a"},{"a":"\\"a\\":1,\\"a\\":2"}]},"b":["a","a"],"c":"{}[],:"}';
    expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test.each([
    ['{"card": CANARY}', 'it has an unexpected character'],
    ['{"card": "CANARY"', 'it breaks at position 17 (line 1 column 18)'],
    ['{"card": "CANARY",}', 'it breaks at position 18 (line 1 column 19)'],
    ['[1,', 'it ends too early'],
  ])('the mistake in %s is reported without the text around it', (text, mistake) => {
    expect(read(text)).toEqual({
      ok: false,
      problem: { type: 'not-json', detail: `Found text that is not JSON: ${mistake}.` },
    });
  });

  test.each(['', '\ufeff'])('a body in UTF-16 with the mark %j is refused with a message that names UTF-16', (mark) => {
    const body = Buffer.from(`${mark}{"a":1}`, 'utf16le');
    expect(readJson(body)).toEqual({
      ok: false,
      problem: { type: 'not-json', detail: 'Found UTF-16. Expected JSON in UTF-8.' },
    });
  });

  test.each(['\u001a', '\0', '\r\n\u001a\0\0'])('the characters %j at the end of a body are ignored', (end) => {
    expect(read(`{"a":"__proto__"}${end}`)).toEqual({ ok: true, value: { a: '__proto__' } });
  });
});
