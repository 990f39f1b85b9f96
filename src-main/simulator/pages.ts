import { createHash } from 'node:crypto';
import { escapedHtml } from '../shared/foreign-text.ts';
import type { Exchange, Handler } from './context.ts';
import { activate, merchantBehind } from './onboarding-handlers.ts';
import { type Line, receiptLines, type Words, wordsFor, wordsOf } from './receipt-text.ts';
import { pageContent } from './receipts.ts';
import { bare, type Reply, reply } from './replies.ts';
import { pathOf } from './route-names.ts';

/** For a phone of 360 to 430 px first. */
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

/** Markup that is safe to send. Only the `html` tag makes it: every text put in is escaped, null is nothing. */
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

/** A page for people: no script, no outside address, no frame, only its own style. */
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
export const receiptPage: Handler = (exchange) => {
  const { ctx, params } = exchange;
  const content = pageContent(ctx, params.get('billId') ?? '');
  if (content.kind === 'receipt') {
    const words = wordsOf(content.body, ctx.extensionKey, languages(exchange));
    const lines = receiptLines(content.body, ctx.extensionKey, words).map(markupOf);
    return pageOf(200, words, words.receipt, html`${lines}`);
  }
  const words = wordsFor(null, languages(exchange));
  const isWaiting = content.kind === 'waiting';
  const hint = isWaiting ? html`<p class="small">${words.waitingHint}</p>` : null;
  const title = words[`${content.kind}Title`];
  return pageOf(statuses[content.kind], words, title, sayingOf(title, words[content.kind], hint), isWaiting);
};

export const registrationPage: Handler = (exchange) => {
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

export const activateByPage: Handler = (exchange) => {
  const { ctx, params, request } = exchange;
  const merchant = merchantBehind(ctx, params.get('link') ?? '');
  if (merchant === null) return registrationPage(exchange);
  activate(ctx, merchant.vendorCustomerId);
  // A redirect, so that reloading the page does not send the form again.
  return { ...bare(303), headers: { location: pathOf(request) } };
};
