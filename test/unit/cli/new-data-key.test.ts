import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runRequested } from '../../../src-main/cli/one-shot.ts';
import { readConfig } from '../../../src-main/config.ts';
import { openDatabase } from '../../../src-main/storage/database.ts';
import { openEncryptedValues } from '../../../src-main/storage/encrypted-values.ts';
import { createEncryption } from '../../../src-main/storage/encryption.ts';
import { receiptFormat } from '../../../src-main/storage/schema.ts';
import { systemRandom } from '../../../src-main/system-ports.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

test('--new-data-key is refused while the environment still has the key of the receipts', async () => {
  const dataDir = tempFolder();
  const folder = join(dataDir, 'live-0123456789abcdef');
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, 'receipts.db');
  const dataKey = Buffer.from(systemRandom.bytes(32));
  const database = openDatabase(path, receiptFormat);
  openEncryptedValues(database, createEncryption(dataKey, systemRandom), { folder, unreadable: () => undefined });
  database.close();
  const before = readFileSync(path);
  const begin = (key: Buffer) => {
    const config = readConfig(['--new-data-key'], { RECEIPT_COMPANION_DATA_KEY: key.toString('base64') }, 'headless');
    const place = { dataDir, keyFile: null, program: 'headless' };
    return runRequested({ kind: 'new-data-key', file: '' }, config, place);
  };
  expect(await begin(dataKey)).toMatchObject({
    code: 2,
    text: expect.stringMatching(/DATA_KEY is still the key of these receipts.*Nothing was changed/),
  });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).not.toContain('NOTICE-recordSetAside.txt');
  expect(await begin(Buffer.from(systemRandom.bytes(32)))).toMatchObject({ code: 0 });
});
