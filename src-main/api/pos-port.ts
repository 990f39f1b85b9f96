import type { Dispatch } from '../commands.ts';
import type { AppError } from '../lib/result.ts';
import type { TillScope } from '../lib/till-names.ts';
import type { Change, StatusResource } from '../lib/till-view.ts';

/** What the POS API needs from the app: whatever a till asks for goes through `dispatch`; the rest is for its event streams. */
export interface PosPort {
  readonly dispatch: Dispatch;
  status(): StatusResource;
  /** What this till (the id of its token) may see of a status. */
  seenBy(till: string, status: StatusResource): StatusResource;
  /** Whether this till may hear of sales that `owner` opened. */
  mayHear(till: string, owner: string): boolean;
  /** Calls `listener` after every committed change of a sale and when the status may have changed. Returns the function that ends it. */
  onChange(listener: (change: Change) => void): () => void;
}

export interface PairedTill {
  readonly id: string;
  readonly scopes: readonly TillScope[];
}

/** Who has been paired, and how. */
export interface TillTokens {
  /** The token's record, or null. Compares hashes; constant time in the token. */
  find(token: string): PairedTill | null;
}

export interface PairingPort {
  /**
   * Trades the code for a token. `refused` says neither whether there is a code nor what was wrong with this one. `side` is
   * the connection that it came over.
   */
  redeem(code: string, name: string, side: object): Redeemed;
}

type Redeemed =
  | { readonly kind: 'paired'; readonly token: string }
  | { readonly kind: 'refused' }
  /** The name does not fit, or the token could not be kept; the code stays good. */
  | { readonly kind: 'notKept'; readonly error: AppError }
  | { readonly kind: 'tooManyTries' };
