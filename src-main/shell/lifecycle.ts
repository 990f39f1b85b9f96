import { app, dialog, powerMonitor } from 'electron';
import type { Clock, Log } from '../ports.ts';

export interface LifecycleParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Lets what is under way end and closes everything; resolves when the process may end. */
  stop(): Promise<void>;
  /** A second start asks for the first one's window. */
  focus(): void;
}

/** What is on disk is safe already; a quit waits at most this long for what is under way. */
const drainMaxMs = 10_000;

/**
 * Quitting once, in order: the app is drained, then the process ends with 0. The same for the menu, a signal, and the
 * system going down. Closing windows does not quit: the till still needs the POS API.
 */
export const runLifecycle = ({ clock, log, stop, focus }: LifecycleParts): void => {
  let draining = false;

  const drain = async (): Promise<void> => {
    log.info('quitting');
    const late = new Promise<'late'>((resolve) => clock.setTimer(drainMaxMs, () => resolve('late')));
    try {
      if ((await Promise.race([stop(), late])) === 'late') log.warn('quit-without-draining', { waitedMs: drainMaxMs });
      app.exit(0);
    } catch (error) {
      log.error('quit-failed', { error: String(error) });
      app.exit(1);
    }
  };

  app.on('before-quit', (event) => {
    event.preventDefault();
    if (draining) return;
    draining = true;
    void drain();
  });
  app.on('second-instance', focus);
  app.on('activate', focus);
  app.on('window-all-closed', () => undefined);
  // Windows ends its session: every window is told, and what comes first starts the drain.
  app.on('browser-window-created', (_event, window) => window.on('session-end', () => app.quit()));
  // Linux and macOS.
  powerMonitor.on('shutdown', () => app.quit());
};

export const printAndEnd = (text: string): void => {
  process.stdout.write(text);
  app.exit(0);
};

/** Another start has this data folder: Electron has told it, and it shows its window. */
export const endSecondStart = (dataDir: string): void => {
  process.stderr.write(`${app.name} is running already on ${dataDir}: its window comes to the front\n`);
  app.exit(0);
};

/** The app cannot start (a database of a newer version, an option that does not fit): says why and ends. */
export const tellAndEnd = (error: unknown): void => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  if (app.isPackaged) dialog.showErrorBox(app.name, message);
  app.exit(1);
};
