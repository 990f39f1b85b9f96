import { commandsOn } from '../commands/action.ts';
import { shopCountry } from '../lib/country.ts';
import { field, listOf } from '../lib/json.ts';
import { localeOf } from '../lib/languages.ts';
import { dayBounds } from '../lib/local-time.ts';
import { readTypedAmount } from '../lib/money.ts';
import type { ReceiptLineView, ReceiptView } from '../lib/record-views.ts';
import { done, failed, type Result } from '../lib/result.ts';
import { fromCents } from '../receipts/amounts.ts';
import { withNeutralKey } from '../receipts/extension-key.ts';
import { lineKind } from '../receipts/line.ts';
import { saleActions, saleRow, undoOf } from '../sales/cashier-view.ts';
import { handoverOf } from '../sales/handover.ts';
import { refundLeft } from '../sales/marks.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { dayExport, daysView, dayView } from './day.ts';
import { type Desktop, openReceiptPage, type SavedFiles } from './export-files.ts';

const pageSize = 50;

type RecordContext = Pick<SessionContext, 'book' | 'clock' | 'settings' | 'tillNames' | 'sendNow'> &
  Pick<SavedFiles, 'saveExport' | 'showSaved'> & {
    readonly desktop: Desktop | null;
  };

export const recordCommands = commandsOn<RecordContext>()('session', {
  'receipts.list'({ book, settings, tillNames }, { search, state, place, day, cursor }) {
    const names = tillNames();
    const text = search.trim();
    const page = book.list({
      limit: pageSize,
      state: state ?? undefined,
      place: place ?? undefined,
      before: cursor ?? undefined,
      search: text === '' ? undefined : { text, amountCents: readTypedAmount(text) },
      ...(day === null ? {} : dayBounds(day, settings().delivery.dayStartsAtHour)),
    });
    return done({ rows: page.items.map((sale) => saleRow(sale, names)), next: page.next });
  },
  'receipts.get': (context, { saleId }) => receiptView(context, saleId),
  'receipts.openPage': (context, { saleId }) => openReceiptPage(context, saleId),
  'exports.show': ({ showSaved }, { path }) => showSaved(path),
  'day.row': async (context, { until }) =>
    done(await daysView(context, until, context.settings().delivery.dayStartsAtHour)),
  'outbox.sendNow': ({ sendNow }) => sendNow(),
  'waiting.export'(context) {
    const day = new Date(context.clock.now()).toISOString().slice(0, 10);
    return context.saveExport(`waiting-${day}.json`, waitingExport(context));
  },
  'day.get': ({ book, settings, tillNames }, { day }) =>
    done(dayView(book, day, settings().delivery.dayStartsAtHour, tillNames(), settings().consent.country === 'AT')),
  'day.export'({ book, saveExport, settings, tillNames }, { day, format }) {
    const { cashier, delivery } = settings();
    const { language, country, currency } = cashier;
    const form = { language, locale: localeOf(language, shopCountry(country, currency)) };
    const content = dayExport(book, day, delivery.dayStartsAtHour, format, tillNames(), form);
    return saveExport(`receipts-${day}.${format}`, content);
  },
});

/** Every undelivered bill, oldest first, for delivery in another way. They still wait here. */
function waitingExport({ book }: Pick<SessionContext, 'book'>): string {
  const entries = [...book.all({ state: 'queued' }), ...book.all({ state: 'attention' })]
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ id, reference, storeId, state, billId, attention }) => {
      const billText = book.findBill(id);
      const bill: unknown = billText === null ? null : JSON.parse(billText);
      return { reference, storeId, state, billId, attention, bill };
    });
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** One receipt with its lines, VAT, payment and times, for a question at the counter. */
function receiptView(context: RecordContext, saleId: string): Result<ReceiptView> {
  const sale = context.book.find(saleId);
  if (sale === null) return failed('notFound', `there is no sale ${saleId}`);
  const billText = sale.billHash === null ? null : context.book.findBill(saleId);
  const { extensionKey } = context.settings().service;
  const bill: unknown = billText === null ? null : withNeutralKey(JSON.parse(billText), extensionKey);
  const { show, print, cancel } = saleActions(sale, false);
  return done({
    ...saleRow(sale, context.tillNames()),
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
