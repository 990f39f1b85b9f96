/** A till as its developer writes it with openapi-fetch and the types that openapi-typescript makes of docs/openapi.json; `node FILE URL TOKEN` runs it. */
export const till = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Sale = components['schemas']['Sale'];

declare const process: { readonly argv: readonly string[] };
const [, , url = '', token = ''] = process.argv;
const api = createClient<paths>({ baseUrl: url.replace(/\\/v1$/, ''), headers: { authorization: \`Bearer \${token}\` } });

/** What came back, or the problem as an error. */
async function answer<T>(asked: Promise<{ data?: T; error?: { type: string; detail: string }; response: Response }>): Promise<T> {
  const { data, error, response } = await asked;
  if (error !== undefined) throw new Error(\`\${response.status} \${error.type}: \${error.detail}\`);
  return data as T;
}

const bill: components['schemas']['Bill'] = {
  head: { number: 'G-1', date: '2026-01-05T10:00:00+01:00', seller: { name: 'Corner Shop' } },
  data: {
    currency: 'EUR',
    fullAmountInclVat: 19.9,
    paymentTypes: [{ name: 'Cash', amount: 19.9, 'extension:service': { type: 'Cash' } }],
    vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }],
    lines: [{
      text: 'Coffee beans 1 kg',
      fullAmountInclVat: 19.9,
      vatAmounts: [{ percentage: 19, inclVat: 19.9, exclVat: 16.72, vat: 3.18 }],
      item: { number: '4711', quantity: 1, pricePerUnit: 19.9 },
      'extension:service': { sequenceNumber: 1, type: 'Default' },
    }],
  },
  security: { fiscalization: { type: 'Tse' } },
};

const opened = await answer(api.POST('/v1/sales', { body: { reference: 'generated/1', amount: 19.9, currency: 'EUR' } }));
const one = { params: { path: { id: opened.id } } };
const changed = await answer(api.PATCH('/v1/sales/{id}', { ...one, body: { amount: 21.9 } }));
if (changed.amount !== 21.9 || changed.url !== opened.url) throw new Error('the amount did not change');
await answer(api.PUT('/v1/sales/{id}/basket', {
  ...one, body: { lines: [{ text: 'Coffee beans 1 kg', amount: 19.9 }], total: 19.9, currency: 'EUR' },
}));
const loyalty = await answer(api.PUT('/v1/sales/{id}/loyalty', { ...one, body: { externalUserId: 'card-1' } }));
const checked = await answer(api.POST('/v1/receipts/check', { body: { bill } }));
await answer(api.PUT('/v1/sales/{id}/bill', { ...one, body: { bill } }));
let sale: Sale = opened;
while (sale.state === 'open' || sale.state === 'queued') sale = await answer(api.GET('/v1/sales/{id}', one));
const marked = await answer(api.POST('/v1/sales/{id}/printed', one));
const cancelled = await answer(api.DELETE('/v1/sales/{id}', one));
const list = await answer(api.GET('/v1/sales', { params: { query: { reference: 'generated/1', limit: 1 } } }));
const status = await answer(api.GET('/v1/status'));
console.log(JSON.stringify({
  opened: opened.url, state: sale.state, billId: sale.billId, loyalty: loyalty.state,
  printed: marked.printed !== null, ended: cancelled.state, warnings: cancelled.warnings.length,
  errors: checked.errors.length, listed: list.items.map((item) => item.reference), mode: status.mode,
}));
`;
