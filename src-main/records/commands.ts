import { commandsOn } from '../commands/action.ts';
import { shopCountry } from '../lib/country.ts';
import { localeOf } from '../lib/languages.ts';
import { dayBounds } from '../lib/local-time.ts';
import { readTypedAmount } from '../lib/money.ts';
import { done } from '../lib/result.ts';
import { saleRow } from '../sales/cashier-view.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { dayExport, daysView, dayView } from './day.ts';
import { type Desktop, openReceiptPage, type SavedFiles } from './export-files.ts';
import { receiptView } from './receipt-view.ts';

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
  'receipts.get': (context, { saleId }) => receiptView(context, saleId, context.tillNames()),
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

/** Every bill that the service has not got, oldest first, for whoever delivers it another way. They still wait here. */
export function waitingExport({ book }: Pick<SessionContext, 'book'>): string {
  const entries = [...book.all({ state: 'queued' }), ...book.all({ state: 'attention' })]
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .map(({ id, reference, storeId, state, billId, attention }) => {
      const billText = book.findBill(id);
      const bill: unknown = billText === null ? null : JSON.parse(billText);
      return { reference, storeId, state, billId, attention, bill };
    });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
