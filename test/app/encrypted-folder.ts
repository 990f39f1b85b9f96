import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src-main/storage/database.ts';
import { createEncryption } from '../../src-main/storage/encryption.ts';
import { encryptTaken } from '../../src-main/storage/inbox-folder.ts';
import { createPartnerUserTable } from '../../src-main/storage/partner-user-table.ts';
import { receiptFormat } from '../../src-main/storage/schema.ts';
import { systemRandom } from '../../src-main/system-ports.ts';
import { multiplyLive } from '../crash/key-kills.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import { acceptedSale, startOn } from './storage-app.ts';
import { liveFolder } from './test-app.ts';

/** As `startOn` has it. */
export const keyOfFolder = new Uint8Array(32).fill(7);

/** A data folder with every kind of data encrypted with `keyOfFolder`: `sales` receipts, in `folders` + 1 databases. */
export async function sealedFolder({
  sales,
  folders,
}: {
  readonly sales: number;
  readonly folders: number;
}): Promise<string> {
  const dataDir = tempFolder();
  const { app } = await startOn({ dataDir });
  for (let count = 0; count < sales; count += 1) await acceptedSale(app, `sale-${count}`);
  await app.stop();
  const keyring = createEncryption(keyOfFolder, systemRandom);
  const database = openDatabase(join(liveFolder(dataDir), 'receipts.db'), receiptFormat);
  const users = createPartnerUserTable(database, keyring);
  for (let count = 0; count < 20; count += 1) users.keep(`card-${count}`, `user-${count}`, 1);
  database.close();
  const done = join(dataDir, 'inbox', 'done');
  mkdirSync(done, { recursive: true, mode: 0o700 });
  for (let count = 0; count < 3; count += 1) {
    writeFileSync(join(done, `${count}.json.encrypted`), encryptTaken(keyring, Buffer.from(`{"taken":${count}}`)));
  }
  multiplyLive(dataDir, folders);
  return dataDir;
}
