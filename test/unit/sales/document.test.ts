import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentVersion, readSale, writeSale } from '../../../src-main/sales/document.ts';
import { sampleSale } from '../../fakes/sample-sale.ts';

const written = (change: object): string => JSON.stringify({ ...JSON.parse(writeSale(sampleSale())), ...change });

test('a sale says its version; a field of a later version of the program survives being read and written here', () => {
  expect(JSON.parse(writeSale(sampleSale()))).toMatchObject({ documentVersion });
  const read = readSale(written({ later: 1 }));
  expect(JSON.parse(read.ok ? writeSale(read.value) : '')).toMatchObject({ documentVersion, later: 1 });
});

test('a newer sale is refused as such', () => {
  expect(readSale(written({ documentVersion: documentVersion + 1 }))).toEqual({
    ok: false,
    why: 'newer',
    reason: `it has version ${documentVersion + 1}; this program knows up to ${documentVersion}`,
  });
});

test.each([
  ['no json', 'it is not JSON'],
  ['[]', 'it is no object'],
  ['null', 'it is no object'],
  [written({ documentVersion: 0 }), 'it has no version'],
  [written({ documentVersion: '3' }), 'it has no version'],
  [written({ url: 1 }), 'these fields do not fit: url (invalid_type)'],
  ['{"openedWith":"a secret"}', `it cannot be brought from version 1 to ${documentVersion}`],
])('%s is unreadable, and the reason names no content', (text, reason) => {
  expect(readSale(text)).toEqual({ ok: false, why: 'unreadable', reason });
});

const older = Array.from({ length: documentVersion - 1 }, (_, index) => index + 1);

test.each(older)('a sale of document version %i is read: its fixture is there', (version) => {
  const text = readFileSync(join(import.meta.dirname, `../../fixtures/documents/sale-${version}.json`), 'utf8');
  const { documentVersion = 1 } = JSON.parse(text);
  expect(documentVersion).toBe(version);
  expect(readSale(text)).toMatchObject({ ok: true });
});

test.each([
  ['["store-1",19.9,null,null,null]', true],
  ['[null,19.9,null,null,null]', false],
])(
  'a sale of version 1 that was opened with %s says who chose its store: the till %s',
  (openedWith, storeFixedByTill) => {
    const { storeFixedByTill: _later, ...first } = sampleSale({ openedWith });
    expect(readSale(JSON.stringify(first))).toMatchObject({ ok: true, value: { storeFixedByTill } });
  },
);

test('a sale of version 2 keeps what its provider and its till said, as the text that it is from now on', () => {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/documents/sale-2.json'), 'utf8');
  expect(readSale(text)).toMatchObject({
    value: {
      buyerInformation: '{"userIdentification":{"externalId":"K-1"}}',
      loyalty: { transactionId: 'T-1', providerData: '{"tier":"silver","level":2}' },
    },
  });
});

test('a sale of version 3 keeps when the customer consented, which was called an agreement', () => {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/documents/sale-3.json'), 'utf8');
  expect(readSale(text)).toMatchObject({ value: { consentAt: 1_795_264_205_000 } });
});

test('a sale that was written is read as it was, every digit of what a provider said', () => {
  const rewards = '{"activatedRewards":[{"worth":12345678901234567890}]}';
  const older = JSON.stringify(sampleSale({ openedWith: '[]' })).replace(
    '"loyalty":null',
    `"loyalty":{"state":"active","transactionId":"T","customerId":null,"providerType":null,"points":null,"providerData":null,${rewards.slice(1)}`,
  );
  const read = readSale(older);
  expect(read.ok ? writeSale(read.value) : read).toContain(rewards.slice(1, -1));
});

test('a sale that was written is read as it was', () => {
  const sale = sampleSale({ openedWith: '[]' });
  expect(readSale(writeSale(sale))).toEqual({ ok: true, value: sale });
});
