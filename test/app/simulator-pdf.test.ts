import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { richBill } from './simulator-bill.ts';
import { type PartnerClient, startPartnerClient, test } from './simulator-partner-client.ts';
import { type Json, line, smallBill } from './simulator-till.ts';

/** The output of a program of Poppler about the PDF. With `-raw`, `pdftotext` keeps the order of writing. */
function poppler(program: string, bytes: Uint8Array, ...options: readonly string[]): string {
  const file = join(tempFolder(), 'receipt.pdf');
  writeFileSync(file, bytes);
  const output = program === 'pdftotext' ? ['-'] : [];
  return execFileSync(program, [...options, file, ...output], { encoding: 'utf8' });
}
const textOf = (bytes: Uint8Array): string => poppler('pdftotext', bytes, '-raw');
/** Removes white space, because the PDF breaks lines differently than the page. */
const squeezed = (text: string): string => text.replaceAll(/[\s\u00a0\u202f\f]/gu, '');

async function pdfOf(partner: PartnerClient, userId: string, receiptId: string, headers = {}): Promise<Uint8Array> {
  const key = { 'x-api-key': partner.till.simulator.account.partnerKey };
  const path = `/api/v3/user/${userId}/receipts/${receiptId}/pdf`;
  const answer = await partner.ask('GET', path, undefined, { ...key, ...headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return new Uint8Array(await answer.arrayBuffer());
}

async function pdfFor(bill: Json): Promise<Uint8Array> {
  const partner = await startPartnerClient();
  const userId = await partner.user('member-1');
  return pdfOf(partner, userId, await partner.bill('member-1', bill));
}

describe('the PDF of a receipt', () => {
  test('contains everything that the page behind its address contains', async ({ partner }) => {
    const misc = {
      isExample: true,
      isCopy: true,
      customSections: [{ position: 1, section: 'Garantie', data: ['2 J.'] }],
    };
    const receiptId = await partner.bill(null, richBill(misc));
    const markup = await (await fetch(`${partner.till.baseUrl}/r/${receiptId}`)).text();
    const userId = await partner.user('member-1');
    await partner.ask('POST', `/api/v3/user/${userId}/receipts`, { receiptId });
    const found = squeezed(textOf(await pdfOf(partner, userId, receiptId)));
    const body = markup.slice(markup.indexOf('<main>')).replaceAll('&amp;', '&');
    const texts = body
      .split(/<[^>]*>/)
      .map(squeezed)
      .filter((text) => text !== '');
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => !found.includes(text))).toEqual([]);
    expect(found).not.toContain('HAENDLERBELEG');
  });

  test('is in the language of the receipt, otherwise in that of the request', async ({ partner }) => {
    const userId = await partner.user('member-1');
    const receiptId = await partner.bill('member-1', smallBill());
    expect(textOf(await pdfOf(partner, userId, receiptId, { 'accept-language': 'de-AT' }))).toContain('Summe');
    expect(textOf(await pdfOf(partner, userId, receiptId))).toContain('Total');
  });

  test.each(['Brötchen für 3 €', 'Crème brûlée, açaí, smörgås, „Ñandú“ (½ \\ œuf)'])(
    'contains %s unchanged',
    async (text) => {
      const data = { currency: 'EUR', fullAmountInclVat: 3, lines: [line({ text })] };
      expect(textOf(await pdfFor(smallBill({ data })))).toContain(text);
    },
  );

  test('marks characters that standard fonts lack instead of dropping them', async () => {
    const data = { currency: 'EUR', fullAmountInclVat: 3, lines: [line({ text: 'Sushi 寿司 🍣' })] };
    expect(textOf(await pdfFor(smallBill({ data })))).toContain('Sushi ?? ?');
  });

  test('is one page, however long the receipt is, and loses no line or amount', async () => {
    const lines = Array.from({ length: 120 }, (_, index) =>
      line({ text: `Article number ${index}`, fullAmountInclVat: index + 1 }),
    );
    const content = Array.from({ length: 150 }, (_, index) => `slip ${index}`).join('\n');
    const misc = { additionalReceipts: [{ type: 'BasicReceipt', contentType: 'text/plain', content }] };
    const bytes = await pdfFor(smallBill({ data: { currency: 'EUR', fullAmountInclVat: 1, lines }, misc }));
    expect(poppler('pdfinfo', bytes)).toMatch(/Pages:\s*1\n/);
    const text = textOf(bytes);
    const rows = text.split('\n').map((row) => row.trim());
    for (let index = 0; index < 150; index += 1) expect(rows).toContain(`slip ${index}`);
    const table = poppler('pdftotext', bytes, '-layout');
    for (let index = 0; index < 120; index += 1) {
      expect(table).toMatch(new RegExp(`Article number ${index} +€${index + 1}\\.00\n`));
    }
  });

  test('has the date of the service’s clock', async () => {
    expect(poppler('pdfinfo', await pdfFor(smallBill()), '-isodates')).toMatch(/CreationDate:\s+2026-01-05T/);
  });
});

describe('access to the PDF', () => {
  test('is granted only to the user of the receipt while its content is stored', async () => {
    const partner = await startPartnerClient({ keep: 1 });
    const [one, other] = [await partner.user('member-1'), await partner.user('member-2')];
    const receiptId = await partner.bill('member-1', smallBill());
    const status = async (userId: string, id: string) =>
      (await partner.ask('GET', `/api/v3/user/${userId}/receipts/${id}/pdf`)).status;
    expect(await status(one, receiptId.toUpperCase())).toBe(200);
    expect([await status(other, receiptId), await status(one, other)]).toEqual([404, 404]);
    await partner.bill('member-1', smallBill());
    expect(await status(one, receiptId)).toBe(404);
  });

  test('can be interrupted by a fault like any answer', async ({ partner }) => {
    const userId = await partner.user('member-1');
    const receiptId = await partner.bill('member-1', smallBill());
    partner.till.simulator.faults.add({ route: 'receiptPdf', effect: { kind: 'halfBody' } });
    const answer = await partner.ask('GET', `/api/v3/user/${userId}/receipts/${receiptId}/pdf`);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(500);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });
});
