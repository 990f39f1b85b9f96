import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeNames, isReceiptFile, pathIn, plainName } from '../../../src-main/inbox/file-names.ts';
import { meaningOfError } from '../../../src-main/inbox/read-file.ts';

test.each([
  ['sale-1.json', true],
  ['SALE-1.JSON', true],
  ['sale.1.json', true],
  ['ä ö.json', true],
  ['.sale-1.json', false],
  ['.json', false],
  ['sale-1.json.tmp', false],
  ['sale-1.tmp', false],
  ['sale-1.json~', false],
  ['sale-1.txt', false],
  ['json', false],
])('%s counts as a file of the inbox: %s', (name, counts) => {
  expect(isReceiptFile(name)).toBe(counts);
});

function firstThree(name: string): readonly string[] {
  const names: string[] = [];
  for (const base of freeNames(name)) if (names.push(base) === 3) break;
  return names;
}

test.each([
  ['Beleg_Müller.JSON', 'utf8', 'Beleg_Müller'],
  ['Beleg_Müller.json', 'latin1', 'Beleg_M%FCller'],
  ['\xff\xed\xa0\x80€.json', 'latin1', '%FF%ED%A0%80%AC'],
] as const)(
  'the bytes of the name %s in %s give the path of the file and numbered names of answers that every system accepts',
  (written, encoding, base) => {
    const bytes = Buffer.from(written, encoding);
    const name = bytes.toString('latin1');
    expect(pathIn(join('/inbox'), name)).toEqual(Buffer.concat([Buffer.from(join('/inbox', '/')), bytes]));
    expect(firstThree(plainName(name))).toEqual([base, `${base}-2`, `${base}-3`]);
  },
);

test.each(['x', 'ä', '語', '😀'])('a very long name (%s) leaves room for the name of its answer', (letter) => {
  const longest = letter.repeat(Math.floor(250 / Buffer.byteLength(letter)));
  for (const base of firstThree(`${longest}.json`)) {
    expect(Buffer.byteLength(`${base}.problem.json`)).toBeLessThanOrEqual(255);
    expect(base.isWellFormed()).toBe(true);
  }
});

test.each([
  ['ENOENT', 'gone'],
  ['ELOOP', 'link'],
  ['EACCES', 'unreadable'],
  ['EPERM', 'unreadable'],
  ['EBUSY', 'busy'],
  ['EMFILE', 'busy'],
  ['EIO', 'busy'],
  [undefined, 'busy'],
])('the error %s of the file system means: %s', (code, meaning) => {
  expect(meaningOfError(code)).toBe(meaning);
});
