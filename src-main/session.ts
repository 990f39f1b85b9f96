import { join } from 'node:path';
import type { SessionContext } from './actions/contexts.ts';
import { watchAbandoned } from './flows/abandon.ts';
import { type Changes, createChanges } from './flows/changes.ts';
import { createClockWatch } from './flows/clock-watch.ts';
import { resumeReadable } from './flows/deliver.ts';
import { exportTo, streamTo } from './flows/export-files.ts';
import type { FlowContext } from './flows/flow-context.ts';
import { createLateIds } from './flows/late-ids.ts';
import { settleInterruptedLoyalty } from './flows/loyalty.ts';
import { giveLateId } from './flows/open-sale.ts';
import { partFromOtherHistory } from './flows/other-history.ts';
import { createPartnerDesk } from './flows/partner-desk.ts';
import { reachPartner } from './flows/reach-partner.ts';
import { reachService } from './flows/reach-service.ts';
import { startReactions } from './flows/reactions.ts';
import { createReceiptIds } from './flows/receipt-ids.ts';
import { keptRefreshToken } from './flows/refresh-token.ts';
import { createRetention } from './flows/retention.ts';
import { createStageKeeper } from './flows/stage-keeper.ts';
import { statusOf } from './flows/status.ts';
import { supplyPool } from './flows/supply-pool.ts';
import { createUnderWay } from './flows/under-way.ts';
import { createWindows, type WindowParts, type Windows } from './flows/windows.ts';
import { workOutbox } from './flows/work-outbox.ts';
import type { NoticeCode } from './kernel/notices.ts';
import type { StatusResource } from './kernel/till-view.ts';
import type { Clock, Fetch, Log, Random, Screens } from './ports.ts';
import type { TokenParts } from './service/tokens.ts';
import { openSessionFiles } from './session-files.ts';
import type { Computer } from './settings/computer.ts';
import type { Settings } from './settings/schema.ts';
import { tellCopyFound } from './storage/guarded-database.ts';
import type { HighWater } from './storage/high-water.ts';

/** Everything that belongs to one connection: training and live never share a database, an id or a queue. */
export interface Session {
  /** What the actions on sales work on. */
  readonly context: SessionContext;
  readonly windows: Windows;
  readonly status: () => StatusResource;
  readonly onChange: Changes['onChange'];
  /** Throws StorageBusy while another program holds the database; it may be called again then. */
  start(): void;
  /** Keeps what is in its database as a file of its own; gives its name. For one that was replaced. */
  keepAside(): string;
  /** Lets what is under way end and closes the database. */
  stop(): Promise<void>;
  wake(): void;
  /** What was planned by the settings of before is planned anew. */
  settingsChanged(): void;
}

export interface SessionParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly screens: Screens;
  /** The folder of this mode's files; it exists. */
  readonly folder: string;
  readonly mode: 'training' | 'live';
  readonly settings: () => Settings;
  readonly credentials: TokenParts['credentials'];
  /** Of the partner interface, for the address of the settings; null when there is none. */
  readonly partnerKey: () => Promise<string | null>;
  /** Differs when the service account or where it signs in differs: a refresh token is good for one of them only. */
  readonly signInKey: string;
  /** 32 bytes: what names a customer is encrypted with it. */
  readonly dataKey: Uint8Array;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly version: string;
  /** See `loadInstallation`; null where no keychain outlives the run. */
  readonly installation: string | null;
  /** What the keychain remembers of its database; null where none outlives the run. */
  readonly highWater: HighWater | null;
  readonly computer: Computer;
  /** The database was taken away or replaced while it was in use: this session is over. */
  readonly onReplaced: () => void;
  /** Notices about files that belong to every session. */
  readonly notices: () => readonly NoticeCode[];
  readonly window: Pick<
    WindowParts,
    'keychain' | 'settings' | 'posApi' | 'tillNames' | 'pairing' | 'onboarding' | 'firstRev' | 'elsewhere'
  >;
}

/** How long a stop waits for requests that are under way. */
const drainMs = 3_000;

/** Plugs the rooms of one session together. Throws DatabaseRefused when its database must not be opened. */
export function createSession(parts: SessionParts): Session {
  const { clock, random, log, settings, mode, screens } = parts;
  const files = openSessionFiles(parts);
  const { guarded, notices, table, book, outbox, sent, pool } = files;
  const underWay = createUnderWay(log);
  const stage = createStageKeeper(clock, settings);
  const time = createClockWatch({ clock, log });
  const refreshTokenStore = keptRefreshToken(files.sealed, parts.signInKey);
  const { vendor, service, signInAgain, abandon } = reachService({ ...parts, time, refreshTokenStore });
  const partner = reachPartner({
    ...parts,
    refreshTokenStore: keptRefreshToken(files.sealed, parts.signInKey, 'partner-refresh-token'),
  });
  const desk = createPartnerDesk({ ...partner, users: files.partnerUsers, changed: () => windows.refresh() });
  const refill = supplyPool({
    ...parts,
    pool,
    vendor,
    service,
    outbox,
    isDateSure: time.isSure,
    resumeStore: (storeId) => worker.resumeStore(storeId),
    onChange: () => windows.refresh(),
  });
  const ids = createReceiptIds({ ...parts, book, pool, vendor, onTaken: refill.taken });

  const context: FlowContext = {
    clock,
    random,
    log,
    settings,
    mode,
    book,
    outbox,
    sent,
    pokeOutbox: () => worker.poke(),
    sendNow() {
      signInAgain();
      partner.signInAgain();
      wake();
    },
    pausedStores: () => worker.pausedStores(),
    nextTryAt: () => worker.nextTryAt(),
    pool,
    refill,
    vendor,
    service,
    ids,
    lateIds: { want: (saleId) => lateIds.want(saleId) },
    copyFound: () => tellCopyFound(notices, log),
    time,
    stage,
    inBackground: underWay.inBackground,
    beforeStop: underWay.beforeStop,
  };
  const lateIds = createLateIds({ ...context, giveId: (sale) => giveLateId(context, sale) });
  const worker = workOutbox(context, { onOutcome: () => windows.refresh() });
  const abandoned = watchAbandoned(context, clock);
  const retention = createRetention({ ...parts, table, mayRemove: time.isProven });

  const status = (): StatusResource =>
    statusOf(context, {
      ...parts,
      notices: () => [...new Set([...parts.notices(), ...notices.current()])],
      painted: () => windows.painted(),
    });
  const changes = createChanges(status);
  const windows = createWindows({
    ...parts.window,
    context,
    screens,
    status,
    desk: () => ({ configured: desk.isConfigured(), ...desk.progress() }),
    onRefreshed: changes.tellStatus,
  });
  const reacting = { time, screens, worker, refill, abandoned, retention, windows, changes };
  const endReactions = startReactions({ ...context, ...reacting });

  function wake(): void {
    worker.wake();
    refill.poke();
  }

  const exports = join(parts.folder, 'exports');
  return {
    context: {
      ...context,
      windows,
      desk,
      tillNames: parts.window.tillNames,
      saveExport: exportTo(exports),
      saveStream: streamTo(exports),
    },
    windows,
    status,
    onChange: changes.onChange,
    start() {
      if (guarded.history === 'other') partFromOtherHistory(context);
      guarded.adopt();
      settleInterruptedLoyalty(context);
      resumeReadable(context);
      refill.start();
      worker.start();
      time.start();
      abandoned.check();
      retention.start();
      void underWay.inBackground('look-for-partner', desk.look());
      windows.refresh();
    },
    keepAside: guarded.keepAside,
    async stop() {
      endReactions();
      stage.stop();
      lateIds.stop();
      time.stop();
      abandoned.stop();
      retention.stop();
      windows.stop();
      desk.stop();
      // What is on disk is safe: a request that hangs is given up, and tried again after the next start.
      const cancelTimer = clock.setTimer(drainMs, () => {
        abandon();
        partner.abandon();
      });
      await Promise.all([worker.stop(), refill.stop(), underWay.ended()]);
      cancelTimer();
      guarded.database.close();
    },
    wake() {
      wake();
      abandoned.check();
    },
    settingsChanged() {
      abandoned.check();
      windows.refresh();
    },
  };
}
