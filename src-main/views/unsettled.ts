import { type UnsettledReason, unsettledSentences } from '../connection/which-connection.ts';
import type { NoticeCode } from '../lib/notices.ts';
import type { AppError } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { StatusResource } from '../lib/till-view.ts';
import type { CashierView, CustomerView, Snapshot, ViewOf } from '../lib/views.ts';
import { noTouch } from '../lib/views.ts';
import type { ScreenRole, Screens } from '../ports.ts';
import { lookOf } from '../settings/look.ts';
import { programView } from './program-view.ts';
import { cashierStatus, nothingPainted } from './status.ts';
import type { WindowsAround } from './window-views.ts';

interface UnsettledParts {
  readonly why: UnsettledReason;
  readonly settings: () => Settings;
  readonly screens: Screens;
  readonly version: string;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly notices: () => readonly NoticeCode[];
  readonly window: WindowsAround;
}

/** What stands in for a connection until a person has said which it is: it accepts nothing and says why. */
export function createUnsettled(parts: UnsettledParts) {
  const { settings, screens, window } = parts;
  const refusal: AppError = { code: 'notConfigured', message: unsettledSentences[parts.why] };
  const last = { cashier: '', customer: '' };
  let rev = window.firstRev;
  let current: { [Role in ScreenRole]: Snapshot<ViewOf[Role]> } | null = null;

  const waiting = (): number => window.elsewhere().reduce((sum, other) => sum + other.count, 0);

  const status = (): StatusResource => ({
    mode: 'live',
    service: 'unknown',
    pool: { available: 0, target: settings().pool.target },
    outbox: { queued: waiting(), attention: 0, oldestSeconds: 0, nextTryAt: null, pacedUntil: null, secondsLeft: null },
    display: { connected: screens.customerDisplayConnected(), showing: null, saleId: null },
    keyStorage: parts.keyStorage,
    notices: [...parts.notices()],
    deviations: [],
    version: parts.version,
  });

  function customerView(): CustomerView {
    return { training: false, ...lookOf(settings(), window.pictures), ...noTouch, screen: { kind: 'idle' } };
  }

  function cashierView(): CashierView {
    const now = status();
    return {
      training: false,
      ...programView({ ...window, desk: () => ({ configured: false, wait: null, pdf: null }) }, settings()),
      status: cashierStatus(now, {
        attention: 0,
        display: { connected: now.display.connected, current: true, ...nothingPainted },
        posApi: window.posApi(),
        elsewhere: window.elsewhere(),
      }),
      unsettled: parts.why,
      sale: null,
      beneath: null,
      undoOther: null,
      paperAsk: null,
      cue: null,
      customerLanguages: [],
      recent: [],
      // Another question comes first.
      setupOffered: false,
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
    status,
    windows: {
      refresh,
      snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> {
        if (current === null) refresh();
        if (current === null) throw new Error('no snapshot after a refresh');
        return current[role];
      },
      rev: () => rev,
    },
  };
}
