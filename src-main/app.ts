import type { ProgramContext } from './actions/contexts.ts';
import { createDispatch } from './actions/dispatch.ts';
import { actions } from './actions/table.ts';
import type { App, AppConfig, AppPorts } from './app-parts.ts';
import { createConnectionSwitch } from './connection-switch.ts';
import { limitWarnings } from './diagnostics/limited-log.ts';
import { createOnboarding } from './flows/partner/onboarding.ts';
import { createOnboardingFile } from './flows/partner/onboarding-record.ts';
import { createPartnerAccess } from './flows/partner/partner-access.ts';
import { refusalOfStart } from './flows/storage-refusal.ts';
import { createDisplayTouch } from './flows/windows/display-touch.ts';
import { createFirstSetup } from './flows/windows/first-setup.ts';
import { computerOf, createHouseFiles } from './house-files.ts';
import { createEnding, ProgramEnds } from './kernel/ending.ts';
import { done } from './kernel/result.ts';
import { metricsOf } from './metrics-room.ts';
import { onboardingPlaces } from './onboarding-places.ts';
import { createPolicyDesk, policyIn } from './policy-desk.ts';
import type { PosPort } from './pos-api/pos-port.ts';
import { createPosServer } from './pos-api/server.ts';
import { createTillDesk, namesOf, pinOf, situationOf, supportOf, tillSight } from './program-desks.ts';
import { liveAccount } from './settings/credentials.ts';
import { partnerKey } from './settings/partner-key.ts';
import { guardedClock } from './system-ports.ts';
import { createTokenStore } from './tills/token-store.ts';

/** The map of the house: plugs the rooms together. Nothing happens before `start`. */
export function createApp(given: AppPorts, config: AppConfig): App {
  const ending = createEnding();
  const ports: AppPorts = {
    ...given,
    clock: guardedClock(given.clock, given.log),
    // A keychain that asks its user for a password answers when the user does: an end does not wait for that.
    secrets: { ...given.secrets, get: (account) => ending.orEnds(given.secrets.get(account)) },
  };
  const { clock, random, log, settings } = ports;
  const computer = computerOf(config);
  const quietLog = limitWarnings(log, clock);
  let posApiUrl: string | null = null;
  let endSettings: () => void = () => undefined;
  let opening: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | null = null;

  const files = createHouseFiles({ ports, config, computer, ending });
  const { tills, fixedToken, keys } = files;
  const refresh = (): void => connection.now()?.refresh();
  const tokens = createTokenStore({ tills, clock, random, fixedToken });
  const ended = (): void => server.endRevoked();
  const tillDesk = createTillDesk({ tokens, tills, ports, ended, changed: refresh });
  const { pairing } = tillDesk;
  const pin = pinOf(ports, config, policyIn(ports), refresh);
  const dispatch = createDispatch({
    actions,
    clock,
    lock: pin,
    log: quietLog,
    contexts: {
      session: () => connection.contexts.session(),
      windows: () => connection.contexts.windows(),
      program: () => done(program),
    },
  });
  const metrics = metricsOf(ports, config, { computer, status: () => connection.status() });
  const connection = createConnectionSwitch({
    ports,
    config,
    computer,
    files,
    dispatch,
    ending,
    touch: createDisplayTouch(ports.settings.current, ports.screens),
    policy: { isTestOwed: () => policy.isTestOwed(), isUnread: () => policy.isUnread() },
    window: {
      posApi: () => ({ url: posApiUrl, pairedTills: tills().list().length, lastTill: tillDesk.last() }),
      tillNames: () => namesOf(tills()),
      pairing: pairing.current,
      pin: pin.view,
      setupOffered: () => setup.isOffered(),
      policy: () => policy.view(),
      onboarding: () => onboarding.view(),
    },
    giveUp: () => stop(),
  });
  const account = liveAccount(ports.secrets);
  const own = { ports, config, files, account, connection, pinChanged: pin.reload, changed: refresh };
  const policy = createPolicyDesk(own);
  const places = onboardingPlaces({ ...ports, account, session: connection.contexts.session });
  const onboarding = createOnboarding({
    clock,
    log,
    secretsOutliveRun: config.secretsOutliveRun,
    file: createOnboardingFile(files.kept),
    place: places.place,
    connection: policy.connection,
    changed: refresh,
  });
  const setup = createFirstSetup({ settings, kept: files.kept, ...policy, changed: refresh });
  const sight = tillSight({ settings: settings.current, session: connection.contexts.session });
  const program: ProgramContext = {
    statusFor: (till) => sight.seenBy(till, connection.status()),
    quit: config.quit,
    connection: policy.connection,
    partnerAccess: createPartnerAccess({
      ...ports,
      ...config,
      keyAt: (partnerUrl) => partnerKey(ports.secrets, partnerUrl),
      reconnect: connection.reconnect,
    }),
    onboarding,
    pin,
    setup,
    support: supportOf(ports, config, connection.status, keys),
    pairing: tillDesk.desk,
  };
  const asked: PosPort = { dispatch, status: connection.status, onChange: connection.onChange, ...sight };
  const server = createPosServer({
    app: asked,
    tokens,
    pairing,
    clock,
    log: quietLog,
    settings: () => settings.current().posApi,
    version: config.version,
  });

  function stop(): Promise<void> {
    stopping ??= (async () => {
      ending.end();
      await keys.stop();
      // Whatever a start has opened is there to be closed only once it has come to its end.
      await opening.catch(() => undefined);
      endSettings();
      pairing.stop();
      pin.stop();
      await server.stop();
      policy.stop();
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
    await Promise.all([metrics.start(), files.open()]);
    if (config.resetPin === true) pin.reset();
    policy.tell();
    await connection.open();
    ending.check();
    try {
      posApiUrl = (await server.start()).url;
    } catch (error) {
      log.error('pos-api-not-open', { port: settings.current().posApi.port, error: String(error) });
    }
    ending.check();
  }

  return {
    ...asked,
    snapshot: connection.snapshot,
    async start() {
      opening = open();
      try {
        await opening;
      } catch (error) {
        // Whatever a start meets after its end is no reason to tell anybody.
        const reason = ending.isOver() ? new ProgramEnds() : refusalOfStart(error, config.dataDir);
        await stop();
        throw reason;
      }
      onboarding.resume();
      policy.start();
      keys.resume();
      endSettings = settings.onChange(() => connection.now()?.settingsChanged());
      refresh();
      const mode = connection.now()?.mode ?? 'live';
      log.info('app-started', { mode, version: config.version, keyStorage: config.keyStorage });
      return { posApiUrl, mode };
    },
    stop,
    lock: pin.lock,
    pair: tillDesk.pair,
    situation: () => situationOf(ports, config, connection.now()),
    wake(reason) {
      log.info('woken', { reason });
      connection.now()?.wake();
    },
  };
}
