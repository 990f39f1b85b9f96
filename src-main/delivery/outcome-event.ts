import type { Refusal } from '../lib/till-view.ts';
import type { DeliveryOutcome, Job, JobKind } from '../outbox/job.ts';
import type { SaleEvent } from '../sales/state.ts';

interface Ends {
  /** Null: the sale has nothing to say about it. */
  readonly delivered: (outcome: DeliveryOutcome & { readonly kind: 'delivered' }) => SaleEvent | null;
  readonly refused: (attention: Refusal) => SaleEvent;
}

/** What the end of a job means for its sale. A new kind of job says it here, or it does not compile. */
export const endsOf = {
  bill: {
    delivered: ({ assigned, url }) => ({ type: 'billDelivered', assigned, url }),
    refused: (attention) => ({ type: 'billRefused', attention }),
  },
  printed: {
    delivered: () => ({ type: 'printRecorded' }),
    refused: (attention) => ({ type: 'printRefused', attention }),
  },
  cancel: {
    delivered: () => ({ type: 'cancelRecorded' }),
    refused: (attention) => ({ type: 'cancelRefused', attention }),
  },
  loyaltyCancel: {
    // What the provider said of it is on the sale already (`deliver.ts`).
    delivered: () => null,
    refused: (attention) => ({ type: 'cancelRefused', attention }),
  },
} as const satisfies Record<JobKind, Ends>;

/** What one try means for its sale; null when it changes nothing there. */
export function outcomeEvent({ kind }: Pick<Job, 'kind'>, outcome: DeliveryOutcome): SaleEvent | null {
  const ends: Ends = endsOf[kind];
  switch (outcome.kind) {
    case 'delivered':
      return ends.delivered(outcome);
    case 'refused':
      return ends.refused({ ...outcome.refusal, errors: [...outcome.refusal.errors] });
    case 'registrationExpired':
      return kind === 'bill' ? { type: 'registrationExpired' } : null;
    case 'storeUnknown':
      return kind === 'bill' ? { type: 'storeNotKnown' } : null;
    case 'retry':
    case 'signInNeeded':
      return null;
  }
}
