import { StorageBusy, whileBusy } from '../kernel/busy.ts';
import { failed, type Result } from '../kernel/result.ts';
import type { Clock, Log } from '../ports.ts';
import { isStorageFull } from '../storage/database.ts';
import { DatabaseReplaced } from '../storage/kept-database.ts';

type Flow = (...args: never[]) => Result<unknown> | Promise<Result<unknown>>;

/**
 * The same flows, with a disk that takes nothing more and a database that another program holds as expected outcomes: each
 * runs in a transaction, so nothing of it was stored, and the next call goes through once that has passed. The one place
 * that knows how these throw. With a `clock`, what finds the database held is tried again for a while before it is refused;
 * without one, the caller does that (the POS API, which also reads).
 */
export function refuseWhenFull<Flows extends { readonly [Name in keyof Flows]: Flow }>(
  flows: Flows,
  log: Log,
  clock?: Clock,
): Flows {
  const refusal = (name: string, error: unknown): Result<never> => {
    if (error instanceof StorageBusy) {
      log.warn('storage-busy', { during: name });
      return failed('storageBusy', 'another program holds the database: nothing was stored. Send it again in a moment');
    }
    if (error instanceof DatabaseReplaced) {
      return failed(
        'shuttingDown',
        'the files of this program were replaced: nothing was stored; send it again in a moment',
      );
    }
    if (!isStorageFull(error)) throw error;
    log.error('storage-full', { during: name });
    return failed('storageFull', 'the disk takes nothing more: nothing was stored. Make room, then send it again');
  };
  const guarded = (name: string, flow: Flow): Flow => {
    return (...args) => {
      try {
        const outcome = flow(...args);
        if (!(outcome instanceof Promise)) return outcome;
        return outcome
          .catch((error: unknown) => {
            if (clock === undefined || !(error instanceof StorageBusy)) throw error;
            return whileBusy(clock, () => flow(...args));
          })
          .catch((error: unknown) => refusal(name, error));
      } catch (error) {
        return refusal(name, error);
      }
    };
  };
  return Object.fromEntries(
    Object.entries<Flow>(flows).map(([name, flow]) => [name, guarded(name, flow)]),
  ) as unknown as Flows;
}
