import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { StorageBusy } from '../../../src-main/lib/busy.ts';
import { DatabaseRefused, isStorageFull, openDatabase } from '../../../src-main/storage/database.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const first = [{ name: '1', sql: 'create table notes (text text not null) strict' }];
const second = [...first, { name: '2', sql: 'alter table notes add column colour text' }];

const reasonOf = (open: () => unknown): string | null => {
  try {
    open();
    return null;
  } catch (error) {
    return error instanceof DatabaseRefused ? error.reason : `other: ${String(error)}`;
  }
};

test('nobody waits for a lock of another program longer than 250 ms in one turn, and not again while it is held', () => {
  const path = join(tempFolder(), 'a.db');
  const database = openDatabase(path, first);
  const longest = (): unknown[] => Object.values(database.sql('pragma busy_timeout').get() ?? {});
  expect(longest()).toEqual([250]);
  const other = new DatabaseSync(path);
  other.exec('begin exclusive');
  expect(() => database.sql('insert into notes values (?)').run('held')).toThrow(StorageBusy);
  expect(longest()).toEqual([0]);
  other.exec('rollback');
  other.close();
  database.sql('insert into notes values (?)').run('free');
  expect(longest()).toEqual([250]);
  database.close();
});

test('a commit is on disk with the write-ahead log and full synchronisation', () => {
  const path = join(tempFolder(), 'a.db');
  const database = openDatabase(path, first);
  expect(Object.values(database.sql('pragma journal_mode').get() ?? {})).toEqual(['wal']);
  expect(Object.values(database.sql('pragma synchronous').get() ?? {})).toEqual([2]);
  database.sql('insert into notes values (?)').run('kept');
  const reader = new DatabaseSync(path, { readOnly: true });
  expect(reader.prepare('select text from notes').all()).toMatchObject([{ text: 'kept' }]);
  reader.close();
  database.close();
});

test('a transaction that throws leaves nothing behind, also from inside another one', () => {
  const database = openDatabase(join(tempFolder(), 'a.db'), first);
  const insert = (text: string) => database.sql('insert into notes values (?)').run(text);
  expect(() =>
    database.transaction(() => {
      insert('outer');
      database.transaction(() => insert('inner'));
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(database.sql('select count(*) as n from notes').get()).toMatchObject({ n: 0 });
  database.transaction(() => insert('after'));
  expect(database.sql('select count(*) as n from notes').get()).toMatchObject({ n: 1 });
  database.close();
});

test('an older database is brought up to date and keeps its rows', () => {
  const path = join(tempFolder(), 'a.db');
  const old = openDatabase(path, first);
  old.sql('insert into notes values (?)').run('kept');
  old.close();
  const database = openDatabase(path, second);
  expect(database.sql('select text, colour from notes').all()).toMatchObject([{ text: 'kept', colour: null }]);
  database.close();
});

test('a database of a newer version is refused and not touched', () => {
  const path = join(tempFolder(), 'a.db');
  openDatabase(path, second).close();
  const before = readFileSync(path);
  expect(reasonOf(() => openDatabase(path, first))).toBe('newer-schema');
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('the file of another program is refused, and so is one that is no database', () => {
  const foreign = join(tempFolder(), 'foreign.db');
  const other = new DatabaseSync(foreign);
  other.exec('create table theirs (x)');
  other.close();
  expect(reasonOf(() => openDatabase(foreign, first))).toBe('not-ours');
  const damaged = join(tempFolder(), 'damaged.db');
  writeFileSync(damaged, 'this is no database, and it is long enough to be looked at'.repeat(40));
  expect(reasonOf(() => openDatabase(damaged, first))).toBe('damaged');
});

test('a full database is told from a bug', () => {
  const database = openDatabase(join(tempFolder(), 'a.db'), first);
  database.sql('pragma max_page_count = 8').get();
  let error: unknown = null;
  try {
    for (let row = 0; row < 10_000; row += 1) database.sql('insert into notes values (?)').run('x'.repeat(500));
  } catch (caught) {
    error = caught;
  }
  expect(isStorageFull(error)).toBe(true);
  expect(isStorageFull(new Error('a bug'))).toBe(false);
  database.close();
});
