import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { actions, type Contexts } from '../action-table.ts';
import { openPosServer, type PosServer } from '../api/server.ts';
import { createConnectionChange } from '../connection/connection-change.ts';
import { isSetupOffered } from '../connection/first-setup.ts';
import { createPolicyConnection, policyView } from '../connection/policy-connection.ts';
import { createTestedConnection } from '../connection/tested-connection.ts';
import { chooseConnection, createVerifiedEndpoint } from '../connection/which-connection.ts';
import { limitWarnings } from '../diagnostics/log.ts';
import { createMetrics } from '../diagnostics/metrics-registry.ts';
import { createDispatch } from '../dispatch/dispatch.ts';
import { createOnboarding } from '../partner/onboarding.ts';
import { onboardingPlaces } from '../partner/onboarding-places.ts';
import { createOnboardingFile, isMerchantReady } from '../partner/onboarding-record.ts';
import type { ScreenRole, Screens } from '../ports.ts';
import type { Printer } from '../printer/printer-interface.ts';
import { isDayUnused, isServing } from '../sales/expiry.ts';
import { ownSale, reachOfTill, statusSeenBy } from '../sales/till/till-input.ts';
import { liveAccount, partnerKey } from '../settings/credentials.ts';
import { chosenDisplay } from '../settings/display-choice.ts';
import { brandOf } from '../settings/look.ts';
import { fixedPin, pinFile } from '../settings/pin-file.ts';
import { createPinLock } from '../settings/pin-lock.ts';
import { noPolicy } from '../settings/policy-store.ts';
import { posApiFileName } from '../settings/settings-file.ts';
import { noPictures } from '../settings/shop-pictures.ts';
import { windowSettingsView } from '../settings/window-settings.ts';
import { shopCountry } from '../shared/country.ts';
import { createListeners } from '../shared/listeners.ts';
import { printerOff } from '../shared/print-view.ts';
import { done, type Result } from '../shared/result.ts';
import { ShutdownError } from '../shared/shutdown.ts';
import { reaches } from '../shared/till-names.ts';
import type { StatusResource } from '../shared/till-view.ts';
import type { CashierView, Snapshot, ViewOf } from '../shared/views.ts';
import { otherConnections } from '../storage/connection-folders.ts';
import { exportTo } from '../storage/export-files.ts';
import { writeAtomically } from '../storage/file-modes.ts';
import { refusalOfStart } from '../storage/storage-refusal.ts';
import { guardedClock } from '../system-ports.ts';
import { createPairing } from '../tills/pairing.ts';
import { createTokenStore } from '../tills/token-store.ts';
import { createDisplayTouch, createTouchLimits } from '../views/customer-touch.ts';
import { createNoAppViews } from '../views/no-app.ts';
import { createSnapshots } from '../views/snapshots.ts';
import { type AppData, computerOf, createAppData } from './app-data.ts';
import type { AppConfig, AppPorts, Ports } from './app-parts.ts';
import { openPrinter } from './program-printer.ts';
import { createRunningApp, type RunningApp } from './running-app.ts';

/** The program for windows, POS API and host. It lives as long as the process and opens one app at a time. */
export type Program = ReturnType<typeof createProgram>;

export function createProgram(given: AppPorts, config: AppConfig) {
  const shutdown = new AbortController();
  const ending = shutdown.signal;
  const ports = portsOf(given, ending);
  const base = createBase(ports, config, ending);
  const { files, pairing, pin, changed, quietLog, running } = base;
  const parts = createFeatures(base);
  const { dispatch, printer } = createActions(base, parts.context);
  const { status, onChange, onRestart } = running;
  const context = { dispatch, status, onChange, onRestart, ...base.sight };
  const posApiFile = join(config.homeDir ?? config.dataDir, posApiFileName);
  let server: PosServer | null = null;
  base.revoked.add(() => server?.endRevoked());
  let endSettings: () => void = () => undefined;
  let opening: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | null = null;

  function stop(): Promise<void> {
    stopping ??= (async () => {
      shutdown.abort(new ShutdownError());
      // Objects opened by a start can be closed only after the start has ended.
      await opening.catch(() => undefined);
      endSettings();
      pairing.stop();
      pin.stop();
      printer.decisions.release('app-stop');
      await printer.stop();
      await server?.stop();
      if (server !== null) rmSync(posApiFile, { force: true });
      await parts.stop();
      files.close();
      ports.log.info('app-stopped');
      await ports.metrics.stop();
    })();
    return stopping;
  }

  async function open(): Promise<void> {
    ending.throwIfAborted();
    const sending = ports.metrics.start({
      ...ports,
      ...config,
      computer: base.computer,
      status,
      printerState: () => printer.view().state,
    });
    await Promise.all([sending, files.open()]);
    base.tokens.fix(config.fixedPosToken ?? config.storedPosToken?.(files.tills().list().length) ?? null);
    if (config.resetPin === true) pin.reset();
    printer.apply();
    await parts.openFirst();
    ending.throwIfAborted();
    server = await openPosServer({
      app: context,
      tokens: base.tokens,
      pairing,
      clock: ports.clock,
      log: quietLog,
      settings: ports.settings.current,
      unreachable: base.unreachable,
      // The users of one computer have different ports, and their scripts read the port here.
      listening: (port) => writeAtomically(posApiFile, `${JSON.stringify({ port, processId: process.pid })}\n`),
    });
    base.posApi.url = server.url;
    ending.throwIfAborted();
  }

  function asksSession(question: typeof isDayUnused): boolean {
    const now = running.session();
    return now.ok && question(now.value, ports.clock.now());
  }

  return {
    ...context,
    snapshot: <Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null =>
      running.app()?.windows.snapshot(role) ?? base.snapshots.last(role) ?? null,
    /** No `posApiUrl` if the port is taken. Rejects with StorageRefused, or with ShutdownError. */
    async start() {
      opening = open();
      try {
        await opening;
      } catch (error) {
        // If the program was stopped meanwhile, the error is only a consequence of the stop.
        const reason = ending.aborted ? ending.reason : refusalOfStart(error, config.dataDir);
        await stop();
        throw reason;
      }
      parts.resume();
      endSettings = ports.settings.onChange(() => {
        server?.settingsChanged();
        printer.apply();
        running.settingsChanged();
      });
      changed.emit();
      const mode = running.app()?.mode ?? 'live';
      ports.log.info('app-started', { mode, version: config.version, keyStorage: config.keyStorage });
      return { posApiUrl: base.posApi.url(), mode, controlUrl: running.controlUrl() };
    },
    /** Refuses new work, waits for running work, closes everything. Safe to call twice. */
    stop,
    printerAddress: printer.opened,
    lock: pin.lock,
    /** Available after `start`. */
    pair: pairing.pair,
    isServing: () => asksSession(isServing),
    isDayUnused: () => asksSession(isDayUnused),
    /** Call it before the computer sleeps: it prints the deferred papers, and paid receipts leave the display. */
    sleep(): void {
      printer.decisions.release('app-stop');
      running.app()?.sleep();
    },
    wake(reason: 'network-back' | 'resumed') {
      ports.log.info('delivery-resumed', { reason });
      running.app()?.wake();
    },
  };
}

/** The actions and the printer, which use each other. */
function createActions(base: Base, program: Omit<Contexts['program'], 'printer'>) {
  const ports: Ports = { ...base.ports, log: base.quietLog };
  const dispatch = createDispatch({
    ...ports,
    actions,
    lock: base.pin,
    contexts: {
      session: base.running.session,
      windows: () => done(base.windows),
      program: () => done({ ...program, printer }),
    } satisfies { readonly [Needs in keyof Contexts]: () => Result<Contexts[Needs]> },
  });
  const printer = openPrinter({ ...base, ports, notices: base.files.notices, dispatch, changed: base.changed.emit });
  base.opened.printer = printer;
  return { dispatch, printer };
}

function portsOf(given: AppPorts, ending: AbortSignal): Ports {
  const over = Promise.withResolvers<never>();
  over.promise.catch(nothing);
  ending.addEventListener('abort', () => over.reject(ending.reason));
  return {
    policy: noPolicy,
    screens: noScreens,
    displays: null,
    pictures: noPictures,
    metrics: createMetrics(),
    ...given,
    clock: guardedClock(given.clock, given.log),
    // A keychain may ask its user for a password and answers only afterwards. A shutdown does not wait for that.
    secrets: { ...given.secrets, get: (account) => Promise.race([given.secrets.get(account), over.promise]) },
  };
}

/** The parts that live as long as the program, below the features: files, tills, PIN, windows and the running app. */
function createBase(ports: Ports, config: AppConfig, ending: AbortSignal) {
  const { clock, random, log, settings, policy } = ports;
  const { dataDir, homeDir = dataDir } = config;
  const computer = computerOf(config);
  const keychain: 'ok' | 'missing' = config.keyStorage === 'none' ? 'missing' : 'ok';
  const quietLog = limitWarnings(log, clock);
  const changed = createListeners<[]>();
  const revoked = createListeners<[]>();
  const files = createAppData(ports, config, computer, ending);
  const { tills } = files;
  const tokens = createTokenStore({ tills, clock, random });
  const pairing = createPairing({ tokens, tills, clock, random, log, ended: revoked.emit, changed: changed.emit });
  const pinInPolicy = () => policy.current().policy?.pin ?? null;
  const pin = createPinLock({
    ...ports,
    // The file is in the permanent folder, so that a missing keychain does not bypass the lock.
    file: fixedPin(pinFile(join(homeDir, 'pin.json')), pinFile(join(homeDir, 'pin-tries.json')), pinInPolicy),
    isFixed: () => pinInPolicy() !== null,
    unlockedMs: () => settings.current().pin.unlockedMinutes * 60_000,
    changed: changed.emit,
  });
  const tested = createVerifiedEndpoint(files.values);
  const account = liveAccount(ports.secrets, (username) => tested.is(settings.current().service, username));
  const onboardingFile = createOnboardingFile(files.values);
  const snapshots = createSnapshots(ports.screens);
  const touch = createDisplayTouch(settings.current, ports.screens);
  const posApi: { url: () => string | null; takenAddress: string | null } = { url: () => null, takenAddress: null };
  const opened: { printer: Printer | null } = { printer: null };
  const window = {
    ofProgram: (partner: Pick<CashierView['partner'], 'configured' | 'wait'>) => {
      const { cashier, screen } = settings.current();
      return {
        language: cashier.language,
        country: shopCountry(cashier.country, cashier.currency),
        form: cashier.form,
        keychain,
        till: { currency: cashier.currency, vatPercents: cashier.vatPercents },
        partner: { ...partner, merchantWaits: isMerchantReady(onboardingFile) },
        pairing: pairing.current(),
        pin: pin.view(),
        displays: ports.displays?.list() ?? [],
        chosenDisplay: chosenDisplay(settings.current()),
        brand: brandOf(screen, ports.pictures),
        setupOffered: isSetupOffered(settings),
        policy: policyView(policy, settings),
        settings: windowSettingsView(settings),
        printer: opened.printer?.view() ?? printerOff,
      };
    },
    decidePaper: (saleId: string, outcome: 'customer-paper' | 'customer-digital') =>
      opened.printer?.decisions.customer(saleId, outcome) ?? false,
    posApi: () => ({
      ...posApi,
      url: posApi.url(),
      pairedTills: tills().list().length,
      lastTill: pairing.last(),
    }),
    hasTouch: touch.hasTouch,
    pictures: ports.pictures,
  };
  const noApp = createNoAppViews({
    ...ports,
    ...config,
    settings: settings.current,
    snapshots,
    notices: () => files.notices().current(),
    window: { ...window, otherConnections: () => otherConnections(homeDir, null) },
  });
  const running = createRunningApp({
    ports,
    config,
    computer,
    files,
    ending,
    snapshots,
    window,
    noApp,
    lock: pin,
    touchLimits: createTouchLimits(clock),
  });
  changed.add(running.refresh);
  const windows: Contexts['windows'] = {
    notePainted: (rev) => running.app()?.windows.notePainted(rev),
    noteTouch(found) {
      if (touch.note(found)) running.refresh();
    },
    settings,
    displays: ports.displays,
    pictures: ports.pictures,
  };
  const unreachable = (takenAddress: string | null): void => {
    posApi.takenAddress = takenAddress;
    if (takenAddress === null) files.notices().settle('portTaken');
    else files.notices().raise('portTaken', portTakenSentence(takenAddress));
    changed.emit();
  };
  return {
    unreachable,
    ports,
    config,
    computer,
    keychain,
    quietLog,
    changed,
    revoked,
    files,
    tokens,
    pairing,
    pin,
    account,
    tested,
    onboardingFile,
    snapshots,
    posApi,
    opened,
    running,
    sight: sightOf(running, ports, files),
    windows,
  };
}

type Base = ReturnType<typeof createBase>;

function createFeatures(base: Base) {
  const { ports, config, files, keychain, account, tested, onboardingFile, running } = base;
  const { settings, clock } = ports;
  const { dataDir, homeDir = dataDir } = config;
  const changed = base.changed.emit;
  const exportFolder = join(dataDir, 'exports');
  const saveExport = exportTo(exportFolder);
  const deciding = { ...ports, keychain, account, tested, homeDir, notices: files.notices, changed };
  const testing = createTestedConnection(deciding);
  const policyConnection = createPolicyConnection({ ...deciding, testing });
  const connection = createConnectionChange({
    ...deciding,
    testing,
    policyConnection,
    retryKeychain: config.retryKeychain ?? nothing,
    running,
  });
  const places = onboardingPlaces({ ...ports, account, session: running.session });
  const onboarding = createOnboarding({
    ...ports,
    secretsOutliveRun: config.secretsOutliveRun,
    file: onboardingFile,
    ...places,
    connection,
    changed,
  });
  const context: Omit<Contexts['program'], 'printer'> = {
    statusFor: (till) =>
      running.isRestarting()
        ? running.refusal()
        : done({ ...base.sight.seenBy(till, running.status()), ...config.account }),
    quit: config.quit ?? nothing,
    connection,
    partnerAccess: {
      settings,
      keychain,
      keyAt: (partnerUrl) => partnerKey(ports.secrets, partnerUrl),
      signInAgain: () => running.app()?.signInAgain(),
    },
    onboarding,
    pin: base.pin,
    setup: { ...deciding, testing },
    keys: {
      ...ports,
      ...config,
      keyPlace: config.keyPlace ?? null,
      dataDir: homeDir,
      exportFolder,
    },
    support: {
      clock,
      version: config.version,
      program: config.program,
      platform: process.platform,
      saveExport,
      status: running.status,
      settings: settings.current,
      logTail: config.logTail ?? (() => ''),
      waitingUpdate: config.waitingUpdate ?? (() => null),
    },
    pairing: base.pairing,
  };
  return {
    context,
    /** Opens the app of the settings after testing the policy's connection. Throws the errors of `openApp`. */
    async openFirst(): Promise<void> {
      await testing.settleAccount();
      await policyConnection.atStart(() => connection.settle('live'));
      await running.open(await chooseConnection(deciding));
    },
    resume: onboarding.resume,
    async stop(): Promise<void> {
      policyConnection.stop();
      places.abandon();
      await running.stop();
      await onboarding.stop();
    },
  };
}

/** Decides which events a listening till may receive. While no app runs, no sale counts as the till's own. */
const sightOf = (running: RunningApp, { settings }: Ports, files: AppData) => ({
  seenBy: (till: string, status: StatusResource): StatusResource =>
    statusSeenBy(status, (saleId) => {
      const now = running.session();
      return now.ok && ownSale(now.value, till, saleId) !== null;
    }),
  mayReceive: (till: string, owner: string): boolean =>
    reaches(reachOfTill({ settings: settings.current, shopTills: files.tills().ofShop }, till), owner),
});

const nothing = (): void => undefined;

const portTakenSentence = (address: string): string =>
  `Another program has the address ${address}. Tills may reach that program instead of this app. The app tries again every 30 seconds. End the other program, or give this app another port in Settings, Tills, or with --pos-port.`;

const noScreens: Screens = {
  areThere: false,
  show: () => undefined,
  customerDisplayConnected: () => false,
  onDisplayChange: () => () => undefined,
};
