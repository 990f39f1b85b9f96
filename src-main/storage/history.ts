import { z } from 'zod';
import type { Fingerprint } from './fingerprint.ts';
import type { KeychainMark } from './keychain-fingerprint.ts';

export const lineageRow = z.object({
  id: z.string(),
  commits: z.int(),
  installation: z.string().nullable(),
  /** Null: it was last used before this was noted. */
  folder: z.string().nullable(),
});
export type Lineage = Readonly<z.infer<typeof lineageRow>>;

export interface Witnesses {
  /** The file beside it, which travels with every copy of the folder. */
  readonly beside: Fingerprint | null;
  /** Outside, kept for this folder. */
  readonly here: Fingerprint | null;
  /** Outside, kept for the folder that it was last used in; null where that is this one, or still holds a database. */
  readonly before: Fingerprint | null;
  /** What the keychain remembers of it, about a minute behind; null where there is none. */
  readonly keychain: KeychainMark | null;
  /** Who this installation is, as the keychain says; null where none outlives the run. */
  readonly installation: string | null;
  readonly home: NonNullable<Fingerprint['home']>;
}

/** `other`: sales may have happened that are not in this database, or may happen beside it; with the reasons. */
type History =
  | { readonly kind: 'same' }
  | { readonly kind: 'older'; readonly missingCommits: number }
  | { readonly kind: 'moved'; readonly why: 'unknown-here' | 'other-computer' | 'other-file' };

/**
 * Whether a database is exactly where and what it was when it was last used. In doubt it is not: that costs the receipt
 * ids that were ready, while a copy taken for the original shows one customer's receipt to another. A mark may be behind
 * (it does not wait for the disk), never ahead.
 */
export function historyOf(found: Lineage, witnesses: Witnesses): History {
  const { beside, here, before, keychain, home, installation } = witnesses;
  const marks = [beside, here, before, keychain].filter((mark) => mark?.id === found.id);
  const known = Math.max(...marks.map((mark) => mark?.commits ?? 0), 0);
  if (known > found.commits) return { kind: 'older', missingCommits: known - found.commits };
  if (installation !== null && found.installation !== null && found.installation !== installation) {
    return { kind: 'moved', why: 'other-computer' };
  }
  // A name that was given up: whoever has it is from before that.
  if (keychain?.before.includes(found.id)) return { kind: 'moved', why: 'unknown-here' };
  const outside = [here, before].find((mark) => mark?.id === found.id);
  if (outside === undefined) {
    const isFromBefore = found.folder === null && here === null && (beside === null || beside.id === found.id);
    return isFromBefore ? { kind: 'same' } : { kind: 'moved', why: 'unknown-here' };
  }
  if (outside?.home?.computer !== home.computer) return { kind: 'moved', why: 'other-computer' };
  return outside.home.file === home.file ? { kind: 'same' } : { kind: 'moved', why: 'other-file' };
}
