import type { PrintRow } from '../../src-main/shared/print-view.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { cashierView, farOff, saleScenes } from '../fakes/sample-views.ts';

const printed =
  '        Café am Markt\nHauptplatz 4, 8010 Graz\n\nMelange              12,90\nKuchen                7,45\n------------------------\nSumme EUR            20,35\nBar                  20,35';
/** A morning's prints: a receipt, a kitchen slip, a picture, and a print that the present settings would accept. */
const row = (id: number, minute: number, part: Partial<PrintRow>): PrintRow => ({
  id,
  at: Date.UTC(2026, 2, 3, 13, minute),
  text: printed,
  hasPicture: false,
  reason: 'code',
  changedTo: null,
  saleId: null,
  ...part,
});
export const printRows: readonly PrintRow[] = [
  row(4, 95, { saleId: 'sale-1' }),
  row(3, 80, { reason: 'no-total', text: 'Tisch 4\n2 x Melange\n1 x Kuchen' }),
  row(2, 65, { reason: 'not-recognised', text: '', hasPicture: true }),
  row(1, 50, { reason: 'not-confirmed', changedTo: 'text' }),
];
export const printer: CashierView['printer'] = {
  state: 'ready',
  address: '127.0.0.1:9100',
  today: { prints: 12, receipts: 9 },
  lastReason: 'no-total',
  codeOnly: true,
  nextPrint: null,
  prints: 12,
  papers: [],
  declined: [],
};
export const printing: Partial<CashierView> = {
  printer,
  settings: {
    ...cashierView('en').settings,
    'printer.listen': { ...cashierView('en').settings['printer.listen'], value: '127.0.0.1:9100' },
    'printer.target': { ...cashierView('en').settings['printer.target'], value: '192.168.1.50:9100' },
    'printer.formerTarget': { ...cashierView('en').settings['printer.formerTarget'], value: '192.168.1.50:9100' },
  },
};
const paper = {
  id: 'a',
  saleId: saleScenes.delivered.sale.id,
  total: saleScenes.delivered.sale.total,
  at: farOff - 15_000,
};
/** The cashier can still decide about the paper. `farOff` keeps the countdown running. */
export const paperRequested: Partial<CashierView> = {
  ...saleScenes.delivered,
  printer: { ...printer, papers: [{ ...paper, state: 'asking', until: farOff }] },
};
export const paperUnsure: Partial<CashierView> = {
  printer: { ...printer, papers: [{ ...paper, state: 'unsure', until: 0 }] },
};
export const codeShown: Partial<CashierView> = {
  ...saleScenes.open,
  sale: { ...saleScenes.open.sale, total: null },
  printer: { ...printer, nextPrint: { saleId: saleScenes.open.sale.id, until: farOff } },
};
