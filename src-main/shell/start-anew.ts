import { spawn } from 'node:child_process';
import { app } from 'electron';
import { afterEnd } from './desktop.ts';

/** Starts the program again once this process has ended; the caller ends it. `args` as behind the program's name. */
export const startAnew = (appImage: string | null, args: readonly string[]): void => {
  if (appImage === null) {
    app.relaunch({ args: [...args] });
    return;
  }
  const [command = '', ...words] = afterEnd(process.pid, appImage, args);
  spawn(command, words, { detached: true, stdio: 'ignore' }).unref();
};
