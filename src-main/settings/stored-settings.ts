import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Log } from '../ports.ts';
import { plainWords } from '../receipts/issues.ts';
import { countries, ruleOn, vatPercentsOn } from '../shared/country.ts';
import { field, isRecord } from '../shared/json.ts';
import { createListeners } from '../shared/listeners.ts';
import { isoWithOffset } from '../shared/local-time.ts';
import { SettingLocked } from '../shared/result.ts';
import { type Settings, type SettingsPatch, settingsSchema } from '../shared/settings.ts';

/** The store of the settings: electron-store in the windowed app, and conf, its base, elsewhere. */
export interface KeyValueStore {
  get(): unknown;
  /** Replaces the whole content durably before it returns. Throws if the disk refuses. */
  set(value: Readonly<Record<string, unknown>>): void;
  /** The path of an unreadable file that was moved aside at opening; null if there was none. */
  readonly movedTo: string | null;
  /** Milliseconds since the epoch. This time decides which defaults of a country apply. */
  readonly openedAt: number;
}

/** The values of a policy: `locked` overrides everything, `preset` only the defaults. */
export interface PolicyLayer {
  readonly locked: SettingsPatch;
  readonly preset: SettingsPatch;
}

const noLayer: PolicyLayer = { locked: {}, preset: {} };

export type SettingsStore = ReturnType<typeof openSettings>;

/**
 * Precedence, highest first: a policy's locks, `commandLine`, the file, a policy's presets, the shop's country,
 * `computer`. The customers' language is that of the country, otherwise the cashier's.
 */
export const openSettings = (
  store: KeyValueStore,
  log: Log,
  commandLine: SettingsPatch = {},
  computer: SettingsPatch = {},
  layer: PolicyLayer = noLayer,
  optionOf: (setting: string) => string = (setting) => setting,
) => {
  let overrides: SettingsPatch = commandLine;
  const fixedAtStart = mergeSettings(commandLine, layer.locked);
  const merged = (stored: unknown, lowest: SettingsPatch = computer) =>
    [layer.preset, isRecord(stored) ? stored : {}, overrides, layer.locked].reduce(mergeSettings, lowest);
  const today = isoWithOffset(store.openedAt).slice(0, 10);
  const isMode = (value: unknown): boolean => settingsSchema.shape.mode.unwrap().safeParse(value).success;
  let hasMode = false;
  function read(stored: unknown) {
    const all = merged(stored);
    hasMode = isMode(all.mode);
    const ofCountry = settingsIn(String(valueIn(all, 'cashier.country')), today);
    const language = valueIn(all, 'cashier.language');
    const ofCashier = language === undefined ? {} : { screen: { language } };
    return readSettings(merged(stored, [ofCashier as SettingsPatch, ofCountry].reduce(mergeSettings, computer)));
  }
  const listeners = createListeners<[now: Settings, before: Settings]>();
  let lastStored = store.get();
  const first = read(lastStored);
  let current = first.settings;

  /** If the file was removed or damaged meanwhile, a small change must not lose the other values. */
  function storedNow(): unknown {
    try {
      const onDisk = store.get();
      return isDeepStrictEqual(onDisk, {}) ? lastStored : onDisk;
    } catch (error) {
      log.warn('settings-file-not-read', { error: String(error) });
      return lastStored;
    }
  }

  const contradicts = (patch: SettingsPatch): readonly string[] => differing(layer.locked, patch);

  if (store.movedTo !== null) {
    log.error('settings-file-not-read', { movedTo: store.movedTo });
  }
  for (const { key, message } of first.problems) {
    log.warn('settings-value-rejected', { setting: key, message });
  }

  return {
    current: () => current,
    isModeChosen: () => hasMode,
    /** Whether the policy chose the mode: it locks the mode, or it presets one and nobody chose another. */
    isModeOfPolicy: () =>
      layer.locked.mode !== undefined ||
      (layer.preset.mode !== undefined && !isMode(mergeSettings(lastStored, overrides).mode)),
    /** Whether the current value comes from the command line or a policy instead of the file. */
    isOverridden: (key: string) =>
      [overrides, layer.locked, layer.preset].some((values) =>
        isDeepStrictEqual(valueIn(values, key), valueIn(current, key)),
      ),
    /** The keys that the policy locks: `section.key` or `mode`. */
    lockedKeys: (): readonly string[] => keysIn(layer.locked),
    contradicts,
    overriddenAtNextStart: (patch: SettingsPatch): string[] => differing(fixedAtStart, patch).map(optionOf),
    /** Stores the patch, also in place of the command line's values. Throws on an invalid value, and SettingLocked. */
    update: (patch: SettingsPatch): Settings => {
      const locked = contradicts(patch);
      if (locked.length > 0) throw new SettingLocked(locked);
      const fits = settingsSchema.safeParse(mergeSettings({}, patch));
      if (!fits.success) {
        throw new Error(
          fits.error.issues.map((issue) => `setting ${issue.path.join('.')}: ${inWords(issue)}`).join('; '),
        );
      }
      store.set(mergeSettings(storedNow(), patch));
      // What a person edited in the file meanwhile, such as an address, stays there for the next start.
      lastStored = mergeSettings(lastStored, patch);
      overrides = withoutPatched(overrides, patch);
      const before = current;
      current = read(lastStored).settings;
      if (!isDeepStrictEqual(before, current)) listeners.emit(current, before);
      return current;
    },
    onChange: listeners.add,
    notices: { movedTo: store.movedTo, problems: first.problems },
  };
};

const keysIn = (patch: SettingsPatch): readonly string[] =>
  Object.entries(patch).flatMap(([section, values]) =>
    typeof values === 'object' ? Object.keys(values).map((name) => `${section}.${name}`) : [section],
  );

const differing = (fixed: SettingsPatch, patch: SettingsPatch): readonly string[] =>
  keysIn(patch).filter((key) => {
    const value = valueIn(fixed, key);
    return value !== undefined && !isDeepStrictEqual(value, valueIn(patch, key));
  });

const valueIn = (patch: SettingsPatch, key: string): unknown => field(patch, ...key.split('.'));

export function settingsIn(code: string, day: string): SettingsPatch {
  const country = countries[code];
  if (country === undefined) return {};
  const { currency, language } = country;
  return {
    cashier: {
      currency,
      vatPercents: vatPercentsOn(code, day),
      typedSales: ruleOn(code, 'fiscalData', day) !== true,
    },
    delivery: {
      cashRoundingCents: ruleOn(code, 'cashStepCents', day) ?? 0,
      offlineRule: ruleOn(code, 'paperOffline', day) === true ? 'paper' : 'digital',
    },
    // If the country's rule is unknown, ask: that is correct everywhere.
    consent: { needed: ruleOn(code, 'agreement', day) ?? true },
    screen: {
      paperNotice: ruleOn(code, 'customerSentence', day) === 'printedOnRequest',
      ...(language !== undefined && { language }),
    },
  };
}

const withoutPatched = (overrides: SettingsPatch, patch: SettingsPatch): SettingsPatch =>
  keysIn(patch).reduce<object>((left, key) => without({ ...left }, key.split('.')), overrides);

/** An invalid value in the file, in place of which the default is used. */
interface SettingsProblem {
  /** `section.key`, or the section if it is no object. */
  readonly key: string;
  readonly message: string;
}

/** Reads the content of a settings file key by key. An invalid value resets only its own key. */
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
    for (const issue of parsed.error.issues) {
      const key = issue.path.slice(0, 2).map(String);
      if (problems.some((known) => known.key === key.join('.'))) continue;
      const text = inWords(issue);
      const whole = text.startsWith('found ') ? text : `${text}; found ${kindOf(field(rest, ...key))}`;
      problems.push({ key: key.join('.'), message: whole });
      rest = without(rest, key);
    }
  }
};

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

type Issue = z.core.$ZodIssue;

/** Messages about addresses and unknown fields are complete. All others contain only the expectation. */
const inWords = (issue: Issue): string =>
  /^(?:Unrecognized|found) /.test(issue.message) ? issue.message : `expected ${expectedOf(issue)}`;

/** Returns only the expectation. The messages of zod are not written for users. */
export function expectedOf(issue: Issue): string {
  if (!/^(?:Invalid|Too) /.test(issue.message)) return issue.message.replace(/^(?:found .*?; )?expected /, '');
  const unit = 'origin' in issue && issue.origin === 'string' ? 'text of ' : '';
  switch (issue.code) {
    case 'invalid_type':
      return plainWords[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'too_big':
      return `${unit}at most ${issue.maximum}${unit && ' characters'}`;
    case 'too_small':
      return `${unit}at least ${issue.minimum}${unit && ' characters'}`;
    default:
      return 'another value';
  }
}

/** The type of the found value without the value, which may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `text of ${value.length} character${value.length === 1 ? '' : 's'}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `the value ${value}` : 'an object';
}
