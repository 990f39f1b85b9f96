import type { DeliveryOutcome, Job } from './job.ts';

/** Service rules, "Retry": full jitter over an exponential ceiling, base 1 s, cap 5 min, no end. */
export const retryRules = { baseMs: 1_000, capMs: 5 * 60_000 } as const;

/** Milliseconds until try number `attempt` + 1. `jitter` in [0, 1). */
export function backoffMs(attempt: number, jitter: number): number {
  const ceiling = Math.min(retryRules.capMs, retryRules.baseMs * 2 ** Math.min(Math.max(0, attempt - 1), 30));
  // Never zero: a jitter of nothing must not turn into a busy loop against a service that is down.
  return Math.max(100, Math.round(jitter * ceiling));
}

/** The row after a try. `job.attempts` already counts that try. `now` in milliseconds since the epoch. */
export function settleJob(job: Job, outcome: DeliveryOutcome, now: number, jitter: number): Job {
  switch (outcome.kind) {
    case 'delivered':
      return { ...job, state: 'done', lastReason: null };
    case 'refused':
      return { ...job, state: 'parked', lastReason: `refused-${outcome.refusal.status ?? 'unknown'}` };
    case 'retry':
      return {
        ...job,
        dueAt: now + Math.max(backoffMs(job.attempts, jitter), Math.min(outcome.retryAfterMs ?? 0, retryRules.capMs)),
        lastReason: outcome.reason,
      };
    case 'idGone':
      // The first time a new id is registered at once; should the new one die too, the service gets time.
      return { ...job, dueAt: job.attempts <= 1 ? now : now + backoffMs(job.attempts, jitter), lastReason: 'id-gone' };
    case 'signInNeeded':
      return { ...job, attempts: job.attempts - 1, dueAt: now, lastReason: 'sign-in-needed' };
    case 'storeUnknown':
      return { ...job, attempts: job.attempts - 1, dueAt: now, lastReason: 'store-unknown' };
  }
}

/** How many sales may be under way at once: one probe while the service does not answer, else the setting. */
export function lanes(failuresInARow: number, concurrent: number): number {
  return failuresInARow >= 3 ? 1 : Math.max(1, concurrent);
}
