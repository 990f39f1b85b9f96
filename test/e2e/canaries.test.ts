import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallBill } from '../app/small-bill.ts';
import { findWords } from '../fakes/canary-search.ts';
import { type OpenTill, openTill } from './open-till.ts';

/** The customers' display is read by everybody who stands there: what a till says of its customer is not on it, seen or unseen. */

const canaries = {
  member: 'cnry-screen-member',
  mail: 'cnry-screen@mail.example',
  note: 'cnry-screen-note',
  loyalty: 'cnry-screen-card',
  reference: 'cnry-screen-reference',
  seller: 'cnry-screen-seller',
};
const words = Object.values(canaries);

let till: OpenTill;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());

/** All that the window holds: what is seen, what is read out, what stands in the markup, and what it keeps. */
async function heldByDisplay(): Promise<string> {
  const page = till.app.customer;
  const held = await page.evaluate(() => ({
    title: document.title,
    address: location.href,
    seen: document.body.innerText,
    markup: document.documentElement.outerHTML,
    kept: [...Object.entries(localStorage), ...Object.entries(sessionStorage)],
  }));
  return JSON.stringify(held);
}

test('from the first article to the thanks, the display holds nothing of the till’s that is not for the customer', async () => {
  const sees = (title: string) => till.app.customer.getByRole('heading', { name: title, exact: true }).waitFor();
  const found: Record<string, unknown> = {};
  const look = async (moment: string): Promise<void> => {
    found[moment] = findWords(await heldByDisplay(), words);
  };
  const { id } = await till.ask('POST', '/sales', {
    ...{ reference: canaries.reference, amount: 19.9, currency: 'EUR', customer: { externalId: canaries.member } },
    buyerInformation: { name: canaries.note, eMailAddress: canaries.mail },
  });
  await sees('Jetzt Code scannen');
  await look('code before payment');
  await till.ask('PUT', `/sales/${id}/loyalty`, { externalUserId: canaries.loyalty });
  await sees('Willkommen');
  await look('welcome');
  const head = {
    ...{ number: canaries.reference, date: '2026-01-05T10:00:00+01:00', seller: { name: canaries.seller } },
    buyer: { name: canaries.note, eMailAddress: canaries.mail },
  };
  await till.ask('PUT', `/sales/${id}/bill`, { bill: smallBill(19.9, { head, misc: { footerText: canaries.note } }) });
  await till.app.customer.getByText('Ihr Beleg ist da.', { exact: true }).waitFor();
  await look('code after payment');
  expect(found).toEqual({ 'code before payment': [], welcome: [], 'code after payment': [] });

  // The search finds what is there, seen or not.
  await till.app.customer.evaluate((word) => document.body.setAttribute('data-by', word), canaries.member);
  expect(findWords(await heldByDisplay(), words)).toEqual([{ word: canaries.member, as: 'text' }]);
});
