import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { filesOf, findIn, strangers, unneeded } from '../app/canary-places.ts';
import { findWords } from '../fakes/canary-search.ts';
import { tempFolder } from '../fakes/temp-folder.ts';

/** The search for canaries proves nothing unless a test shows that it detects one. */

const word = 'cnry-4711@shop.example';
const around = Buffer.from(`some text before ${word} and behind`);
const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files));

test.each<[string, Uint8Array | string]>([
  ['text', around],
  ['UTF-16', Buffer.from(String(around), 'utf16le')],
  ['UTF-16', Buffer.from(String(around), 'utf16le').swap16()],
  ['hex', around.toString('hex')],
  ['hex', around.toString('hex').toUpperCase()],
  ['escaped for an address', `https://x.example/?q=${encodeURIComponent(String(around))}`],
  ['base64', Buffer.from(`${around}`).toString('base64')],
  ['base64', Buffer.from(`1${around}`).toString('base64')],
  ['base64', Buffer.from(`12${around}`).toString('base64url')],
  ['text in gzip', Buffer.concat([Buffer.from('before'), gzipSync(around), Buffer.from('behind')])],
  ['text in zlib', Buffer.concat([deflateSync(around), Buffer.from('behind')])],
  ['text in zip', zip({ 'a.txt': strToU8('x'), 'b/c.txt': around })],
  ['UTF-16 in gzip in zip', zip({ 'a.gz': gzipSync(Buffer.from(String(around), 'utf16le')) })],
])('a word is found as %s', (as, content) => {
  expect(findWords(content, ['another', word])).toEqual([{ word, as }]);
});

test('a word is found in a database, also in its write-ahead log and in deleted rows', () => {
  const folder = tempFolder();
  const path = join(folder, 'a.db');
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; create table t (a text); pragma wal_checkpoint(truncate)');
  database.prepare('insert into t values (?)').run(word);
  expect(findIn(filesOf(folder, 'disk'), [word])).toEqual([{ place: 'disk/a.db-wal', word, as: 'text' }]);
  database.exec('pragma wal_checkpoint(truncate); delete from t; pragma wal_checkpoint(truncate)');
  expect(findIn(filesOf(folder, 'disk'), [word]).map(({ place }) => place)).toEqual(['disk/a.db']);
  database.close();
});

test('a word is found in the name of a file at any depth', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'a/.b'), { recursive: true });
  writeFileSync(join(folder, 'a/.b', `${word}.json`), '');
  expect(findIn(filesOf(folder, 'disk'), [word])).toEqual([{ place: `disk/a/.b/${word}.json`, word, as: 'text' }]);
});

test('exceptions apply to one place and word, and an unused exception is reported', () => {
  const finds = [
    { place: 'disk/a', word: 'one', as: 'text' },
    { place: 'disk/a', word: 'two', as: 'text' },
  ];
  const allowed = [
    { place: /^disk\/a$/, words: ['one'], why: 'the person asked for it' },
    { place: /^disk\/b$/, words: ['one'], why: 'of before' },
  ];
  expect(strangers(finds, allowed)).toEqual(['two as text in disk/a']);
  expect(unneeded(finds, allowed)).toEqual(['of before']);
});
