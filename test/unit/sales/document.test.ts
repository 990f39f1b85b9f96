import { expect, test } from 'vitest';
import { documentVersion, readSale, writeSale } from '../../../src-main/sales/repository.ts';
import { sampleSale } from '../../fakes/sample-sale.ts';

const written = (change: object): string => JSON.stringify({ ...JSON.parse(writeSale(sampleSale())), ...change });

test('a sale has a version, and an unknown field of a later version survives reading and writing here', () => {
  expect(JSON.parse(writeSale(sampleSale()))).toMatchObject({ documentVersion });
  const read = readSale(written({ later: 1 }));
  expect(JSON.parse(read.ok ? writeSale(read.value) : '')).toMatchObject({ documentVersion, later: 1 });
});

test.each([0, 2, 99])('a sale of document version %i is refused with the version that was found', (version) => {
  expect(readSale(written({ documentVersion: version }))).toEqual({
    ok: false,
    why: 'newer',
    reason: `it has version ${version}; this program knows version 1`,
  });
});

test.each([
  ['no json', 'it is not JSON'],
  ['[]', 'it is no object'],
  ['null', 'it is no object'],
  [written({ documentVersion: '3' }), 'it has no version'],
  [written({ url: 1 }), 'these fields do not fit: url (invalid_type)'],
  ['{"openedWith":"a secret"}', 'it has no version'],
])('%s is unreadable, and the reason names no content', (text, reason) => {
  expect(readSale(text)).toEqual({ ok: false, why: 'unreadable', reason });
});
