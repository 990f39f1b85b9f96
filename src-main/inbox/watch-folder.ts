import { watch } from 'node:fs';
import type { Log } from '../ports.ts';

/** Calls `changed` when something in the folder may have changed. Returns the function that ends it. */
export type WatchFolder = (folder: string, changed: () => void) => () => void;

/** Where the system cannot watch (no watches left, a network drive), the next look comes with the timer. */
export const watchFolder =
  (log: Log): WatchFolder =>
  (folder, changed) => {
    const failed = (error: unknown): void => log.warn('inbox-not-watched', { error: String(error) });
    try {
      const watcher = watch(folder, { persistent: false }, changed);
      watcher.on('error', failed);
      return () => watcher.close();
    } catch (error) {
      failed(error);
      return () => undefined;
    }
  };
