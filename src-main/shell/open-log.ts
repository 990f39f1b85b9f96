import { app } from 'electron';
import type { Log } from '../ports.ts';

type Write = (line: string) => void;

/** The log of the windowed app: in its file and, in development, on stderr, too. */
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
  return log;
};
