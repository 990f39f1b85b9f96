import type { PartnerSwitches } from './partner-switches.ts';
import { type PartnerRoute, partnerPrefix } from './route-names.ts';

/** A request that fits one of the partner routes. */
export interface PartnerCall {
  readonly route: PartnerRoute;
  /** Decoded, from the path or the query; a query parameter that was not sent is absent. */
  readonly params: ReadonlyMap<string, string>;
  /** Query parameters beyond those that the route knows. */
  readonly unknownQuery: number;
}

/** Interface document 4.7: the paths that it writes, and those that it leaves open as they are set. */
const routesOf = (switches: PartnerSwitches): readonly (readonly [PartnerRoute, string])[] => [
  ['userCreate', 'POST /api/v3/user'],
  ['userToken', 'GET /api/v3/user/{userId}/token'],
  ['userDelete', 'DELETE /api/user/{userId}'],
  ['onboarding', `POST ${switches.onboardingPrefix}/onboarding`],
  ['onboardingStatus', `GET ${switches.onboardingPrefix}/onboarding/vendorCustomerId/{vendorCustomerId}`],
  ['receiptList', switches.receiptListRoute],
  ['receiptPdf', switches.receiptPdfRoute],
  ['receiptAdd', switches.receiptAddRoute],
];

/** Parameters that may stand in the query under their own name. */
const ownQuery: Readonly<Record<PartnerRoute, readonly string[]>> = {
  userCreate: [],
  userToken: ['applicationClientId'],
  userDelete: [],
  onboarding: [],
  onboardingStatus: [],
  receiptList: ['userId', 'take', 'continuation'],
  receiptPdf: ['userId', 'receiptId'],
  receiptAdd: ['userId'],
};

const placeholder = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The parameters of a path that fits, else null. */
function matchPath(template: string, path: string): Map<string, string> | null {
  const [wanted, found] = [template.split('/'), path.split('/')];
  if (wanted.length !== found.length) return null;
  const params = new Map<string, string>();
  for (const [index, part] of wanted.entries()) {
    const [name, value] = [placeholder(part), decoded(found[index] ?? '')];
    if (value === null || (name === undefined ? part !== value : value === '')) return null;
    if (name !== undefined) params.set(name, value);
  }
  return params;
}

/** The partner route of a request, or null when the interface has none like it. `url` with its query. */
export function partnerCallOf(switches: PartnerSwitches, method: string, url: string): PartnerCall | null {
  const [path = '', query = ''] = url.slice(partnerPrefix.length).split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [route, template] of routesOf(switches)) {
    const [verb, target = ''] = template.split(' ', 2);
    const [pathTemplate = '', queryTemplate = ''] = target.split('?', 2);
    const params = verb === method ? matchPath(pathTemplate, path) : null;
    const fixed = [...new URLSearchParams(queryTemplate)];
    const fits = fixed.every(([name, value]) => placeholder(value) !== undefined || asked.get(name) === value);
    if (params === null || !fits) continue;
    const named = [...fixed.map(([name, value]) => [name, placeholder(value)] as const)];
    const own = ownQuery[route].filter((name) => !params.has(name)).map((name) => [name, name] as const);
    for (const [name, parameter] of [...own, ...named]) {
      const value = asked.get(name);
      if (parameter !== undefined && value !== null) params.set(parameter, value);
    }
    const known = [...named, ...own].map(([name]) => name);
    return { route, params, unknownQuery: [...asked.keys()].filter((name) => !known.includes(name)).length };
  }
  return null;
}
