import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TillEvents } from './api/event-hub.ts';
import { openPosServer, type PosServer } from './api/server.ts';
import { computerOf, createAppData } from './app-data.ts';
import type { AppConfig, AppPorts, Ports } from './app-parts.ts';
import { createDispatch } from './commands/dispatch.ts';
import { actions, type Contexts, type ContextsNow } from './commands.ts';
import { createConnectionChange } from './connection/connection-change.ts';
import { isSetupOffered } from './connection/first-setup.ts';
import { createPolicyConnection } from './connection/policy-connection.ts';
import { createVerifiedEndpoint } from './connection/which-connection.ts';
import { createConnection } from './connection.ts';
import { limitWarnings } from './diagnostics/log.ts';
import { createMetrics } from './diagnostics/metrics.ts';
import { createEnding, ProgramEnds } from './lib/ending.ts';
import { done } from './lib/result.ts';
import { reaches } from './lib/till-names.ts';
import { createOnboarding } from './partner/onboarding.ts';
import { onboardingPlaces } from './partner/onboarding-places.ts';
import { createOnboardingFile } from './partner/onboarding-record.ts';
import type { Screens } from './ports.ts';
import { exportTo } from './records/export-files.ts';
import { isServing } from './sales/expiry.ts';
import { ownSale, reachOfTill, statusSeenBy } from './sales/till-reach.ts';
import { liveAccount, partnerKey } from './settings/credentials.ts';
import { noPictures } from './settings/pictures.ts';
import { fixedPin, pinFile } from './settings/pin-file.ts';
import { createPinLock } from './settings/pin-lock.ts';
import { noPolicy } from './settings/policy.ts';
import { posApiFileName } from './settings/settings-file.ts';
import { lastService } from './storage/connection-folders.ts';
import { writeWhole } from './storage/file-modes.ts';
import { refusalOfStart } from './storage/storage-refusal.ts';
import { guardedClock } from './system-ports.ts';
import { createPairedTills } from './tills/paired-tills.ts';
import { createRefusedRequests } from './tills/refused-requests.ts';
import { createTokenStore } from './tills/token-store.ts';

/** The running app as its doors see it: the POS API and the windows. */
export type App = ReturnType<typeof createApp>;

/** The map of the house: plugs the rooms together. Nothing happens before `start`. */
export function createApp(given: AppPorts, config: AppConfig) {
  const ending = createEnding();
  const ports: Ports = {
    policy: noPolicy,
    screens: noScreens,
    displays: null,
    pictures: noPictures,
    metrics: createMetrics(),
    ...given,
    clock: guardedClock(given.clock, given.log),
    // A keychain that asks its user for a password answers when the user does: an end does not wait for that.
    secrets: { ...given.secrets, get: (account) => ending.orEnds(given.secrets.get(account)) },
  };
  const { clock, random, log, settings, policy, metrics } = ports;
  const { version, dataDir, homeDir = dataDir, program } = config;
  const exportFolder = join(dataDir, 'exports');
  const posApiFile = join(homeDir, posApiFileName);
  const computer = computerOf(config);
  const quietLog = limitWarnings(log, clock);
  let server: PosServer | null = null;
  let endSettings: () => void = () => undefined;
  let opening: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | null = null;

  const changed = (): void => connection.refresh();
  const files = createAppData(ports, config, computer, ending);
  const { tills, keys } = files;
  const tokens = createTokenStore({ tills, clock, random });
  const ended = (): void => server?.endRevoked();
  const paired = createPairedTills({ tokens, tills, clock, random, log, ended, changed });
  const { pairing } = paired;
  const pinInPolicy = () => policy.current().policy?.pin ?? null;
  const pin = createPinLock({
    ...ports,
    // In the lasting folder also where the receipts of this run are in a passing one: a keychain away is no way around it.
    file: fixedPin(pinFile(join(homeDir, 'pin.json')), pinFile(join(homeDir, 'pin-tries.json')), pinInPolicy),
    isFixed: () => pinInPolicy() !== null,
    unlockedMs: () => settings.current().pin.unlockedMinutes * 60_000,
    changed,
  });
  const dispatch = createDispatch({
    actions,
    clock,
    lock: pin,
    log: quietLog,
    contexts: {
      session: () => connection.contexts.session(),
      windows: () => connection.contexts.windows(),
      program: () => done(programContext),
    } satisfies ContextsNow,
  });
  const refusedRequests = createRefusedRequests();
  const tested = createVerifiedEndpoint(files.kept);
  const connection = createConnection({
    ports,
    config,
    computer,
    files,
    dispatch,
    ending,
    tested,
    window: {
      posApi: () => ({ url: server?.url() ?? null, pairedTills: tills().list().length, lastTill: paired.last() }),
      tillNames: paired.names,
      pairing: pairing.current,
      pin: pin.view,
      setupOffered: () => isSetupOffered(settings),
      policy: () => policyConnection.view(),
      merchantWaits: () => onboarding.isReady(),
    },
    giveUp: () => stop(),
  });
  const { session } = connection.contexts;
  const account = liveAccount(ports.secrets);
  const isAccountFixed = (): boolean => policy.current().policy?.account !== undefined;
  const partnerKeyAt = (partnerUrl: string) => partnerKey(ports.secrets, partnerUrl);
  const onboardingFile = createOnboardingFile(files.kept);
  const connectionChange = createConnectionChange({
    ...ports,
    ...config,
    account,
    tested,
    now: connection.now,
    practise: connection.practise,
    lastService: () => lastService(homeDir),
    reconnect: connection.reconnect,
    partnerKeyAt,
    merchantAt(partnerUrl) {
      const record = onboardingFile.read();
      return record?.place === partnerUrl ? (record.vendorCustomerId ?? undefined) : undefined;
    },
    saveExport: exportTo(exportFolder),
    policy: { isAccountFixed, connect: () => policyConnection.connect() },
  });
  const policyConnection = createPolicyConnection({
    ...ports,
    account,
    tested,
    notices: files.notices,
    changed,
    connection: connectionChange,
  });
  const places = onboardingPlaces({ ...ports, account, session });
  const onboarding = createOnboarding({
    clock,
    log,
    secretsOutliveRun: config.secretsOutliveRun,
    file: onboardingFile,
    place: places.place,
    connection: connectionChange,
    changed,
  });
  /** What a till that listens may be told. While the connection is being changed no sale is anybody's. */
  const sight: Pick<TillEvents, 'seenBy' | 'mayHear'> = {
    seenBy: (till, status) =>
      statusSeenBy(status, (saleId) => {
        const now = session();
        return now.ok && ownSale(now.value, till, saleId) !== null;
      }),
    mayHear: (till, owner) =>
      reaches(reachOfTill({ settings: settings.current, tillNames: paired.names }, till), owner),
  };
  const programContext: Contexts['program'] = {
    statusFor: (till) => ({ ...sight.seenBy(till, connection.status()), ...config.account }),
    quit: config.quit,
    connection: connectionChange,
    partnerAccess: { settings, keychain: config.keychain, keyAt: partnerKeyAt, reconnect: connection.reconnect },
    onboarding,
    pin,
    setup: { settings, kept: files.kept, isAccountFixed, connection: connectionChange, changed },
    support: {
      clock,
      version,
      program,
      platform: process.platform,
      folder: exportFolder,
      status: connection.status,
      keys,
      settings: settings.current,
      logTail: config.logTail ?? (() => ''),
      waitingUpdate: config.waitingUpdate ?? (() => null),
    },
    pairing: paired,
    refusedRequests,
  };
  const asked = { dispatch, status: connection.status, onChange: connection.onChange, ...sight };

  function stop(): Promise<void> {
    stopping ??= (async () => {
      ending.end();
      await keys.stop();
      // Whatever a start has opened is there to be closed only once it has come to its end.
      await opening.catch(() => undefined);
      endSettings();
      pairing.stop();
      pin.stop();
      if (server !== null) rmSync(posApiFile, { force: true });
      await server?.stop();
      policyConnection.stop();
      places.abandon();
      await connection.end();
      await onboarding.stop();
      files.close();
      log.info('app-stopped');
      await metrics.stop();
    })();
    return stopping;
  }

  async function open(): Promise<void> {
    ending.check();
    const sending = metrics.start({ ...ports, ...config, computer, status: connection.status });
    await Promise.all([sending, files.open()]);
    tokens.fix(config.fixedPosToken ?? config.keptPosToken?.(tills().list().length) ?? null);
    if (config.resetPin === true) pin.reset();
    await policyConnection.atStart();
    ending.check();
    await connection.open();
    ending.check();
    const posApi = () => settings.current().posApi;
    const unreachable = (address: string | null, holder: string | null): void => {
      if (address === null) files.notices().settle('portTaken');
      else files.notices().raise('portTaken', portTakenSentence(address, holder));
      changed();
    };
    // Several users of one computer have a port each, and their scripts find it here.
    const listening = (port: number): void =>
      writeWhole(posApiFile, `${JSON.stringify({ port, processId: process.pid })}\n`);
    const refused: NonNullable<Parameters<typeof openPosServer>[0]['refused']> = (request, till) =>
      refusedRequests.note({
        ...request,
        at: clock.now(),
        till: till === null ? null : (paired.names().get(till) ?? till),
      });
    const parts = {
      app: asked,
      tokens,
      pairing,
      clock,
      log: quietLog,
      settings: posApi,
      version,
      unreachable,
      refused,
      listening,
    };
    server = await openPosServer(parts);
    ending.check();
  }

  return {
    ...asked,
    /** The latest snapshot of a window; null before `start` and while the connection is being changed. */
    snapshot: connection.snapshot,
    /**
     * Opens the database, the POS API, and in training mode the embedded service; no `posApiUrl` when the port is taken. Rejects
     * with StorageRefused when a file must not be touched, and with ProgramEnds when it is stopped meanwhile.
     */
    async start() {
      opening = open();
      try {
        await opening;
      } catch (error) {
        // Whatever a start meets after its end is no reason to tell anybody.
        const reason = ending.isOver() ? new ProgramEnds() : refusalOfStart(error, dataDir);
        await stop();
        throw reason;
      }
      onboarding.resume();
      keys.resume();
      endSettings = settings.onChange(connection.settingsChanged);
      changed();
      const mode = connection.now()?.mode ?? 'live';
      log.info('app-started', { mode, version, keyStorage: config.keyStorage });
      return { posApiUrl: server?.url() ?? null, mode, controlUrl: connection.controlUrl() };
    },
    /** Refuses new work, lets what is under way end, closes everything. Safe to call twice. */
    stop,
    /** The cashier's window has gone, or begins anew: whoever stood there with the PIN does so no more. */
    lock: pin.lock,
    /** After `start`. */
    pair: paired.pair,
    /** Whether a customer is being served; false while no connection is open. */
    isServing(): boolean {
      const now = session();
      return now.ok && isServing(now.value, clock.now());
    },
    /** What waits is tried now. */
    wake(reason: 'network-back' | 'resumed') {
      log.info('woken', { reason });
      connection.wake();
    },
  };
}

const portTakenSentence = (address: string, holder: string | null): string =>
  `Another program${holder === null ? '' : ` of the account ${holder}`} has the address ${address}. Tills may reach that program instead of this app. The app tries again every 30 seconds. End the other program, or give this app another port with --pos-port.`;

/** Of a program without windows. */
const noScreens: Screens = {
  areThere: false,
  show: () => undefined,
  customerDisplayConnected: () => false,
  onDisplayChange: () => () => undefined,
};
