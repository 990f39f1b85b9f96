import { attentionExport, refusedBill, resend, resendAll } from '../flows/attention.ts';
import { dayExport, dayView } from '../flows/day.ts';
import { decide } from '../flows/decide.ts';
import { dayBounds } from '../flows/local-time.ts';
import { waitingExport } from '../flows/waiting.ts';
import { done } from '../kernel/result.ts';
import { toCents } from '../receipt/amounts.ts';
import { saleRow } from '../sale/cashier-view.ts';
import { commandActions } from './action.ts';
import { nothing } from './results.ts';

const pageSize = 50;

/** What is on record: receipts, what waits, what the service refused, the day. */
export const recordActions = commandActions('session', {
  'receipts.list'({ book, tillNames }, { search, state, day, cursor }) {
    const names = tillNames();
    const text = search.trim();
    const page = book.list({
      limit: pageSize,
      state: state ?? undefined,
      before: cursor ?? undefined,
      search: text === '' ? undefined : { text, amountCents: amountIn(text) },
      ...(day === null ? {} : dayBounds(day)),
    });
    return done({ rows: page.items.map((sale) => saleRow(sale, names)), next: page.next });
  },
  'attention.bill': (context, { saleId }) => refusedBill(context, saleId),
  'attention.resend': {
    // Anybody may send it again as it is.
    locked: (_context, { billText }) => billText !== null,
    run: (context, { saleId, billText }) => nothing(resend(context, saleId, billText)),
  },
  'attention.decide': (context, { saleId, as }) => nothing(decide(context, saleId, as)),
  'attention.resendAll': async (context, { status }) =>
    done({ count: await context.beforeStop(resendAll(context, status)) }),
  'attention.export'(context, { saleId }) {
    const content = attentionExport(context, saleId);
    return content.ok ? context.saveExport(`refused-${saleId}.json`, content.value) : content;
  },
  'outbox.sendNow'(context) {
    context.sendNow();
    return done(null);
  },
  'waiting.export'(context) {
    const day = new Date(context.clock.now()).toISOString().slice(0, 10);
    return context.saveExport(`waiting-${day}.json`, waitingExport(context));
  },
  'day.get': ({ book, settings, tillNames }, { day }) =>
    done(dayView(book, day, tillNames(), settings().consent.country === 'AT')),
  'day.export': ({ book, saveExport, tillNames }, { day, format }) =>
    saveExport(`receipts-${day}.${format}`, dayExport(book, day, format, tillNames())),
});

/** `12,50` and `12.50` are an amount; `R-12` is not. */
function amountIn(text: string): number | null {
  const plain = text.replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : null;
}
