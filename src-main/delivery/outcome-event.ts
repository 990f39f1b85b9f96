import type { DeliveryOutcome, Job, JobKind } from '../outbox/job.ts';
import type { SaleEvent } from '../sales/state.ts';

/** A new kind of job says here what its ends mean for its sale, or it does not compile. Null: nothing; the provider's word is on the sale already. */
const doneAs = {
  printed: { type: 'printRecorded' },
  cancel: { type: 'cancelRecorded' },
  loyaltyCancel: null,
} as const satisfies Record<Exclude<JobKind, 'bill'>, SaleEvent | null>;
const refusedAs = {
  bill: 'billRefused',
  printed: 'printRefused',
  cancel: 'cancelRefused',
  loyaltyCancel: 'cancelRefused',
} as const satisfies Record<JobKind, SaleEvent['type']>;

/** What one try means for its sale; null when it changes nothing there. */
export function outcomeEvent({ kind }: Pick<Job, 'kind'>, outcome: DeliveryOutcome): SaleEvent | null {
  switch (outcome.kind) {
    case 'delivered':
      return kind === 'bill' ? { type: 'billDelivered', assigned: outcome.assigned, url: outcome.url } : doneAs[kind];
    case 'refused':
      return { type: refusedAs[kind], attention: outcome.refusal };
    case 'registrationExpired':
      return kind === 'bill' ? { type: 'registrationExpired' } : null;
    case 'storeUnknown':
      return kind === 'bill' ? { type: 'storeNotKnown' } : null;
    case 'retry':
    case 'signInNeeded':
      return null;
  }
}
