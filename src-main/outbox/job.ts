import type { Refusal } from '../shared/till-view.ts';

/** The requests that wait for the service. There is one row per sale and kind, so that a repeated wish is one row. */

export type JobKind = 'bill' | 'printed' | 'cancel' | 'loyaltyCancel';

/**
 * `due`: to be sent at `dueAt`. `held`: waits for a cancel that may be undone. `parked`: the service refused it, and a
 * person must look. `done`: the service has it. `dropped`: never has to be sent.
 */
export type JobState = 'due' | 'held' | 'parked' | 'done' | 'dropped';

export interface Job {
  readonly saleId: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** The attempts that began, with any outcome. 0 means that the service has certainly not seen it. */
  readonly attempts: number;
  readonly dueAt: number;
  /** The reason why the last attempt failed: a code for the log and for support, never the service's text. */
  readonly lastReason: string | null;
  /**
   * The id and the content under which its bill has left, or may have left (`sendingOf`). The first version that may be
   * stored stays noted. The number of attempts does not show it, because an attempt can end at the sign-in, before the
   * bill is sent.
   */
  readonly sentAs: string | null;
}

/** A row that may be tried, with the store of its sale. */
export interface DueJob extends Job {
  readonly storeId: string;
}

/**
 * A counted attempt. `leavesAs` is the value stored with it for its bill (`sendingOf`). Null: it is stored later, or
 * was stored earlier.
 */
export interface Try extends Job {
  readonly leavesAs: string | null;
}

/** The outcome of one attempt, made from the service's answer by the code that connects the service. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered'; readonly assigned: boolean; readonly url: string | null }
  /**
   * There was no usable answer. `retryAfterMs` is the pause that the service asked for, if any. `words` are those of a
   * 4xx that may not be the service's own.
   */
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly retryAfterMs: number | null;
      readonly words?: Refusal;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /**
   * No request is at fault: the whole queue waits, and no attempt is counted. `askAgainMs` is the time until the next
   * sign-in, where it is known. Otherwise the queue's own pauses apply.
   */
  | { readonly kind: 'signInNeeded'; readonly askAgainMs?: number }
  /** The id is no longer valid; the next attempt registers a new one. */
  | { readonly kind: 'registrationExpired' }
  /** The store's deliveries wait, and one of them asks again. `refusal` has the words without receipt and customer. */
  | { readonly kind: 'storeUnknown'; readonly storeId: string; readonly refusal: Refusal }
  /** The same, because the service refuses every bill of this store. */
  | { readonly kind: 'storeRefused'; readonly storeId: string; readonly refusal: Refusal };

/** One attempt. Never rejects for a failure of the network or the service. */
export type Deliver = (job: Try) => Promise<DeliveryOutcome>;
