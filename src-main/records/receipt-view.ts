import { field, listOf } from '../lib/json.ts';
import type { ReceiptLineView, ReceiptView } from '../lib/record-views.ts';
import { done, failed, type Result } from '../lib/result.ts';
import type { NamesOfTills } from '../lib/till-names.ts';
import { fromCents } from '../receipts/amounts.ts';
import { withNeutralKey } from '../receipts/extension-key.ts';
import { lineKind } from '../receipts/line.ts';
import { saleActions, saleRow, undoOf } from '../sales/cashier-view.ts';
import { handoverOf } from '../sales/handover.ts';
import { refundLeft } from '../sales/marks.ts';
import type { SessionContext } from '../sales/session-context.ts';

type ReceiptContext = Pick<SessionContext, 'book' | 'clock' | 'settings'>;

export function receiptView(context: ReceiptContext, saleId: string, names: NamesOfTills): Result<ReceiptView> {
  const sale = context.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  const billText = sale.billHash === null ? null : context.book.findBill(saleId);
  const { extensionKey } = context.settings().service;
  const bill: unknown = billText === null ? null : withNeutralKey(JSON.parse(billText), extensionKey);
  const { show, print, cancel } = saleActions(sale, false);
  return done({
    ...saleRow(sale, names),
    url: sale.url,
    cancelled: sale.cancelled,
    can: { show, print, cancel },
    undo: undoOf(sale, context.clock.now()),
    refundLeft: fromCents(refundLeft(context, sale)),
    isPaid: sale.billHash !== null,
    issuedAt: text(field(bill, 'head', 'date')),
    acceptedAt: sale.billedAt,
    deliveredAt: sale.deliveredAt,
    handover: handoverOf(sale),
    bill: bill === null ? null : contentOf(bill),
  });
}

function contentOf(bill: unknown): NonNullable<ReceiptView['bill']> {
  const data = field(bill, 'data');
  return {
    lines: listOf(field(data, 'lines')).flatMap(lineOf),
    vat: listOf(field(data, 'vatAmounts')).flatMap((entry) => {
      const [percent, net, vat, gross] = ['percentage', 'exclVat', 'vat', 'inclVat'].map((key) =>
        number(field(entry, key)),
      );
      return percent == null || net == null || vat == null || gross == null ? [] : [{ percent, net, vat, gross }];
    }),
    payments: listOf(field(data, 'paymentTypes')).flatMap((entry) => {
      const [name, amount] = [text(field(entry, 'name')), number(field(entry, 'amount'))];
      return amount === null ? [] : [{ name: name ?? '', amount }];
    }),
  };
}

const lineKinds = { Default: 'article', Discount: 'discount', Text: 'text' } as const;

function lineOf(line: unknown): ReceiptLineView[] {
  const name = lineKind(line) ?? 'Default';
  const kind = Object.hasOwn(lineKinds, name) ? lineKinds[name as keyof typeof lineKinds] : 'article';
  const words = text(field(line, 'text'));
  if (words === null) return [];
  return [
    {
      kind,
      text: words,
      quantity: number(field(line, 'item', 'quantity')),
      amount: number(field(line, 'fullAmountInclVat')),
    },
  ];
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
