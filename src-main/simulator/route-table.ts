import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { escapedHtml } from '../shared/foreign-text.ts';
import type { JsonRecord } from '../shared/json.ts';
import { validate } from './bill-check.ts';
import { type Context, complain, type Exchange, type Handler, type RouteRow } from './context.ts';
import { controlRoutes } from './control-routes.ts';
import { cancelLoyalty, startLoyalty } from './loyalty-handlers.ts';
import { activate, beginOnboarding, merchantBehind, merchantStatus } from './onboarding-handlers.ts';
import { type Line, receiptLines, type Words, wordsFor, wordsForBill } from './receipt-text.ts';
import { addBill, cancelBill, markPrinted, pageContent, register } from './receipts.ts';
import { readJsonBody, refuseAsMalformed } from './refusals.ts';
import { emptyReply, type Reply, reply, textReply } from './replies.ts';
import { partnerPrefix, pathOf, type RouteName, tokenPath } from './route-names.ts';
import { refusalOf, signIn } from './sign-in.ts';
import type { Switches } from './switches.ts';
import { getReceipts, postReceipt, sendPdf } from './user-receipts.ts';
import { issueUserToken, postUser, removeUser } from './users.ts';

/** The layout is for phones of 360 to 430 px. */
const pageStyle = `
* { box-sizing: border-box; margin: 0; }
body { background: #e9e6dc; color: #1d2320; padding: 20px 14px; font: 16px/1.45 "Noto Sans", "Segoe UI", sans-serif; }
main { max-width: 420px; margin: 0 auto; background: #fffefa; padding: 30px 24px; font-variant-numeric: tabular-nums; }
p { display: flex; justify-content: space-between; gap: 16px; overflow-wrap: anywhere; white-space: pre-line; }
p > :last-child:not(:first-child) { flex: none; max-width: 60%; text-align: right; }
h1 { font-size: 1.5rem; } h2 { font-size: .875rem; margin: 18px 0 6px; } hr { border: 0; border-top: 1px dashed #b9b5a8; margin: 16px 0; }
.small { color: #5d6661; font-size: .875rem; } .sum { font-size: 1.5rem; font-weight: 650; }
.mark { background: #8a3b12; color: #fff; padding: 10px; font-weight: 600; }
.state { text-align: center; padding: 60px 0; } .state p { display: block; margin-top: 10px; } form { margin-top: 28px; }
button { font: inherit; font-weight: 600; min-height: 48px; width: 100%; border: 0; border-radius: 10px; background: #1f5c4a; color: #fff; }
button:focus-visible { outline: 3px solid #1d2320; outline-offset: 3px; }
`;
const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** Markup that is safe to send. Only the `html` tag creates it: it escapes texts and drops null. */
interface Html {
  readonly markup: string;
}
type Part = string | Html | null | readonly Part[];

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapedHtml(part);
  return 'markup' in part ? part.markup : part.map(render).join('');
}
const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.map((text, index) => text + render(parts[index] ?? null)).join(''),
});

/** A page for people. It has no scripts and no frames, and loads nothing from other addresses. */
function pageOf(status: number, words: Words, title: string, content: Html, refresh = false): Reply {
  const again = refresh ? html`<meta http-equiv="refresh" content="4">` : null;
  const style: Html = { markup: `<style>${pageStyle}</style>` };
  const page = html`<!doctype html>
<html lang="${words.locale.slice(0, 2)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${again}<title>${title}</title>${style}</head><body><main>${content}</main></body></html>
`;
  return reply(status, 'text/html; charset=utf-8', page.markup, {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
}

function markupOf({ look, text, value }: Line): Html {
  if (look === 'title') return html`<h1>${text}</h1>`;
  if (look === 'heading') return text === '' ? html`<hr>` : html`<h2>${text}</h2>`;
  return html`<p class="${look}"><span>${text}</span>${value === '' ? null : html`<span>${value}</span>`}</p>`;
}

const sayingOf = (title: string, sentence: string, more: Part = null): Html =>
  html`<div class="state"><h1>${title}</h1><p>${sentence}</p>${more}</div>`;

const statuses = { unknown: 404, cancelled: 410, contentGone: 410, inAccount: 200, waiting: 200 } as const;

const languages = ({ request }: Exchange): string => request.headers['accept-language'] ?? '';
const receiptPage: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const content = pageContent(ctx, params.get('billId') ?? '');
  if (content.kind === 'receipt') {
    const words = wordsForBill(content.body, ctx.extensionKey, languages(exchange));
    const lines = receiptLines(content.body, ctx.extensionKey, words).map(markupOf);
    return pageOf(200, words, words.receipt, html`${lines}`);
  }
  const words = wordsFor(null, languages(exchange));
  const isWaiting = content.kind === 'waiting';
  const hint = isWaiting ? html`<p class="small">${words.waitingHint}</p>` : null;
  const title = words[`${content.kind}Title`];
  return pageOf(statuses[content.kind], words, title, sayingOf(title, words[content.kind], hint), isWaiting);
};

const registrationPage: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const merchant = merchantBehind(ctx, params.get('link') ?? '');
  const words = wordsFor(null, languages(exchange));
  const own = words.registration;
  if (merchant === null) return pageOf(404, words, own.unknownTitle, sayingOf(own.unknownTitle, own.unknown));
  const isActive = merchant.activatedAt !== null;
  const button = html`<form method="post"><button type="submit">${own.activate}</button></form>`;
  const more = html`${isActive ? null : button}<p class="small">${own.customer} ${merchant.vendorCustomerId}</p>
<p class="small">${own.store} ${ctx.account().storeIds[0]}</p>`;
  const title = isActive ? own.doneTitle : own.title;
  return pageOf(200, words, title, sayingOf(title, isActive ? own.done : own.open, more));
};

const activateByPage: Handler = (exchange) => {
  const { ctx, params, request } = exchange;
  const merchant = merchantBehind(ctx, params.get('link') ?? '');
  if (merchant === null) return registrationPage(exchange);
  activate(ctx, merchant);
  // A redirect prevents that reloading the page sends the form again.
  return { ...emptyReply(303), headers: { location: pathOf(request) } };
};

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
/** For routes whose method and path receipt-service.md does not show: query or body may contain the parameters. */
const anywhere = (...query: readonly string[]): More => ({ query, takes: null });

/** All routes of the service: receipt-service.md 4, 5 and 9, then the pages for people and the control surface. */
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
  route('partner', 'userCreate', 'POST /api/v3/user', postUser, { takes: 'UserCreation' }),
  route('partner', 'userToken', 'GET /api/v3/user/{userId}/token', issueUserToken, { query: ['applicationClientId'] }),
  route('partner', 'userDelete', 'DELETE /api/user/{userId}', removeUser),
  route('partner', 'receiptList', set('receiptListRoute'), getReceipts, anywhere('userId', 'take', 'continuation')),
  route('partner', 'receiptPdf', set('receiptPdfRoute'), sendPdf, anywhere('userId', 'receiptId')),
  route('partner', 'receiptAdd', set('receiptAddRoute'), postReceipt, { query: ['userId'], takes: 'ReceiptAddition' }),
  route('onboarding', 'onboarding', byPrefix('POST', ''), beginOnboarding, { takes: 'Onboarding' }),
  route('onboarding', 'onboardingStatus', byPrefix('GET', '/vendorCustomerId/{vendorCustomerId}'), merchantStatus),
  route('open', 'page', 'GET /r/{billId}', receiptPage),
  route('open', 'registration', 'GET /registration/{link}', registrationPage),
  route('open', 'registration', 'POST /registration/{link}', activateByPage),
  ...controlRoutes,
];

const isOfPartners = (access: RouteRow['access']): boolean => access === 'partner' || access === 'onboarding';
const nameIn = (part: string): string | undefined => /^\{(\w+)\}$/.exec(part)?.[1];

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

/** Finds the route of a request. Some methods and paths are switches, which may change at any time. */
export function exchangeOf(ctx: Context, request: IncomingMessage): Exchange {
  const path = pathOf(request);
  const query = new URLSearchParams((request.url ?? '').slice(path.length));
  const exchange = { ctx, request, route: null, params: new Map(), query, strays: 0, body: Buffer.alloc(0), input: {} };
  for (const route of routes) {
    if (route.access === 'control' && ctx.controlToken() === null) continue;
    const found = match(route, exchange, path);
    if (found !== null) return { ...exchange, ...found, route };
  }
  return exchange;
}

function match({ on, access, query: own = [] }: RouteRow, { ctx, request, query }: Exchange, path: string) {
  const [method = '', target = ''] = (typeof on === 'string' ? on : on(ctx.switches.current())).split(' ', 2);
  const isHead = request.method === 'HEAD' && method === 'GET' && access === 'open';
  if (method !== request.method && !isHead) return null;
  const [template = '', fixed = ''] = target.split('?', 2);
  const params = matchPath((isOfPartners(access) ? partnerPrefix : '') + template, path);
  const placed = [...new URLSearchParams(fixed)];
  const fits = placed.every(([name, value]) => nameIn(value) !== undefined || query.get(name) === value);
  if (params === null || !fits) return null;
  // A query parameter is renamed if the template names a parameter for it. Otherwise it keeps its name.
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

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  return size > mostBytes ? null : Buffer.concat(chunks);
}

/** Answers without a fault: checks the route, the sender and the body, then runs the route. */
export async function answerTo(received: Exchange): Promise<Reply> {
  const { request, route } = received;
  if (route === null) {
    if (/^\/(?:api|identity|partner)\b/.test(pathOf(request))) complain(received, 'The interface has no such route.');
    return textReply(404, 'Not found');
  }
  const refusal = refusalOf(received, route);
  if (refusal !== null) return refusal;
  const body = await readBody(request);
  if (body === null) return refuseAsMalformed(received, { body: [`It is longer than ${mostBytes} bytes.`] });
  const exchange = { ...received, body };
  if (route.access === 'open' || route.access === 'control') return route.run(exchange);
  const answer = answerBy(exchange, route);
  if (route.successor === undefined) return answer;
  // An invented date in the format of RFC 9745.
  const link = `<${route.successor}>; rel="successor-version"`;
  return { ...answer, headers: { ...answer.headers, deprecation: '@1735689600', link } };
}

function answerBy(exchange: Exchange, { successor, takes, run }: RouteRow): Reply {
  const { ctx, request, body, strays } = exchange;
  if (successor !== undefined) complain(exchange, 'The route is deprecated.', 'deprecated');
  if (strays > 0) complain(exchange, `The query has ${strays} unknown parameter(s).`);
  const isBare = takes === undefined || (takes === null && request.method === 'GET');
  if (isBare && body.length > 0) complain(exchange, 'The route takes no body.');
  if (isBare || takes === null) return run(exchange);
  const read = readJsonBody(exchange);
  if ('wrong' in read) return refuseAsMalformed(exchange, { body: [read.wrong] });
  const { errors, deprecated } = validate(takes, read.value, ctx.extensionKey);
  for (const path of deprecated) complain(exchange, `${path} is deprecated.`, 'deprecated');
  return Object.keys(errors).length > 0
    ? refuseAsMalformed(exchange, errors)
    : run({ ...exchange, input: read.value as JsonRecord });
}
