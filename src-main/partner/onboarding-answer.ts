import { atPointer } from '../lib/json-text.ts';
import type { Settings } from '../lib/settings.ts';
import { pointerOf } from '../receipts/issues.ts';
import { parseJson } from '../service/problems.ts';
import type { Credentials } from '../settings/credentials.ts';

/** What an onboarding answer holds, at the places that the settings name (its fields are not shown, 2.12). */
export interface ReadOnboarding {
  readonly registrationLink: string | null;
  readonly vendorCustomerId: string | null;
  readonly credentials: Credentials | null;
}

export function readOnboarding(text: string, request: unknown, places: Settings['partner']): ReadOnboarding {
  const answer = parseJson(text);
  const username = textAt(answer, places.usernamePlace);
  const password = textAt(answer, places.passwordPlace);
  const link = textAt(answer, places.registrationLinkPlace);
  return {
    registrationLink: link !== null && isWebAddress(link) ? link : null,
    vendorCustomerId:
      textAt(answer, places.vendorCustomerIdPlace) ?? textAt(request, places.requestedVendorCustomerIdPlace),
    credentials: username === null || password === null ? null : { username, password },
  };
}

/** More of them help nobody to find a place. */
const mostPaths = 200;

/** Where an answer has a value, as JSON pointers: what the settings of its places may say. No value, and no name that is one. */
export function pathsOf(text: string): readonly string[] {
  const inside = (value: unknown, at: readonly string[]): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => inside(inner, [...at, name]))
      : [pointerOf(at)];
  return inside(parseJson(text), []).slice(0, mostPaths);
}

function textAt(value: unknown, pointer: string): string | null {
  const found = atPointer(value, pointer);
  const text = typeof found === 'number' ? String(found) : found;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** Shown as a QR code to whoever onboards: http(s), no user name, no control characters. */
function isWebAddress(link: string): boolean {
  const url = URL.parse(link);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    link.length <= 2_048 &&
    !/\p{Cc}/u.test(link)
  );
}
