import { type UnsettledReason, unsettledSentences } from '../connection/which-connection.ts';
import type { NoticeCode } from '../lib/notices.ts';
import type { AppError } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { StatusResource } from '../lib/till-view.ts';
import type { CashierView, Snapshot, ViewOf } from '../lib/views.ts';
import { noTouch } from '../lib/views.ts';
import type { ScreenRole, Screens } from '../ports.ts';
import { lookOf } from '../settings/look.ts';
import { cashierStatus, nothingPainted } from './status.ts';
import { createSnapshots, programView, type WindowsAround } from './window-views.ts';

interface UnsettledParts {
  readonly why: UnsettledReason;
  readonly settings: () => Settings;
  readonly screens: Screens;
  readonly version: string;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly notices: () => readonly NoticeCode[];
  readonly window: WindowsAround;
}

/** Takes the place of a connection until a person has chosen one: it accepts nothing and says why. */
export function createUnsettled(parts: UnsettledParts) {
  const { settings, screens, window } = parts;
  const refusal: AppError = { code: 'notConfigured', message: unsettledSentences[parts.why] };
  const snapshots = createSnapshots(screens, window.firstRev);
  const waiting = (): number => window.elsewhere().reduce((sum, other) => sum + other.count, 0);

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

  function cashierView(): CashierView {
    const now = status();
    return {
      training: false,
      ...programView({ ...window, desk: () => ({ configured: false, wait: null }) }, settings()),
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

  function refresh(): void {
    const look = lookOf(settings(), window.pictures);
    snapshots.show('customer', { training: false, ...look, ...noTouch, screen: { kind: 'idle' } });
    snapshots.show('cashier', cashierView());
  }

  return {
    refusal,
    status,
    windows: {
      refresh,
      snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> {
        if (snapshots.last(role) === undefined) refresh();
        return snapshots.mustBe(role);
      },
      rev: snapshots.rev,
    },
  };
}
