import { join } from 'node:path';
import { createChanges } from './flows/changes.ts';
import { createClockWatch } from './flows/clock-watch.ts';
import { resumeReadable } from './flows/delivery/deliver.ts';
import { partFromOtherHistory } from './flows/delivery/other-history.ts';
import { reachService } from './flows/delivery/reach-service.ts';
import { keptRefreshToken } from './flows/delivery/refresh-token.ts';
import { supplyPool } from './flows/delivery/supply-pool.ts';
import { createUnderWay } from './flows/delivery/under-way.ts';
import { workOutbox } from './flows/delivery/work-outbox.ts';
import type { FlowContext } from './flows/flow-context.ts';
import { createInFlight } from './flows/in-flight.ts';
import { createLateIds } from './flows/late-ids.ts';
import { countDelivery, inMode, measureSale } from './flows/measure.ts';
import { createPartnerDesk } from './flows/partner/partner-desk.ts';
import { reachPartner } from './flows/partner/reach-partner.ts';
import { createReceiptIds } from './flows/receipt-ids.ts';
import { savedFiles } from './flows/records/desktop.ts';
import { exportTo, savedPdfs, streamTo } from './flows/records/export-files.ts';
import { createRetention } from './flows/records/retention.ts';
import { watchAbandoned } from './flows/sale/abandon.ts';
import { noteIdentitiesOfBefore } from './flows/sale/identities.ts';
import { settleInterruptedLoyalty } from './flows/sale/loyalty.ts';
import { giveLateId } from './flows/sale/open-sale.ts';
import { createRepairDrafts } from './flows/sale/repair.ts';
import { createStageKeeper } from './flows/stage-keeper.ts';
import { createCues } from './flows/windows/cues.ts';
import { createTouchLimits } from './flows/windows/customer-touch.ts';
import { startReactions } from './flows/windows/reactions.ts';
import { statusOf } from './flows/windows/status.ts';
import { createWindows } from './flows/windows/windows.ts';
import type { StatusResource } from './kernel/till-view.ts';
import { createDeviations } from './service/reader.ts';
import { openSessionFiles } from './session-files.ts';
import type { Session, SessionParts } from './session-parts.ts';

/** How long a stop waits for requests that are under way. */
const drainMs = 3_000;
const askAgainMs = 5_000;

/** Plugs the rooms of one session together. Throws DatabaseRefused when its database must not be opened. */
export function createSession(parts: SessionParts): Session {
  const { clock, random, log, settings, mode, screens } = parts;
  const files = openSessionFiles(parts);
  const { guarded, notices, table, book, outbox, sent, pool } = files;
  const metrics = inMode(parts.metrics, mode);
  const underWay = createUnderWay(log);
  let isOver = false;
  const stage = createStageKeeper(clock, settings);
  const time = createClockWatch({ clock, log });
  const refreshTokenStore = keptRefreshToken(files.sealed, parts.signInKey);
  const deviations = createDeviations(log);
  const way = reachService({ ...parts, deviations, metrics, time, refreshTokenStore });
  const { vendor, service, signInAgain, abandon } = way;
  const partner = reachPartner({
    ...parts,
    deviations,
    metrics,
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
    onChange: () => windows.saleChanged(),
  });
  const inFlight = createInFlight(clock);
  const ids = createReceiptIds({ ...parts, book, pool, vendor, inFlight, onTaken: refill.taken });

  const context: FlowContext = {
    clock,
    random,
    log,
    settings,
    mode,
    book,
    identities: files.identities,
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
    pace: () => ({ until: worker.pacedUntil(), perSecond: worker.rate() }),
    pool,
    refill,
    vendor,
    service,
    ids,
    inFlight,
    lateIds: { want: (saleId) => lateIds.want(saleId) },
    time,
    stage,
    tillNames: parts.window.tillNames,
    inBackground: underWay.inBackground,
    beforeStop: underWay.beforeStop,
  };
  const drafts = createRepairDrafts(files.sealed);
  const lateIds = createLateIds({ ...context, giveId: (sale) => giveLateId(context, sale) });
  const worker = workOutbox(context, {
    onOutcome(job, outcome) {
      countDelivery(metrics, job, outcome);
      windows.saleChanged();
    },
  });
  const abandoned = watchAbandoned(context, clock);
  const retention = createRetention({ ...parts, table, book, mayRemove: time.isProven });

  const status = (counts = outbox.counts()): StatusResource =>
    statusOf(context, counts, {
      ...parts,
      notices: () => [...new Set([...parts.notices(), ...notices.current()])],
      painted: () => windows.painted(),
    });
  const changes = createChanges();
  const cues = createCues({ clock, settings });
  const windows = createWindows({
    ...parts.window,
    context,
    screens,
    status,
    cue: cues.waiting,
    desk: () => ({ configured: desk.isConfigured(), ...desk.progress() }),
    onRefreshed: changes.tellStatus,
  });
  book.onChange(measureSale({ metrics, stage: stage.current, qrTiming: () => settings().screen.qrTiming }));
  const reacting = { time, screens, worker, refill, abandoned, retention, windows, changes, drafts, cues };
  const endReactions = startReactions({ ...context, ...reacting });

  function deliverFromHere(): void {
    guarded.adopt();
    settleInterruptedLoyalty(context);
    resumeReadable(context);
    worker.start();
    void underWay.inBackground(
      'note-identities',
      noteIdentitiesOfBefore(context, () => isOver),
    );
  }

  /** Nothing leaves before it is known what may have left elsewhere; a full disk is asked again. */
  function deliverOnceParted(): void {
    const parting = partFromOtherHistory(context, () => isOver).then((isParted) => {
      if (isParted) deliverFromHere();
    });
    const ended = parting.catch((error: unknown) => {
      clock.setTimer(askAgainMs, deliverOnceParted);
      throw error;
    });
    void underWay.inBackground('part-from-other-history', ended);
  }

  function wake(): void {
    worker.wake();
    refill.poke();
  }

  const lookForPartner = (): void => void underWay.inBackground('look-for-partner', desk.look());

  const exports = join(parts.folder, 'exports');
  const { desktop } = parts;
  const saved = savedFiles(desktop);
  return {
    context: {
      ...context,
      windows,
      cues,
      drafts,
      desk,
      touchLimits: createTouchLimits(clock),
      hasTouch: parts.window.hasTouch,
      desktop,
      saveExport: (name, content) => saved.note(exportTo(exports)(name, content)),
      showSaved: saved.show,
      ...savedPdfs(streamTo(exports), desktop?.openFile ?? null),
    },
    windows,
    status: () => status(),
    onChange: changes.onChange,
    start() {
      if (guarded.history === 'other') deliverOnceParted();
      else deliverFromHere();
      refill.start();
      time.start();
      abandoned.check();
      retention.start();
      lookForPartner();
      windows.refresh();
    },
    wayChanged() {
      way.credentialsChanged();
      partner.credentialsChanged();
      lookForPartner();
      abandoned.check();
      context.sendNow();
      windows.refresh();
    },
    keepAside: guarded.keepAside,
    async stop() {
      isOver = true;
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
