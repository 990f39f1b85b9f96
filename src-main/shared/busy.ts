import { pause, type Timers } from './waiting.ts';

/** Storage throws it while another program locks the database. Nothing was changed. */
export class StorageBusy extends Error {
  /** `retryWhileBusy` has waited in vain. An outer `retryWhileBusy` must not repeat work whose earlier steps may be stored. */
  hasWaited = false;
}

/** The pauses between attempts: about two seconds in all, because a till prefers a wait to a refusal. */
const pausesOfCallMs = [50, 100, 200, 400, 400, 400, 400];

/** A start may wait 15 seconds in all, because programs scan or copy files at sign-in. */
export const pausesOfStartMs: readonly number[] = Array.from({ length: 30 }, () => 500);

export async function retryWhileBusy<T>(
  clock: Timers,
  work: () => T | Promise<T>,
  pausesMs: readonly number[] = pausesOfCallMs,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageBusy) || error.hasWaited) throw error;
      error.hasWaited = tries === pausesMs.length;
      if (error.hasWaited) throw error;
    }
    await pause(clock, pausesMs[tries] ?? 0);
  }
}
