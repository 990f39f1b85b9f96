import type { IncomingMessage } from 'node:http';
import type { JsonRecord } from '../shared/json.ts';
import { judge } from './bill-check.ts';
import { type Context, complain, type Exchange, type Handler, type RouteRow } from './context.ts';
import { controlRoutes } from './control-routes.ts';
import { cancelLoyalty, startLoyalty } from './loyalty-handlers.ts';
import { beginOnboarding, onboardingStatus } from './onboarding-handlers.ts';
import { activateByPage, receiptPage, registrationPage } from './pages.ts';
import { addBill, cancelBill, markPrinted, register } from './receipts.ts';
import { readJson, refuseAsMalformed } from './refusals.ts';
import { type Reply, text } from './replies.ts';
import { partnerPrefix, pathOf, type RouteName, tokenPath } from './route-names.ts';
import { refusalOf, signIn } from './sign-in.ts';
import type { Switches } from './switches.ts';
import { addReceipt, listReceipts, sendPdf, sendPicture } from './user-receipts.ts';
import { createUser, deleteUser, issueUserToken } from './users.ts';

type More = Pick<RouteRow, 'query' | 'takes' | 'successor'>;
const route = (
  access: RouteRow['access'],
  name: RouteName,
  on: RouteRow['on'],
  run: Handler,
  more: More = {},
): RouteRow => ({
  access,
  name,
  on,
  run,
  ...more,
});
const transactions = '/api/v3/loyalty/transactions';
const ofProvider = '/api/v3/loyalty/{provider}/transactions';
const older = { successor: transactions };
const start = { takes: 'LoyaltyStart' };
const set = (name: 'receiptListRoute' | 'receiptPdfRoute' | 'receiptAddRoute') => (switches: Switches) =>
  switches[name];
const byPrefix = (method: string, path: string) => (switches: Switches) =>
  `${method} ${switches.onboardingPrefix}/onboarding${path}`;
/** Where the document does not show method and path, a parameter may come in a body, too. */
const anywhere = (...query: readonly string[]): More => ({ query, takes: null });

/** All that the service answers: receipt-service.md 4, 5 and 9, then what is for people, and the control surface. */
const routes: readonly RouteRow[] = [
  route('open', 'token', `POST ${tokenPath}`, signIn),
  route('vendor', 'register', 'POST /api/v3/bill/url', register, { takes: 'Registration' }),
  route('vendor', 'bill', 'POST /api/v3/bill', addBill, { takes: 'AddBill', query: ['DisplayTarget'] }),
  route('vendor', 'cancel', 'DELETE /api/v3/bill/{billId}', cancelBill),
  route('vendor', 'printed', 'POST /api/v3/bill/{billId}/printed', markPrinted),
  route('vendor', 'loyaltyStart', `PUT ${transactions}`, startLoyalty, start),
  route('vendor', 'loyaltyCancel', `DELETE ${transactions}/{transactionId}`, cancelLoyalty),
  route('vendor', 'loyaltyStart', `PUT ${ofProvider}`, startLoyalty, { ...older, ...start }),
  route('vendor', 'loyaltyCancel', `DELETE ${ofProvider}/{transactionId}`, cancelLoyalty, older),
  route('partner', 'userCreate', 'POST /api/v3/user', createUser, { takes: 'UserCreation' }),
  route('partner', 'userToken', 'GET /api/v3/user/{userId}/token', issueUserToken, { query: ['applicationClientId'] }),
  route('partner', 'userDelete', 'DELETE /api/user/{userId}', deleteUser),
  route('partner', 'receiptList', set('receiptListRoute'), listReceipts, anywhere('userId', 'take', 'continuation')),
  route('partner', 'receiptPdf', set('receiptPdfRoute'), sendPdf, anywhere('userId', 'receiptId')),
  route('partner', 'receiptAdd', set('receiptAddRoute'), addReceipt, { query: ['userId'], takes: 'ReceiptAddition' }),
  route('onboarding', 'onboarding', byPrefix('POST', ''), beginOnboarding, { takes: 'Onboarding' }),
  route('onboarding', 'onboardingStatus', byPrefix('GET', '/vendorCustomerId/{vendorCustomerId}'), onboardingStatus),
  route('open', 'page', 'GET /r/{billId}', receiptPage),
  route('open', 'registration', 'GET /registration/{link}', registrationPage),
  route('open', 'registration', 'POST /registration/{link}', activateByPage),
  route('open', 'picture', 'GET /picture.svg', sendPicture),
  ...controlRoutes,
];

const isOfPartners = (access: RouteRow['access']): boolean => access === 'partner' || access === 'onboarding';
const nameIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

/** The decoded parameters of a path that fits, else null. */
function matchPath(template: string, path: string): Map<string, string> | null {
  const asGroup = (sign: string, name?: string): string => (name ? `(?<${name}>[^/]+)` : `\\${sign}`);
  try {
    const found = new RegExp(`^${template.replaceAll(/\{(\w+)\}|\W/g, asGroup)}$`).exec(path);
    return (
      found && new Map(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]))
    );
  } catch {
    return null;
  }
}

/** The route of a request. Some methods and paths are switches and may change while the service runs. */
export function exchangeOf(ctx: Context, request: IncomingMessage): Exchange {
  const path = pathOf(request);
  const query = new URLSearchParams((request.url ?? '').slice(path.length));
  const asked = { ctx, request, route: null, params: new Map(), query, strays: 0, body: Buffer.alloc(0), input: {} };
  for (const route of routes) {
    if (route.access === 'control' && ctx.controlToken() === null) continue;
    const found = match(route, asked, path);
    if (found !== null) return { ...asked, ...found, route };
  }
  return asked;
}

function match({ on, access, query: own = [] }: RouteRow, { ctx, request, query }: Exchange, path: string) {
  const [verb = '', target = ''] = (typeof on === 'string' ? on : on(ctx.switches.current())).split(' ', 2);
  const isHead = request.method === 'HEAD' && verb === 'GET' && access === 'open';
  if (verb !== request.method && !isHead) return null;
  const [template = '', fixed = ''] = target.split('?', 2);
  const params = matchPath((isOfPartners(access) ? partnerPrefix : '') + template, path);
  const placed = [...new URLSearchParams(fixed)];
  const fits = placed.every(([name, value]) => nameIn(value) !== undefined || query.get(name) === value);
  if (params === null || !fits) return null;
  // Under the name that the template gives it, or under its own.
  const known = new Map([
    ...own.filter((name) => !params.has(name)).map((name) => [name, name] as const),
    ...placed.map(([name, value]) => [name, nameIn(value)] as const),
  ]);
  for (const [name, parameter] of known) {
    const value = query.get(name);
    if (parameter !== undefined && value !== null) params.set(parameter, value);
  }
  return { params, strays: [...query.keys()].filter((name) => !known.has(name)).length };
}

const mostBytes = 16 * 1024 * 1024;

/** Null if it is longer than any valid value. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  return size > mostBytes ? null : Buffer.concat(chunks);
}

/** The service's own answer: it checks the route, the sender and the body, and then runs the route. */
export async function answerTo(asked: Exchange): Promise<Reply> {
  const { request, route } = asked;
  if (route === null) {
    if (/^\/(?:api|identity|partner)\b/.test(pathOf(request))) complain(asked, 'The interface has no such route.');
    return text(404, 'Not found');
  }
  const refusal = refusalOf(asked, route);
  if (refusal !== null) return refusal;
  const body = await readBody(request);
  if (body === null) return refuseAsMalformed(asked, { body: [`It is longer than ${mostBytes} bytes.`] });
  const exchange = { ...asked, body };
  if (route.access === 'open' || route.access === 'control') return route.run(exchange);
  const answer = answerBy(exchange, route);
  if (route.successor === undefined) return answer;
  // The date is invented, and written as RFC 9745 has it.
  const link = `<${route.successor}>; rel="successor-version"`;
  return { ...answer, headers: { ...answer.headers, deprecation: '@1735689600', link } };
}

/** For a route of receipt-service.md, which defines the body. */
function answerBy(exchange: Exchange, { successor, takes, run }: RouteRow): Reply {
  const { ctx, request, body, strays } = exchange;
  if (successor !== undefined) complain(exchange, 'The route is deprecated.', 'deprecated');
  if (strays > 0) complain(exchange, `The query has ${strays} unknown parameter(s).`);
  const isBare = takes === undefined || (takes === null && request.method === 'GET');
  if (isBare && body.length > 0) complain(exchange, 'The route takes no body.');
  if (isBare || takes === null) return run(exchange);
  const read = readJson(exchange);
  if ('wrong' in read) return refuseAsMalformed(exchange, { body: [read.wrong] });
  const { errors, deprecated } = judge(takes, read.value, ctx.extensionKey);
  for (const path of deprecated) complain(exchange, `${path} is deprecated.`, 'deprecated');
  return Object.keys(errors).length > 0
    ? refuseAsMalformed(exchange, errors)
    : run({ ...exchange, input: read.value as JsonRecord });
}
