import type { DeliveryOutcome, Job } from '../../outbox/job.ts';
import { createOutboxWorker, type OutboxWorker } from '../../outbox/worker.ts';
import type { FlowContext } from '../flow-context.ts';
import { type DeliverContext, deliver, recordOutcome } from './deliver.ts';

type Context = DeliverContext & Pick<FlowContext, 'random'>;

interface WorkOutboxParts {
  /** The outcome of a try is on disk. */
  readonly onOutcome: (job: Job, outcome: DeliveryOutcome) => void;
}

/** Empties the outbox towards the service: what one try is, and what its outcome means for the sale. */
export function workOutbox(context: Context, { onOutcome }: WorkOutboxParts): OutboxWorker {
  const { clock, random, log, outbox, settings } = context;
  return createOutboxWorker({
    store: outbox,
    deliver: (job) => deliver(context, job),
    recordOutcome(job, outcome) {
      recordOutcome(context, job, outcome);
      onOutcome(job, outcome);
    },
    concurrent: () => settings().delivery.concurrent,
    clock,
    random,
    log,
  });
}
