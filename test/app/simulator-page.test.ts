import { describe, expect } from 'vitest';
import { richBill } from './simulator-bill.ts';
import { type Json, json, line, smallBill, startSignedInTill, type Till, test } from './simulator-till.ts';

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

async function showBill(till: Till, bill: Json, language = 'en'): Promise<Shown> {
  return show((await json(await till.sendBill(bill))).url, language);
}

const misc = (extension: Json): Json => ({ misc: { 'extension:service': extension } });

describe('before and after the receipt', () => {
  test('a registered address announces the receipt after payment, and reloads automatically', async ({ till }) => {
    const { url } = await till.register();
    const page = await show(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your receipt will appear here after payment.');
    expect(page.markup).toContain('http-equiv="refresh"');
    expect((await show(url, 'de-AT,de;q=0.9')).text).toContain('Ihr Beleg erscheint hier nach der Zahlung.');
  });

  test('the same address shows the stored receipt and stops reloading', async ({ till }) => {
    const { url, billId } = await till.register();
    await till.sendBill(smallBill({ id: billId }));
    const page = await show(url);
    expect(page.text).toContain('€2.50');
    expect(page.markup).not.toContain('http-equiv="refresh"');
  });

  test('the page of a cancelled receipt reports only the cancellation', async ({ till }) => {
    const { url, billId } = await json(await till.sendBill(richBill()));
    await till.call('DELETE', `/v3/bill/${billId}`);
    const page = await show(url);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining('This receipt was cancelled.')]);
    expect(page.text).not.toContain('Morgenrot');
  });

  test('a receipt in an account is hidden from a person who guesses its address', async () => {
    const till = await startSignedInTill({ switches: { knownExternalIds: ['customer-1'] } });
    const request = { userIdentification: { externalId: 'customer-1' } };
    const { billId } = await json(await till.sendBill(richBill(), request));
    const page = await show(`${till.baseUrl}/r/${billId}`);
    expect(page.text).toContain('was put into the customer account');
    expect(page.text).not.toContain('Morgenrot');
  });

  test('an unknown address is 404', async ({ till }) => {
    expect((await show(`${till.baseUrl}/r/nothing`)).status).toBe(404);
  });
});

describe('the content of a receipt page', () => {
  test('shows every part of a rich receipt, and not the copy for the merchant', async ({ till }) => {
    const { text } = await showBill(till, richBill());
    const expected = [
      ...['Bäckerei & Café Morgenrot', 'Beispielweg 12, 01234 Musterstadt', 'USt-IdNr. DE000000000'],
      '5. Januar 2026 um 18:42',
      ...['Roggenmischbrot 750 g', '4,60 €', '3 × 2,49 €', 'noch warm', '0,5 kg × 25,40 €'],
      ...['gemahlen für Filter', 'Stammkunden-Rabatt', '-2,00 €', 'Bitte kühl und trocken lagern.', 'Tisch', '14'],
      ...['Summe', '21,31 €'],
      ...['Visa', '11,31 €', 'cardPan: 400000******0000', '60000001', '4711', 'A1B2C3'],
      ...['Bar', '10,00 €', 'amountGiven: 20', 'amountReturned: 10'],
      ...['B 7 %', '9,92 €', '0,69 €', '10,61 €', 'A 19 %', 'Fiskaldaten', 'type: Tse', 'signatureNumber: 160901'],
      ...['2026-000417', 'TILL-0007', 'Kasse Eins'],
      ...['K-U-N-D-E-N-B-E-L-E-G', 'Danke für Ihren Einkauf!'],
    ];
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
    expect(text).not.toContain('HAENDLERBELEG');
  });

  test('has the training mark for an example receipt only', async ({ till }) => {
    expect((await showBill(till, smallBill(misc({ isExample: true })))).text).toContain('TRAINING');
    expect((await showBill(till, smallBill())).text).not.toContain('TRAINING');
  });

  test('is in the language of the receipt rather than the reader’s', async ({ till }) => {
    expect((await showBill(till, smallBill(misc({ receiptLanguage: 'de-DE' })), 'en')).text).toContain('Summe');
    expect((await showBill(till, smallBill(misc({ receiptLanguage: 'EN' })), 'de')).text).toContain('Total');
    expect((await showBill(till, smallBill(), 'it, de;q=0.5')).text).toContain('Summe');
  });

  test('hides hidden VAT entries, and shows the negative amount of a return', async ({ till }) => {
    const hidden = { percentage: 13, inclVat: 1, exclVat: 1, vat: 0, isHidden: true };
    const data = {
      currency: 'EUR',
      fullAmountInclVat: -2.5,
      vatAmounts: [hidden],
      lines: [line({ fullAmountInclVat: -2.5 })],
    };
    const { text } = await showBill(till, smallBill({ data }));
    expect(text).not.toContain('13 %');
    expect(text).toContain('-€2.50');
  });
});

describe('unusual content of a receipt page', () => {
  const textOf = async (data: Json, misc: Json = {}) => {
    const till = await startSignedInTill();
    return (
      await showBill(till, smallBill({ data: { currency: 'EUR', fullAmountInclVat: 2.5, ...data }, ...misc }), 'de')
    ).text;
  };
  const weighed = (item: Json) => line({ item: { number: '1', quantity: 0.736, pricePerUnit: 1.5, ...item } });

  test('shows quantity and price, but not the code number of a unit', async () => {
    expect(await textOf({ lines: [weighed({ quantityMeasure: 1 })] })).toContain('\n0,736 × 1,50 €\n');
    const custom = { quantityMeasure: 7, 'extension:service': { customQuantityMeasure: 'Bund' } };
    expect(await textOf({ lines: [weighed(custom)] })).toContain('\n0,736 Bund × 1,50 €\n');
  });

  test('shows all digits of a unit price, and of an amount those of its currency', async () => {
    expect(await textOf({ lines: [weighed({ pricePerUnit: 1.6633 })] })).toContain('0,736 × 1,6633 €');
    const yen = await textOf({ currency: 'JPY', fullAmountInclVat: 305 });
    expect(yen).toContain('305 ¥');
    expect(yen).not.toContain('305,00');
  });

  test('shows unknown members under their own names, such as discounts and the rest on a gift card', async () => {
    const card = { name: 'Karte', amount: 2.5, 'extension:service': { type: 'GiftCard', remainingAmount: 27 } };
    const text = await textOf({
      lines: [line({}, { discounts: [{ id: 'season', type: 'Monetary', name: 'Schlussverkauf', amount: -29.9 }] })],
      'extension:service': { discounts: [{ id: 'd', type: 'Percentage', name: 'Treue', percentage: 10 }] },
      paymentTypes: [card],
    });
    for (const part of ['name: Schlussverkauf\n', 'amount: -29.9', 'percentage: 10', 'remainingAmount: 27']) {
      expect(text).toContain(part);
    }
  });

  test('shows custom sections with any data', async () => {
    const customSections = [
      {
        position: 'AfterLines',
        section: 'Garantie',
        data: { text: '2 Jahre', terms: { until: '2028', signed: true } },
      },
      { position: 1, section: 2, data: ['Anlass', 'Personen'] },
      { position: 'x', section: 'Hinweis', data: 'nur heute' },
    ];
    const text = await textOf({}, misc({ customSections }));
    const parts = ['Garantie\n2 Jahre\nuntil: 2028\nsigned: true\n', '\nAnlass\nPersonen\n', 'Hinweis\nnur heute'];
    for (const part of parts) expect(text).toContain(part);
  });
});

describe('a receipt page is safe:', () => {
  test('markup in a receipt is text, and nothing runs or loads', async ({ till }) => {
    const evil = '</p><script>alert(1)</script><img src=x onerror="alert(1)">\'';
    const bill = richBill(
      { cashierName: evil, afterSalesCoupons: [{ title: evil, codeType: 'Qr', code: evil }] },
      { head: { number: evil, date: '2026-01-05T10:00:00Z', seller: { name: evil } } },
    );
    const { markup } = await showBill(till, bill);
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(markup).not.toMatch(/<script|<img/);
  });

  test('the headers allow only its own style', async ({ till }) => {
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

  test('unusual but allowed values are shown as far as possible', async ({ till }) => {
    const data = {
      currency: 'zzz',
      fullAmountInclVat: 1,
      lines: [{ 'extension:service': { sequenceNumber: 1, type: 'keyValue', sublines: [null, 5, { text: 'x' }] } }],
    };
    const page = await showBill(till, smallBill({ data, security: { fiscalization: { type: 'Sweden' } } }));
    expect(page.status).toBe(200);
    expect(page.text).toContain('ZZZ');
  });
});
