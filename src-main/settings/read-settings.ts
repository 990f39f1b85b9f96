import { type Settings, type SettingsPatch, settingsSchema } from '../lib/settings.ts';

/** A value in the file that does not fit; its default is used in its place. */
export interface SettingsProblem {
  /** `section.key`, or the section when it is no object. */
  readonly key: string;
  /** What is expected, and what kind of thing was found. */
  readonly message: string;
}

/** Reads what a file held, one key at a time: a value that does not fit costs its own key only. */
export const readSettings = (
  raw: unknown,
): { readonly settings: Settings; readonly problems: readonly SettingsProblem[] } => {
  const problems: SettingsProblem[] = [];
  let rest = isObject(raw) ? raw : {};
  if (raw !== undefined && !isObject(raw)) {
    problems.push({ key: '', message: `expected an object with sections, found ${kindOf(raw)}` });
  }
  for (;;) {
    const parsed = settingsSchema.safeParse(rest);
    if (parsed.success) {
      return { settings: parsed.data, problems };
    }
    for (const { path, message } of parsed.error.issues) {
      const key = path.slice(0, 2).map(String);
      if (problems.some((known) => known.key === key.join('.'))) continue;
      const said = inWords(message);
      const whole = said.startsWith('found ') ? said : `${said}; found ${kindOf(at(rest, key))}`;
      problems.push({ key: key.join('.'), message: whole });
      rest = without(rest, key);
    }
  }
};

/** The patch laid over the values, section by section; what neither names stays as it is. */
export const mergeSettings = (values: unknown, patch: SettingsPatch): Record<string, unknown> => {
  const merged: Record<string, unknown> = isObject(values) ? { ...values } : {};
  for (const [section, change] of Object.entries(patch)) {
    const before = merged[section];
    merged[section] = isObject(change) ? { ...(isObject(before) ? before : {}), ...change } : change;
  }
  return merged;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const without = (value: Record<string, unknown>, [key, ...deeper]: readonly string[]): Record<string, unknown> => {
  const { [key ?? '']: inner, ...rest } = value;
  return deeper.length > 0 && isObject(inner) ? { ...rest, [key ?? '']: without(inner, deeper) } : rest;
};

/** zod's own sentences and those about addresses stand for themselves; others of ours say only what is expected. */
export const inWords = (message: string): string =>
  /^(?:Invalid|Too|Unrecognized|expected|found) /.test(message) ? message : `expected ${message}`;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  return typeof value === 'number' ? `the number ${value}` : `a value of type ${typeof value}`;
};
