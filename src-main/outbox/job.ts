import { z } from 'zod';
import type { Refusal } from '../shared/till-view.ts';

/** The requests that wait for the service. There is one row per sale and kind, so a repeated request adds no row. */

export const jobSchema = z.object({
  saleId: z.string(),
  kind: z.enum(['bill', 'printed', 'cancel', 'loyaltyCancel']),
  /** `held`: waits for a cancel that may be undone. `parked`: a person must look. `dropped`: never sent. */
  state: z.enum(['due', 'held', 'parked', 'done', 'dropped']),
  /**
   * The attempts that began, without those that ended at the sign-in or at a paused store. With 0, the service has
   * stored nothing of this row, except after `withdrawCancel`.
   */
  attempts: z.int(),
  dueAt: z.int(),
  /** The reason why the last attempt failed: a code for the log and for support, never the service's text. */
  lastReason: z.string().nullable(),
  /** The `sendingOf` value of the bill that may have left, even in an attempt that `attempts` does not count. */
  sentAs: z.string().nullable(),
});
export const dueJobSchema = jobSchema.extend({ storeId: z.string() });

export type Job = Readonly<z.infer<typeof jobSchema>>;
export type JobKind = Job['kind'];
export type JobState = Job['state'];
export type DueJob = Readonly<z.infer<typeof dueJobSchema>>;

/** `leavesAs`: the value of `sendingOf` that is stored with the attempt; null if another write stores it. */
export interface Try extends Job {
  readonly leavesAs: string | null;
}

export type DeliveryOutcome =
  | { readonly kind: 'delivered'; readonly assigned: boolean; readonly url: string | null }
  /** The service gave no usable answer. `words` is the text of a 4xx that may come from another server. */
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly retryAfterMs: number | null;
      readonly words?: Refusal;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** No request is at fault: the whole queue waits, and no attempt is counted. */
  | { readonly kind: 'signInNeeded'; readonly askAgainMs?: number }
  /** The id is no longer valid; the next attempt registers a new one. */
  | { readonly kind: 'registrationExpired' }
  /** All deliveries of the store wait, and one is tried again. `refusal` names no receipt or customer. */
  | { readonly kind: StorePauseReason; readonly storeId: string; readonly refusal: Refusal };

/** The service does not know the store, or refuses every bill of it. Also the `lastReason` of the waiting bills. */
export const storePauseReasons = ['storeUnknown', 'storeRefused'] as const;
export type StorePauseReason = (typeof storePauseReasons)[number];

/** Makes one attempt. Never rejects for a failure of the network or the service. */
export type Deliver = (job: Try) => Promise<DeliveryOutcome>;
