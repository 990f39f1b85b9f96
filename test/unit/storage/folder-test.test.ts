import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { StorageBusy } from '../../../src-main/shared/busy.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import {
  liveFolderOf,
  neededKeyMark,
  peekStored,
  takeLiveFolder,
} from '../../../src-main/storage/connection-folders.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { keyCheckName, openEncryptedValues } from '../../../src-main/storage/encrypted-values.ts';
import { createEncryption, keyMark } from '../../../src-main/storage/encryption.ts';
import { stateOf } from '../../../src-main/storage/file-watch.ts';
import { testFolder } from '../../../src-main/storage/folder-test.ts';
import { openUnwatched } from '../../../src-main/storage/guarded-database.ts';
import { receiptFormat } from '../../../src-main/storage/schema.ts';
import { systemRandom } from '../../../src-main/system-ports.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createTestLog } from '../../fakes/test-log.ts';

const dataKey = systemRandom.bytes(32);
const encryption = createEncryption(dataKey, systemRandom);

/** The folder of an app that was killed: the last data are only in the journal. */
function killedApp(): string {
  const [folder, killed] = [tempFolder(), tempFolder()];
  const database = openDatabase(join(folder, 'receipts.db'), receiptFormat);
  onTestFinished(database.close);
  openEncryptedValues(database, encryption, { folder, unreadable: () => undefined });
  for (const name of ['receipts.db', 'receipts.db-wal']) cpSync(join(folder, name), join(killed, name));
  return killed;
}

test('the test of a folder changes neither the database nor its journal, which may belong to another database', () => {
  const folder = killedApp();
  const content = () =>
    ['receipts.db', 'receipts.db-wal'].map((name) => readFileSync(join(folder, name)).toString('base64'));
  const before = content();
  testFolder(folder, encryption);
  expect(content()).toEqual(before);
  const other = createEncryption(systemRandom.bytes(32), systemRandom);
  expect(() => testFolder(folder, other)).toThrow('encrypted with another key');
  expect(content()).toEqual(before);
});

test('the test of a folder fails while another program has the write lock', () => {
  const folder = killedApp();
  const other = new DatabaseSync(join(folder, 'receipts.db'));
  other.exec('begin immediate');
  expect(() => testFolder(folder, encryption)).toThrow(StorageBusy);
  other.close();
  testFolder(folder, encryption);
});

test('a folder whose first start ended before its tables were stored passes the test', () => {
  const folder = tempFolder();
  const begun = new DatabaseSync(join(folder, 'receipts.db'));
  begun.exec('pragma journal_mode = wal');
  begun.close();
  testFolder(folder, encryption);
  expect(readdirSync(folder)).toContain('receipts.db');
});

test('a task without the app moves the journal of another state of the database aside before it opens it', () => {
  const folder = tempFolder();
  const [path, journal] = [join(folder, 'receipts.db'), join(folder, 'receipts.db-wal')];
  const database = openDatabase(path, receiptFormat);
  const commit = (commits: number) =>
    database
      .sql(
        `insert into lineage (only, id, commits, folder) values (1, 'a', ?1, '') on conflict do update set commits = ?1`,
      )
      .run(commits);
  const intoFile = () => database.sql('pragma wal_checkpoint(truncate)').get();
  commit(1);
  intoFile();
  commit(2);
  const older = readFileSync(journal);
  intoFile();
  commit(3);
  database.close();
  writeFileSync(journal, older);
  const parts = { folder, name: 'receipts', format: receiptFormat, computer: { id: null, stateDir: tempFolder() } };
  const opened = openUnwatched({ ...parts, clock: createManualClock(), log: createTestLog() }, true);
  expect(opened.sql('select commits from lineage').get()).toMatchObject({ commits: 3 });
  opened.close();
  const aside = readdirSync(folder).find((name) => /^receipts\.journal-of-.*\.db-wal$/.test(name)) ?? '';
  expect(readFileSync(join(folder, aside)).equals(older)).toBe(true);
});

test('a value in a database that another program locks does not count as missing: the start waits for it', async () => {
  const dataDir = tempFolder();
  const folder = join(dataDir, 'live-0123456789abcdef');
  mkdirSync(folder);
  const path = join(folder, 'receipts.db');
  cpSync(killedApp(), folder, { recursive: true });
  const other = new DatabaseSync(path);
  other.exec('pragma locking_mode = exclusive; begin exclusive');
  expect(() => peekStored(path, encryption, keyCheckName)).toThrow(StorageBusy);
  expect(() => stateOf(path, 'with-journal')).toThrow(StorageBusy);
  const clock = createManualClock();
  const mark = neededKeyMark(dataDir, clock);
  await clock.untilTimerIn(500);
  other.close();
  clock.advance(500);
  expect(await mark).toBe(keyMark(dataKey).toString('hex'));
});

test('the folder that is in use is the last one, although the clock was ahead when another one was used', () => {
  const dataDir = tempFolder();
  const { service } = settingsSchema.parse({});
  takeLiveFolder(dataDir, { service, username: 'one' }, Date.UTC(2036, 0, 5));
  const name = takeLiveFolder(dataDir, { service, username: 'two' }, Date.UTC(2026, 0, 5));
  expect(liveFolderOf(dataDir, { service, username: null }).name).toBe(name);
});
