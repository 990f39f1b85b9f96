import { createHash } from 'node:crypto';
import { create } from 'qrcode';
import { type Html, html } from './html.ts';
import type { PageContent } from './receipt-book.ts';
import { type Words, wordsFor } from './receipt-format.ts';
import { type Line, receiptLines, wordsOf } from './receipt-lines.ts';

/** For a phone of 360 to 430 px first. */
const pageStyle = `
* { box-sizing: border-box; margin: 0; }
body { background: #e9e6dc; color: #1d2320; padding: 20px 14px; font: 16px/1.45 "Noto Sans", "Segoe UI", sans-serif; }
main { max-width: 420px; margin: 0 auto; background: #fffefa; padding: 30px 24px; font-variant-numeric: tabular-nums; }
p { display: flex; justify-content: space-between; gap: 16px; overflow-wrap: anywhere; white-space: pre-line; }
p > :last-child:not(:first-child) { flex: none; max-width: 60%; text-align: right; }
h1 { font-size: 1.5rem; } h2 { font-size: .875rem; margin: 18px 0 6px; } hr { border: 0; border-top: 1px dashed #b9b5a8; margin: 16px 0; }
.small, .soft { color: #5d6661; font-size: .875rem; } .sum { font-size: 1.5rem; font-weight: 650; }
.mark { background: #8a3b12; color: #fff; padding: 10px; font-weight: 600; }
.qr { display: block; width: 180px; margin: 0 auto 14px; }
.state { text-align: center; padding: 60px 0; } .state p { display: block; margin-top: 10px; } form { margin-top: 28px; }
button { font: inherit; font-weight: 600; min-height: 48px; width: 100%; border: 0; border-radius: 10px; background: #1f5c4a; color: #fff; }
button:focus-visible { outline: 3px solid #1d2320; outline-offset: 3px; }
`;
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

/** The modules of a QR code, error correction M; null for what none can hold: its text is shown anyway. */
export function codeModules(text: string) {
  try {
    return create(text, { errorCorrectionLevel: 'M' }).modules;
  } catch {
    return null;
  }
}

const quietModules = 4;

function qrMarkup(text: string, label: string): Html | null {
  const modules = codeModules(text);
  if (modules === null) return null;
  const { size, data } = modules;
  const side = size + 2 * quietModules;
  const rows = Array.from({ length: size }, (_, y) => {
    const dark = Array.from(data.subarray(y * size, (y + 1) * size), (module) => (module === 0 ? ' ' : '#')).join('');
    const runs = [...dark.matchAll(/#+/g)];
    return runs.map(
      ({ index, 0: { length } }) => `M${index + quietModules} ${y + quietModules}h${length}v1h-${length}z`,
    );
  });
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">
<rect width="${side}" height="${side}" fill="#fff"/><path d="${rows.flat().join('')}"/></svg>`;
}

function markupOf({ look, text, value }: Line, words: Words): Html | null {
  if (look === 'title') return html`<h1>${text}</h1>`;
  if (look === 'heading') return text === '' ? html`<hr>` : html`<h2>${text}</h2>`;
  if (look === 'code') return qrMarkup(text, words.fiscal);
  return html`<p class="${look}"><span>${text}</span>${value === null ? null : html`<span>${value}</span>`}</p>`;
}

/** The page behind a receipt address, in the receipt's language or the reader's (de, en). */
export function receiptPage(content: PageContent, extensionKey: string, acceptLanguage: string): Page {
  const words = wordsFor(null, acceptLanguage);
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
    case 'receipt': {
      const own = wordsOf(content.body, extensionKey, acceptLanguage);
      const lines = receiptLines(content.body, extensionKey, own).map((line) => markupOf(line, own));
      return { status: 200, body: pageOf(own, own.receipt, html`${lines}`) };
    }
  }
}
