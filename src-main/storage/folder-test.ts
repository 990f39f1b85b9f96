import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseRefused, StorageRefused, tryDatabase } from './database.ts';
import { isKeyProven } from './encrypted-values.ts';
import type { Encryption } from './encryption.ts';
import { receiptFormat } from './schema.ts';

/**
 * Tests whether the receipts of another connection can be opened, while the present app runs. Throws StorageRefused, or
 * StorageBusy while another program locks the database. It takes a few milliseconds and changes nothing. A missing
 * folder passes. A damaged database passes, too, because opening moves it aside and reports it.
 */
export function testFolder(folder: string, encryption: Encryption): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) {
    throw new StorageRefused(`${folder} is a file. Expected a folder, or nothing. Move the file away.`);
  }
  const path = join(folder, 'receipts.db');
  try {
    tryDatabase(path, receiptFormat, (database) => isKeyProven(database, encryption, folder));
  } catch (error) {
    if (!(error instanceof DatabaseRefused && error.reason === 'damaged')) throw error;
  }
}
