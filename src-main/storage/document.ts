import type { z } from 'zod';
import { isRecord } from '../lib/json.ts';
import { parseKeepingValues } from '../lib/json-text.ts';

/** A document as an older version of the program wrote it, on its way to today's shape. Pure; never changes what it gets. */
type Upgrade = (older: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/**
 * One kind of stored document. Its version is 1 plus the number of upgrades: the first turns version 1 into 2, and so on.
 * A field that is added with a default in the schema needs no upgrade; one that is renamed, split or derived does.
 */
interface DocumentKind<T> {
  readonly schema: z.ZodType<T>;
  readonly upgrades: readonly Upgrade[];
}

export type DocumentRead<T> =
  | { readonly ok: true; readonly value: T }
  /** `newer`: a later version of this program wrote it; it must stay as it is. `reason` names no content. */
  | { readonly ok: false; readonly why: 'newer' | 'unreadable'; readonly reason: string };

/** Under which key a document carries its version. Without it, it is of version 1: the first ones did not say. */
const versionKey = 'documentVersion';

export const versionOf = ({ upgrades }: Pick<DocumentKind<unknown>, 'upgrades'>): number => upgrades.length + 1;

/** Brings the text of a stored document to today's shape, every digit of it, or says why that cannot be. Never throws. */
export function readDocument<T>(kind: DocumentKind<T>, text: string): DocumentRead<T> {
  const unreadable = (reason: string): DocumentRead<T> => ({ ok: false, why: 'unreadable', reason });
  let document: unknown;
  try {
    document = parseKeepingValues(text);
  } catch {
    return unreadable('it is not JSON');
  }
  if (!isRecord(document)) return unreadable('it is no object');
  const { [versionKey]: version = 1, ...content } = document;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return unreadable('it has no version');
  const newest = versionOf(kind);
  if (version > newest) {
    return { ok: false, why: 'newer', reason: `it has version ${version}; this program knows up to ${newest}` };
  }
  let upgraded: Readonly<Record<string, unknown>> = content;
  try {
    for (const upgrade of kind.upgrades.slice(version - 1)) upgraded = upgrade(upgraded);
  } catch {
    return unreadable(`it cannot be brought from version ${version} to ${newest}`);
  }
  const parsed = kind.schema.safeParse(upgraded);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  return unreadable(`these fields do not fit: ${fields.slice(0, 5).join(', ')}`);
}

export const writeDocument = (kind: Pick<DocumentKind<unknown>, 'upgrades'>, value: object): string =>
  JSON.stringify({ [versionKey]: versionOf(kind), ...value });
