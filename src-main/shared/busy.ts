import { pause, type Timers } from './waiting.ts';

/** Thrown by storage while another program holds the database (a backup, a virus scanner): nothing was changed. */
export class StorageBusy extends Error {}

/**
 * The pauses between attempts in milliseconds: about two seconds in all. A till can wait that long, which is better
 * than a refusal.
 */
const pausesOfCallMs = [50, 100, 200, 400, 400, 400, 400];

/** A start may take longer: programs that scan or copy files at sign-in get a quarter of a minute. */
export const pausesOfStartMs: readonly number[] = Array.from({ length: 30 }, () => 500);

export async function whileBusy<T>(
  clock: Timers,
  work: () => T | Promise<T>,
  pausesMs: readonly number[] = pausesOfCallMs,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageBusy)) throw error;
    }
    await pause(clock, pauseMs);
  }
  return await work();
}
