import { join } from 'node:path';
import type { SessionContext } from './actions/contexts.ts';
import { watchAbandoned } from './flows/abandon.ts';
import { abandonableFetch } from './flows/abandonable-fetch.ts';
import { type Changes, createChanges } from './flows/changes.ts';
import { createClockWatch } from './flows/clock-watch.ts';
import { deliver, recordOutcome, resumeReadable } from './flows/deliver.ts';
import { exportTo } from './flows/export-files.ts';
import type { FlowContext } from './flows/flow-context.ts';
import { createLateIds } from './flows/late-ids.ts';
import { settleInterruptedLoyalty } from './flows/loyalty.ts';
import { giveLateId } from './flows/open-sale.ts';
import { partFromOtherHistory } from './flows/other-history.ts';
import { createReceiptIds } from './flows/receipt-ids.ts';
import { keptRefreshToken } from './flows/refresh-token.ts';
import { createRetention } from './flows/retention.ts';
import { createSaleBook } from './flows/sale-book.ts';
import { saleResource } from './flows/sale-resource.ts';
import { watchService } from './flows/service-watch.ts';
import { createSetAside } from './flows/set-aside.ts';
import { createStageKeeper } from './flows/stage-keeper.ts';
import { statusOf } from './flows/status.ts';
import { supplyPool } from './flows/supply-pool.ts';
import { createUnderWay } from './flows/under-way.ts';
import { createWindows, type WindowParts, type Windows } from './flows/windows.ts';
import type { NoticeCode } from './kernel/notices.ts';
import type { StatusResource } from './kernel/till-view.ts';
import { createSentBills } from './outbox/sent-bills.ts';
import { createOutboxStore } from './outbox/store.ts';
import { createOutboxWorker } from './outbox/worker.ts';
import { createPoolStore } from './pool/store.ts';
import type { Clock, Fetch, Log, Random, Screens } from './ports.ts';
import { createTokens, type TokenPorts } from './service/tokens.ts';
import { createVendorClient } from './service/vendor.ts';
import type { Computer } from './settings/computer.ts';
import type { Settings } from './settings/schema.ts';
import { createEncryption } from './storage/encryption.ts';
import { openGuardedDatabase, tellCopyFound } from './storage/guarded-database.ts';
import { receiptMigrations } from './storage/migrations/receipts.ts';
import { createNoticeBoard } from './storage/notice-board.ts';
import { createSaleTable } from './storage/sale-table.ts';
import { openSealedValues } from './storage/sealed-values.ts';

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
  readonly credentials: TokenPorts['credentials'];
  /** Differs when the service account or where it signs in differs: a refresh token is good for one of them only. */
  readonly signInKey: string;
  /** 32 bytes: what names a customer is encrypted with it. */
  readonly dataKey: Uint8Array;
  readonly keyStorage: StatusResource['keyStorage'];
  readonly version: string;
  /** See `loadInstallation`; null where no keychain outlives the run. */
  readonly installation: string | null;
  readonly computer: Computer;
  /** The database was taken away or replaced while it was in use: this session is over. */
  readonly onReplaced: () => void;
  /** Notices about files that belong to every session. */
  readonly notices: () => readonly NoticeCode[];
  readonly window: Pick<WindowParts, 'keychain' | 'posApi' | 'pairing' | 'firstRev' | 'elsewhere'>;
}

/** How long a stop waits for requests that are under way. */
const drainMs = 3_000;

/** Plugs the rooms of one session together. Throws DatabaseRefused when its database must not be opened. */
export function createSession(parts: SessionParts): Session {
  const { clock, random, log, settings, screens } = parts;
  const noticeBoard = createNoticeBoard(parts.folder, { clock, log });
  const guardedDatabase = openGuardedDatabase({
    ...parts,
    name: 'receipts',
    migrations: receiptMigrations,
    notices: noticeBoard,
  });
  const { database } = guardedDatabase;
  const encryption = createEncryption(parts.dataKey, random);
  // A value that is lost is made anew: the refresh token by a sign-in.
  const kept = openSealedValues(database, encryption, parts.folder, (name) =>
    log.warn('kept-value-unreadable', { name }),
  );
  const setAside = createSetAside({ log, notices: noticeBoard });
  const table = createSaleTable(database, encryption);
  const book = createSaleBook({ database, table, clock, setAside });
  const outbox = createOutboxStore(database);
  const pool = createPoolStore(database);
  const stage = createStageKeeper(clock, settings);

  const time = createClockWatch({
    clock,
    log,
    onJump(byMs, now) {
      pool.shift(byMs, now);
      // Pauses were planned by the clock of before.
      queueMicrotask(() => worker.wake());
    },
    onChange() {
      abandoned.check();
      retention.dateTold();
      refill.poke();
      changed();
    },
  });
  const { fetch, abandon } = abandonableFetch(time.listening(parts.fetch));
  const tokens = createTokens({
    fetch,
    clock,
    log,
    settings: () => ({ ...settings().service }),
    credentials: parts.credentials,
    refreshTokenStore: keptRefreshToken(kept, parts.signInKey),
  });
  const client = createVendorClient({ fetch, clock, log, tokens, settings: () => settings().service });
  const { vendor, service } = watchService(client, clock);

  const refill = supplyPool({
    ...{ vendor, service, outbox, settings, clock, random, log },
    // By a date that is in doubt nothing is too old to be kept; what may be too old is not shown.
    pool: { ...pool, expire: (notBefore) => (time.isSure() ? pool.expire(notBefore) : 0) },
    resumeStore: (storeId) => worker.resumeStore(storeId),
    onChange: () => changed(),
  });
  const onTaken = (): void => queueMicrotask(refill.taken);
  const ids = createReceiptIds({ book, pool, vendor, settings, clock, random, onTaken });

  const underWay = createUnderWay(log);
  const context: FlowContext = {
    ...{
      clock,
      random,
      log,
      settings,
      mode: parts.mode,
      book,
      outbox,
      pool,
      refill,
      vendor,
      service,
      ids,
      stage,
      time,
    },
    sent: createSentBills(database),
    pokeOutbox: () => worker.poke(),
    sendNow() {
      tokens.askAgain();
      worker.wake();
      refill.poke();
    },
    pausedStores: () => worker.pausedStores(),
    nextTryAt: () => worker.nextTryAt(),
    lateIds: { want: (saleId) => lateIds.want(saleId) },
    copyFound: () => tellCopyFound(noticeBoard, log),
    inBackground: underWay.inBackground,
    beforeStop: underWay.beforeStop,
  };
  const lateIds = createLateIds({ ...context, giveId: (sale) => giveLateId(context, sale) });
  const worker = createOutboxWorker({
    store: outbox,
    deliver: (job) => deliver(context, job),
    recordOutcome(job, outcome) {
      recordOutcome(context, job, outcome);
      changed();
    },
    concurrent: () => settings().delivery.concurrent,
    heldUntil: service.heldUntil,
    clock,
    random,
    log,
  });

  const abandoned = watchAbandoned(context, clock);
  const retention = createRetention({
    table,
    keepDays: () => settings().retention.days,
    mayRemove: time.isProven,
    clock,
    log,
  });

  const status = (): StatusResource =>
    statusOf(context, {
      version: parts.version,
      keyStorage: parts.keyStorage,
      notices: () => [...new Set([...parts.notices(), ...noticeBoard.current()])],
      customerDisplayConnected: screens.customerDisplayConnected,
      painted: () => windows.painted(),
    });
  const changes = createChanges(status);
  const windows = createWindows({ ...parts.window, context, screens, status, onRefreshed: changes.tellStatus });
  /** Whatever changed, the windows and the listening tills see the state of the end of this turn. */
  const changed = (): void => windows.refresh();
  let wasOnline = false;

  const ends = [
    book.onChange((sale) => {
      changes.tell({ sale: saleResource(sale) });
      changed();
    }),
    stage.onChange(() => {
      // A till's sale comes to the front when it comes on the customer's screen.
      const { saleId } = stage.current();
      if (saleId !== null && saleId !== windows.selected()) windows.select(saleId);
      changed();
    }),
    service.onChange(() => {
      changed();
      const isOnline = service.state() === 'online';
      if (isOnline && !wasOnline) refill.poke();
      if (!isOnline) refill.serviceLost();
      wasOnline = isOnline;
    }),
    service.onAnswer(() => worker.answered()),
    screens.onDisplayChange(() => changed()),
  ];

  return {
    context: { ...context, windows, saveExport: exportTo(join(parts.folder, 'exports')) },
    windows,
    status,
    onChange: changes.onChange,
    start() {
      if (guardedDatabase.history === 'other') partFromOtherHistory(context);
      guardedDatabase.adopt();
      settleInterruptedLoyalty(context);
      resumeReadable(context);
      refill.start();
      worker.start();
      time.start();
      abandoned.check();
      retention.start();
      changed();
    },
    keepAside: guardedDatabase.keepAside,
    async stop() {
      for (const end of ends) end();
      stage.stop();
      lateIds.stop();
      time.stop();
      abandoned.stop();
      retention.stop();
      windows.stop();
      // What is on disk is safe: a request that hangs is given up, and tried again after the next start.
      const cancelTimer = clock.setTimer(drainMs, abandon);
      await Promise.all([worker.stop(), refill.stop(), underWay.ended()]);
      cancelTimer();
      database.close();
    },
    wake() {
      worker.wake();
      refill.poke();
      abandoned.check();
    },
  };
}
