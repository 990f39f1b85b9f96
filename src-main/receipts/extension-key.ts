import { field } from '../shared/json.ts';
import type { TillsWords } from './issues.ts';

/** The extension key in every schema here and in the bills of most tills. */
export const posExtensionKey = 'extension:service';

/**
 * The same JSON with the key `from` renamed to `to` in every object, in place. An object that already has `to` keeps both
 * as they are, so nothing is lost; free JSON is not looked into. Does not change its input; parts without the key are
 * shared. The depth is that of a checked bill: 64 at most.
 */
export function renameKey<T>(value: T, from: string, to: string): T {
  return from === to ? value : (renamed(value, '', from, to) as T);
}

function renamed(value: unknown, at: string, from: string, to: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => renamed(entry, at, from, to));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  const rename = Object.hasOwn(value, from) && !Object.hasOwn(value, to);
  let changed = rename;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => {
    const next = isFree(at, key) ? child : renamed(child, key, from, to);
    if (next !== child) changed = true;
    return [rename && key === from ? to : key, next];
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** Providers and tills may put any content here, so it is passed through unchanged (receipt-service.md 2.8). */
function isFree(parent: string, key: string): boolean {
  return key === 'providerData' || (key === 'data' && parent === 'customSections');
}

/** A bill as every rule here reads it: its extensions under the neutral key, also when the till used the service's own. */
export function withNeutralKey<T>(given: T, extensionKey: string | undefined): T {
  return renameKey(given, extensionKey ?? posExtensionKey, posExtensionKey);
}

/** Null for a till without the service's own extension key. */
export function tillsKey(given: unknown, extensionKey: string | undefined): TillsWords | null {
  if (extensionKey === undefined || renameKey(given, extensionKey, posExtensionKey) === given) return null;
  return {
    path(path) {
      let place = given;
      return path.map((segment) => {
        const isNeutral = typeof segment === 'string' && field(place, segment) !== undefined;
        const own = segment === posExtensionKey && !isNeutral ? extensionKey : segment;
        place = field(place, own);
        return own;
      });
    },
    message: (message) => message.replaceAll(posExtensionKey, extensionKey),
  };
}

/** One key of one object renamed in place; an object that already has the new one, null aside, stays as it is. */
export function renameOwnKey<T extends object>(value: T, from: string, to: string): T {
  if (!Object.hasOwn(value, from)) return value;
  const successor: unknown = Object.hasOwn(value, to) ? (value as Record<string, unknown>)[to] : null;
  if (successor !== null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== to);
  return Object.fromEntries(entries.map(([key, child]) => [key === from ? to : key, child])) as T;
}
