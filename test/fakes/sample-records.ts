import type { AttentionRowView, AttentionView } from '../../src-main/contract/record-views.ts';
import { receiptRows, saleScenes } from './sample-views.ts';

/** What main answers to the pages about what is on record, with invented values. */

const { attention } = saleScenes.attention.sale;
const rows = receiptRows.slice(0, 3);

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
      said: '3',
    },
    {
      path: '/head/seller/vatId',
      places: [],
      field: 'vatId',
      found: { known: false, value: null },
      expected: null,
      canChange: true,
      said: null,
    },
  ],
  canPrint: true,
  draft: null,
};
