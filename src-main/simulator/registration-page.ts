import { html } from './html.ts';
import type { Merchant } from './partner-records.ts';
import { headersWith, type Page, pageOf } from './receipt-page.ts';
import { wordsFor } from './receipt-page-words.ts';

const en = {
  title: 'Set up your shop',
  open: 'Your shop is registered. One step is left: activate it, then receipts can be sent.',
  activate: 'Activate now',
  doneTitle: 'Your shop is active',
  done: 'Receipts can be sent now. You may close this page.',
  unknownTitle: 'Not found',
  unknown: 'This registration link is not known.',
  customer: 'Customer number',
  store: 'Store',
};
const de: typeof en = {
  title: 'Ihr Geschäft einrichten',
  open: 'Ihr Geschäft ist angemeldet. Ein Schritt fehlt noch: Schalten Sie es frei, dann können Belege gesendet werden.',
  activate: 'Jetzt freischalten',
  doneTitle: 'Ihr Geschäft ist freigeschaltet',
  done: 'Belege können jetzt gesendet werden. Sie können diese Seite schließen.',
  unknownTitle: 'Nicht gefunden',
  unknown: 'Dieser Link ist nicht bekannt.',
  customer: 'Kundennummer',
  store: 'Filiale',
};

/** The receipt page's, and a form that goes nowhere else. */
export const registrationHeaders = headersWith("'self'");

/** Where a merchant activates himself. Plain HTML: a form with a button, no script. */
export function registrationPage(merchant: Merchant | null, storeId: string, acceptLanguage: string): Page {
  const words = wordsFor(null, acceptLanguage);
  const own = words.locale.startsWith('de') ? de : en;
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
