import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { saleDocument } from '../../../src-main/sales/document.ts';
import { readDocument, versionOf, writeDocument } from '../../../src-main/storage/document.ts';
import { sampleSale } from '../../fakes/sample-sale.ts';

const kind = {
  schema: z.looseObject({ words: z.array(z.string()), colour: z.string().default('white') }),
  upgrades: [
    (older: Readonly<Record<string, unknown>>) => ({ lines: older.text }),
    (older: Readonly<Record<string, unknown>>) => ({ words: String(older.lines).split(' ') }),
  ],
};
const reading = (text: string): unknown => {
  const read = readDocument(kind, text);
  return read.ok ? read.value : read;
};

test('a document says its version, and is read as it was written', () => {
  const text = writeDocument(kind, { words: ['a'], colour: 'red' });
  expect(JSON.parse(text)).toEqual({ documentVersion: 3, words: ['a'], colour: 'red' });
  expect(reading(text)).toEqual({ words: ['a'], colour: 'red' });
});

test('an older document goes through every upgrade after its version; one that says none is of the first', () => {
  const today = { words: ['one', 'two'], colour: 'white' };
  expect(reading('{"text": "one two"}')).toEqual(today);
  expect(reading('{"documentVersion": 2, "lines": "one two"}')).toEqual(today);
  expect(reading('{"documentVersion": 3, "words": ["one", "two"]}')).toEqual(today);
});

test('a field of a later version of the program survives being read and written here', () => {
  const read = readDocument(kind, '{"documentVersion": 3, "words": [], "later": 1}');
  expect(read).toMatchObject({ ok: true, value: { later: 1 } });
});

test('a newer document is refused as such', () => {
  expect(reading('{"documentVersion": 4}')).toEqual({
    ok: false,
    why: 'newer',
    reason: 'it has version 4; this program knows up to 3',
  });
});

test.each([
  ['no json', 'it is not JSON'],
  ['[]', 'it is no object'],
  ['null', 'it is no object'],
  ['{"documentVersion": 0}', 'it has no version'],
  ['{"documentVersion": "3"}', 'it has no version'],
  ['{"documentVersion": 3, "words": [1]}', 'these fields do not fit: words.0 (invalid_type)'],
])('%s is unreadable, and the reason names no content', (text, reason) => {
  expect(reading(text)).toEqual({ ok: false, why: 'unreadable', reason });
});

test('an upgrade that fails makes one document unreadable and throws nothing', () => {
  const failing = {
    ...kind,
    upgrades: [
      () => {
        throw new Error('a secret');
      },
    ],
  };
  expect(readDocument(failing, '{}')).toEqual({
    ok: false,
    why: 'unreadable',
    reason: 'it cannot be brought from version 1 to 2',
  });
});

describe('the sale', () => {
  const older = Array.from({ length: versionOf(saleDocument) - 1 }, (_, index) => index + 1);

  test.each(older)('of document version %i is read: its fixture is there', (version) => {
    const text = readFileSync(join(import.meta.dirname, `../../fixtures/documents/sale-${version}.json`), 'utf8');
    const { documentVersion = 1 } = JSON.parse(text);
    expect(documentVersion).toBe(version);
    expect(readDocument(saleDocument, text)).toMatchObject({ ok: true });
  });

  test.each([
    ['["store-1",19.9,null,null,null]', true],
    ['[null,19.9,null,null,null]', false],
  ])('of version 1 that was opened with %s says who chose its store: the till %s', (openedWith, storeFixedByTill) => {
    const { storeFixedByTill: _later, ...first } = sampleSale({ openedWith });
    expect(readDocument(saleDocument, JSON.stringify(first))).toMatchObject({ ok: true, value: { storeFixedByTill } });
  });

  test('of version 2 keeps what its provider and its till said, as the text that it is from now on', () => {
    const text = readFileSync(join(import.meta.dirname, '../../fixtures/documents/sale-2.json'), 'utf8');
    expect(readDocument(saleDocument, text)).toMatchObject({
      value: {
        buyerInformation: '{"userIdentification":{"externalId":"K-1"}}',
        loyalty: { transactionId: 'T-1', providerData: '{"tier":"silver","level":2}' },
      },
    });
  });

  test('of version 3 keeps when the customer consented, which was called an agreement', () => {
    const text = readFileSync(join(import.meta.dirname, '../../fixtures/documents/sale-3.json'), 'utf8');
    expect(readDocument(saleDocument, text)).toMatchObject({ value: { consentAt: 1_795_264_205_000 } });
  });

  test('that was written is read as it was, every digit of what a provider said', () => {
    const rewards = '{"activatedRewards":[{"worth":12345678901234567890}]}';
    const older = JSON.stringify(sampleSale({ openedWith: '[]' })).replace(
      '"loyalty":null',
      `"loyalty":{"state":"active","transactionId":"T","customerId":null,"providerType":null,"points":null,"providerData":null,${rewards.slice(1)}`,
    );
    const read = readDocument(saleDocument, older);
    expect(read.ok ? writeDocument(saleDocument, read.value) : read).toContain(rewards.slice(1, -1));
  });

  test('that was written is read as it was', () => {
    const sale = sampleSale({ openedWith: '[]' });
    expect(readDocument(saleDocument, writeDocument(saleDocument, sale))).toEqual({ ok: true, value: sale });
  });
});
