import { expect } from 'vitest';
import {
  fullBill,
  type JsonBody,
  line,
  plainBill,
  readBody,
  startSignedInTill,
  type TestTill,
  test,
} from './simulator-till.ts';

interface Shown {
  readonly status: number;
  readonly markup: string;
  /** The visible text, one line per tag. */
  readonly text: string;
}

async function show(address: unknown, language = 'en'): Promise<Shown> {
  const response = await fetch(String(address), { headers: { 'accept-language': language } });
  const markup = await response.text();
  const text = markup
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/\n\s*/g, '\n');
  return { status: response.status, markup, text };
}

async function showBill(till: TestTill, bill: JsonBody, language = 'en'): Promise<Shown> {
  return show((await readBody(await till.sendBill(bill))).url, language);
}

const misc = (extension: JsonBody): JsonBody => ({ misc: { 'extension:service': extension } });

test('a registered address announces the receipt, and reloads automatically until it shows the stored receipt', async ({
  till,
}) => {
  const { url, billId } = await till.register();
  const before = await show(url);
  expect([before.status, before.text]).toEqual([200, expect.stringContaining('will appear here after payment.')]);
  expect(before.markup).toContain('http-equiv="refresh"');
  expect((await show(url, 'de-AT,de;q=0.9')).text).toContain('Ihr Beleg erscheint hier nach der Zahlung.');
  await till.sendBill(plainBill({ id: billId }));
  const after = await show(url);
  expect(after.text).toContain('€2.50');
  expect(after.markup).not.toContain('http-equiv="refresh"');
});

test('an address without a receipt and the address of a cancelled or assigned receipt show no content of a receipt', async () => {
  const till = await startSignedInTill({ switches: { knownExternalIds: ['customer-1'] } });
  const cancelled = await readBody(await till.sendBill(fullBill()));
  await till.call('DELETE', `/v3/bill/${cancelled.billId}`);
  const request = { userIdentification: { externalId: 'customer-1' } };
  const assigned = await readBody(await till.sendBill(fullBill(), request));
  for (const [id, status, words] of [
    [cancelled.billId, 410, 'This receipt was cancelled.'],
    [assigned.billId, 200, 'was put into the customer account'],
    ['nothing', 404, ''],
  ] as const) {
    const page = await show(`${till.baseUrl}/r/${id}`);
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(words)]);
    expect(page.text).not.toContain('Musterladen');
  }
});

test('a receipt page shows every part of a receipt, and not the copy for the merchant', async ({ till }) => {
  const bill = fullBill();
  const slip = (type: string, content: string) => ({ type, contentType: 'text/plain', content });
  const additionalReceipts = [slip('BasicReceipt', 'KUNDENBELEG'), slip('VendorReceipt', 'HAENDLERBELEG')];
  const { text } = await showBill(till, { ...bill, misc: { ...Object(bill.misc), additionalReceipts } });
  const expected = [
    ...['Musterladen GmbH', 'Musterstraße 1, 00000 Musterstadt', 'USt-IdNr. DE000000000', '31. Mai 2025 um 14:05'],
    ...[
      'Beispiel Einkauf GmbH',
      'Artikel',
      '11,90 €',
      '1 Stück × 11,90 €',
      'mit allem',
      'Rabatt',
      '-1,19 €',
      '\nk\nv\n',
    ],
    ...['Summe', '10,71 €', 'Visa', '5,00 €', 'cardPan: 123456******1234', 'Bar', '5,71 €', 'amountGiven: 10'],
    ...['Normal 19 %', '9,00 € + 1,71 € = 10,71 €', 'Fiskaldaten', 'type: Tse', 'signatureNumber: 198'],
    ...['ALL-000001', 'KASSE-0001', 'Kasse 1', 'KUNDENBELEG'],
  ];
  expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  expect(text).not.toContain('HAENDLERBELEG');
});

test('a receipt page has the training mark for an example receipt only', async ({ till }) => {
  expect((await showBill(till, plainBill(misc({ isExample: true })))).text).toContain('TRAINING');
  expect((await showBill(till, plainBill())).text).not.toContain('TRAINING');
});

test('a receipt page is in the language of the receipt rather than the reader’s', async ({ till }) => {
  expect((await showBill(till, plainBill(misc({ receiptLanguage: 'de-DE' })), 'en')).text).toContain('Summe');
  expect((await showBill(till, plainBill(misc({ receiptLanguage: 'EN' })), 'de')).text).toContain('Total');
  expect((await showBill(till, plainBill(), 'it, de;q=0.5')).text).toContain('Summe');
});

test('a receipt page shows every digit and unit of a line, discounts, the rest on a gift card, and custom sections, but no hidden VAT', async ({
  till,
}) => {
  const weighed = { number: '1', quantity: 0.736, pricePerUnit: 1.6633 };
  const custom = { quantityMeasure: 7, 'extension:service': { customQuantityMeasure: 'Bund' } };
  const lines = [
    line({ item: { ...weighed, quantityMeasure: 1 } }),
    line({ item: { ...weighed, ...custom } }),
    line({}, { discounts: [{ id: 'd', type: 'Monetary', name: 'Schlussverkauf', amount: -29.9 }] }),
  ];
  const customSections = [
    { position: 'AfterLines', section: 'Garantie', data: { text: '2 Jahre', terms: { until: '2028', signed: true } } },
    { position: 1, section: 2, data: ['Anlass', 'Personen'] },
  ];
  const data = {
    ...{ currency: 'EUR', fullAmountInclVat: -2.5, lines },
    vatAmounts: [{ percentage: 13, inclVat: 1, exclVat: 1, vat: 0, isHidden: true }],
    paymentTypes: [{ name: 'Karte', amount: 2.5, 'extension:service': { type: 'GiftCard', remainingAmount: 27 } }],
  };
  const { text } = await showBill(till, plainBill({ data, ...misc({ customSections }) }), 'de');
  for (const shown of [
    // A unit with a code number and no name is left out.
    '\n0,736 × 1,6633 €\n',
    '\n0,736 Bund × 1,6633 €\n',
    'name: Schlussverkauf\namount: -29.9\n',
    '-2,50 €',
    'remainingAmount: 27',
    'Garantie\n2 Jahre\nuntil: 2028\nsigned: true\n2\nAnlass\nPersonen\n',
  ])
    expect(text).toContain(shown);
  expect(text).not.toMatch(/13 %|undefined/);
});

test('a receipt page shows amounts with the digits of their currency, and unknown currencies and sublines as far as possible', async ({
  till,
}) => {
  const { text } = await showBill(till, plainBill({ data: { currency: 'JPY', fullAmountInclVat: 305 } }), 'de');
  expect(text).toContain('305 ¥');
  expect(text).not.toContain('305,00');
  const odd = { 'extension:service': { sequenceNumber: 1, type: 'keyValue', sublines: [null, 5, { text: 'x' }] } };
  const unknown = plainBill({ data: { currency: 'zzz', fullAmountInclVat: 2.5, lines: [odd] } });
  expect((await showBill(till, unknown, 'de')).text).toContain('ZZZ');
});

test('markup in a receipt is text on its page, and nothing runs or loads', async ({ till }) => {
  const evil = '</p><script>alert(1)</script><img src=x onerror="alert(1)">\'';
  const head = { number: evil, date: '2026-01-05T10:00:00Z', seller: { name: evil } };
  const { markup } = await showBill(till, plainBill({ head, ...misc({ cashierName: evil }) }));
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(markup).not.toMatch(/<script|<img/);
});

test('the headers of a receipt page allow only its own style', async ({ till }) => {
  const response = await fetch(String((await till.register()).url));
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(policy).not.toMatch(/unsafe|script-src|http/);
  const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? '';
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});
