import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyFiles } from '../../../src-main/settings/data-key.ts';
import { exportKey, importKey } from '../../../src-main/settings/key-file.ts';
import { memorySecrets } from '../../../src-main/settings/secret-stores.ts';
import { endpointOf } from '../../../src-main/shared/connection.ts';
import { settingsSchema } from '../../../src-main/shared/settings.ts';
import { neededKeyMark, noteService } from '../../../src-main/storage/connection-folders.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { openEncryptedValues } from '../../../src-main/storage/encrypted-values.ts';
import { createEncryption, keyMark } from '../../../src-main/storage/encryption.ts';
import { receiptFormat } from '../../../src-main/storage/schema.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createSeededRandom } from '../../fakes/seeded-random.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const random = createSeededRandom(1);
const partsIn = (folder: string) => ({
  dataKey: random.bytes(32),
  keyPlace: keyFiles(join(folder, 'data.key')),
  random,
});

test.each([
  ['twelve blanks', ' '.repeat(12)],
  ['eleven characters between blanks', '  eleven-char '],
])('a passphrase of %s protects no key file, because blanks at its ends do not count', async (_what, passphrase) => {
  const folder = tempFolder();
  const path = join(folder, 'short.json');
  expect(await exportKey(path, passphrase, partsIn(folder))).toMatchObject({
    ok: false,
    error: { code: 'invalid', message: expect.stringMatching(/^Found a passphrase of \d+ characters\. Expected 12/) },
  });
  expect(existsSync(path)).toBe(false);
});

test('a path that is a folder, or below a file, is refused in one sentence, and the folder stays', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const [path, message] of [
    [join(folder, 'file', 'key.json'), /cannot be written \(ENO(?:TDIR|ENT)\)/],
    [`${folder}/`, /is already there|cannot be written/],
  ] as const) {
    const error = { message: expect.stringMatching(message) };
    expect(await exportKey(path, 'correct horse battery', partsIn(folder))).toMatchObject({ ok: false, error });
  }
  expect(existsSync(folder)).toBe(true);
});

test('a key file is imported once; one that is cut off, or of another version, changes nothing', async () => {
  const dataDir = tempFolder();
  const path = join(dataDir, 'key.json');
  await exportKey(path, 'correct horse battery', partsIn(dataDir));
  const exported = readFileSync(path, 'utf8');
  const keyPlace = memorySecrets();
  const outcomeOf = async (text: string) => {
    const imported = await importKey(text, 'correct horse battery', { dataDir, keyPlace, random });
    return imported.ok && imported.value.outcome;
  };
  for (const text of [exported.slice(0, -60), exported.replace('"version":1', '"version":2')])
    expect(await outcomeOf(text)).toBe('damaged');
  expect(await keyPlace.get('data-key')).toBeNull();
  for (const outcome of ['imported', 'isHere']) expect(await outcomeOf(exported)).toBe(outcome);
});

test('with receipts of two keys the start takes the key of the last connection, and both keys can be imported', async () => {
  const dataDir = tempFolder();
  const clock = createManualClock();
  const service = endpointOf({ ...settingsSchema.parse({}).service, baseUrl: 'https://service.example' });
  const keys = ['live-aaaaaaaaaaaaaaaa', 'live-bbbbbbbbbbbbbbbb'].map((name) => {
    const folder = join(dataDir, name);
    mkdirSync(folder);
    const parts = partsIn(tempFolder());
    const database = openDatabase(join(folder, 'receipts.db'), receiptFormat);
    openEncryptedValues(database, createEncryption(parts.dataKey, random), { folder, unreadable: () => undefined });
    database.close();
    clock.advance(1_000);
    noteService(folder, service, clock.now());
    return parts;
  });
  expect(await neededKeyMark(dataDir, clock)).toBe(keyMark(keys[1]?.dataKey ?? Buffer.of()).toString('hex'));
  for (const [index, parts] of keys.entries()) {
    const path = join(dataDir, `key-${index}.json`);
    await exportKey(path, 'correct horse battery', parts);
    const places = { dataDir, keyPlace: memorySecrets(), random };
    expect(await importKey(readFileSync(path, 'utf8'), 'correct horse battery', places)).toMatchObject({
      ok: true,
      value: { outcome: 'imported' },
    });
  }
});
