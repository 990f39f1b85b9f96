import { isRecord } from '../lib/json.ts';
import { parseKeepingValues, writeJson } from '../lib/json-text.ts';
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

const upgrades = [sayWhoFixedTheStore, keepFreeJsonAsText, nameTheConsent];
export const documentVersion = upgrades.length + 1;

// Loose: what a later version added without a new document version survives being written by this one.
const schema = saleSchema.loose().transform((sale): Sale => sale);

type SaleRead =
  | { readonly ok: true; readonly value: Sale }
  /** `newer`: a later version of this program wrote it; it must stay as it is. `reason` names no content. */
  | { readonly ok: false; readonly why: 'newer' | 'unreadable'; readonly reason: string };

/** Brings the text of a stored sale to today's shape, every digit of it, or says why that cannot be. Never throws. */
export function readSale(text: string): SaleRead {
  const unreadable = (reason: string): SaleRead => ({ ok: false, why: 'unreadable', reason });
  let document: unknown;
  try {
    document = parseKeepingValues(text);
  } catch {
    return unreadable('it is not JSON');
  }
  if (!isRecord(document)) return unreadable('it is no object');
  // The first ones did not say.
  const { documentVersion: version = 1, ...content } = document;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return unreadable('it has no version');
  if (version > documentVersion) {
    return {
      ok: false,
      why: 'newer',
      reason: `it has version ${version}; this program knows up to ${documentVersion}`,
    };
  }
  let upgraded: Older = content;
  try {
    for (const upgrade of upgrades.slice(version - 1)) upgraded = upgrade(upgraded);
  } catch {
    return unreadable(`it cannot be brought from version ${version} to ${documentVersion}`);
  }
  const parsed = schema.safeParse(upgraded);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  return unreadable(`these fields do not fit: ${fields.slice(0, 5).join(', ')}`);
}

/** The text to store, in today's version. */
export const writeSale = (sale: Sale): string => JSON.stringify({ documentVersion, ...sale });
