import { join } from 'node:path';
import { app } from 'electron';
import { createLog } from '../diagnostics/log.ts';
import { rotatingFile } from '../diagnostics/rotating-file.ts';
import type { Log } from '../ports.ts';

/** The log of the windowed app: `<folder>/logs/app.log`, and in development on stderr, too. Also hears of bugs outside every handler. */
export const openLog = (folder: string): Log => {
  const file = rotatingFile(join(folder, 'logs', 'app.log'));
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
