import type { Screens } from '../ports.ts';
import type { SaleRepository } from '../sales/repository.ts';
import { saleRow, saleView } from '../sales/sale/cashier-view.ts';
import { totalOf } from '../sales/sale/customer-view.ts';
import type { Sale } from '../sales/sale/sale.ts';
import { asksForPaper } from '../sales/sale/state.ts';
import type { SessionContext } from '../sales/session-context.ts';
import type { Language } from '../shared/languages.ts';
import { businessDay, dayBounds } from '../shared/local-time.ts';
import type { NamesOfTills } from '../shared/till-names.ts';
import type { StatusResource } from '../shared/till-view.ts';
import type { CashierView, OtherSale, SaleRowView, WaitingElsewhere } from '../shared/views.ts';
import type { CustomerScreens } from './customer-screens.ts';
import { cashierStatus, isSoon, nothingPainted, type SoonContext } from './status.ts';

export interface CashierSaleParts {
  readonly context: SoonContext & Pick<SessionContext, 'clock' | 'settings' | 'mode' | 'saleRepository' | 'display'>;
  readonly screens: Screens;
  readonly posApi: () => CashierView['status']['posApi'];
  readonly hasTouch: () => boolean;
  readonly cue: () => number | null;
  readonly tillNames: () => NamesOfTills;
  readonly elsewhere: () => readonly WaitingElsewhere[];
}

const mostRecent = 20;

/** The part of the cashier's view that changes with the sales: the current sale, the others, and the state of delivery. */
export function createCashierSales(parts: CashierSaleParts, painted: CustomerScreens['painted']) {
  const { context, screens } = parts;
  const recent = createRecentSales(context.saleRepository, () => context.settings().delivery.dayStartsAtHour);
  let selected: string | null = null;
  let lastDone: string | null = null;
  let asking: string | null = null;

  const saleOf = (id: string | null): Sale | null => (id === null ? null : context.saleRepository.find(id));

  function displayStatus(connected: boolean, customerRev: number): CashierView['status']['display'] {
    const last = painted();
    if (last === null) return { connected, current: false, ...nothingPainted };
    const { rev, screen, language, saleId } = last;
    const total = 'total' in screen ? screen.total : null;
    return { connected, showing: screen.kind, current: rev === customerRev, screen, language, saleId, total };
  }

  function languagesByCashier(): readonly Language[] {
    const { languages } = context.settings().screen;
    return parts.hasTouch() || !screens.customerDisplayConnected() || languages.length < 2 ? [] : languages;
  }

  /** The next sale becomes the current one. The last action of the previous sale can still be undone. */
  function undoOther(now: number): CashierView['undoOther'] {
    const sale = lastDone === selected ? null : saleOf(lastDone);
    if (sale?.undo == null || !isUndoable(sale, now)) return null;
    const { action, until } = sale.undo;
    return { ...otherSale(sale), action, until };
  }

  return {
    view(customerRev: number, status: StatusResource, onPaper: number) {
      const { consent } = context.settings();
      const display = context.display.current();
      const now = context.clock.now();
      const sale = saleOf(selected);
      const beneath = saleOf(display.beneath?.saleId ?? null);
      const asker = saleOf(asking);
      if (sale !== null && isUndoable(sale, now)) lastDone = sale.id;
      return {
        training: context.mode === 'training',
        status: cashierStatus(status, {
          // A customer with paper does not have to wait at the till. The receipt stays in the list.
          attention: status.outbox.attention - onPaper,
          display: displayStatus(status.display.connected, customerRev),
          posApi: parts.posApi(),
          elsewhere: parts.elsewhere(),
        }),
        setupRequired: null,
        sale: sale && saleView(sale, { now, display, isSoon: isSoon(context, sale), consent }),
        beneath: beneath && otherSale(beneath),
        undoOther: undoOther(now),
        paperAsk: asker !== null && asksForPaper(asker) ? otherSale(asker) : null,
        cue: parts.cue(),
        customerLanguages: sale !== null && display.saleId === sale.id ? languagesByCashier() : [],
        recent: recent.rows(now, parts.tillNames()),
      } satisfies Partial<CashierView>;
    },
    noteAsking(saleId: string) {
      asking = saleId;
    },
    select(saleId: string | null) {
      selected = saleId;
    },
    selected: () => selected,
    stop: recent.stop,
  };
}

/** The newest sales of the business day in memory: read once, then updated by the changes. */
function createRecentSales(saleRepository: SaleRepository, startsAtHour: () => number) {
  let sales: readonly Sale[] | null = null;
  /** The start of the cached day. A day that starts earlier is read again. */
  let readFrom = 0;
  const stop = saleRepository.onChange((sale) => {
    if (sales === null) return;
    const isKnown = sales.some(({ id }) => id === sale.id);
    const isNewer = sale.createdAt >= (sales[0]?.createdAt ?? 0);
    if (isKnown) sales = sales.map((before) => (before.id === sale.id ? sale : before));
    else if (isNewer) sales = [sale, ...sales].slice(0, mostRecent);
  });
  return {
    rows(now: number, names: NamesOfTills): readonly SaleRowView[] {
      const hour = startsAtHour();
      const { from: today } = dayBounds(businessDay(now, hour), hour);
      if (sales === null || today < readFrom) {
        sales = saleRepository.list({ limit: mostRecent, from: today }).items;
        readFrom = today;
      }
      return sales.filter(({ createdAt }) => createdAt >= today).map((sale) => saleRow(sale, names));
    },
    stop,
  };
}

const otherSale = (sale: Sale): OtherSale => ({ id: sale.id, reference: sale.reference, total: totalOf(sale) });

const isUndoable = ({ undo }: Sale, now: number): boolean => undo !== null && now < undo.until;
