import type { AttentionRowView, AttentionView, ReceiptView } from '../../src-main/shared/record-views.ts';
import { receiptUrl } from './sample-screens.ts';
import { saleScenes, sampleRows } from './sample-views.ts';

/** Main's answers for the pages of stored receipts, with invented values. */

const { attention } = saleScenes.attention.sale;
const rows = sampleRows.slice(0, 3);

export const attentionRows: readonly AttentionRowView[] = rows.map((row, index) => ({
  ...row,
  state: 'attention',
  status: [400, 403, null][index] ?? null,
  code: null,
  title: '',
}));

const [first] = attentionRows;
if (first === undefined) throw new Error('there is a sample receipt');

export const attentionView: AttentionView = {
  row: first,
  attention,
  isBill: true,
  problems: [
    {
      path: '/data/lines/3/item/pricePerUnit',
      places: [{ kind: 'line', number: 4 }],
      field: 'pricePerUnit',
      found: { known: true, value: 1.005 },
      expected: 1.01,
      canChange: true,
      isSigned: false,
      verbatim: '3',
    },
    {
      path: '/head/seller/vatId',
      places: [],
      field: 'vatId',
      found: { known: false, value: null },
      expected: null,
      canChange: true,
      isSigned: false,
      verbatim: null,
    },
  ],
  canPrint: true,
  version: 'the first bill',
};

export const receiptDetail: ReceiptView = {
  ...first,
  state: 'delivered',
  url: receiptUrl,
  cancelled: null,
  can: { show: true, print: true, cancel: true },
  undo: null,
  refundLeft: 12.8,
  isPaid: true,
  issuedAt: '2026-03-03T14:35:00+00:00',
  acceptedAt: first.createdAt + 20_000,
  deliveredAt: first.createdAt + 21_000,
  issuanceLog: [{ at: first.createdAt + 30_000, what: 'agreed', how: 'touch' }],
  bill: {
    lines: [
      { kind: 'article', text: 'Extraordinarily long-named mountain cheese', quantity: 0.432, amount: 8.6 },
      { kind: 'article', text: 'Bread', quantity: 1, amount: 4.2 },
      { kind: 'discount', text: 'Discount', quantity: null, amount: -1 },
      { kind: 'text', text: 'Thank you', quantity: null, amount: null },
    ],
    vat: [
      { percent: 7, net: 11.03, vat: 0.77, gross: 11.8 },
      { percent: 19, net: 0.84, vat: 0.16, gross: 1 },
    ],
    payments: [{ name: 'EC', amount: 12.8 }],
  },
};
