import type { Screens } from '../ports.ts';
import { lookOf } from '../settings/look.ts';
import type { NoticeCode } from '../shared/notice-codes.ts';
import type { Settings } from '../shared/settings.ts';
import type { StatusResource } from '../shared/till-view.ts';
import { type CashierView, touchOff } from '../shared/views.ts';
import type { Snapshots } from './snapshots.ts';
import { cashierStatus, nothingPainted } from './status.ts';
import type { WindowsContext } from './window-views.ts';

interface NoAppParts {
  readonly settings: () => Settings;
  readonly screens: Screens;
  readonly snapshots: Snapshots;
  readonly version: string;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly notices: () => readonly NoticeCode[];
  readonly window: WindowsContext;
}

export function createNoAppViews(parts: NoAppParts) {
  const { settings, screens, snapshots, window } = parts;
  const waiting = (): number => window.otherConnections().reduce((sum, other) => sum + other.waiting, 0);

  const status = (): StatusResource => ({
    mode: 'live',
    service: 'unknown',
    pool: { available: 0, target: settings().pool.target, lastsMinutes: null },
    outbox: { queued: waiting(), attention: 0, oldestSeconds: 0, nextTryAt: null, pacedUntil: null, secondsLeft: null },
    display: { connected: screens.customerDisplayConnected(), showing: null, saleId: null },
    keyStorage: parts.keyStorage,
    notices: [...parts.notices()],
    deviations: [],
    version: parts.version,
  });

  return {
    status,
    showCustomer(): void {
      const look = lookOf(settings(), window.pictures);
      snapshots.show('customer', { training: false, ...look, ...touchOff, screen: { kind: 'idle' } });
    },
    showCashier(why: CashierView['setupRequired']): void {
      const now = status();
      snapshots.show('cashier', {
        training: false,
        ...window.ofProgram({ configured: false, wait: null }),
        status: cashierStatus(now, {
          attention: 0,
          display: { connected: now.display.connected, current: true, ...nothingPainted },
          posApi: window.posApi(),
          otherConnections: window.otherConnections(),
        }),
        setupRequired: why,
        sale: null,
        beneath: null,
        undoOther: null,
        paperRequest: null,
        customerLanguages: [],
        recent: [],
        // No set-up is offered, because the connection must be chosen first.
        setupOffered: false,
      });
    },
  };
}
