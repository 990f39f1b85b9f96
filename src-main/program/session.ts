import type { Contexts } from '../action-table.ts';
import { resumeReadable, workOutbox } from '../delivery/deliver.ts';
import { createPoolRefill } from '../delivery/pool-refill.ts';
import { settleRestoredBackup } from '../delivery/restored-backup.ts';
import { createTaskTracker } from '../delivery/task-tracker.ts';
import { createPoolStore } from '../outbox/pool-store.ts';
import { createOutboxStore } from '../outbox/store.ts';
import { embeddedPartner } from '../partner/onboarding-record.ts';
import { connectPartner, partnerPlace } from '../partner/partner-client.ts';
import { createPartnerController } from '../partner/partner-controller.ts';
import { createRetention } from '../records/retention.ts';
import { settleInterruptedLoyalty } from '../sales/customer/loyalty.ts';
import { createCustomerDisplay } from '../sales/customer-display.ts';
import { createSaleExpiry } from '../sales/expiry.ts';
import { inMode, measureSale } from '../sales/measure.ts';
import { createInFlight, createReceiptIds } from '../sales/opening/receipt-ids.ts';
import { createSaleRepository } from '../sales/repository.ts';
import { saleResource } from '../sales/sale/sale.ts';
import { cancelInterruptedRefunds } from '../sales/sale-actions.ts';
import type { SessionContext } from '../sales/session-context.ts';
import { createDeviations } from '../service/reader.ts';
import { createClockSkew, trackHealth } from '../service/service-health.ts';
import { createTokens, storedRefreshToken } from '../service/tokens.ts';
import { createVendorClient } from '../service/vendor.ts';
import { createListeners } from '../shared/listeners.ts';
import type { StatusResource, TillChange } from '../shared/till-view.ts';
import type { WaitingConnection } from '../shared/views.ts';
import { within } from '../shared/waiting.ts';
import { createDuplicateIndex } from '../storage/duplicate-index.ts';
import { type EncryptedValues, openEncryptedValues } from '../storage/encrypted-values.ts';
import { savedFiles } from '../storage/export-files.ts';
import { openGuardedDatabase } from '../storage/guarded-database.ts';
import { createNoticeBoard, createQuarantine } from '../storage/notice-board.ts';
import { createPartnerUserTable } from '../storage/partner-user-table.ts';
import { createSaleTable } from '../storage/sale-table.ts';
import { receiptFormat } from '../storage/schema.ts';
import { createCustomerScreens } from '../views/customer-screens.ts';
import { statusOf } from '../views/status.ts';
import { createWindowViews } from '../views/window-views.ts';
import type { ProgramParts } from './app-data.ts';
import type { PreparedApp } from './prepared-app.ts';

/** The parts of one app: those of the program, the prepared connection, and its data folder. */
const partsOf = (
  prepared: PreparedApp,
  program: ProgramParts,
  own: { readonly folder: string; readonly otherConnections: readonly WaitingConnection[] },
) => ({
  ...program.ports,
  ...program.config,
  ...program,
  ...prepared,
  folder: own.folder,
  window: { ...program.window, otherConnections: () => own.otherConnections },
});
type SessionParts = ReturnType<typeof partsOf>;

const drainMs = 3_000;
const askAgainMs = 5_000;

const restoredAtName = 'restored-at';

function openReceipts(parts: SessionParts) {
  const notices = createNoticeBoard(parts.folder, parts);
  const installation = parts.files.installation();
  return {
    notices,
    guarded: openGuardedDatabase({ ...parts, name: 'receipts', format: receiptFormat, installation, notices }),
  };
}
type Receipts = ReturnType<typeof openReceipts>;

const storedRestore = (encrypted: EncryptedValues): number => Number(encrypted.get(restoredAtName) ?? 0);

function readFiles(parts: SessionParts, { notices, guarded }: Receipts) {
  const { clock, random, log, settings, folder } = parts;
  const { encryption } = parts.files;
  const { database } = guarded;
  // An unreadable value is only logged, because it can be recreated: a refresh token by a sign-in.
  const encrypted = openEncryptedValues(database, encryption, {
    folder,
    unreadable: (name) => log.warn('stored-value-not-read', { name }),
  });
  const table = createSaleTable(database, encryption);
  return {
    notices,
    guarded,
    encrypted,
    // A stored time that is not over was written while the clock was ahead.
    restoredAt: guarded.history === 'other' ? clock.now() : Math.min(storedRestore(encrypted), clock.now()),
    table,
    saleRepository: createSaleRepository(database, table, clock, createQuarantine({ log, notices })),
    outbox: createOutboxStore(database),
    pool: createPoolStore(database, () => clock.now() - settings().pool.maxAgeHours * 3_600_000),
    duplicateIndex: createDuplicateIndex(database, encrypted, random),
    partnerUsers: createPartnerUserTable(database, encryption),
  };
}
type SessionFiles = ReturnType<typeof readFiles>;

function connectServices(parts: SessionParts, { encrypted, partnerUsers }: SessionFiles) {
  const time = createClockSkew(parts);
  const metrics = inMode(parts.metrics, parts.mode);
  const abandoning = new AbortController();
  const deviations = createDeviations(parts.log);
  const shared = { ...parts, deviations, metrics, abandoned: abandoning.signal };
  const ofReceipts = { ...shared, fetch: time.listening(parts.fetch), settings: () => parts.settings().service };
  const refreshTokenStore = storedRefreshToken(encrypted, parts.signInKey, parts.log);
  const tokens = createTokens({ ...ofReceipts, refreshTokenStore });
  // Each answer also updates the health and the comparison of clocks.
  const { vendor, service } = trackHealth(createVendorClient({ ...ofReceipts, tokens }), deviations);
  const partner = connectPartner({
    ...shared,
    refreshTokenStore: storedRefreshToken(encrypted, parts.signInKey, parts.log, 'partner-refresh-token'),
  });
  const both = [tokens, partner.tokens];
  return {
    time,
    metrics,
    vendor,
    service,
    partner: createPartnerController({
      ...partner,
      users: partnerUsers,
      place: () => (parts.mode === 'training' ? embeddedPartner : partnerPlace(parts.settings().service.partnerUrl)),
    }),
    signInAgain: () => both.forEach((one) => void one.askAgain()),
    credentialsChanged: () => both.forEach((one) => void one.credentialsChanged()),
    abandon: () => abandoning.abort(),
  };
}
type Services = ReturnType<typeof connectServices>;

/** The queue, the pool of ids and the context of all actions. Nothing is sent before the worker starts. */
function createSending(parts: SessionParts, files: SessionFiles, services: Services) {
  const { clock, log, settings } = parts;
  const { saleRepository } = files;
  const { vendor, service, time, metrics } = services;
  const underWay = createTaskTracker(log);
  const { inBackground, beforeStop } = underWay;
  const changes = createListeners();
  const refill = createPoolRefill({
    ...parts,
    ...files,
    vendor,
    service,
    isDateSure: time.isSure,
    busiestHour: files.table.busiestHour,
    onChange: changes.emit,
  });
  const inFlight = createInFlight(clock, beforeStop);
  const receiving = { ...parts, ...files, refill, vendor, service, inFlight, inBackground };
  const delivering = { ...receiving, ids: createReceiptIds(receiving) };
  const worker = workOutbox(delivering, (job, outcome) => {
    metrics.count('receipt_companion.delivery.attempts', { kind: job.kind, outcome: outcome.kind });
    changes.emit();
  });
  refill.onRegistered(worker.resumeStore);
  function wake(options?: Parameters<typeof worker.wake>[0]): void {
    worker.wake(options);
    refill.schedule();
  }
  const context: SessionContext = {
    ...delivering,
    worker,
    sendNow() {
      services.signInAgain();
      wake();
    },
    time,
    display: createCustomerDisplay(clock, settings, (saleId) => saleRepository.find(saleId)?.billHash != null),
    shopTills: parts.files.tills().ofShop,
    beforeStop,
  };
  return { context, worker, refill, wake, underWay, onChange: changes.add };
}
type Sending = ReturnType<typeof createSending>;

/**
 * Starts delivery once it is known which receipts a copy of the files may have sent. Repeats the check after an error.
 */
function deliver(
  { guarded, encrypted, restoredAt }: SessionFiles,
  { context, worker }: Sending,
  isOver: () => boolean,
): void {
  const deliverFromHere = (): void => {
    // Stored before the adoption: until then each start finds again that these files are a copy.
    if (restoredAt !== storedRestore(encrypted)) encrypted.set(restoredAtName, String(restoredAt));
    guarded.adopt();
    settleInterruptedLoyalty(context);
    cancelInterruptedRefunds(context);
    resumeReadable(context);
    worker.start();
  };
  function deliverOnceSettled(): void {
    const settling = settleRestoredBackup(context, isOver).then((isSettled) => {
      if (isSettled) deliverFromHere();
    });
    const ended = settling.catch((error: unknown) => {
      context.clock.setTimer(askAgainMs, deliverOnceSettled);
      throw error;
    });
    void context.inBackground('restored-backup-settled', ended);
  }
  if (guarded.history === 'other') deliverOnceSettled();
  else deliverFromHere();
}

function followService(
  files: SessionFiles,
  { time }: Services,
  { context, worker, refill }: Sending,
  abandoned: ReturnType<typeof createSaleExpiry>,
  retention: ReturnType<typeof createRetention>,
): readonly (() => void)[] {
  const { service, pool, saleRepository } = context;
  let wasOnline = false;
  return [
    saleRepository.onTransaction(worker.schedule),
    service.onChange(() => {
      const isOnline = service.state() === 'online';
      if (isOnline && !wasOnline) refill.schedule();
      if (!isOnline) refill.serviceLost();
      wasOnline = isOnline;
    }),
    service.onAnswer(() => worker.answered()),
    time.onJump((byMs, now) => {
      pool.shift(byMs, now);
      if (files.restoredAt > 0) files.restoredAt = Math.min(files.restoredAt + byMs, now);
      // The pauses were calculated with the previous time.
      queueMicrotask(() => worker.wake());
    }),
    time.onChange(() => {
      abandoned.check();
      retention.dateConfirmed();
      refill.schedule();
    }),
  ];
}

/** Snapshots for the windows and events for tills. They show the state at the end of a turn of the event loop. */
function createWatching(parts: SessionParts, { notices }: SessionFiles, services: Services, sending: Sending) {
  const { settings, screens } = parts;
  const { partner, metrics, time } = services;
  const { context } = sending;
  const { display, saleRepository, service } = context;
  const changes = createListeners<[change: TillChange]>();
  const customer = createCustomerScreens({ ...parts.window, context, screens });
  const status = (counts = context.outbox.counts()): StatusResource =>
    statusOf(context, counts, {
      ...parts,
      notices: () => [...new Set([...parts.files.notices().current(), ...notices.current()])],
      painted: customer.painted,
    });
  const windows = createWindowViews({
    ...parts.window,
    context,
    screens,
    customer,
    snapshots: parts.snapshots,
    status,
    partner: () => ({ configured: partner.isConfigured(), wait: partner.wait() }),
    onRefreshed: (status) => changes.emit({ status }),
  });
  saleRepository.onChange(measureSale(metrics, display.current, () => settings().screen.qrTiming));
  const reactions = [
    saleRepository.onChange((sale) => {
      changes.emit({ sale: () => saleResource(sale), till: sale.till });
      windows.saleChanged();
    }),
    display.onChange(() => windows.displayed(display.current().saleId)),
    sending.onChange(windows.saleChanged),
    service.onChange(windows.saleChanged),
    time.onChange(windows.saleChanged),
    partner.onChange(windows.refresh),
    screens.onDisplayChange(windows.noteDisplayChange),
  ];
  return { windows, status, reactions, onChange: changes.add };
}

export type Session = ReturnType<typeof buildSession>;

/** Throws DatabaseRefused, and StorageBusy while another program holds the database. Then the database is closed. */
export function buildSession(...given: Parameters<typeof partsOf>) {
  const parts = partsOf(...given);
  const receipts = openReceipts(parts);
  try {
    return sessionOn(parts, readFiles(parts, receipts));
  } catch (error) {
    receipts.guarded.database.close();
    throw error;
  }
}

function sessionOn(parts: SessionParts, files: SessionFiles) {
  const { clock, log, folder, desktop = null } = parts;
  const services = connectServices(parts, files);
  const { partner, time } = services;
  const sending = createSending(parts, files, services);
  const { context, worker, refill, wake, underWay } = sending;
  const abandoned = createSaleExpiry(context);
  const retention = createRetention({ ...parts, ...files, mayRemove: time.isProven });
  const reactions = followService(files, services, sending, abandoned, retention);
  const watching = createWatching(parts, files, services, sending);
  const { windows } = watching;
  /** A shutdown waits at most `drainMs` for these requests, because they can be repeated. */
  const requests = createTaskTracker(log);
  let isOver = false;
  const lookForPartner = (): void => void context.inBackground('look-for-partner', partner.look());

  const forActions: Contexts['session'] & { readonly whileOpen: typeof requests.beforeStop } = {
    ...context,
    windows,
    partner,
    touchLimits: parts.touchLimits,
    hasTouch: parts.window.hasTouch,
    decidePaper: parts.window.decidePaper,
    desktop,
    ...savedFiles(folder, desktop),
    whileOpen: requests.beforeStop,
  };
  return {
    context: forActions,
    /** The first start of a copy or restored backup, in milliseconds since the epoch; 0 if these files are neither. */
    restoredAt(): number {
      time.look();
      return files.restoredAt;
    },
    windows,
    status: () => watching.status(),
    onChange: watching.onChange,
    /** Throws StorageBusy while another program holds the database; then it may be called again. */
    start() {
      deliver(files, sending, () => isOver);
      refill.start();
      time.start();
      abandoned.start();
      retention.start();
      lookForPartner();
      windows.refresh();
    },
    /** Called after a new password, key or store for the same receipts. Waiting requests are tried again. */
    signInAgain() {
      services.credentialsChanged();
      lookForPartner();
      abandoned.check();
      context.sendNow();
      windows.refresh();
    },
    async stop() {
      isOver = true;
      for (const end of [...reactions, ...watching.reactions]) end();
      context.display.stop();
      context.ids.stop();
      time.stop();
      abandoned.stop();
      retention.stop();
      windows.stop();
      partner.stop();
      // All data are on disk, so a hanging request is aborted and the next start repeats it.
      const cancelTimer = clock.setTimer(drainMs, services.abandon);
      await Promise.all([worker.stop(), refill.stop(), underWay.ended(), within(clock, drainMs, requests.ended())]);
      cancelTimer();
      files.guarded.database.close();
    },
    sleep: context.display.sleep,
    wake() {
      wake({ isNetworkBack: true });
      abandoned.check();
    },
    settingsChanged: abandoned.check,
  };
}
