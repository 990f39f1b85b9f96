import { z } from 'zod';
import { guid } from '../shared/guid.ts';
import type { Refused } from './answers.ts';
import type { HttpRequest } from './http.ts';

type Method = HttpRequest['method'];
export type Values = Readonly<Record<string, string | undefined>>;

/** The value becomes a segment of a path: it must not be empty, `.` or `..`, nor anything that cannot be encoded. */
export const pathSegment = z
  .string()
  .max(512)
  .refine((id) => !['', '.', '..'].includes(id) && id.isWellFormed() && !/\p{Cc}/u.test(id), 'id that fits a path');

/** The values that identify something at the service: an invalid one would request something else. */
const ids = new Map<string, z.ZodType>([
  ['billId', guid],
  ['userId', guid],
  ['transactionId', pathSegment],
  ['receiptId', pathSegment],
  ['vendorCustomerId', pathSegment],
]);

/** A refusal in our own words for an id that cannot be sent; null if all can. */
export function misfitOf(values: Values = {}): Refused | null {
  const name = Object.keys(values).find((key) => ids.get(key)?.safeParse(values[key]).success === false);
  if (name === undefined) return null;
  const detail = `${name} does not fit into an address, expected ${ids.get(name) === guid ? 'a UUID' : 'the id that the service gave'}.`;
  const problem = { status: 0, type: null, title: 'Not sent', detail, errors: [], traceId: null, extensions: '' };
  return { kind: 'refused', problem };
}

/** Fills `GET /user/{userId}/receipts?limit={take}`. A value without a place goes into the query. */
export function fillRoute(template: string, values: Values): { readonly method: Method; readonly path: string } {
  const [method = 'GET', target = '/'] = template.split(' ', 2);
  const [path = '', query = ''] = target.split('?', 2);
  const namesIn = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = query.split('&').filter((part) => namesIn(part).every((name) => values[name] !== undefined));
  const placed = namesIn(target);
  const others = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || placed.includes(name) ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const whole = [...given.map(fill), ...others].filter((part) => part !== '').join('&');
  return { method: method as Method, path: `/${fill(path).replace(/^\/+/, '')}${whole === '' ? '' : `?${whole}`}` };
}

/** An http(s) address without credentials, or null. */
export function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null;
}

/** `{base}{path}`, without the given end of the base's own path; null if the base is not a web address. */
export function addressBelow(base: string, path: string, ending = /\/+$/): string | null {
  const url = webAddress(base);
  return url && `${url.origin}${url.pathname.replace(ending, '')}${path}`;
}
