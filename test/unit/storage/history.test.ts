import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createFingerprintFiles,
  type FingerprintRecords,
  historyOf,
  isNotItsJournal,
  type Lineage,
} from '../../../src-main/storage/fingerprint.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const home = { computer: 'this one', file: '4711-1' };
const found: Lineage = { id: 'one', commits: 10, installation: 'keychain-1', folder: '/data/live' };
const beside = { id: 'one', commits: 10, closed: true, inFile: { id: 'one', commits: 10 } };
const here = { ...beside, home };
const all: FingerprintRecords = { beside, here, before: null, keychain: null, installation: 'keychain-1', home };
const keychain = { id: 'one', commits: 10, before: [] };

const moved = (why: 'unknown-here' | 'other-computer' | 'other-file') => ({ kind: 'moved', why });
const same = { kind: 'same' };

test.each<[string, Partial<Lineage>, Partial<FingerprintRecords>, unknown]>([
  ['nothing has changed', {}, {}, same],
  ['the record outside the folder is behind', {}, { here: { ...here, commits: 7 } }, same],
  ['the keychain is behind', {}, { keychain: { ...keychain, commits: 3 } }, same],
  ['the keychain has no record', {}, { keychain: null }, same],
  ['the keychain has a record of another database', {}, { keychain: { ...keychain, id: 'two', commits: 99 } }, same],
  ['the record beside it is ahead', {}, { beside: { ...beside, commits: 12 } }, { kind: 'older', missingCommits: 2 }],
  ['the record outside is ahead', {}, { here: { ...here, commits: 13 } }, { kind: 'older', missingCommits: 3 }],
  ['the keychain is ahead', {}, { keychain: { ...keychain, commits: 14 } }, { kind: 'older', missingCommits: 4 }],
  [
    'the keychain records its id as replaced',
    {},
    { keychain: { id: 'two', commits: 3, before: ['one'] } },
    moved('unknown-here'),
  ],
  ['another keychain', {}, { installation: 'keychain-2' }, moved('other-computer')],
  ['a computer with an unknown id', {}, { home: { ...home, computer: null } }, same],
  ['a record without the id of the computer', {}, { here: { ...here, home: { ...home, computer: null } } }, same],
  ['another computer', {}, { home: { ...home, computer: 'another' } }, moved('other-computer')],
  ['another file on the disk', {}, { home: { ...home, file: '4711-2' } }, moved('other-file')],
  ['no record outside the folder', {}, { here: null }, moved('unknown-here')],
  ['a record of another database outside', {}, { here: { ...here, id: 'two' } }, moved('unknown-here')],
  ['a renamed folder', {}, { here: null, before: here }, same],
  [
    'a copy whose original is gone',
    {},
    { here: null, before: here, home: { ...home, file: '4712-1' } },
    moved('other-file'),
  ],
])('a database is recognised as the same, older or moved: %s', (_what, lineage, records, expected) => {
  expect(historyOf({ ...found, ...lineage }, { ...all, ...records })).toEqual(expected);
});

const journal = (commits: number, id = 'one') => ({ id, commits });

test.each([
  ['a file after its checkpoint and the journal since then', journal(10), journal(15), false],
  ['a file that was copied here from before the checkpoint', journal(7), journal(15), true],
  ['a file of another database', journal(99, 'two'), journal(15), true],
  ['a file and a journal of the same backup', journal(7), journal(9), false],
  ['a journal from before the checkpoint', journal(12), journal(9), true],
  ['a file that was written after the mark, before a power cut', journal(12), journal(15), false],
])('a journal is recognised as belonging to the database file or not: %s', (_what, alone, withJournal, expected) => {
  expect(isNotItsJournal(alone, withJournal, [null, beside])).toBe(expected);
});

test('a record that cannot be written is reported once, and again after it could be written', () => {
  const folder = tempFolder();
  const outside = join(folder, 'state', 'live.seen');
  const refused: string[] = [];
  const files = createFingerprintFiles({ beside: join(folder, 'live.seen'), outside, home }, (path) =>
    refused.push(path),
  );
  files.keep(beside);
  for (const commits of [11, 12]) files.note({ ...beside, commits });
  expect(refused).toEqual([outside]);
  mkdirSync(join(folder, 'state'));
  files.keep(beside);
  files.close();
  rmSync(outside);
  for (const commits of [13, 14]) files.note({ ...beside, commits });
  expect(refused).toEqual([outside, outside]);
});
