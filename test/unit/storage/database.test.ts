import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StorageBusy } from '../../../src-main/shared/busy.ts';
import { type DatabaseRefused, diskFailure, isStorageFull, openDatabase } from '../../../src-main/storage/database.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const first = { schema: 'create table notes (text text not null) strict', migrations: [] };
const second = { ...first, migrations: ['alter table notes add column colour text'] };

const watchesNothing = {
  begin: () => undefined,
  before: () => undefined,
  after: () => undefined,
  damaged: (error: unknown) => error,
};

const refusedAs = (reason: DatabaseRefused['reason']) => expect.objectContaining({ reason });

test('a lock of another process delays one statement by at most 250 ms, and no further one while the lock lasts', () => {
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

describe('a shared commit', () => {
  const opened = () => {
    const path = join(tempFolder(), 'a.db');
    const database = openDatabase(path, first);
    const commits: string[] = [];
    database.watch({ ...watchesNothing, before: () => commits.push('before'), after: () => commits.push('after') });
    const other = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => {
      other.close();
      database.close();
    });
    const keep = (text: string) => database.transaction(() => database.sql('insert into notes values (?)').run(text));
    return {
      database,
      path,
      commits,
      keep,
      pendingOf: (text: string) =>
        database.grouped(() => {
          keep(text);
          return database.pending();
        }),
      /** Reads only what is on disk, like another program. */
      onDisk: () =>
        other
          .prepare('select text from notes order by rowid')
          .all()
          .map((row) => row.text),
    };
  };

  test('is on disk when `pending` resolves, in one commit, and invisible before', async () => {
    const { pendingOf, onDisk, commits } = opened();
    const pending = ['a', 'b', 'c'].map(pendingOf);
    expect([onDisk(), commits]).toEqual([[], []]);
    await Promise.all(pending);
    expect([onDisk(), commits]).toEqual([
      ['a', 'b', 'c'],
      ['before', 'after'],
    ]);
  });

  test('rolls back a write that throws, the first or a later one, and no other', async () => {
    const { database, keep, onDisk } = opened();
    const failing = (text: string) =>
      database.transaction(() => {
        keep(text);
        throw new Error('stop');
      });
    expect(() => database.grouped(() => failing('x'))).toThrow('stop');
    database.grouped(() => keep('a'));
    expect(() => database.grouped(() => failing('y'))).toThrow('stop');
    database.grouped(() => keep('b'));
    await database.grouped(() => database.pending());
    expect(onDisk()).toEqual(['a', 'b']);
  });

  test('is on disk before any other caller reads', () => {
    const { database, keep, onDisk } = opened();
    database.grouped(() => keep('a'));
    expect(database.sql('select count(*) as n from notes').get()).toEqual({ n: 1 });
    expect(onDisk()).toEqual(['a']);
    database.grouped(() => keep('b'));
    expect(database.pending()).toBeNull();
    expect(onDisk()).toEqual(['a', 'b']);
  });

  test('fails as a whole on a disk error, and every caller gets the error', async () => {
    const { database, keep, pendingOf, onDisk } = opened();
    let lost = 0;
    database.onLost(() => {
      lost += 1;
    });
    database.watch({
      ...watchesNothing,
      before() {
        throw Object.assign(new Error('disk full'), { errcode: 13 });
      },
    });
    const waiting = ['a', 'b'].map(pendingOf);
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map((one) => one.status === 'rejected' && isStorageFull(one.reason))).toEqual([true, true]);
    expect([onDisk(), lost]).toEqual([[], 1]);
    database.watch(watchesNothing);
    keep('after');
    expect(onDisk()).toEqual(['after']);
  });
});

test('a migration first copies the file of the previous version, then changes its data', () => {
  const folder = tempFolder();
  const path = join(folder, 'a.db');
  const old = openDatabase(path, first);
  old.sql('insert into notes values (?)').run('kept');
  old.close();
  const backupPath = (version: number) => join(folder, `before-${version + 1}.db`);
  const database = openDatabase(path, second, { backupPath });
  expect(database.sql('select text, colour from notes').all()).toMatchObject([{ text: 'kept', colour: null }]);
  database.close();
  const copy = openDatabase(join(folder, 'before-2.db'), first);
  expect(copy.sql('select * from notes').all()).toEqual([{ text: 'kept' }]);
  copy.close();
  openDatabase(path, second, { backupPath }).close();
  expect(readdirSync(folder).filter((name) => name.startsWith('before-'))).toEqual(['before-2.db']);
});

test('a new database has the schema and all of its migrations', () => {
  const database = openDatabase(join(tempFolder(), 'a.db'), second);
  expect(database.sql('select text, colour from notes').all()).toEqual([]);
  database.close();
});

test('data of a version that the program does not know is refused with that version and not touched', () => {
  const path = join(tempFolder(), 'a.db');
  openDatabase(path, second).close();
  const before = readFileSync(path);
  expect(() => openDatabase(path, first)).toThrow(refusedAs('other-version'));
  expect(() => openDatabase(path, first)).toThrow(
    /has data version 2; this program knows version 1\. .*Nothing was changed/,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('the file of another program is refused, and so is a file that is not a database', () => {
  const foreign = join(tempFolder(), 'foreign.db');
  const other = new DatabaseSync(foreign);
  other.exec('create table theirs (x)');
  other.close();
  expect(() => openDatabase(foreign, first)).toThrow(refusedAs('not-ours'));
  const damaged = join(tempFolder(), 'damaged.db');
  writeFileSync(damaged, 'this is no database, and it is long enough to be looked at'.repeat(40));
  expect(() => openDatabase(damaged, first)).toThrow(refusedAs('damaged'));
});

test('a full database is distinguished from a bug', () => {
  const database = openDatabase(join(tempFolder(), 'a.db'), first);
  database.sql('pragma max_page_count = 8').get();
  const fill = (): void => {
    for (let row = 0; row < 10_000; row += 1) database.sql('insert into notes values (?)').run('x'.repeat(500));
  };
  expect(fill).toThrow(expect.toSatisfy(isStorageFull));
  expect(isStorageFull(new Error('a bug'))).toBe(false);
  database.close();
});

test.each([
  ['a write that failed because of a quota', 778, 'full'],
  ['a lock that the file system does not grant', 3850, 'lock'],
  ['shared memory that the file system does not have', 4618, 'lock'],
  ['a page that cannot be read', 266, 'disk'],
  ['a database that is locked', 5, null],
])('an error of the disk is reported by its kind: %s', (_what, errcode, expected) => {
  expect(diskFailure(Object.assign(new Error('disk I/O error'), { errcode }))?.kind ?? null).toBe(expected);
});
