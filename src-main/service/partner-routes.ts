import { keysOf } from '../lib/json-text.ts';
import { webAddress } from './call.ts';
import type { HttpRequest } from './http.ts';

type Method = HttpRequest['method'];
export type Values = Readonly<Record<string, string | undefined>>;

export interface FilledRoute {
  readonly method: Method;
  /** Encoded, with its query; begins with a slash. */
  readonly path: string;
}

/**
 * Fills a template such as `GET /user/{userId}/receipts?limit={take}`. A value that the template does not place goes into
 * the query under its own name; one that is undefined is left out, with the whole `name=` where it stands in the query.
 */
export function fillRoute(template: string, values: Values): FilledRoute {
  const [method = 'GET', target = '/'] = template.split(' ', 2);
  const [path = '', query = ''] = target.split('?', 2);
  const placed = new Set([...target.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const lacks = (part: string): boolean =>
    [...part.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => values[name] === undefined);
  const given = query.split('&').filter((part) => part !== '' && !lacks(part));
  const others = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || placed.has(name) ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const whole = [...given.map(fill), ...others].join('&');
  return { method: method as Method, path: `/${fill(path).replace(/^\/+/, '')}${whole === '' ? '' : `?${whole}`}` };
}

/** `{partner_url}{path}`, or null when the base is not an http(s) address or carries credentials. */
export function partnerUrlOf(base: string, path: string): string | null {
  const url = webAddress(base);
  return url && `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
}

/** What stands at a JSON pointer (RFC 6901); undefined for nothing. */
export function atPointer(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const key of keysOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}
