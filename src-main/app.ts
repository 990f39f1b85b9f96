import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultStateDir } from './config.ts';
import { type OpenConnection, openConnection } from './connection.ts';
import type { CommandHandlers } from './contract/handlers.ts';
import type { Snapshot, ViewOf } from './contract/views.ts';
import { limitWarnings } from './diagnostics/limited-log.ts';
import { connectionCommands } from './flows/connection.ts';
import { pairingCommands } from './flows/pairing-commands.ts';
import { createSetAside } from './flows/set-aside.ts';
import { refuseWhenFull } from './flows/storage-full.ts';
import { switchedPort } from './flows/switched-port.ts';
import { pausesOfStartMs, StorageBusy, whileBusy } from './kernel/busy.ts';
import { failed, type Result } from './kernel/result.ts';
import type { Clock, Fetch, Log, Random, ScreenRole, Screens, SecretStore } from './ports.ts';
import type { PosPort } from './pos-api/pos-port.ts';
import type { StatusResource } from './pos-api/resources.ts';
import { createPosServer } from './pos-api/server.ts';
import type { Session } from './session.ts';
import { type Computer, thisComputer } from './settings/computer.ts';
import { liveAccount } from './settings/credentials.ts';
import { awaitInstallation } from './settings/installation.ts';
import type { SettingsRoom } from './settings/settings.ts';
import { isStorageFull, StorageRefused } from './storage/database.ts';
import { lockFolder } from './storage/folder-lock.ts';
import { openKeptDatabase } from './storage/kept-database.ts';
import { tillMigrations } from './storage/migrations/tills.ts';
import { createNoticeBoard, type NoticeBoard } from './storage/notice-board.ts';
import { keepToOwner } from './storage/owner-only.ts';
import { guardedClock } from './system-ports.ts';
import { createPairing } from './tills/pairing.ts';
import { createTillTable } from './tills/till-table.ts';
import { createTokenStore } from './tills/token-store.ts';

/** The running app as its doors see it: the POS API and the windows. */
export interface App {
  readonly pos: PosPort;
  /** Called by the door of the windows after it has checked sender, role and input. */
  readonly handlers: CommandHandlers;
  /** The latest snapshot of a window; null before `start` and while the connection is being changed. */
  snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null;
  /** Opens the database, the POS API, and in training mode the embedded service. Null when the port is taken. */
  start(): Promise<{ readonly posApiUrl: string | null; readonly mode: 'training' | 'live' }>;
  /** Refuses new work, lets what is under way end, closes everything. Safe to call twice. */
  stop(): Promise<void>;
  /** The network is back, or the computer woke up: what waits is tried now. */
  wake(reason: 'network-back' | 'resumed'): void;
}

export interface AppPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly screens: Screens;
  readonly secrets: SecretStore;
  readonly settings: SettingsRoom;
}

export interface AppConfig {
  readonly version: string;
  readonly dataDir: string;
  /** Default: this computer, with its memory of data folders where its system keeps such things. */
  readonly computer?: Computer;
  /** Where live receipts are kept, when `dataDir` is a passing one because no keychain answers. */
  readonly homeDir?: string;
  /** 32 bytes: what names a customer is encrypted with it on disk. */
  readonly dataKey: Uint8Array;
  readonly keyStorage: StatusResource['keyStorage'];
  /** `missing`: the windows say so; nothing outlives this run, and only training is possible. */
  readonly keychain: 'ok' | 'missing';
  /** Whether what is kept in `secrets` is there in the next run. */
  readonly secretsOutliveRun: boolean;
  /** `windowed` or `headless`: said to another start in the same folder. */
  readonly program: string;
  /** Tries the keychain again by starting anew. */
  readonly retryKeychain: () => void;
  /** A pairing token with every scope, from the host's environment. */
  readonly fixedPosToken: string | null;
  /** Without one: the token that a host without windows keeps for its tills. Asked once, with how many are paired. */
  readonly keptPosToken?: (pairedTills: number) => string | null;
}

/** The map of the house: plugs the rooms together. Nothing happens before `start`. */
export function createApp(given: AppPorts, config: AppConfig): App {
  const ports: AppPorts = { ...given, clock: guardedClock(given.clock, given.log) };
  const { clock, random, log, settings } = ports;
  let connection: OpenConnection | null = null;
  let isTrainingForNow = false;
  let posApiUrl: string | null = null;
  let endSettings: () => void = () => undefined;
  let closeTills: () => void = () => undefined;
  let unlockFolder: () => void = () => undefined;
  let noticeBoard: NoticeBoard | null = null;
  let installation: string | null = null;
  const inPlace: Computer = { stateDir: join(config.dataDir, 'state'), id: 'this run' };
  // Without a keychain the data folder is gone after this run: nothing is to be remembered of it.
  const computer = config.keychain === 'missing' ? inPlace : (config.computer ?? thisComputer(defaultStateDir()));
  let stopping: Promise<void> | null = null;
  let isReplaced = false;
  /** One change of the connection after the other, and none once the app stops. */
  let switching: Promise<void> = Promise.resolve();
  /** Of the session before: a window outlives it. */
  let lastRev = 0;

  const port = switchedPort();
  const tillsReady = (): ReturnType<typeof createTillTable> => {
    if (tills === null) throw new Error('the app has not been started');
    return tills;
  };
  let tills: ReturnType<typeof createTillTable> | null = null;
  let fixedToken = config.fixedPosToken;
  const tokens = createTokenStore({ tills: tillsReady, clock, random, fixedToken: () => fixedToken });
  const refresh = (): void => connection?.refresh();
  const revoked = (): void => {
    server.endRevoked();
    refresh();
  };
  const pairing = createPairing({
    clock,
    random,
    tokens: refuseWhenFull<Pick<typeof tokens, 'issue'>>({ issue: tokens.issue }, log),
    changed: refresh,
  });
  const server = createPosServer({
    app: port.pos,
    tokens,
    pairing,
    settings: () => settings.current().posApi,
    clock,
    log: limitWarnings(log, clock),
    version: config.version,
  });

  async function open(): Promise<void> {
    if (noticeBoard === null) throw new Error('the app has not been started');
    connection = await openConnection({
      ports,
      config,
      port,
      installation,
      computer,
      onReplaced,
      notices: noticeBoard,
      isTrainingForNow,
      window: {
        posApi: () => ({ url: posApiUrl, pairedTills: tillsReady().list().length }),
        pairing: pairing.current,
        firstRev: lastRev,
      },
    });
  }

  async function close(): Promise<void> {
    const closing = connection;
    connection = null;
    lastRev = (await closing?.close()) ?? lastRev;
  }

  function reconnect(): Promise<void> {
    const switched = switching.then(async () => {
      if (stopping !== null) return;
      await close();
      await open();
    });
    switching = switched.catch(() => undefined);
    return switched;
  }

  /**
   * Somebody put a backup in the place of files that are in use, or took them away. What was accepted so far is kept
   * under another name; then whatever is there now is opened like at a start.
   */
  function onReplaced(): void {
    if (isReplaced) return;
    isReplaced = true;
    queueMicrotask(async () => {
      try {
        const keptAs = session()?.keepAside() ?? 'nothing';
        log.error('database-replaced', { keptAs });
        noticeBoard?.raise(
          'databaseMoved',
          `The files in ${config.dataDir} were replaced while the program was running. What it had is kept as ${keptAs}: keep it and give it to your support. Stop the program before you put a backup back.`,
        );
        unlockFolder();
        mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
        unlockFolder = lockFolder(config.dataDir, { pid: process.pid, program: config.program, since: clock.now() });
        await reconnect();
        isReplaced = false;
      } catch (error) {
        log.error('not-opened-again', { error: String(error) });
        await stop();
      }
    });
  }

  /** The files that outlive a change of mode. Throws StorageRefused when they must not be touched. */
  async function openFiles(): Promise<void> {
    unlockFolder = lockFolder(config.dataDir, { pid: process.pid, program: config.program, since: clock.now() });
    const asking = { random, clock, log, isOver: () => stopping !== null };
    installation = config.secretsOutliveRun ? await awaitInstallation(ports.secrets, asking) : null;
    const notices = createNoticeBoard(config.dataDir, { clock, log });
    noticeBoard = notices;
    const { keptAside } = settings.notices;
    if (keptAside !== null) {
      notices.raise(
        'settingsUnreadable',
        `The settings could not be read. They were kept as ${keptAside}; defaults are in use.`,
      );
    }
    const keptParts = {
      folder: config.dataDir,
      name: 'tills',
      migrations: tillMigrations,
      installation,
      computer,
      clock,
      random,
      log,
      notices,
    };
    const kept = await whileBusy(clock, () => openKeptDatabase(keptParts), pausesOfStartMs);
    await whileBusy(clock, kept.adopt, pausesOfStartMs);
    closeTills = kept.database.close;
    const setAside = createSetAside({ log, notices });
    const reason = 'its rights are not known here; pair it again';
    tills = createTillTable(kept.database, (id) => setAside(`till ${id}`, { why: 'unreadable', reason }));
    fixedToken ??= config.keptPosToken?.(tills.list().length) ?? null;
  }

  function stop(): Promise<void> {
    stopping ??= (async () => {
      endSettings();
      pairing.stop();
      await server.stop();
      await switching;
      await close();
      closeTills();
      unlockFolder();
      log.info('app-stopped');
    })();
    return stopping;
  }

  const session = (): Session | null => connection?.session ?? null;
  const notNow = async (): Promise<Result<never>> =>
    connection?.unsettled
      ? { ok: false, error: connection.unsettled.refusal }
      : failed('shuttingDown', 'the connection is being changed; try it again in a moment');

  return {
    pos: port.pos,
    handlers: {
      'sale.new': (...call) => session()?.commands['sale.new'](...call) ?? notNow(),
      'sale.pay': (...call) => session()?.commands['sale.pay'](...call) ?? notNow(),
      'sale.select': (...call) => session()?.commands['sale.select'](...call) ?? notNow(),
      'sale.show': (...call) => session()?.commands['sale.show'](...call) ?? notNow(),
      'sale.agree': (...call) => session()?.commands['sale.agree'](...call) ?? notNow(),
      'sale.print': (...call) => session()?.commands['sale.print'](...call) ?? notNow(),
      'sale.cancel': (...call) => session()?.commands['sale.cancel'](...call) ?? notNow(),
      'sale.undo': (...call) => session()?.commands['sale.undo'](...call) ?? notNow(),
      'sale.close': (...call) => session()?.commands['sale.close'](...call) ?? notNow(),
      'receipts.list': (...call) => session()?.commands['receipts.list'](...call) ?? notNow(),
      'attention.bill': (...call) => session()?.commands['attention.bill'](...call) ?? notNow(),
      'attention.resend': (...call) => session()?.commands['attention.resend'](...call) ?? notNow(),
      'attention.decide': (...call) => session()?.commands['attention.decide'](...call) ?? notNow(),
      'attention.resendAll': (...call) => session()?.commands['attention.resendAll'](...call) ?? notNow(),
      'attention.export': (...call) => session()?.commands['attention.export'](...call) ?? notNow(),
      'day.get': (...call) => session()?.commands['day.get'](...call) ?? notNow(),
      'day.export': (...call) => session()?.commands['day.export'](...call) ?? notNow(),
      'outbox.sendNow': (...call) => session()?.commands['outbox.sendNow'](...call) ?? notNow(),
      'waiting.export': (...call) => session()?.commands['waiting.export'](...call) ?? notNow(),
      'loyalty.start': (...call) => session()?.commands['loyalty.start'](...call) ?? notNow(),
      'loyalty.cancel': (...call) => session()?.commands['loyalty.cancel'](...call) ?? notNow(),
      'language.set': (...call) => (session() ?? connection?.unsettled)?.commands['language.set'](...call) ?? notNow(),
      'window.setForm': (...call) =>
        (session() ?? connection?.unsettled)?.commands['window.setForm'](...call) ?? notNow(),
      'screen.painted': (...call) =>
        (session() ?? connection?.unsettled)?.commands['screen.painted'](...call) ?? notNow(),
      ...refuseWhenFull(pairingCommands({ pairing, tills: tillsReady, revoked }), log, clock),
      ...connectionCommands({
        ...ports,
        keychain: config.keychain,
        retryKeychain: config.retryKeychain,
        account: liveAccount(ports.secrets),
        now: () => connection,
        practise() {
          isTrainingForNow = config.keychain === 'missing';
        },
        reconnect,
      }),
    },
    snapshot: (role) => (session() ?? connection?.unsettled)?.windows.snapshot(role) ?? null,
    async start() {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
      keepToOwner(config.dataDir);
      try {
        await openFiles();
        await open();
      } catch (error) {
        await stop();
        if (error instanceof StorageBusy) {
          throw new StorageRefused(`another program holds a database in ${config.dataDir}. End it, then start again`);
        }
        if (!isStorageFull(error)) throw error;
        throw new StorageRefused(`the disk of ${config.dataDir} takes nothing more. Make room, then start again`);
      }
      try {
        posApiUrl = (await server.start()).url;
      } catch (error) {
        log.error('pos-api-not-open', { port: settings.current().posApi.port, error: String(error) });
      }
      endSettings = settings.onChange(refresh);
      refresh();
      log.info('app-started', {
        mode: connection?.mode,
        version: config.version,
        keyStorage: config.keyStorage,
      });
      return { posApiUrl, mode: connection?.mode ?? 'live' };
    },
    stop,
    wake(reason) {
      log.info('woken', { reason });
      connection?.wake();
    },
  };
}
