import { commandsOn } from '../dispatch/action.ts';
import type { Displays, ScreenRole, Screens } from '../ports.ts';
import type { SaleRepository } from '../sales/repository.ts';
import { saleRow, saleView } from '../sales/sale/cashier-view.ts';
import { arrivesSoon, customerScreen, offersTouch, totalOf } from '../sales/sale/customer-view.ts';
import type { Sale } from '../sales/sale/sale.ts';
import { asksForPaper } from '../sales/sale/state.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { chosenDisplay, displayViews } from '../settings/display-choice.ts';
import { brandOf, lookOf } from '../settings/look.ts';
import type { Pictures } from '../settings/shop-pictures.ts';
import { shopCountry } from '../shared/country.ts';
import type { Language } from '../shared/languages.ts';
import { businessDay, dayBounds } from '../shared/local-time.ts';
import type { Settings, WindowSettingsView } from '../shared/settings.ts';
import type { NamesOfTills } from '../shared/till-names.ts';
import type { StatusResource } from '../shared/till-view.ts';
import type {
  CashierView,
  CustomerScreen,
  CustomerView,
  OtherSale,
  SaleRowView,
  Snapshot,
  ViewOf,
  WaitingElsewhere,
} from '../shared/views.ts';
import { noTouch } from '../shared/views.ts';
import type { Snapshots } from './snapshots.ts';
import { cashierStatus, nothingPainted, type OutboxCounts } from './status.ts';

type Context = Pick<
  SessionContext,
  'clock' | 'log' | 'settings' | 'mode' | 'saleRepository' | 'outbox' | 'display' | 'service' | 'worker'
>;

/** A screen of the customer window as it was sent: whose sale it is never crosses to that window. */
export interface Painted {
  readonly kind: CustomerScreen['kind'];
  readonly screen: CustomerScreen;
  readonly language: Language;
  readonly touch: CustomerView['touch'];
  readonly saleId: string | null;
}

/** The sources of values that no sale changes. */
interface ProgramParts {
  readonly keychain: 'ok' | 'missing';
  readonly settings: () => WindowSettingsView;
  readonly pictures: Pick<Pictures, 'whole'>;
  readonly displays: Displays | null;
  readonly pairing: () => CashierView['pairing'];
  readonly pin: () => CashierView['pin'];
  readonly setupOffered: () => boolean;
  readonly policy: () => CashierView['policy'];
  readonly desk: () => Omit<CashierView['partner'], 'merchantWaits'>;
  readonly merchantWaits: () => boolean;
}

/** The part of the cashier's view that no sale changes: PIN, pairing, policy, displays, settings. */
export const programView = (window: ProgramParts, settings: Settings) =>
  ({
    language: settings.cashier.language,
    country: shopCountry(settings.cashier.country, settings.cashier.currency),
    form: settings.cashier.form,
    keychain: window.keychain,
    till: { currency: settings.cashier.currency, vatPercents: settings.cashier.vatPercents },
    partner: { ...window.desk(), merchantWaits: window.merchantWaits() },
    pairing: window.pairing(),
    pin: window.pin(),
    displays: displayViews(window.displays),
    chosenDisplay: chosenDisplay(settings),
    brand: brandOf(settings.screen, window.pictures),
    setupOffered: window.setupOffered(),
    policy: window.policy(),
    settings: window.settings(),
  }) satisfies Partial<CashierView>;

type SaleParts = Omit<CashierView, keyof ReturnType<typeof programView>>;

interface WindowParts extends ProgramParts {
  readonly context: Context;
  readonly snapshots: Snapshots;
  readonly screens: Screens;
  readonly status: (counts?: OutboxCounts) => StatusResource;
  readonly posApi: () => CashierView['status']['posApi'];
  readonly hasTouch: () => boolean;
  readonly cue: () => number | null;
  readonly tillNames: () => NamesOfTills;
  readonly elsewhere: () => readonly WaitingElsewhere[];
  /** Called after the windows have the current state. `status` is computed only if it is used. */
  readonly onRefreshed: (status: () => StatusResource) => void;
}

/** The part of the windows that belongs to the program. */
export type WindowsAround = Omit<
  WindowParts,
  'context' | 'screens' | 'snapshots' | 'status' | 'desk' | 'onRefreshed' | 'cue'
>;

/** A window that is this many pictures behind paints the newest next. */
const mostUnpainted = 100;

/** In the cashier's list of today. */
const mostRecent = 20;

/** Until what could not be read is looked at again. */
const againMs = 1_000;

/** Makes the snapshots and sends them: state flows one way, and whole. */
export type WindowViews = ReturnType<typeof createWindowViews>;

export function createWindowViews(parts: WindowParts) {
  const { context, screens, snapshots } = parts;
  /** Null: something in it may have changed. */
  let program: { readonly view: ReturnType<typeof programView>; readonly text: string } | null = null;
  const recent = createRecentSales(context.saleRepository, () => context.settings().delivery.dayStartsAtHour);
  const sentByRev = new Map<number, Painted>();
  let selected: string | null = null;
  /** The current sale with an action that can be undone. */
  let lastDone: string | null = null;
  let asking: string | null = null;
  let painted: (Painted & { readonly rev: number }) | null = null;
  /** Whose window was not shown the last change. */
  const isDirty = { customer: false, cashier: false };
  /** The windows that have been sent a view of this app. */
  const isSent = { customer: false, cashier: false };
  let isStopped = false;
  let cancelTimer: () => void = () => undefined;
  let cancelAgain: () => void = () => undefined;

  const saleOf = (id: string | null): Sale | null => (id === null ? null : context.saleRepository.find(id));
  const isSoon = (sale: Sale | null): boolean =>
    arrivesSoon(
      context.service.state(),
      sale !== null && context.worker.pausedStores().some(({ storeId }) => storeId === sale.storeId),
    );

  function customerView(): CustomerView {
    const { screen } = context.settings();
    const display = context.display.current();
    const sale = saleOf(display.saleId);
    const shown = customerScreen(display, sale, { qrTiming: screen.qrTiming, isSoon: isSoon(sale) });
    const hasTouch = parts.hasTouch();
    return {
      training: context.mode === 'training',
      ...lookOf(context.settings(), parts.pictures, display.language ?? screen.language),
      ...(hasTouch ? { touch: offersTouch(shown) } : noTouch),
      screen: shown,
    };
  }

  function saleParts(customerRev: number, status: StatusResource, onPaper: number): SaleParts {
    const { consent } = context.settings();
    const display = context.display.current();
    const now = context.clock.now();
    const sale = saleOf(selected);
    const beneath = saleOf(display.beneath?.saleId ?? null);
    const asker = saleOf(asking);
    if (sale !== null && isUndoable(sale, now)) lastDone = sale.id;
    const view = sale === null ? null : saleView(sale, { now, display, isSoon: isSoon(sale), consent });
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
      sale: view,
      beneath: beneath && otherSale(beneath),
      undoOther: undoOther(now),
      paperAsk: asker !== null && asksForPaper(asker) ? otherSale(asker) : null,
      cue: parts.cue(),
      customerLanguages: sale !== null && display.saleId === sale.id ? languagesByCashier() : [],
      recent: recent.rows(context.clock.now(), parts.tillNames()),
    };
  }

  function displayStatus(connected: boolean, customerRev: number): CashierView['status']['display'] {
    if (painted === null) return { connected, current: false, ...nothingPainted };
    const { rev: paintedRev, screen, language, saleId } = painted;
    const total = 'total' in screen ? screen.total : null;
    return { connected, showing: screen.kind, current: paintedRev === customerRev, screen, language, saleId, total };
  }

  /** With touch the customer chooses. */
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

  function showCashier(ofSales: SaleParts): void {
    if (program === null) {
      const view = programView(parts, context.settings());
      program = { view, text: JSON.stringify(view) };
    }
    snapshots.show('cashier', { ...program.view, ...ofSales }, program.text + JSON.stringify(ofSales));
    refreshWhenUndoEnds(ofSales);
  }

  function refresh(): void {
    program = null;
    saleChanged();
  }

  /** Once for all that changed in this turn: a sale changes in several steps, a person sees the last one. */
  function saleChanged(): void {
    const isAsked = isDirty.cashier;
    if (!isDirty.customer) queueMicrotask(() => orLater(showCustomer));
    isDirty.customer = true;
    isDirty.cashier = true;
    // A till waits for its answer, so the views, which cost more than the sale, come afterwards.
    if (!isAsked) void context.clock.nextFrame().then(() => orLater(flush));
  }

  /**
   * A view that cannot be built now (a locked or damaged database) is built as soon as possible, so that the windows
   * never freeze.
   */
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
    snapshots.show('customer', customerView());
    awaitPaint(snapshots.mustBe('customer'));
  }

  function flush(): void {
    if (!isDirty.cashier || isStopped) return;
    isDirty.cashier = false;
    // First, because a customer waits for it and it must change whatever happens to the other view.
    showCustomer();
    let made: StatusResource | null = null;
    if (screens.areThere !== false) {
      const counts = context.outbox.counts();
      made = parts.status(counts);
      showCashier(saleParts(snapshots.last('customer')?.rev ?? 0, made, counts.parkedOnPaper));
      isSent.cashier = true;
    }
    parts.onRefreshed(() => {
      made ??= parts.status();
      return made;
    });
  }

  /** Without a window no report comes, so unpainted snapshots must not pile up. */
  function awaitPaint({ rev: shown, view }: Snapshot<CustomerView>): void {
    const { screen, language, touch } = view;
    const saleId = screen.kind === 'idle' ? null : context.display.current().saleId;
    sentByRev.set(shown, { kind: screen.kind, screen, language, touch, saleId });
    for (const oldest of sentByRev.keys()) if (sentByRev.size > mostUnpainted) sentByRev.delete(oldest);
  }

  function refreshWhenUndoEnds({ sale, undoOther: other }: Pick<CashierView, 'sale' | 'undoOther'>): void {
    cancelTimer();
    const ends = [sale?.undo?.until, other?.until].filter((until) => until !== undefined);
    if (ends.length > 0) cancelTimer = context.clock.setTimer(Math.min(...ends) - context.clock.now(), saleChanged);
  }

  /** Written down once: where the law wants the issue of a receipt on record, this is when its code was there to be taken. */
  function noteCodeShown({ kind, saleId }: Painted): void {
    if (kind !== 'qr' || saleId === null || !screens.customerDisplayConnected()) return;
    if (context.saleRepository.find(saleId)?.codeShownAt === null)
      context.saleRepository.change(saleId, { type: 'codeShown' });
  }

  return {
    /**
     * Something other than a sale changed, such as a setting or the PIN: like `saleChanged`, with the whole cashier
     * view built again.
     */
    refresh,
    /**
     * A sale changed, the queue, the ids or the service: at the end of this turn the customer's window is shown the state of
     * then, if it differs. The cashier's and the tills that listen follow in the next frame, once for all that changed until then.
     */
    saleChanged,
    snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> {
      if (!isSent[role]) isDirty[role] = true;
      orLater(role === 'customer' ? showCustomer : flush);
      return snapshots.mustBe(role);
    },
    notePainted(paintedRev: number) {
      const sent = sentByRev.get(paintedRev);
      if (sent === undefined || (painted !== null && painted.rev > paintedRev)) return;
      painted = { ...sent, rev: paintedRev };
      noteCodeShown(sent);
      for (const known of sentByRev.keys()) if (known < paintedRev) sentByRev.delete(known);
      saleChanged();
    },
    /** The last painted snapshot. Null before the first report. */
    painted: () => painted,
    /** The screen of the customer window under this revision, if it is still visible. Otherwise null. */
    seen(shown: number): Painted | null {
      const then = sentByRev.get(shown);
      if (then === undefined) return null;
      const { screen, touch } = customerView();
      const saleId = screen.kind === 'idle' ? null : context.display.current().saleId;
      const isSame = then.saleId === saleId && isSameScreen(then.screen, screen);
      return isSame ? { ...then, touch: { ...then.touch, agree: then.touch.agree && touch.agree } } : null;
    },
    /** The customer of this sale asks for paper: the cashier reads it wherever they are. */
    noteAsking(saleId: string) {
      asking = saleId;
      saleChanged();
    },
    select(saleId: string | null) {
      selected = saleId;
      saleChanged();
    },
    selected: () => selected,
    stop() {
      isStopped = true;
      recent.stop();
      cancelTimer();
      cancelAgain();
    },
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

/** For a finger: another amount or sentence is the same screen, another code is not. */
const isSameScreen = (one: CustomerScreen, other: CustomerScreen): boolean =>
  one.kind === other.kind && ('url' in one ? one.url : null) === ('url' in other ? other.url : null);

const otherSale = (sale: Sale): OtherSale => ({ id: sale.id, reference: sale.reference, total: totalOf(sale) });

const isUndoable = ({ undo }: Sale, now: number): boolean => undo !== null && now < undo.until;

/** What the customer window reports about itself, also before a connection is chosen. */
export const windowCommands = commandsOn<{
  readonly notePainted: (rev: number) => void;
  /** What it found out about its display. */
  readonly noteTouch: (found: boolean) => void;
}>()('windows', {
  'screen.canTouch': ({ noteTouch }, { touch }) => noteTouch(touch),
  'screen.painted': ({ notePainted }, { rev }) => notePainted(rev),
});
