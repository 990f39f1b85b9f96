import { isRecord } from '../../shared/json.ts';
import { parseKeepingValues } from '../../shared/json-text.ts';
import { type Sale, saleSchema } from './sale.ts';

/** A new field with a default needs no new version. Any other change needs one, and a migration. */
export const documentVersion = 1;

// Members that a later version added must survive when this version writes the sale.
const schema = saleSchema.loose().transform((sale): Sale => sale);

type SaleRead =
  | { readonly ok: true; readonly value: Sale }
  /** `newer`: another version of this app wrote it, and it must stay unchanged. `reason` contains no content. */
  | { readonly ok: false; readonly why: 'newer' | 'unreadable'; readonly reason: string };

/** Parses the text of a stored sale without losing a digit, or returns the reason why it cannot. Never throws. */
export function readSale(text: string): SaleRead {
  const unreadable = (reason: string): SaleRead => ({ ok: false, why: 'unreadable', reason });
  let document: unknown;
  try {
    document = parseKeepingValues(text);
  } catch {
    return unreadable('it is not JSON');
  }
  if (!isRecord(document)) return unreadable('it is no object');
  const { documentVersion: version, ...content } = document;
  if (typeof version !== 'number') return unreadable('it has no version');
  if (version !== documentVersion) {
    const reason = `it has version ${version}; this program knows version ${documentVersion}`;
    return { ok: false, why: 'newer', reason };
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  return unreadable(`these fields do not fit: ${fields.slice(0, 5).join(', ')}`);
}

export const writeSale = (sale: Sale): string => JSON.stringify({ documentVersion, ...sale });
