import { spawn } from 'node:child_process';
import { app, dialog, powerMonitor } from 'electron';
import { createLog } from '../diagnostics/log.ts';
import { mainWords } from '../main-strings.ts';
import type { Log, SystemPorts } from '../ports.ts';
import type { Language } from '../shared/languages.ts';
import { messageOf } from '../shared/result.ts';
import { within } from '../shared/waiting.ts';
import { afterEnd } from './desktop.ts';

interface LifecycleParts extends Pick<SystemPorts, 'clock' | 'log'> {
  readonly bugs: { endWith(kinds: readonly 'uncaught-exception'[], end: () => void): void };
  /** Waits for running work and closes everything; resolves when the process may end. */
  stop(): Promise<void>;
  /** A second start was attempted: show the window of the first. */
  focus(): void;
  /** From now on windows may be closed. */
  leave(): void;
  relaunch(): void;
}

/** The data on disk are safe already, so a quit waits at most this long for running work. */
const drainMaxMs = 10_000;

/** In the first minute errors do not restart the app, because an error in every start would cause a loop. */
const firstMinuteMs = 60_000;

/** Stops the app, then exits with 0. After an uncaught error the program restarts. A closed window does not quit. */
export const runLifecycle = ({ clock, log, bugs, stop, focus, leave, relaunch }: LifecycleParts): void => {
  let draining = false;

  const drain = async (code: 0 | 1): Promise<void> => {
    if (draining) return;
    draining = true;
    log.info('quit-requested');
    leave();
    const drained = stop().then(() => true);
    try {
      if ((await within(clock, drainMaxMs, drained)) === undefined)
        log.warn('quit-not-drained', { waitedMs: drainMaxMs });
      app.exit(code);
    } catch (error) {
      log.error('quit-failed', { error: String(error) });
      app.exit(1);
    }
  };

  app.on('before-quit', (event) => {
    event.preventDefault();
    void drain(0);
  });
  clock.setTimer(firstMinuteMs, () =>
    bugs.endWith(['uncaught-exception'], () => {
      if (!draining) relaunch();
      void drain(1);
    }),
  );
  app.on('second-instance', focus);
  app.on('activate', focus);
  app.on('window-all-closed', () => undefined);
  // Windows ends this process when its listeners return, so nothing can be awaited.
  app.on('browser-window-created', (_event, window) => window.on('session-end', () => log.info('session-ended')));
  // Electron delays a shutdown of Linux only if a listener for another event of powerMonitor was added first.
  powerMonitor.on('suspend', () => log.info('computer-suspended'));
  // Linux and macOS delay their shutdown only for a program that prevents the event.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    app.quit();
  });
};

/** Exits only when the text is written, because Node writes to a pipe asynchronously. */
export const printAndEnd = (
  text: string | Uint8Array,
  code = 0,
  where: NodeJS.WriteStream = process.stdout,
): undefined => {
  where.write(text, () => app.exit(code));
};

/** Prints the error of a one-shot command. It shows no message box, because a script may wait for the end. */
export const refuseAndEnd = (error: unknown): void => printAndEnd(`${messageOf(error)}\n`, 1, process.stderr);

/** Ends a second start in this data folder. Electron has informed the first process, which shows its window. */
export const endSecondStart = (dataDir: string): undefined => {
  process.stderr.write(`${app.name} is running already on ${dataDir}: its window comes to the front\n`);
  app.exit(0);
};

/** An error at the start with a text for the person at the till, in their language. The message is for support. */
export class StartError extends Error {
  readonly spoken: string;

  constructor(spoken: string, message: string) {
    super(message);
    this.spoken = spoken;
  }
}

export const reportAndEnd = async (error: unknown): Promise<void> => {
  const message = messageOf(error);
  process.stderr.write(`${message}\n`);
  if (app.isPackaged) {
    // Linux shows no message box before the app is ready.
    await app.whenReady();
    dialog.showErrorBox(app.name, error instanceof StartError ? `${error.spoken}\n\n${message}` : message);
  }
  app.exit(1);
};

/** Reports that the preload of a window failed: its page does not work, but the till can continue. */
export const reportBrokenWindow = (language: Language): void => {
  void dialog.showMessageBox({ type: 'error', title: app.name, message: mainWords[language].shell.windowBroken });
};

/** Starts the program again after this process, which the caller ends. `args` follow the program's name. */
export const relaunch = (appImage: string | null, args: readonly string[]): void => {
  if (appImage === null) {
    app.relaunch({ args: [...args] });
    return;
  }
  const [command = '', ...words] = afterEnd(process.pid, appImage, args);
  spawn(command, words, { detached: true, stdio: 'ignore' }).unref();
};

export const openLog = (file: { write(line: string): void }): Log => {
  const log = createLog({
    write(line) {
      if (!app.isPackaged) process.stderr.write(line);
      file.write(line);
    },
  });
  // If the terminal was closed, each write fails, and logging that error would fail again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return log;
};
