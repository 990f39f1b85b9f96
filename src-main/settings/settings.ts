import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../ports.ts';
import {
  inWords,
  mergeSettings,
  readSettings,
  type Settings,
  type SettingsPatch,
  type SettingsProblem,
  settingsSchema,
} from './schema.ts';

/** Where settings are kept: electron-store in the windowed app, conf (on which it is built) elsewhere. */
export interface KeyValueStore {
  /** Everything that was kept. */
  get(): unknown;
  /** Replaces everything, durably, before it returns. Throws when the disk refuses. */
  set(value: Readonly<Record<string, unknown>>): void;
  /** The path under which an unreadable file was kept aside when the store was opened; null when it was fine. */
  readonly keptAside: string | null;
}

export interface SettingsRoom {
  current(): Settings;
  /** Whether somebody chose between training and live: in the file or on the command line. Else it is the default. */
  isModeChosen(): boolean;
  /**
   * Keeps the change and gives the new whole. What the command line says of the same keys ends with it: a person has
   * said something else since. Throws on a value that does not fit, naming the key, and changes nothing.
   */
  update(patch: SettingsPatch): Settings;
  /** Calls `listener` after a change. Returns the function that ends it. */
  onChange(listener: (now: Settings, before: Settings) => void): () => void;
  /** What was wrong with the file when it was read: told, never silently repaired. */
  readonly notices: { readonly keptAside: string | null; readonly problems: readonly SettingsProblem[] };
}

/**
 * Reads the settings. `commandLine` lies over what is kept, `computer` (what its system says) below it; neither is ever
 * written.
 * An unreadable file or value costs defaults, a notice and a log line, never the start.
 */
export const openSettings = (
  store: KeyValueStore,
  log: Log,
  commandLine: SettingsPatch = {},
  computer: SettingsPatch = {},
): SettingsRoom => {
  let overrides: SettingsPatch = commandLine;
  const read = (kept: unknown) => readSettings(mergeSettings(below(computer, kept), overrides));
  const listeners = new Set<(now: Settings, before: Settings) => void>();
  let lastKept = store.get();
  const first = read(lastKept);
  let current = first.settings;

  /** A file that went away or broke while the program runs must not take everything else along with a small change. */
  function keptNow(): unknown {
    try {
      const onDisk = store.get();
      return isEmpty(onDisk) ? lastKept : onDisk;
    } catch (error) {
      log.warn('settings-file-unreadable', { error: String(error) });
      return lastKept;
    }
  }

  if (store.keptAside !== null) {
    log.error('settings-file-unreadable', { keptAside: store.keptAside });
  }
  for (const { key, message } of first.problems) {
    log.warn('settings-value-invalid', { setting: key, message });
  }

  return {
    current: () => current,
    isModeChosen: () =>
      settingsSchema.shape.mode.unwrap().safeParse(modeIn(mergeSettings(lastKept, overrides))).success,
    update: (patch) => {
      const fits = settingsSchema.safeParse(mergeSettings({}, patch));
      if (!fits.success) {
        throw new Error(
          fits.error.issues.map(({ path, message }) => `setting ${path.join('.')}: ${inWords(message)}`).join('; '),
        );
      }
      const kept = mergeSettings(keptNow(), patch);
      store.set(kept);
      lastKept = kept;
      overrides = withoutPatched(overrides, patch);
      const before = current;
      current = read(kept).settings;
      if (!isDeepStrictEqual(before, current)) {
        for (const listener of listeners) listener(current, before);
      }
      return current;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notices: { keptAside: store.keptAside, problems: first.problems },
  };
};

/** What was kept lies over what this computer says; what is no object is judged as it is. */
const below = (computer: SettingsPatch, kept: unknown): unknown =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept)
    ? mergeSettings(computer, kept as SettingsPatch)
    : (kept ?? computer);

const modeIn = (values: Readonly<Record<string, unknown>>): unknown => values.mode;

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The overrides less the keys that the patch names. */
function withoutPatched(overrides: SettingsPatch, patch: SettingsPatch): SettingsPatch {
  const left = Object.entries(overrides).flatMap(([section, values]) => {
    const change: unknown = patch[section as keyof SettingsPatch];
    if (change === undefined) return [[section, values]];
    if (typeof values !== 'object' || typeof change !== 'object' || change === null) return [];
    return [[section, Object.fromEntries(Object.entries(values).filter(([key]) => !(key in change)))]];
  });
  return Object.fromEntries(left) as SettingsPatch;
}
