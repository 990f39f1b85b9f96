import { type BusinessDay, dayExport, dayView } from '../flows/records/day.ts';
import { daysView } from '../flows/records/days.ts';
import { openReceiptPage } from '../flows/records/desktop.ts';
import { receiptView } from '../flows/records/receipt-view.ts';
import { waitingExport } from '../flows/records/waiting.ts';
import { attentionExport, refusedBill, resend, resendAll } from '../flows/sale/attention.ts';
import { decide, decideAll } from '../flows/sale/decide.ts';
import { attentionPage, attentionView, forgetDraft, keepDraft, repair } from '../flows/sale/repair.ts';
import { localeOf, shopCountry } from '../lib/country.ts';
import { dayBounds } from '../lib/local-time.ts';
import { done } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { readTypedAmount } from '../lib/typed-number.ts';
import { saleRow } from '../sale/cashier-view.ts';
import { commandActions } from './action.ts';
import { nothing } from './results.ts';

const pageSize = 50;

const businessDayOf = ({ delivery }: Settings, day: string): BusinessDay => ({
  day,
  startsAtHour: delivery.dayStartsAtHour,
});

/** What is on record: receipts, what waits, what the service refused, the day. */
export const recordActions = commandActions('session', {
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
  'attention.list': ({ book, outbox, tillNames }, { cursor }) =>
    done(attentionPage({ book, outbox }, tillNames(), { before: cursor, limit: pageSize })),
  'attention.get': (context, { saleId }) => attentionView(context, saleId, context.tillNames()),
  'attention.repair': (context, { saleId, values }) => nothing(repair(context, saleId, values)),
  'attention.keep': (context, { saleId, draft }) => keepDraft(context, saleId, draft),
  'attention.bill'(context, { saleId }) {
    const bill = refusedBill(context, saleId);
    const typed = context.drafts.get(saleId)?.billText ?? null;
    return bill.ok && typed !== null ? done({ billText: typed }) : bill;
  },
  'attention.resend': {
    // Anybody may send it again as it is.
    locked: (_context, { billText }) => billText !== null,
    run: (context, { saleId, billText }) => nothing(forgetDraft(context, saleId, resend(context, saleId, billText))),
  },
  'attention.decide': (context, { saleId, as }) => nothing(decide(context, saleId, as)),
  'attention.decideAll': async (context, { as }) => done({ count: await context.beforeStop(decideAll(context, as)) }),
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
    done(dayView(book, businessDayOf(settings(), day), tillNames(), settings().consent.country === 'AT')),
  'day.export'({ book, saveExport, settings, tillNames }, { day, format }) {
    const { language, country, currency } = settings().cashier;
    const form = { language, locale: localeOf(language, shopCountry(country, currency)) };
    return saveExport(
      `receipts-${day}.${format}`,
      dayExport(book, businessDayOf(settings(), day), format, tillNames(), form),
    );
  },
});
