import { expect, test } from 'vitest';
import { faultOfName } from '../../../src-main/tills/token-store.ts';

const fault = (name: string, ...used: string[]) => faultOfName(name, null, used);

test.each([
  ['Till 10', 'Till-10'],
  ['Till 10', 'Till10'],
  ['Till-10', 'TILL_1O'],
  ['Till 10', 'Till \u0661\u0660'],
  ['Till 10', 'Till \uff11\uff10'],
  ['Till 10', 'Till \u09e7\u09e6'],
  ['Kasse 1', 'Kasse l'],
  ['Bar', 'B\u00e1r'],
  ['Till A', 'Till A'],
  ['Till A', ' TiLL\u{a0} Ａ'],
  ['Till A', 'Tíll A'],
  ['Till A', 'T1lI A'],
])('a till with the name of another till, or one that looks like it, is refused: %s and %s', (used, name) => {
  expect(fault(name, used)).toMatch(/another till, or one that looks like it/);
});

test.each([
  ['Till 1-1', 'Till 11'],
  ['Till 10', 'Till 100'],
  ['Kasse 1', 'Kasse 2'],
  ['Bar', 'Bar oben'],
  ['Касса 1', 'Касса 2'],
  ['Касса 1', '收银台 2'],
])('the names %s and %s may be used together', (used, name) => {
  expect(fault(name, used)).toBeNull();
});

test.each(['environment', 'Folder', 'F0LDER', 'folder 1000', 'hand', 'Till 1 command line'])(
  'the name %s is refused, because the app uses it itself',
  (name) => {
    expect(fault(name)).toBe('Found a name that this app uses itself. Expected another name.');
  },
);

test.each([
  ...['Till\u202e1', 'Till\u200b1', 'Till\u200b A', 'Till\u2060', 'T\u0456ll 1', `${'\u0662'.repeat(3)}\u200e`],
  // A Cyrillic letter, all Cyrillic letters, Greek capitals, small capitals, turned round, and only an invisible one.
  ...['Till \u0410', '\u0422\u0456\u04cf\u04cf \u0410', '\u03a4\u0399 \u0391', 'T\u026a\u029f\u029f \u1d00'],
  ...['\u202eA lliT', '\u3164'],
])('the name %j is refused for its characters', (name) => {
  expect(fault(name, 'Till 7')).toMatch(/^Found (?:an invisible|letters of)/);
});
