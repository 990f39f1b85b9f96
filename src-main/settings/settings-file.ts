import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** The name without `.json`, the same for electron-store and conf, so that both read one file. */
export const settingsFileName = 'settings';

/**
 * Moves an unreadable settings file to `settings.corrupt-<time>.json`, so that opening it starts from defaults and
 * nothing is lost. Gives the new path, or null when the file is fine or missing. `nowMs`: milliseconds since the epoch.
 */
export const keepUnreadableAside = (folder: string, nowMs: number): string | null => {
  const path = join(folder, `${settingsFileName}.json`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null; // missing, or not readable at all: the store says so itself
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  } catch {
    // not JSON: aside with it
  }
  const aside = join(folder, `${settingsFileName}.corrupt-${new Date(nowMs).toISOString().replaceAll(':', '-')}.json`);
  renameSync(path, aside);
  return aside;
};
