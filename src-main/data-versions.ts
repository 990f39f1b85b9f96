import { documentVersion } from './sales/document.ts';
import { receiptMigrations } from './storage/migrations/receipts.ts';

/** What this program writes on disk: the version of the receipts' database and of a sale in it. */
export const dataVersions = {
  database: receiptMigrations.length,
  documents: documentVersion,
} as const;

/**
 * What this program opens, carries on with and delivers: everything since the first version, as
 * test/app/older-data-folder.test.ts and test/fixtures/documents hold. An installer says it in its list of files, so that an
 * older program may give receipts that wait into its hands.
 */
export const opens = {
  database: [1, dataVersions.database],
  documents: [1, dataVersions.documents],
} as const;
