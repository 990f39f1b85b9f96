import { expect, test } from 'vitest';
import { addressBelow, fillRoute } from '../../../src-main/service/http.ts';
import { atPointer } from '../../../src-main/shared/json-text.ts';

test.each([
  ['GET /u/{userId}/r', { userId: 'a/b', take: '5' }, 'GET', '/u/a%2Fb/r?take=5'],
  [
    'POST lists?user={userId}&size={take}',
    { userId: 'a', take: '5', continuation: undefined },
    'POST',
    '/lists?user=a&size=5',
  ],
  ['GET /l?fixed=1&next={continuation}', { userId: 'a', continuation: undefined }, 'GET', '/l?fixed=1&userId=a'],
  ['GET /l?next={continuation}', { continuation: 'x&y' }, 'GET', '/l?next=x%26y'],
  ['DELETE /', {}, 'DELETE', '/'],
  ['POST /v3/bill', { DisplayTarget: 'half \ud800' }, 'POST', '/v3/bill?DisplayTarget=half%20%EF%BF%BD'],
])('%s is filled, and the remaining parameters go into the query', (template, values, method, path) => {
  expect(fillRoute(template, values)).toEqual({ method, path });
});

test.each([
  ['https://p.example', 'https://p.example/x'],
  ['https://p.example/base/', 'https://p.example/base/x'],
  ['https://p.example/api', 'https://p.example/api/x'],
  ['', null],
  ['ftp://p.example', null],
  ['https://user:secret@p.example', null],
])('a path below the base address %s is %s (null: the address is refused)', (base, whole) => {
  expect(addressBelow(base, '/x')).toBe(whole);
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
