import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import type { PageContent } from './receipt-book.ts';
import { receiptParts } from './receipt-page-body.ts';
import { markupOf } from './receipt-page-markup.ts';
import { pageStyle } from './receipt-page-style.ts';
import { type Words, wordsFor } from './receipt-page-words.ts';
import { isObject } from './shape.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** No script, no outside address, no frame; only this page's own style. `formAction` as in a content security policy. */
export const headersWith = (formAction: "'none'" | "'self'"): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});
export const pageHeaders = headersWith("'none'");

export interface Page {
  readonly status: number;
  readonly body: string;
}

/** A whole page in this style; `refresh`: it looks again by itself. */
export function pageOf(words: Words, title: string, content: Html, refresh = false): string {
  const again = refresh ? html`<meta http-equiv="refresh" content="4">` : null;
  const style: Html = { markup: `<style>${pageStyle}</style>` };
  return html`<!doctype html>
<html lang="${words.locale.slice(0, 2)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${again}<title>${title}</title>${style}</head><body><main>${content}</main></body></html>
`.markup;
}

function notice(words: Words, status: number, title: string, sentence: string, hint: string | null = null): Page {
  const soft = hint === null ? null : html`<p class="soft">${hint}</p>`;
  const content = html`<div class="state"><h1>${title}</h1><p>${sentence}</p>${soft}</div>`;
  return { status, body: pageOf(words, title, content, hint !== null) };
}

/** The language that the bill asks for. */
export function languageOf(body: unknown, extensionKey: string): string | null {
  const bill = isObject(body) && isObject(body.bill) ? body.bill : {};
  const misc = isObject(bill.misc) && isObject(bill.misc[extensionKey]) ? bill.misc[extensionKey] : {};
  return typeof misc.receiptLanguage === 'string' ? misc.receiptLanguage : null;
}

/** The page behind a receipt address, in the receipt's language or the reader's (de, en). */
export function receiptPage(content: PageContent, extensionKey: string, acceptLanguage: string): Page {
  const words = wordsFor(content.kind === 'receipt' ? languageOf(content.body, extensionKey) : null, acceptLanguage);
  switch (content.kind) {
    case 'unknown':
      return notice(words, 404, words.unknownTitle, words.unknown);
    case 'cancelled':
      return notice(words, 410, words.cancelledTitle, words.cancelled);
    case 'contentGone':
      return notice(words, 410, words.contentGoneTitle, words.contentGone);
    case 'inAccount':
      return notice(words, 200, words.inAccountTitle, words.inAccount);
    case 'waiting':
      return notice(words, 200, words.waitingTitle, words.waiting, words.waitingHint);
    case 'receipt':
      return {
        status: 200,
        body: pageOf(words, words.receipt, html`${markupOf(receiptParts(content.body, extensionKey, words))}`),
      };
  }
}
