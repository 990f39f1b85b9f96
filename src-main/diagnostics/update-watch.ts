import type { SystemPorts } from '../ports.ts';
import type { CommandOutput } from '../shared/window-commands.ts';
import type { UpdateChoice, UpdateSource } from './update-rules.ts';

/** The first check comes before the first customer of the day, so that an update can be installed at the start. */
export const firstCheckMs = 20_000;
/** A failed check is not repeated earlier, so that a server that is down gets no extra requests. */
export const betweenChecksMs = 6 * 3_600_000;

interface WatchParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly source: () => Promise<UpdateSource | null>;
  readonly choice: () => UpdateChoice;
  /** Whether a customer is being served. Throws if the database cannot be read. */
  readonly isServing: () => boolean;
  /** Whether no sale is open and none was opened on this day of business. */
  readonly isDayUnused: () => boolean;
}

export type WaitingUpdate = NonNullable<CommandOutput<'diagnostics.get'>['update']>;

/** Checks for updates, downloads them and installs them when the program ends. It never asks a person. */
export function createUpdates({ clock, log, source, choice, isServing, isDayUnused }: WatchParts) {
  let from: UpdateSource | null | undefined;
  /** The version that was downloaded, or that is only reported, and the channel that offered it. */
  let found: { readonly version: string; readonly channel: UpdateChoice['channel'] } | null = null;
  /** The version whose installer was started. If a person refused it, it is not started again for this version. */
  let installing: string | null = null;
  let cancelTimer = (): void => undefined;
  let isOver = false;

  /** Returns false if this installation takes no updates, so that no further check is needed. */
  async function check(): Promise<boolean> {
    if (choice().off) return true;
    from ??= await source();
    if (from === null) return false;
    const { channel } = choice();
    const version = await from.newest(channel);
    if (version === found?.version && channel === found?.channel) return true;
    // The server withdrew it, or the library removes its download as soon as the next one starts.
    found = null;
    if (version === null) return true;
    if (from.installs) await from.fetch();
    found = { version, channel };
    log.info('update-found', { version });
    return true;
  }

  /** Null while updates are off, and after a change to another channel than that of the download. */
  function wanted(): string | null {
    const { off, channel } = choice();
    return found === null || off || found.channel !== channel ? null : found.version;
  }

  /** Installs if the day has no sale yet. The installer ends this program. If a person refuses it, nothing changes. */
  function installIfUnused(): void {
    const version = wanted();
    if (version === null || version === installing || from?.install == null || isOver) return;
    if (!isDayUnused()) return;
    installing = version;
    install(version, true);
  }

  function plan(delayMs: number): void {
    cancelTimer = clock.setTimer(delayMs, async () => {
      const continues = await check()
        .then((isSource) => {
          installIfUnused();
          return isSource;
        })
        .catch((error: unknown) => {
          log.warn('update-failed', { error: String(error) });
          return true;
        });
      if (continues && !isOver) plan(betweenChecksMs);
    });
  }

  /** A database that cannot be read at the end must not delay the end: nothing is installed then. */
  const mayInstall = (): boolean => {
    try {
      return !isServing();
    } catch {
      return false;
    }
  };

  function install(version: string, startsAgain: boolean): void {
    try {
      log.info('update-started', { version });
      from?.install?.(startsAgain);
    } catch (error) {
      log.error('update-failed', { version, error: String(error) });
    }
  }

  return {
    start: (): void => plan(firstCheckMs),
    waiting(): WaitingUpdate | null {
      const version = wanted();
      return version === null ? null : { version, installs: from?.installs === true };
    },
    /** Call it while the database is open, and call the returned function once everything is closed. Neither throws. */
    atEnd(): () => void {
      isOver = true;
      cancelTimer();
      const version = wanted();
      if (version === null || version === installing || from?.installs !== true) return () => undefined;
      if (mayInstall()) return () => install(version, false);
      log.info('update-postponed', { version });
      return () => undefined;
    },
  };
}
