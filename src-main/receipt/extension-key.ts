/** The extension key in everything a till sends and in every schema here (interface document, preamble). */
export const POS_EXTENSION_KEY = 'extension:service';

/**
 * The same JSON with the key `from` renamed to `to` in every object, in place. An object that already has `to` keeps both
 * as they are, so nothing is lost. Does not change its input; parts without the key are shared.
 * The depth is that of a checked bill: 64 at most.
 */
export function renameKey<T>(value: T, from: string, to: string): T {
  return from === to ? value : (renamed(value, from, to) as T);
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => renamed(entry, from, to));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  const rename = Object.hasOwn(value, from) && !Object.hasOwn(value, to);
  let changed = rename;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => {
    const next = renamed(child, from, to);
    if (next !== child) changed = true;
    return [rename && key === from ? to : key, next];
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** One key of one object renamed in place, unless the object already has the new one. */
export function renameOwnKey<T extends object>(value: T, from: string, to: string): T {
  if (!Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key === from ? to : key, child])) as T;
}
