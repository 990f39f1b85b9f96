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
  'receipts.list'({ rooms: { book } }, { search, state, day, cursor }) {
    const text = search.trim();
    const page = book.list({
      limit: pageSize,
      state: state ?? undefined,
      before: cursor ?? undefined,
      search: text === '' ? undefined : { text, amountCents: amountIn(text) },
      ...(day === null ? {} : dayBounds(day)),
    });
    return done({ rows: page.items.map(saleRow), next: page.next });
  },
  'attention.bill': ({ rooms }, { saleId }) => refusedBill(rooms, saleId),
  'attention.resend': ({ rooms }, { saleId, billText }) => nothing(resend(rooms, saleId, billText)),
  'attention.decide': ({ rooms }, { saleId, as }) => nothing(decide(rooms, saleId, as)),
  'attention.resendAll': async ({ rooms }, { status }) =>
    done({ count: await rooms.beforeStop(resendAll(rooms, status)) }),
  'attention.export'({ rooms, saveExport }, { saleId }) {
    const content = attentionExport(rooms, saleId);
    return content.ok ? saveExport(`refused-${saleId}.json`, content.value) : content;
  },
  'outbox.sendNow'({ rooms }) {
    rooms.sendNow();
    return done(null);
  },
  'waiting.export'({ rooms, saveExport }) {
    const day = new Date(rooms.clock.now()).toISOString().slice(0, 10);
    return saveExport(`waiting-${day}.json`, waitingExport(rooms));
  },
  'day.get': ({ rooms: { book } }, { day }) => done(dayView(book, day)),
  'day.export': ({ rooms: { book }, saveExport }, { day, format }) =>
    saveExport(`receipts-${day}.${format}`, dayExport(book, day, format)),
});

/** `12,50` and `12.50` are an amount; `R-12` is not. */
function amountIn(text: string): number | null {
  const plain = text.replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : null;
}
