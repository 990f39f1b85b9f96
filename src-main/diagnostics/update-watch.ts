import type { CommandOutput } from '../lib/commands.ts';
import type { SystemPorts } from '../ports.ts';
import {
  canOpen,
  type DataVersions,
  isDue,
  obstacleTo,
  type Release,
  type Situation,
  type UpdateChoice,
  type UpdateSource,
} from './update-rules.ts';

/** The first look leaves the start of the day to the receipts. */
export const firstLookMs = 5 * 60_000;
/** The same when a look went wrong: a server that is down is not asked more often. */
export const betweenLooksMs = 6 * 3_600_000;

interface WatchParts extends Pick<SystemPorts, 'clock' | 'log'> {
  /** Null: this installation takes no later version. */
  readonly source: () => Promise<UpdateSource | null>;
  readonly choice: () => UpdateChoice;
  /** Null while nothing is open: then nobody knows what waits. */
  readonly situation: () => Situation | null;
  readonly ours: DataVersions;
}

export type WaitingUpdate = NonNullable<CommandOutput<'diagnostics.get'>['update']>;

/** Looks for later versions, fetches them and has them installed when the program ends. It never asks anybody anything. */
export function createUpdates({ clock, log, source, choice, situation, ours }: WatchParts) {
  let from: UpdateSource | null | undefined;
  let fetched: Release | null = null;
  let cancelTimer = (): void => undefined;
  let isOver = false;

  /** False: there is no use in looking again. */
  async function look(): Promise<boolean> {
    if (choice().off) return true;
    from ??= await source();
    if (from === null) return false;
    const release = await from.newest(choice().channel);
    if (release === null || release.version === fetched?.version) return true;
    const { version } = release;
    if (!isDue(release, choice(), clock.now())) {
      log.info('update-not-yet', { version });
    } else if (from.installsByItself && !canOpen(release, ours)) {
      // Nobody can say no at the end: only what opens our files in any case is fetched.
      log.warn('update-left', { version, reason: 'otherData' });
    } else {
      // What was fetched before is gone from its place as soon as another one comes.
      fetched = null;
      await from.fetch();
      fetched = release;
      log.info('update-waits', { version });
    }
    return true;
  }

  function plan(delayMs: number): void {
    cancelTimer = clock.setTimer(delayMs, async () => {
      const goesOn = await look().catch((error: unknown) => {
        log.warn('update-failed', { error: String(error) });
        return true;
      });
      if (goesOn && !isOver) plan(betweenLooksMs);
    });
  }

  const obstacle = (release: Release): 'off' | 'sale' | 'receipts' | 'nothingOpen' | null => {
    if (choice().off) return 'off';
    const now = situation();
    return now === null ? 'nothingOpen' : obstacleTo(release, now, ours);
  };

  /** At the end a database may be gone or held: then nobody knows what waits, and the end goes on. */
  const obstacleAtEnd = (release: Release): ReturnType<typeof obstacle> => {
    try {
      return obstacle(release);
    } catch (error) {
      log.warn('update-failed', { version: release.version, error: String(error) });
      return 'nothingOpen';
    }
  };

  function install(version: string): void {
    try {
      log.info('update-installs', { version });
      from?.install();
    } catch (error) {
      // This version is whole, and starts again.
      log.error('update-failed', { version, error: String(error) });
    }
  }

  return {
    start: (): void => plan(firstLookMs),
    /** What is installed when the program ends; null: nothing. */
    waiting(): WaitingUpdate | null {
      if (fetched === null || choice().off) return null;
      return { version: fetched.version, waitsForReceipts: obstacle(fetched) === 'receipts' };
    },
    /** Asked while everything is still open: what is to be done once it is closed. Neither of both throws. */
    atEnd(): () => void {
      isOver = true;
      cancelTimer();
      if (fetched === null) return () => undefined;
      const { version } = fetched;
      const reason = obstacleAtEnd(fetched);
      if (reason === null) return () => install(version);
      log.info('update-left', { version, reason });
      return () => undefined;
    },
  };
}
