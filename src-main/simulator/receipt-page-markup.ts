import { type Html, html } from './html.ts';
import { qrMarkup } from './receipt-page-qr.ts';
import type { Part } from './receipt-parts.ts';

const textMarkup = ({ text, look }: Extract<Part, { readonly kind: 'text' }>): Html => {
  switch (look) {
    case 'plain':
      return html`<div>${text}</div>`;
    case 'soft':
    case 'free':
      return html`<div class="${look}">${text}</div>`;
    case 'paragraph':
      return html`<p>${text}</p>`;
    case 'soft paragraph':
      return html`<p class="soft">${text}</p>`;
  }
};

const titled = (title: string | null): Html | null => (title === null ? null : html`<h2>${title}</h2>`);

function tableMarkup({ heads, rows }: Extract<Part, { readonly kind: 'table' }>): Html {
  const head = heads.map((cell) => html`<th>${cell}</th>`);
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** A part of a receipt on the page. */
function partMarkup(part: Part): Html | null {
  switch (part.kind) {
    case 'row':
      return html`<div class="row ${part.look}"><span>${part.label}</span><span>${part.value}</span></div>`;
    case 'text':
      return textMarkup(part);
    case 'tag':
      return html`<span class="tag">${part.text}</span> `;
    case 'mark':
      return html`<div class="mark"><b>${part.title}</b>${part.text}</div>`;
    case 'head':
      return html`<header><h1>${part.title}</h1>${markupOf(part.parts)}</header>`;
    case 'section':
      return html`<section>${titled(part.title)}${markupOf(part.parts)}</section>`;
    case 'list':
      return html`<ul>${part.items.map(({ look, parts }) => html`<li class="${look}">${markupOf(parts)}</li>`)}</ul>`;
    case 'table':
      return tableMarkup(part);
    case 'coupon': {
      const valid = part.valid === null ? null : html`<div class="soft">${part.valid}</div>`;
      return html`<div class="coupon"><b>${part.title}</b><div>${part.description}</div>
${valid}<code>${part.code}</code></div>`;
    }
    case 'code':
      return qrMarkup(part.text, part.label);
    case 'folded':
      return html`<details><summary>${part.title}</summary>${markupOf(part.parts)}</details>`;
    case 'terms':
      return html`<dl>${part.entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
    case 'slip':
      return html`<pre>${part.text}</pre>`;
    case 'footer':
      return html`<footer>${part.text}</footer>`;
  }
}

export const markupOf = (parts: readonly Part[]): readonly (Html | null)[] => parts.map(partMarkup);
