import { isDeepStrictEqual } from 'node:util';
import { countries, rulesIn } from '../lib/country.ts';
import { SettingLocked } from '../lib/setting-locked.ts';
import {
  retiredSettings,
  type SettingLock,
  type Settings,
  type SettingsPatch,
  settingsSchema,
} from '../lib/settings.ts';
import type { Log } from '../ports.ts';
import { inWords, mergeSettings, readSettings } from './read-settings.ts';

/** Where settings are kept: electron-store in the windowed app, conf (on which it is built) elsewhere. */
export interface KeyValueStore {
  /** Everything that was kept. */
  get(): unknown;
  /** Replaces everything, durably, before it returns. Throws when the disk refuses. */
  set(value: Readonly<Record<string, unknown>>): void;
  /** The path under which an unreadable file was kept aside when the store was opened; null when it was fine. */
  readonly keptAside: string | null;
}

/** What a policy says: `locked` lies over everything, `preset` over nothing but the defaults. */
interface PolicyLayer {
  readonly locked: SettingsPatch;
  readonly preset: SettingsPatch;
}

const noLayer: PolicyLayer = { locked: {}, preset: {} };

export type SettingsStore = ReturnType<typeof openSettings>;

/**
 * Reads the settings. A policy's locks lie over `commandLine`, that over what is kept, below it a policy's presets, below
 * those what the shop's country says, and lowest `computer` (what its system says); nothing but what is kept is ever written.
 * An unreadable file or value costs defaults, a notice and a log line, never the start.
 */
export const openSettings = (
  store: KeyValueStore,
  log: Log,
  commandLine: SettingsPatch = {},
  computer: SettingsPatch = {},
  policy: PolicyLayer = noLayer,
) => {
  let overrides: SettingsPatch = commandLine;
  let layer = policy;
  const merged = (kept: unknown, lowest: SettingsPatch = computer) =>
    mergeSettings(mergeSettings(below(mergeSettings(lowest, layer.preset), kept), overrides), layer.locked);
  const isMode = (value: unknown): boolean => settingsSchema.shape.mode.unwrap().safeParse(value).success;
  let hasMode = false;
  function read(kept: unknown) {
    const all = merged(kept);
    hasMode = isMode(modeIn(all));
    const country = valueIn(all as SettingsPatch, 'cashier.country');
    return readSettings(merged(kept, mergeSettings(computer, settingsIn(String(country)))));
  }
  const listeners = new Set<(now: Settings, before: Settings) => void>();
  let lastKept = store.get();
  const first = read(lastKept);
  for (const key of keysIn(merged(lastKept) as SettingsPatch)) {
    const [section = '', name = ''] = key.split('.');
    if (retiredSettings[section]?.includes(name)) log.warn('setting-retired', { setting: key });
  }
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

  function contradicts(patch: SettingsPatch): readonly string[] {
    return keysIn(patch).filter((key) => {
      const fixed = valueIn(layer.locked, key);
      return fixed !== undefined && !isDeepStrictEqual(fixed, valueIn(patch, key));
    });
  }

  function changeTo(next: Settings): Settings {
    const before = current;
    current = next;
    if (!isDeepStrictEqual(before, current)) {
      for (const listener of listeners) listener(current, before);
    }
    return current;
  }

  if (store.keptAside !== null) {
    log.error('settings-file-unreadable', { keptAside: store.keptAside });
  }
  for (const { key, message } of first.problems) {
    log.warn('settings-value-invalid', { setting: key, message });
  }

  return {
    current: () => current,
    /** Whether somebody chose between training and live: a policy, the file or the command line. Else it is the default. */
    isModeChosen: () => hasMode,
    /** Whether it was the policy that chose: locked by it, or preset and nobody said anything else. */
    isModeOfPolicy: () =>
      layer.locked.mode !== undefined ||
      (layer.preset.mode !== undefined && !isMode(modeIn(mergeSettings(lastKept, overrides)))),
    /** Whether the value of now is what the command line or a policy says, and not only what stands in the file. */
    isSaid: (key: string) =>
      [overrides, layer.locked, layer.preset].some((said) =>
        isDeepStrictEqual(valueIn(said, key), valueIn(current, key)),
      ),
    /** Who has fixed `section.key`, or `mode`; null: nobody. */
    lockedBy: (key: string): SettingLock | null => (valueIn(layer.locked, key) === undefined ? null : 'policy'),
    /** All that are fixed. */
    lockedKeys: (): readonly string[] => keysIn(layer.locked),
    /** What of this patch is fixed to other values. */
    contradicts,
    /** Another policy holds from now on. */
    adopt(next: PolicyLayer) {
      layer = next;
      changeTo(read(keptNow()).settings);
    },
    /**
     * Keeps the change and gives the new whole. What the command line says of the same keys ends with it: a person has
     * said something else since. Throws on a value that does not fit, naming the key, and SettingLocked on one that a policy
     * fixes otherwise; then nothing is changed.
     */
    update: (patch: SettingsPatch): Settings => {
      const locked = contradicts(patch);
      if (locked.length > 0) throw new SettingLocked(locked);
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
      return changeTo(read(kept).settings);
    },
    /** Calls `listener` after a change. Returns the function that ends it. */
    onChange: (listener: (now: Settings, before: Settings) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** What was wrong with the file when it was read: told, never silently repaired. */
    notices: { keptAside: store.keptAside, problems: first.problems },
  };
};

/** `section.key` of everything in a patch; `mode` has no section. */
const keysIn = (patch: SettingsPatch): readonly string[] =>
  Object.entries(patch).flatMap(([section, values]) =>
    typeof values === 'object' ? Object.keys(values).map((name) => `${section}.${name}`) : [section],
  );

const valueIn = (patch: SettingsPatch, key: string): unknown =>
  key.split('.').reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), patch);

/** What was kept lies over what this computer says; what is no object is judged as it is. */
const below = (computer: SettingsPatch, kept: unknown): unknown =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept)
    ? mergeSettings(computer, kept as SettingsPatch)
    : (kept ?? computer);

/** What a shop in this country begins with; empty for one that is not in the table. */
function settingsIn(code: string): SettingsPatch {
  const country = countries[code];
  if (country === undefined) return {};
  const { currency, vatPercents, cashStepCents = 0, language } = country;
  return {
    cashier: { currency, vatPercents },
    delivery: { cashRoundingCents: cashStepCents },
    consent: { country: rulesIn(code) },
    ...(language !== undefined && { screen: { language } }),
  };
}

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
