import { isDeepStrictEqual } from 'node:util';
import { countries, rulesIn } from '../lib/country.ts';
import { field, isRecord } from '../lib/json.ts';
import { createListeners } from '../lib/listeners.ts';
import { SettingLocked } from '../lib/result.ts';
import {
  retiredSettings,
  type SettingLock,
  type Settings,
  type SettingsPatch,
  settingsSchema,
} from '../lib/settings.ts';
import type { Log } from '../ports.ts';

/** Where settings are kept: electron-store in the windowed app, conf (on which it is built) elsewhere. */
export interface KeyValueStore {
  get(): unknown;
  /** Replaces everything, durably, before it returns. Throws when the disk refuses. */
  set(value: Readonly<Record<string, unknown>>): void;
  /** The path under which an unreadable file was kept aside when the store was opened; null when it was fine. */
  readonly keptAside: string | null;
}

/** What a policy says: `locked` lies over everything, `preset` over nothing but the defaults. */
export interface PolicyLayer {
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
  const layer = policy;
  const merged = (kept: unknown, lowest: SettingsPatch = computer) =>
    [layer.preset, isRecord(kept) ? kept : {}, overrides, layer.locked].reduce(mergeSettings, lowest);
  const isMode = (value: unknown): boolean => settingsSchema.shape.mode.unwrap().safeParse(value).success;
  let hasMode = false;
  function read(kept: unknown) {
    const all = merged(kept);
    hasMode = isMode(all.mode);
    const country = valueIn(all, 'cashier.country');
    return readSettings(merged(kept, mergeSettings(computer, settingsIn(String(country)))));
  }
  const listeners = createListeners<[now: Settings, before: Settings]>();
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
      return isDeepStrictEqual(onDisk, {}) ? lastKept : onDisk;
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
      (layer.preset.mode !== undefined && !isMode(mergeSettings(lastKept, overrides).mode)),
    /** Whether the value of now is what the command line or a policy says, and not only what stands in the file. */
    isSaid: (key: string) =>
      [overrides, layer.locked, layer.preset].some((said) =>
        isDeepStrictEqual(valueIn(said, key), valueIn(current, key)),
      ),
    /** Who has fixed `section.key`, or `mode`; null: nobody. */
    lockedBy: (key: string): SettingLock | null => (valueIn(layer.locked, key) === undefined ? null : 'policy'),
    lockedKeys: (): readonly string[] => keysIn(layer.locked),
    /** What of this patch is fixed to other values. */
    contradicts,
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
      const before = current;
      current = read(kept).settings;
      if (!isDeepStrictEqual(before, current)) listeners.tell(current, before);
      return current;
    },
    onChange: listeners.add,
    /** What was wrong with the file when it was read: told, never silently repaired. */
    notices: { keptAside: store.keptAside, problems: first.problems },
  };
};

/** `section.key` of everything in a patch; `mode` has no section. */
const keysIn = (patch: SettingsPatch): readonly string[] =>
  Object.entries(patch).flatMap(([section, values]) =>
    typeof values === 'object' ? Object.keys(values).map((name) => `${section}.${name}`) : [section],
  );

const valueIn = (patch: SettingsPatch, key: string): unknown => field(patch, ...key.split('.'));

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

/** A value in the file that does not fit; its default is used in its place. */
interface SettingsProblem {
  /** `section.key`, or the section when it is no object. */
  readonly key: string;
  readonly message: string;
}

/** Reads what a file held, one key at a time: a value that does not fit costs its own key only. */
export const readSettings = (
  raw: unknown,
): { readonly settings: Settings; readonly problems: readonly SettingsProblem[] } => {
  const problems: SettingsProblem[] = [];
  let rest = isRecord(raw) ? raw : {};
  for (;;) {
    const parsed = settingsSchema.safeParse(rest);
    if (parsed.success) {
      return { settings: parsed.data, problems };
    }
    for (const { path, message } of parsed.error.issues) {
      const key = path.slice(0, 2).map(String);
      if (problems.some((known) => known.key === key.join('.'))) continue;
      const said = inWords(message);
      const whole = said.startsWith('found ') ? said : `${said}; found ${kindOf(field(rest, ...key))}`;
      problems.push({ key: key.join('.'), message: whole });
      rest = without(rest, key);
    }
  }
};

/** The patch laid over the values, section by section; what neither names stays as it is. */
export const mergeSettings = (values: unknown, patch: SettingsPatch): Record<string, unknown> => {
  const merged: Record<string, unknown> = isRecord(values) ? { ...values } : {};
  for (const [section, change] of Object.entries(patch)) {
    const before = merged[section];
    merged[section] = isRecord(change) ? { ...(isRecord(before) ? before : {}), ...change } : change;
  }
  return merged;
};

const without = (value: Record<string, unknown>, [key, ...deeper]: readonly string[]): Record<string, unknown> => {
  const { [key ?? '']: inner, ...rest } = value;
  return deeper.length > 0 && isRecord(inner) ? { ...rest, [key ?? '']: without(inner, deeper) } : rest;
};

/** zod's own sentences and those about addresses stand for themselves; others of ours say only what is expected. */
const inWords = (message: string): string =>
  /^(?:Invalid|Too|Unrecognized|expected|found) /.test(message) ? message : `expected ${message}`;

/** What stands there, without a word of it: somebody may have written a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  return typeof value === 'number' || typeof value === 'boolean' ? `the value ${value}` : 'an object';
}
