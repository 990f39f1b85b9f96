import type { Log } from '../ports.ts';

/** Errors outside every handler: a bug, and nobody knows what it left half done in memory. */
type BugKind = 'uncaught-exception' | 'unhandled-rejection';

/**
 * Hears of them and writes them down. What is on disk is whole at every moment, so the cure is a new process that reads it
 * again; without `endWith` the program goes on.
 */
export function watchForBugs(source: Pick<NodeJS.Process, 'on'>, log: Log) {
  const ends = new Map<BugKind, () => void>();
  const met = (kind: BugKind, error: unknown): void => {
    log.error(kind, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    const end = ends.get(kind);
    if (end === undefined) return;
    ends.clear();
    end();
  };
  source.on('uncaughtException', (error: Error) => met('uncaught-exception', error));
  source.on('unhandledRejection', (reason: unknown) => met('unhandled-rejection', reason));
  return {
    /** What ends the program from now on, after the first of these kinds. Called once. */
    endWith(kinds: readonly BugKind[], end: () => void) {
      for (const kind of kinds) ends.set(kind, end);
    },
  };
}
