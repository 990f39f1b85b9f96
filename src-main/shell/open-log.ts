import { app } from 'electron';
import type { Log } from '../ports.ts';

type Write = (line: string) => void;

/** The log of the windowed app: in its file and, in development, on stderr, too. Also hears of bugs outside every handler. */
export const openLog = (
  file: { readonly write: Write },
  createLog: (options: { readonly write: Write }) => Log,
): Log => {
  const log = createLog({
    write(line) {
      if (!app.isPackaged) process.stderr.write(line);
      file.write(line);
    },
  });
  // A terminal that was closed must not make an error of every line, and of that error another line.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // What is on disk is whole at every moment, so the till goes on.
  process.on('uncaughtException', (error) => log.error('uncaught-exception', { error: error.stack ?? error.message }));
  process.on('unhandledRejection', (reason) =>
    log.error('unhandled-rejection', { error: reason instanceof Error ? reason.stack : String(reason) }),
  );
  return log;
};
