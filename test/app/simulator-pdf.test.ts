import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tempFolder } from '../fakes/temp-folder.ts';
import { type SimulatorPartner, startPartnerClient, test } from './simulator-partner-client.ts';
import { fullBill, type JsonBody, line, plainBill } from './simulator-till.ts';

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

const askPdf = (partner: SimulatorPartner, userId: string, receiptId: string) =>
  partner.ask('GET', `/api/v3/user/${userId}/receipts/${receiptId}/pdf`);

async function pdfFor(partner: SimulatorPartner, bill: JsonBody): Promise<Uint8Array> {
  const userId = await partner.user('member-1');
  const answer = await askPdf(partner, userId, await partner.bill('member-1', bill));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return new Uint8Array(await answer.arrayBuffer());
}

test('the PDF of a receipt contains everything that the page behind its address contains', async ({ partner }) => {
  const receiptId = await partner.bill(null, fullBill());
  const markup = await (await fetch(`${partner.till.baseUrl}/r/${receiptId}`)).text();
  const texts = markup
    .slice(markup.indexOf('<main>'))
    .replaceAll('&amp;', '&')
    .split(/<[^>]*>/)
    .map(squeezed)
    .filter((text) => text !== '');
  const found = squeezed(textOf(await pdfFor(partner, fullBill())));
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => !found.includes(text))).toEqual([]);
});

test('the PDF of a receipt keeps every letter of western languages, and marks those that standard fonts lack', async ({
  partner,
}) => {
  const words = 'Brötchen für 3 €, açaí, smörgås, „Ñandú“ (½ \\ œuf), Sushi ';
  const data = { currency: 'EUR', fullAmountInclVat: 3, lines: [line({ text: `${words}寿司 🍣` })] };
  expect(squeezed(textOf(await pdfFor(partner, plainBill({ data }))))).toContain(squeezed(`${words}?? ?`));
});

test('the PDF of a long receipt is one page and loses no line or amount', async ({ partner }) => {
  const lines = Array.from({ length: 120 }, (_, index) =>
    line({ text: `Article number ${index}`, fullAmountInclVat: index + 1 }),
  );
  const content = Array.from({ length: 150 }, (_, index) => `slip ${index}`).join('\n');
  const misc = { additionalReceipts: [{ type: 'BasicReceipt', contentType: 'text/plain', content }] };
  const bill = plainBill({ data: { currency: 'EUR', fullAmountInclVat: 1, lines }, misc });
  const bytes = await pdfFor(partner, bill);
  expect(poppler('pdfinfo', bytes)).toMatch(/Pages:\s*1\n/);
  const rows = textOf(bytes)
    .split('\n')
    .map((row) => row.trim());
  for (let index = 0; index < 150; index += 1) expect(rows).toContain(`slip ${index}`);
  const table = poppler('pdftotext', bytes, '-layout');
  for (let index = 0; index < 120; index += 1) {
    expect(table).toMatch(new RegExp(`Article number ${index} +€${index + 1}\\.00\n`));
  }
});

test('only the user of a receipt gets its PDF, while its content is stored', async () => {
  const partner = await startPartnerClient({ keep: 1 });
  const [one, other] = [await partner.user('member-1'), await partner.user('member-2')];
  const receiptId = await partner.bill('member-1', plainBill());
  const status = async (userId: string, id: string) => (await askPdf(partner, userId, id)).status;
  expect(await status(one, receiptId.toUpperCase())).toBe(200);
  expect([await status(other, receiptId), await status(one, other)]).toEqual([404, 404]);
  await partner.bill('member-1', plainBill());
  expect(await status(one, receiptId)).toBe(404);
});
