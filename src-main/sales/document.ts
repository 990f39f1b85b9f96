import { writeJson } from '../lib/json-text.ts';
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

/** 2 -> 3: what goes on byte for byte was kept as an object. */
function keepFreeJsonAsText(older: Older): Older {
  const asText = (value: unknown): unknown => (typeof value === 'object' && value !== null ? writeJson(value) : value);
  const { buyerInformation, loyalty } = older;
  const kept = { ...older, buyerInformation: asText(buyerInformation) };
  if (typeof loyalty !== 'object' || loyalty === null) return kept;
  return { ...kept, loyalty: { ...loyalty, providerData: asText((loyalty as Older).providerData) } };
}

/** 3 -> 4: the consent of the customer was called an agreement. */
function nameTheConsent({ agreedAt = null, ...older }: Older): Older {
  return { ...older, consentAt: agreedAt };
}

export const saleDocument = {
  // Loose: what a later version added without a new document version survives being written by this one.
  schema: saleSchema.loose().transform((sale): Sale => sale),
  upgrades: [sayWhoFixedTheStore, keepFreeJsonAsText, nameTheConsent],
} as const;
