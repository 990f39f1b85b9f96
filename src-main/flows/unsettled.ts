import type { CashierView, CustomerView, Snapshot, ViewOf } from '../contract/views.ts';
import type { NoticeCode } from '../kernel/notices.ts';
import { type AppError, done, failed } from '../kernel/result.ts';
import type { ScreenRole, Screens } from '../ports.ts';
import type { PosPort } from '../pos-api/pos-port.ts';
import type { StatusResource } from '../pos-api/resources.ts';
import type { Settings } from '../settings/schema.ts';
import type { SaleCommands, UpdateSettings } from './commands.ts';
import { type UnsettledReason, unsettledSentences } from './which-connection.ts';
import type { WindowParts, Windows } from './windows.ts';

/** What stands in for a connection until a person has said which it is: it accepts nothing and says why. */
export interface Unsettled {
  readonly pos: PosPort;
  readonly windows: Pick<Windows, 'refresh' | 'snapshot' | 'rev'>;
  readonly commands: Pick<SaleCommands, 'language.set' | 'window.setForm' | 'screen.painted'>;
  readonly refusal: AppError;
}

export interface UnsettledParts {
  readonly why: UnsettledReason;
  readonly settings: () => Settings;
  readonly updateSettings: UpdateSettings;
  readonly screens: Screens;
  readonly version: string;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly notices: () => readonly NoticeCode[];
  readonly window: Omit<WindowParts, 'rooms' | 'screens' | 'status' | 'onRefreshed'>;
}

export function createUnsettled(parts: UnsettledParts): Unsettled {
  const { settings, screens, window } = parts;
  const refusal: AppError = { code: 'notConfigured', message: unsettledSentences[parts.why] };
  const refused = () => ({ ok: false, error: refusal }) as const;
  const last = { cashier: '', customer: '' };
  let rev = window.firstRev;
  let current: { [Role in ScreenRole]: Snapshot<ViewOf[Role]> } | null = null;

  const waiting = (): number => window.elsewhere().reduce((sum, other) => sum + other.count, 0);

  const status = (): StatusResource => ({
    mode: 'live',
    service: 'unknown',
    pool: { available: 0, target: settings().pool.target },
    outbox: { queued: waiting(), attention: 0, oldestSeconds: 0, nextTryAt: null },
    display: { connected: screens.customerDisplayConnected(), showing: null, saleId: null },
    keyStorage: parts.keyStorage,
    notices: [...parts.notices()],
    version: parts.version,
  });

  function customerView(): CustomerView {
    const { shopName, accent, logo, language, languages } = settings().screen;
    return { training: false, language, languages, brand: { shopName, accent, logo }, screen: { kind: 'idle' } };
  }

  function cashierView(): CashierView {
    const { language, form, currency, vatPercents } = settings().cashier;
    const { service, pool, outbox, display, notices } = status();
    return {
      training: false,
      language,
      form,
      status: {
        service,
        waiting: outbox.queued,
        attention: 0,
        nextTryAt: null,
        pool,
        display: { connected: display.connected, showing: null, current: true, saleId: null, total: null },
        posApi: window.posApi(),
        notices,
        storesUnknown: [],
        refusals: [],
        elsewhere: window.elsewhere(),
      },
      keychain: window.keychain,
      unsettled: parts.why,
      sale: null,
      tellCustomer: false,
      recent: [],
      till: { currency, vatPercents },
      pairing: window.pairing(),
    };
  }

  function project<Role extends ScreenRole>(role: Role, view: ViewOf[Role]): Snapshot<ViewOf[Role]> {
    const text = JSON.stringify(view);
    const before = current?.[role];
    if (before !== undefined && text === last[role]) return before;
    last[role] = text;
    rev += 1;
    const snapshot = { rev, view };
    screens.show(role, snapshot);
    return snapshot;
  }

  function refresh(): void {
    current = { customer: project('customer', customerView()), cashier: project('cashier', cashierView()) };
  }

  return {
    refusal,
    pos: {
      openSale: async () => refused(),
      findSale: () => null,
      listSales: () => ({ items: [], next: null }),
      setBasket: refused,
      showSale: refused,
      acceptBill: async () => refused(),
      markPrinted: refused,
      cancelSale: refused,
      startLoyalty: async () => refused(),
      cancelLoyalty: async () => refused(),
      acceptReceipt: async () => refused(),
      checkBill: () => ({ errors: [], warnings: [] }),
      status,
      closed: () => refusal,
      onChange: () => () => undefined,
    },
    windows: {
      refresh,
      snapshot(role) {
        if (current === null) refresh();
        if (current === null) throw new Error('no snapshot after a refresh');
        return current[role];
      },
      rev: () => rev,
    },
    commands: {
      async 'language.set'({ language }, from) {
        if (from === 'customer') return failed('notConfigured', refusal.message);
        parts.updateSettings({ cashier: { language } });
        return done(null);
      },
      async 'window.setForm'({ form }) {
        parts.updateSettings({ cashier: { form } });
        return done(null);
      },
      'screen.painted': async () => done(null),
    },
  };
}
