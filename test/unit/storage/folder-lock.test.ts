import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { lockFolder } from '../../../src-main/storage/folder-lock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const holder = { pid: 4711, program: 'headless', since: 0 };

test.each([
  ['zeros', Buffer.alloc(8192)],
  ['other bytes', Buffer.from('no database, and long enough to be looked at'.repeat(50))],
])('a lock file of %s is set aside and the folder is locked', (_what, content) => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'instance.lock'), content);
  const unlock = lockFolder(folder, holder);
  expect(() => lockFolder(folder, { ...holder, pid: 4712 })).toThrow(/in use by another start .*process 4711/);
  unlock();
  lockFolder(folder, holder)();
  expect(readdirSync(folder).toSorted()).toEqual(['instance.lock', 'instance.lock.damaged']);
});

test('an unreadable lock does not count as another start, because the file system may support no locks', () => {
  const folder = tempFolder();
  const other = new DatabaseSync(join(folder, 'instance.lock'));
  other.exec('begin exclusive');
  expect(() => lockFolder(folder, holder)).toThrow(/its file system has no locks/);
  other.close();
});

test('a lock that is a folder is refused with its path', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'instance.lock'));
  expect(() => lockFolder(folder, holder)).toThrow(`${join(folder, 'instance.lock')} cannot be used`);
});
