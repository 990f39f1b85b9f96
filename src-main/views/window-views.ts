import { commandsOn } from '../dispatch/dispatch.ts';
import type { ScreenRole, Screens } from '../ports.ts';
import type { SaleRepository } from '../sales/repository.ts';
import { saleRow, saleView, undoOf } from '../sales/sale/cashier-view.ts';
import { totalOf } from '../sales/sale/customer-view.ts';
import type { Sale } from '../sales/sale/sale.ts';
import { asksForPaper } from '../sales/sale/state.ts';
import type { SessionContext } from '../sales/session-context.ts';
import type { Pictures } from '../settings/shop-pictures.ts';
import type { Language } from '../shared/languages.ts';
import { businessDay, dayBounds } from '../shared/local-time.ts';
import type { ShopTills } from '../shared/till-names.ts';
import type { StatusResource } from '../shared/till-view.ts';
import type { CashierView, OtherSale, SaleRowView, Snapshot, ViewOf, WaitingConnection } from '../shared/views.ts';
import type { CustomerScreens } from './customer-screens.ts';
import type { Snapshots } from './snapshots.ts';
import { type ArrivalContext, cashierStatus, nothingPainted, type OutboxCounts, willArrive } from './status.ts';

type SaleParts = ReturnType<ReturnType<typeof createCashierSales>['view']>;
type PartnerState = Omit<CashierView['partner'], 'merchantWaits'>;

interface WindowParts extends CashierSaleParts {
  readonly context: CashierSaleParts['context'] & Pick<SessionContext, 'log' | 'outbox'>;
  readonly snapshots: Snapshots;
  readonly pictures: Pick<Pictures, 'whole'>;
  /** The part of the cashier view that no sale changes: PIN, pairing, policy, displays and settings. */
  readonly ofProgram: (partner: PartnerState) => Omit<CashierView, keyof SaleParts>;
  /** False if the paper of this sale does not wait for a decision. */
  readonly decidePaper: (saleId: string, outcome: 'customer-paper' | 'customer-digital') => boolean;
  readonly partner: () => PartnerState;
  readonly customer: CustomerScreens;
  readonly status: (counts?: OutboxCounts) => StatusResource;
  /** Called after the windows were updated. `status` is calculated only if it is used. */
  readonly onRefreshed: (status: () => StatusResource) => void;
}

export type WindowsContext = Omit<
  WindowParts,
  'context' | 'screens' | 'customer' | 'snapshots' | 'status' | 'partner' | 'onRefreshed'
>;

const againMs = 1_000;

export type WindowViews = ReturnType<typeof createWindowViews>;

export function createWindowViews(parts: WindowParts) {
  const { context, screens, snapshots, customer } = parts;
  const sales = createCashierSales(parts, customer.painted);
  /** The last view of the program; null if a part may have changed. */
  let program: { readonly view: ReturnType<WindowParts['ofProgram']>; readonly text: string } | null = null;
  const isDirty = { customer: false, cashier: false };
  const isSent = { customer: false, cashier: false };
  let isStopped = false;
  let cancelTimer: () => void = () => undefined;
  let cancelAgain: () => void = () => undefined;

  function showCashier(ofSales: SaleParts): void {
    if (program === null) {
      const view = parts.ofProgram(parts.partner());
      program = { view, text: JSON.stringify(view) };
    }
    snapshots.show('cashier', { ...program.view, ...ofSales }, program.text + JSON.stringify(ofSales));
    refreshWhenUndoEnds(ofSales);
  }

  function refresh(): void {
    program = null;
    saleChanged();
  }

  /** Runs once for all changes of a turn, because a sale changes in several steps and people need only the last one. */
  function saleChanged(): void {
    const isPlanned = isDirty.cashier;
    if (!isDirty.customer) queueMicrotask(() => orLater(showCustomer));
    isDirty.customer = true;
    isDirty.cashier = true;
    // The answer to a till comes first, because views take longer than the sale.
    if (!isPlanned) void context.clock.nextFrame().then(() => orLater(flush));
  }

  /** Shows a view, or tries again soon if the database is locked or damaged, so that the windows never freeze. */
  function orLater(show: () => void): void {
    try {
      show();
    } catch (error) {
      context.log.error('windows-not-refreshed', { error: String(error) });
      cancelAgain();
      cancelAgain = context.clock.setTimer(againMs, refresh);
    }
  }

  function showCustomer(): void {
    const isShown = isSent.customer && !isDirty.customer;
    if (isStopped || isShown || screens.areThere === false) return;
    isDirty.customer = false;
    isSent.customer = true;
    snapshots.show('customer', customer.view());
    customer.sent(snapshots.mustBe('customer'));
  }

  function flush(): void {
    if (!isDirty.cashier || isStopped) return;
    isDirty.cashier = false;
    // The customer's view comes first, because a customer waits, and must not depend on the other view.
    showCustomer();
    let made: StatusResource | null = null;
    if (screens.areThere !== false) {
      const counts = context.outbox.counts();
      made = parts.status(counts);
      showCashier(sales.view(snapshots.last('customer')?.rev ?? 0, made, counts.parkedOnPaper));
      isSent.cashier = true;
    }
    parts.onRefreshed(() => {
      made ??= parts.status();
      return made;
    });
  }

  function refreshWhenUndoEnds({ sale, undoOther: other }: Pick<CashierView, 'sale' | 'undoOther'>): void {
    cancelTimer();
    const ends = [sale?.undo?.until, other?.until].filter((until) => until !== undefined);
    if (ends.length > 0) cancelTimer = context.clock.setTimer(Math.min(...ends) - context.clock.now(), saleChanged);
  }

  /** The same function of the sales, after which the windows are refreshed. */
  const shown =
    <Given extends unknown[]>(change: (...given: Given) => void) =>
    (...given: Given): void => {
      change(...given);
      saleChanged();
    };

  return {
    refresh,
    saleChanged,
    snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> {
      if (!isSent[role]) isDirty[role] = true;
      orLater(role === 'customer' ? showCustomer : flush);
      return snapshots.mustBe(role);
    },
    notePainted(rev: number) {
      if (customer.notePainted(rev)) saleChanged();
    },
    noteDisplayChange() {
      customer.noteConnected();
      refresh();
    },
    seen: customer.seen,
    noteAsking: shown(sales.noteAsking),
    select: shown(sales.select),
    displayed: shown(sales.displayed),
    stop() {
      isStopped = true;
      sales.stop();
      cancelTimer();
      cancelAgain();
    },
  };
}

export const windowCommands = commandsOn<{
  readonly notePainted: (rev: number) => void;
  readonly noteTouch: (found: boolean) => void;
}>()('windows', {
  'screen.canTouch': ({ noteTouch }, { touch }) => noteTouch(touch),
  'screen.painted': ({ notePainted }, { rev }) => notePainted(rev),
});

export interface CashierSaleParts {
  readonly context: ArrivalContext &
    Pick<SessionContext, 'clock' | 'settings' | 'mode' | 'saleRepository' | 'display' | 'shopTills'>;
  readonly screens: Screens;
  readonly posApi: () => CashierView['status']['posApi'];
  readonly hasTouch: () => boolean;
  readonly otherConnections: () => readonly WaitingConnection[];
}

const mostRecent = 20;

function createCashierSales(parts: CashierSaleParts, painted: CustomerScreens['painted']) {
  const { context, screens } = parts;
  const recent = createRecentSales(context.saleRepository, () => context.settings().delivery.dayStartsAtHour);
  let selected: string | null = null;
  let lastDisplayed = '';
  /** The sales whose customers asked for paper by touch, the newest first. */
  let asking: readonly string[] = [];

  const saleOf = (id: string | null): Sale | null => (id === null ? null : context.saleRepository.find(id));
  const isAsking = (id: string): boolean => {
    const sale = saleOf(id);
    return sale !== null && asksForPaper(sale);
  };

  function displayStatus(connected: boolean, customerRev: number): CashierView['status']['display'] {
    const last = painted();
    if (last === null) return { connected, current: false, ...nothingPainted };
    const { rev, screen, language, saleId } = last;
    return { connected, current: rev === customerRev, screen, language, saleId };
  }

  function languagesByCashier(): readonly Language[] {
    const { languages } = context.settings().screen;
    return parts.hasTouch() || !screens.customerDisplayConnected() || languages.length < 2 ? [] : languages;
  }

  function undoOther(now: number): CashierView['undoOther'] {
    const sale = recent.lastDone() === selected ? null : saleOf(recent.lastDone());
    const undo = sale && undoOf(sale, now);
    return sale && undo && { ...otherSale(sale), ...undo };
  }

  return {
    view(customerRev: number, status: StatusResource, onPaper: number) {
      const { consent } = context.settings();
      const display = context.display.current();
      const now = context.clock.now();
      const sale = saleOf(selected);
      const beneath = saleOf(display.beneath?.saleId ?? null);
      asking = asking.filter(isAsking);
      const asker = saleOf(asking[0] ?? null);
      return {
        training: context.mode === 'training',
        status: cashierStatus(status, {
          // A customer with paper need not wait at the till. The receipt stays in the list.
          attention: status.outbox.attention - onPaper,
          display: displayStatus(status.display.connected, customerRev),
          posApi: parts.posApi(),
          otherConnections: parts.otherConnections(),
        }),
        setupRequired: null,
        sale: sale && saleView(sale, { now, display, willArrive: willArrive(context, sale), consent }),
        beneath: beneath && otherSale(beneath),
        undoOther: undoOther(now),
        paperRequest: asker && otherSale(asker),
        customerLanguages: sale !== null && display.saleId === sale.id ? languagesByCashier() : [],
        recent: recent.rows(now, context.shopTills()),
      } satisfies Partial<CashierView>;
    },
    noteAsking(saleId: string) {
      asking = [saleId, ...asking.filter((id) => id !== saleId)];
    },
    select(saleId: string | null) {
      selected = saleId;
    },
    /**
     * A till's sale becomes the current one when the customer display begins to show it, or when it is paid. Other
     * changes of the display leave the cashier at the sale that is looked at, and a finished sale closed.
     */
    displayed(saleId: string | null) {
      const isOpen = saleOf(saleId)?.state === 'open';
      const now = `${saleId} ${isOpen}`;
      if (saleId !== null && (now !== lastDisplayed || (selected === null && isOpen))) selected = saleId;
      lastDisplayed = now;
    },
    stop: recent.stop,
  };
}

function createRecentSales(saleRepository: SaleRepository, startsAtHour: () => number) {
  let sales: readonly Sale[] | null = null;
  /** The start of the cached day. An earlier start requires reading it again. */
  let readFrom = 0;
  /** The sale of the last action with an undo. It need not be selected: other pages give paper, too. */
  let lastDone: string | null = null;
  const stop = saleRepository.onChange((sale, before) => {
    if (sale.undo !== null && sale.undo.until !== before?.undo?.until) lastDone = sale.id;
    if (before === null) sales = sales && [sale, ...sales].slice(0, mostRecent);
    else sales = sales?.map((known) => (known.id === sale.id ? sale : known)) ?? null;
  });
  return {
    rows(now: number, tills: ShopTills): readonly SaleRowView[] {
      const hour = startsAtHour();
      const { from: today } = dayBounds(businessDay(now, hour), hour);
      if (sales === null || today < readFrom) {
        sales = saleRepository.list({ limit: mostRecent, from: today }).items;
        readFrom = today;
      }
      return sales.filter(({ createdAt }) => createdAt >= today).map((sale) => saleRow(sale, tills));
    },
    lastDone: () => lastDone,
    stop,
  };
}

const otherSale = (sale: Sale): OtherSale => ({ id: sale.id, reference: sale.reference, total: totalOf(sale) });
