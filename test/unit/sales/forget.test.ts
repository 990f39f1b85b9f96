import { expect, test } from 'vitest';
import { namesCustomer, type Sale, saleSchema, withoutCustomer } from '../../../src-main/sales/sale/sale.ts';
import { refusal, sampleSale } from '../../fakes/sample-sale.ts';

const loyalty = {
  state: 'ended' as const,
  transactionId: 'canary-transaction',
  customerId: 'canary-loyalty',
  providerType: 'points',
  points: 12,
  activatedRewards: [{ name: 'canary-reward' }],
  providerData: '{"card":"canary-card"}',
} satisfies Sale['loyalty'];

const known: Sale = {
  ...sampleSale(),
  state: 'delivered',
  externalId: 'canary-external',
  customerScanned: true,
  buyerInformation: '{"mail":"canary@example.invalid"}',
  billedFor: { storeId: 'store-2', userIdentification: { externalId: 'canary-billed' } },
  openedWith: '["store-2","canary-external"]',
  loyalty,
  attention: {
    ...refusal,
    title: 'canary-title',
    detail: 'canary-detail',
    errors: [{ path: '/head/buyer', message: 'canary-message' }],
  },
  warnings: [{ path: '/head/buyer', code: 'format', message: 'found canary-warning' }],
};

test('a sale without its customer retains ids, states, amounts and times, and nothing that identifies the customer', () => {
  const left = withoutCustomer(known);
  expect(JSON.stringify(left)).not.toContain('canary');
  expect(saleSchema.safeParse(left).success).toBe(true);
  const { id, billId, reference, receiptNumber, amountCents, state, createdAt, billHash, issuanceLog } = known;
  const remaining = { id, billId, reference, receiptNumber, amountCents, state, createdAt, billHash, issuanceLog };
  expect(left).toMatchObject({ ...remaining, billedFor: { storeId: 'store-2' }, loyalty: { state: 'ended' } });
  expect(withoutCustomer(left)).toEqual(left);
});

test('every text of a sale either remains on purpose or is removed: a new field needs a decision', () => {
  const stays = new Set(['id', 'reference', 'till', 'businessDay', 'origin', 'storeId', 'state', 'billId', 'url']);
  for (const key of ['receiptNumber', 'currency', 'openedCurrency', 'language', 'billHash', 'displayTarget'])
    stays.add(key);
  for (const key of ['printed', 'cancelled', 'acceptedAs', 'refunds', 'refundOf']) stays.add(key);
  const canary = Object.fromEntries(Object.keys(saleSchema.shape).map((key) => [key, `canary-${key}`]));
  const left = withoutCustomer({
    ...canary,
    loyalty,
    attention: known.attention,
    warnings: [],
    issuanceLog: [],
  } as never);
  const texts = Object.entries(left).filter(([, value]) => typeof value === 'string' && value.startsWith('canary'));
  const numbers =
    /At$|Cents$|^(?:storeFixedByTill|assigned|qrReplaced|idInUse|abandoned|accountExpected|restoredFromBackup|undo)$/;
  expect(texts.map(([key]) => key).filter((key) => !stays.has(key) && !numbers.test(key))).toEqual([]);
});

test.each([
  [{ userIdentification: { externalId: 'C-1' } }, 'c-1', true],
  [{ head: { buyer: { contacts: [{ eMailAddress: 'a@b.example' }] } } }, ' A@B.example ', true],
  [{ loyaltyCardBarcode: 4711 }, '4711', true],
  [{ userIdentification: { externalId: 'C-10' } }, 'C-1', false],
  [{ data: { paymentTypes: [{ name: 'Cash' }] } }, 'cash', false],
  [{ data: { lines: [{ text: 'C-1' }] } }, 'C-1', false],
  [null, 'C-1', false],
])('%j names the customer %s: %s', (value, id, expected) => {
  expect(namesCustomer(value, id)).toBe(expected);
});
