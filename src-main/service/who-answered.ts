import type { HttpAnswer } from './http-answer.ts';
import { isObject, isWebPage, parseJson } from './problems.ts';

/** The six routes of the vendor interface (sections 4.1 to 4.6). */
export type RouteName = 'register' | 'bill' | 'cancel' | 'printed' | 'loyaltyStart' | 'loyaltyCancel';

/**
 * What the interface document shows as the body of a refusal (section 7). `problem`: problem details, so plain text or nothing comes from
 * something in between. `words`: text, or the document leaves it open: text, a problem or nothing at all may be the service.
 */
type Shown = 'problem' | 'words';

/**
 * One line per route, one entry per status that the document or the service rules know there. A web page is nobody's in every cell.
 * A status that has no entry is not the service's unless it comes as a problem: gateways make up statuses, not problem details.
 * DELETE bill has none but 400: "Always 204" (4.3); a second sign-in is what 401 leads to, on every route.
 */
const shown: Readonly<Record<RouteName, Readonly<Record<number, Shown>>>> = {
  register: { 400: 'problem', 401: 'words', 403: 'words', 404: 'words' },
  bill: { 400: 'problem', 401: 'words', 403: 'words', 404: 'words', 409: 'words' },
  cancel: { 400: 'problem', 401: 'words', 403: 'words' },
  printed: { 400: 'problem', 401: 'words', 403: 'words', 404: 'words' },
  loyaltyStart: { 400: 'words', 401: 'words', 403: 'words', 404: 'words' },
  loyaltyCancel: { 400: 'words', 401: 'words', 403: 'words', 404: 'words' },
};

/** Whether a 4xx can be the service's own word; what is not is tried again (service rules, "A web page is never the service"). */
export function isServicesWord(route: RouteName, answer: Pick<HttpAnswer, 'status' | 'contentType' | 'text'>): boolean {
  if (isWebPage(answer)) return false;
  return shown[route][answer.status] === 'words' || isProblem(answer);
}

/** An object, or a sentence in JSON: both are problem details, the second in a poor serializer's way. */
function isProblem({ contentType, text }: Pick<HttpAnswer, 'contentType' | 'text'>): boolean {
  const body = parseJson(text);
  return isObject(body) || (typeof body === 'string' && /[/+]json$/.test(contentType));
}
