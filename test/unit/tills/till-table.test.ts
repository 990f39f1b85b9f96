import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { tillMigrations } from '../../../src-main/storage/migrations/tills.ts';
import { createTillTable } from '../../../src-main/tills/till-table.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

test('a till that was paired for the customer desk under its old name still may use it', () => {
  const database = openDatabase(join(tempFolder(), 'tills.db'), tillMigrations);
  database
    .sql('insert into tokens (id, name, hash, scopes, created_at) values (?, ?, ?, ?, ?)')
    .run('till-1', 'Desk', 'hash-1', 'sale desk', 1);
  const unreadable: string[] = [];
  const tills = createTillTable(database, (id) => unreadable.push(id));
  expect(tills.findByHash('hash-1')?.scopes).toEqual(['sale', 'partner']);
  expect(tills.list().map(({ scopes }) => scopes)).toEqual([['sale', 'partner']]);
  expect(unreadable).toEqual([]);
  database.close();
});
