import { html } from './html.ts';
import type { Merchant } from './partner-records.ts';
import { wordsFor } from './receipt-format.ts';
import { headersWith, type Page, pageOf } from './receipt-page.ts';

/** The receipt page's, and a form that goes nowhere else. */
export const registrationHeaders = headersWith("'self'");

/** Where a merchant activates himself. Plain HTML: a form with a button, no script. */
export function registrationPage(merchant: Merchant | null, storeId: string, acceptLanguage: string): Page {
  const words = wordsFor(null, acceptLanguage);
  const own = words.registration;
  if (merchant === null) {
    const content = html`<div class="state"><h1>${own.unknownTitle}</h1><p>${own.unknown}</p></div>`;
    return { status: 404, body: pageOf(words, own.unknownTitle, content) };
  }
  const isActive = merchant.activatedAt !== null;
  const title = isActive ? own.doneTitle : own.title;
  const button = html`<form method="post"><button type="submit">${own.activate}</button></form>`;
  const content = html`<div class="state"><h1>${title}</h1><p>${isActive ? own.done : own.open}</p>
${isActive ? null : button}<p class="soft">${own.customer} ${merchant.vendorCustomerId}</p>
<p class="soft">${own.store} ${storeId}</p></div>`;
  return { status: 200, body: pageOf(words, title, content) };
}
