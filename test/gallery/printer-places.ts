import type { PrintRow } from '../../src-main/shared/print-view.ts';
import type { CashierView } from '../../src-main/shared/views.ts';
import { cashierView, farOff, saleScenes } from '../fakes/sample-views.ts';

const printed =
  '        Café am Markt\nHauptplatz 4, 8010 Graz\n\nMelange              12,90\nKuchen                7,45\n------------------------\nSumme EUR            20,35\nBar                  20,35';
/** A morning's prints: a receipt, a kitchen slip, a picture, and a print that the present settings would accept. */
export const printRows: readonly PrintRow[] = [
  {
    id: 4,
    at: Date.UTC(2026, 2, 3, 14, 35),
    text: printed,
    hasPicture: false,
    reason: 'code',
    changedTo: null,
    saleId: 'sale-1',
  },
  {
    id: 3,
    at: Date.UTC(2026, 2, 3, 14, 20),
    text: 'Tisch 4\n2 x Melange\n1 x Kuchen',
    hasPicture: false,
    reason: 'no-total',
    changedTo: null,
    saleId: null,
  },
  {
    id: 2,
    at: Date.UTC(2026, 2, 3, 14, 5),
    text: '',
    hasPicture: true,
    reason: 'not-recognised',
    changedTo: null,
    saleId: null,
  },
  {
    id: 1,
    at: Date.UTC(2026, 2, 3, 13, 50),
    text: printed,
    hasPicture: false,
    reason: 'not-confirmed',
    changedTo: 'text',
    saleId: null,
  },
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
