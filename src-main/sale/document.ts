import { type Sale, saleSchema } from './sale.ts';

/**
 * The sale as a stored document. A new field with a default in `saleSchema` needs nothing here. Where that is not enough,
 * append an upgrade at the end (never change one that was released) and keep a document of the old shape in
 * `test/fixtures/documents`; the test of this file asks for it.
 */

type Older = Readonly<Record<string, unknown>>;

/** 1 -> 2: who chose the store was to be read from the first place of the text that tells a repeat. */
function sayWhoFixedTheStore(older: Older): Older {
  const opened: unknown = JSON.parse(String(older.openedWith));
  return { ...older, storeFixedByTill: Array.isArray(opened) && typeof opened[0] === 'string' };
}

export const saleDocument = {
  name: 'sale',
  // Loose: what a later version added without a new document version survives being written by this one.
  schema: saleSchema.loose().transform((sale): Sale => sale),
  upgrades: [sayWhoFixedTheStore],
} as const;
