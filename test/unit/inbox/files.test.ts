import { describe, expect, test } from 'vitest';
import {
  contentOf,
  freeNames,
  isReceiptFile,
  maxFileBytes,
  meaningOfError,
  problemOfFault,
} from '../../../src-main/inbox/read-file.ts';

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

test('a file keeps its name, or gets a number behind it', () => {
  expect(firstThree('sale-1.json')).toEqual(['sale-1', 'sale-1-2', 'sale-1-3']);
  expect(firstThree('SALE.JSON')).toEqual(['SALE', 'SALE-2', 'SALE-3']);
});

test.each(['x', 'ä', '語', '😀'])('a name of many %s leaves room for the name of its answer', (letter) => {
  const longest = letter.repeat(Math.floor(250 / Buffer.byteLength(letter)));
  for (const base of firstThree(`${longest}.json`)) {
    expect(Buffer.byteLength(`${base}.problem.json`)).toBeLessThanOrEqual(255);
    expect(base.isWellFormed()).toBe(true);
  }
});

describe('the content of a file', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text);

  test('is what is in it, without a byte order mark', () => {
    expect(contentOf(bytes('{}'))).toEqual({ kind: 'content', bytes: bytes('{}') });
    expect(contentOf(bytes('\uFEFF{}'))).toMatchObject({ kind: 'content', bytes: bytes('{}') });
  });

  test.each([
    ['nothing', '', 'empty'],
    ['a byte order mark alone', '\uFEFF', 'empty'],
  ])('%s is told as empty', (_what, text, fault) => {
    expect(contentOf(bytes(text))).toEqual({ kind: 'fault', fault });
  });

  test.each([
    ['little endian with a mark', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    ['little endian without a mark', Buffer.from('{"a":1}', 'utf16le')],
    ['big endian with a mark', Buffer.from('\uFEFF{"a":1}', 'utf16le').swap16()],
    ['big endian without a mark', Buffer.from('{"a":1}', 'utf16le').swap16()],
  ])('UTF-16, %s, is told by its name', (_what, content) => {
    expect(contentOf(content)).toEqual({ kind: 'fault', fault: 'utf-16' });
    expect(problemOfFault('utf-16', 'sale.json').detail).toContain('UTF-16');
  });

  test('may be 1 MiB and no more; the mark does not count', () => {
    const mark = Buffer.from([0xef, 0xbb, 0xbf]);
    expect(contentOf(Buffer.alloc(maxFileBytes, 0x20)).kind).toBe('content');
    expect(contentOf(Buffer.concat([mark, Buffer.alloc(maxFileBytes, 0x20)])).kind).toBe('content');
    expect(contentOf(Buffer.alloc(maxFileBytes + 1, 0x20))).toEqual({ kind: 'fault', fault: 'too-large' });
  });
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
])('%s of the file system means: %s', (code, meaning) => {
  expect(meaningOfError(code)).toBe(meaning);
});

test('a fault has the shape of a problem of the POS API', () => {
  expect(problemOfFault('too-large', 'sale.json')).toEqual({
    type: 'body-too-large',
    title: 'The file is larger than 1 MiB',
    status: 413,
    detail: 'Expected at most 1048576 bytes.',
    instance: 'sale.json',
  });
});
