import { failed, type Result } from '../contract/errors.ts';
import type { Log } from '../ports.ts';
import { isStorageFull } from '../storage/database.ts';

type Flow = (...args: never[]) => Result<unknown> | Promise<Result<unknown>>;

/**
 * The same flows, with a disk that takes nothing more as an expected outcome: each runs in a transaction, so nothing of
 * it was stored, and the next call goes through once there is room. The one place that knows how a full disk throws.
 */
export function refuseWhenFull<Flows extends { readonly [Name in keyof Flows]: Flow }>(flows: Flows, log: Log): Flows {
  const refusal = (name: string, error: unknown): Result<never> => {
    if (!isStorageFull(error)) throw error;
    log.error('storage-full', { during: name });
    return failed('storageFull', 'the disk takes nothing more: nothing was stored. Make room, then send it again');
  };
  const guarded = (name: string, flow: Flow): Flow => {
    return (...args) => {
      try {
        const outcome = flow(...args);
        return outcome instanceof Promise ? outcome.catch((error: unknown) => refusal(name, error)) : outcome;
      } catch (error) {
        return refusal(name, error);
      }
    };
  };
  return Object.fromEntries(
    Object.entries<Flow>(flows).map(([name, flow]) => [name, guarded(name, flow)]),
  ) as unknown as Flows;
}
