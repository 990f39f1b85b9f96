import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppData } from './app-data.ts';
import type { AppConfig, Ports } from './app-parts.ts';
import type { Contexts, ContextsNow, Dispatch } from './commands.ts';
import {
  chooseConnection,
  isTestOwed,
  type UnsettledReason,
  unsettledSentences,
  type VerifiedEndpoint,
} from './connection/which-connection.ts';
import { limitWarnings } from './diagnostics/log.ts';
import { folderPort } from './inbox/folder-port.ts';
import { createInbox } from './inbox/inbox.ts';
import { pausesOfStartMs, whileBusy } from './lib/busy.ts';
import { endpointOf, type ServiceEndpoint } from './lib/connection.ts';
import { type Ending, ProgramEnds } from './lib/ending.ts';
import { createListeners } from './lib/listeners.ts';
import { done, failed, type Result } from './lib/result.ts';
import type { Settings } from './lib/settings.ts';
import type { Change, StatusResource } from './lib/till-view.ts';
import type { Snapshot, ViewOf, WaitingElsewhere } from './lib/views.ts';
import type { ScreenRole } from './ports.ts';
import { saleResource } from './sales/sale-resource.ts';
import { buildSession, type Session, type SessionParts } from './session.ts';
import { liveAccount, partnerKey, signInKey, trainingAccount } from './settings/credentials.ts';
import { windowSettingsView } from './settings/window-settings.ts';
import {
  countWaiting,
  hasLiveData,
  lastService,
  liveFolderName,
  noteService,
  otherConnections,
  takeLiveFolder,
} from './storage/connection-folders.ts';
import { keepToOwner } from './storage/data-folder.ts';
import type { FileClaims } from './storage/file-claims.ts';
import { plainPath } from './storage/fingerprint.ts';
import { encryptTaken, openInboxFolders } from './storage/inbox-folder.ts';
import { openKeychainFingerprint } from './storage/keychain-fingerprint.ts';
import type { Training } from './training.ts';
import { createDisplayTouch } from './views/customer-touch.ts';
import { createUnsettled } from './views/unsettled.ts';
import type { WindowsAround } from './views/window-views.ts';

type Choice =
  | { readonly kind: 'unsettled'; readonly why: UnsettledReason }
  | { readonly kind: 'training' }
  | LiveChoice;

/** `fixed`: whatever becomes of the settings meanwhile, this queue and these tokens go where they belong. */
interface LiveChoice {
  readonly kind: 'live';
  readonly service: Settings['service'];
  readonly fixed: Partial<ServiceEndpoint>;
}

/** How the service is reached, and as whom: what may change while the receipts stay the same. */
interface Way extends Pick<SessionParts, 'credentials' | 'partnerKey' | 'settings'> {
  /** Differs when the service account or where it signs in differs: a refresh token is good for one of them only. */
  readonly signInKey: string;
}

/** The connection that is open: a session of training or live, or what stands in until a person has chosen. */
interface OpenConnection {
  readonly windows: Pick<Session['windows'], 'refresh' | 'snapshot' | 'rev'>;
  readonly status: Session['status'];
  /** To be opened once more after it was closed, whatever the settings say by now. */
  choice: Choice;
  readonly mode: 'training' | 'live';
  /** Where the embedded service is told to fail. */
  readonly controlUrl?: string | undefined;
  /** Below the data folder; null while nothing is settled. */
  readonly folder: string | null;
  /** Null: nobody has chosen. */
  readonly session: Session | null;
  /** What actions on sales work on; why there is none while nobody has chosen. */
  readonly context: Result<Session['context']>;
  takeFiles(): void;
  /** Another way to the same receipts: their files and what is under way stay. */
  changeWay(way: Way): void;
  wake(): void;
  /** Lets what is under way end and closes its files. */
  close(): Promise<void>;
}

interface ConnectionParts {
  readonly ports: Ports;
  readonly config: AppConfig;
  readonly computer: SessionParts['computer'];
  readonly files: AppData;
  readonly ending: Ending;
  readonly dispatch: Dispatch;
  readonly tested: VerifiedEndpoint;
  readonly window: Pick<
    WindowsAround,
    'posApi' | 'tillNames' | 'pairing' | 'pin' | 'setupOffered' | 'policy' | 'merchantWaits'
  >;
  /** The files are gone and could not be opened again: the program ends. */
  readonly giveUp: () => Promise<void>;
}

const openAgainMs = 5_000;

/** The one connection that is open, and its change for another one: training, live, or what stands in for both. */
export function createConnection(parts: ConnectionParts) {
  const { ports, config, files, ending } = parts;
  const { settings, clock, log } = ports;
  const { notices } = files;
  const home = config.homeDir ?? config.dataDir;
  const account = liveAccount(ports.secrets);
  const touch = createDisplayTouch(settings.current, ports.screens);
  const listeners = createListeners<[change: Change]>();
  let connection: OpenConnection | null = null;
  let lastStatus: StatusResource | null = null;
  let endListening: () => void = () => undefined;
  /** Of the connection before: a window outlives it. */
  let lastRev = 0;
  let isTrainingForNow = false;
  let isReplaced = false;
  /** None could be opened: the one that goes on, as soon as one can. */
  let closed: OpenConnection | null = null;
  let switching: Promise<void> = Promise.resolve();

  const refresh = (): void => connection?.windows.refresh();

  /** What the settings say, once it is sure that they say it. Throws ProgramEnds. */
  async function choose(): Promise<Choice> {
    const { service, mode } = settings.current();
    const hasAddresses = service.baseUrl !== '' && service.authUrl !== '';
    const isOwed = isTestOwed(settings, parts.tested);
    const before = isOwed ? await placeOfBefore() : null;
    const wasLive = hasLiveData(home) || (await account.exists().catch(() => false));
    // A keychain that was not waited for to the end has said nothing.
    ending.check();
    const choice = chooseConnection({
      mode,
      isModeChosen: settings.isModeChosen(),
      hasAddresses,
      wasLive,
      untested: isOwed ? { before: before !== null } : null,
      isPolicyUnread: isPolicyUnread(),
      keychain: config.keychain,
      isTrainingForNow,
    });
    if (choice.kind === 'unsettled') return choice;
    if (choice.kind === 'training') return { kind: 'training' };
    if (choice.kind === 'live') {
      const { baseUrl, authUrl, partnerUrl, clientId, scopeBase } = service;
      return { kind: 'live', service, fixed: { baseUrl, authUrl, partnerUrl, clientId, scopeBase } };
    }
    // Nothing of what nobody has tried: the store neither.
    const fixed = before ?? endpointOf(service);
    return { kind: 'live', service: { ...service, ...fixed }, fixed };
  }

  function isPolicyUnread(): boolean {
    const { policy, faults } = ports.policy.current();
    return faults.length > 0 && policy === null;
  }

  /** How the service was reached last, where the keychain still has the account for it: a shop does not stop for a test. */
  async function placeOfBefore(): Promise<ServiceEndpoint | null> {
    const place = lastService(home);
    const isStored =
      place !== null &&
      (await account
        .at(place)
        .stored()
        .catch(() => false));
    return isStored ? place : null;
  }

  /** Receipts of other connections are neither mixed in nor forgotten: they are told until they are gone. */
  function tellOthers(open: string | null): readonly WaitingElsewhere[] {
    const others = otherConnections(home, open);
    notices().settle('otherConnectionWaits');
    for (const { folder, address, waiting } of others) {
      log.warn('other-connection-waits', { folder, address, waiting });
      notices().raise(
        'otherConnectionWaits',
        `${waiting} receipts wait in the folder ${folder} for ${address ?? 'an address that cannot be read'}. They are sent when that address and account are back, and to no other.`,
      );
    }
    return others.map(({ address, waiting }) => ({ address, count: waiting }));
  }

  /** What both windows show that is no session's. */
  function windowAround(folder: string | null): WindowsAround {
    const elsewhere = tellOthers(folder);
    return {
      ...parts.window,
      hasTouch: touch.hasTouch,
      keychain: config.keychain,
      settings: () => windowSettingsView(settings),
      pictures: ports.pictures,
      displays: ports.displays,
      elsewhere: () => elsewhere,
      firstRev: lastRev,
    };
  }

  async function opened(choice: Choice): Promise<OpenConnection> {
    if (choice.kind === 'unsettled') return openUnsettled(choice);
    notices().settle('connectionUnsettled');
    return choice.kind === 'training' ? openTraining(choice) : openLive(choice);
  }

  function openUnsettled(choice: Choice & { readonly kind: 'unsettled' }): OpenConnection {
    const { why } = choice;
    const window = windowAround(null);
    log.error('connection-unsettled', { why, meaning: unsettledSentences[why] });
    notices().raise('connectionUnsettled', unsettledSentences[why]);
    const { refusal, ...unsettled } = createUnsettled({
      ...config,
      why,
      settings: settings.current,
      screens: ports.screens,
      notices: notices().current,
      window,
    });
    unsettled.windows.refresh();
    return {
      ...unsettled,
      choice,
      mode: 'live',
      folder: null,
      session: null,
      context: { ok: false, error: refusal },
      takeFiles: () => undefined,
      changeWay: () => undefined,
      wake: () => undefined,
      close: async () => undefined,
    };
  }

  async function openTraining(choice: Choice): Promise<OpenConnection> {
    const folder = 'training';
    const path = join(config.dataDir, folder);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    keepToOwner(path);
    const vault = trainingAccount(ports.secrets);
    // A till that sells loads no service.
    const { startTraining } = await import('./training.ts');
    const training = await startTraining({
      ...ports,
      vault,
      control: config.control === true,
      extensionKey: settings.current().service.extensionKey,
      stateFile: join(path, 'service.db'),
    });
    const practised = (): Settings => training.withTrainingService(settings.current());
    const way: Way = {
      credentials: vault,
      partnerKey: async () => training.partnerKey,
      settings: practised,
      signInKey: signInKey(practised().service, await usernameOf(vault)),
    };
    return openSession(choice, folder, way, training);
  }

  async function openLive(choice: LiveChoice): Promise<OpenConnection> {
    const { username, ...way } = await liveWay(choice);
    ending.check();
    const folder = takeLiveFolder(config.dataDir, { service: endpointOf(choice.service), username }, clock.now());
    return openSession(choice, folder, way, null);
  }

  async function liveWay({ service, fixed }: LiveChoice): Promise<Way & { readonly username: string | null }> {
    const credentials = account.at(service);
    const username = await usernameOf(credentials);
    return {
      credentials,
      username,
      partnerKey: partnerKey(ports.secrets, service.partnerUrl).get,
      settings() {
        const now = settings.current();
        return { ...now, service: { ...now.service, ...fixed } };
      },
      signInKey: signInKey(service, username),
    };
  }

  async function openSession(
    choice: Choice,
    folder: string,
    firstWay: Way,
    training: Training | null,
  ): Promise<OpenConnection> {
    const mode = training === null ? 'live' : 'training';
    const path = join(config.dataDir, folder);
    let way = firstWay;
    keepToOwner(path);
    const window = windowAround(folder);
    const keychainFingerprint =
      training === null && config.secretsOutliveRun ? await openKeychainFingerprint(plainPath(path), ports) : null;
    const sessionParts: SessionParts = {
      ...ports,
      ...config,
      keyring: files.keyring,
      folder: path,
      mode,
      settings: () => way.settings(),
      credentials: { get: () => way.credentials.get() },
      partnerKey: () => way.partnerKey(),
      signInKey: () => way.signInKey,
      installation: files.installation(),
      keychainFingerprint,
      computer: parts.computer,
      onReplaced,
      notices: notices().current,
      window,
    };
    let session: Session | null = null;
    const release = async (): Promise<void> => {
      await session?.stop();
      await keychainFingerprint?.close();
      await training?.simulator.stop();
    };
    try {
      const create = (): Session => {
        ending.check();
        return buildSession(sessionParts);
      };
      const created = await whileBusy(clock, create, pausesOfStartMs);
      session = created;
      const start = (): void => {
        ending.check();
        created.start();
      };
      await whileBusy(clock, start, pausesOfStartMs);
    } catch (error) {
      await release();
      throw error;
    }
    const { windows, status, context, wake, wayChanged } = session;
    const claims = files.claims(folder);
    const inbox = openInbox(windows.refresh, context.book, claims);
    context.book.onChange(({ id }) => inbox.saleChanged(id));
    log.info('connection-opened', { mode, folder });
    return {
      windows,
      status,
      choice,
      mode,
      controlUrl: training?.controlUrl,
      folder,
      session,
      context: done(context),
      takeFiles: inbox.start,
      changeWay(next) {
        way = next;
        wayChanged();
        log.info('connection-way-changed', { mode, folder });
      },
      wake() {
        wake();
        inbox.look();
      },
      async close() {
        await inbox.stop();
        claims.close();
        await release();
      },
    };
  }

  const openInbox = (refreshNow: () => void, book: Contexts['session']['book'], claims: FileClaims) =>
    createInbox({
      open: () => openInboxFolders(config.dataDir),
      port: {
        accept: folderPort(parts.dispatch, claims, (saleId, warning) => {
          const warned = book.change(saleId, { type: 'warned', warnings: [warning] });
          return warned.ok ? saleResource(warned.value) : null;
        }),
        gone: claims.gone,
        now(saleId) {
          const sale = book.find(saleId);
          return sale === null ? null : saleResource(sale);
        },
      },
      keepTaken: (bytes) => (settings.current().inbox.keepTaken ? encryptTaken(files.keyring, bytes) : null),
      stuck(reason) {
        if (reason === null) notices().settle('inboxStuck');
        else {
          notices().raise(
            'inboxStuck',
            `Files in the folder inbox are not taken or cannot be put away (${reason}). What was taken is delivered once. Check the file's answer in failed, who may write to inbox, done and failed, and the space on the disk.`,
          );
        }
        refreshNow();
      },
      clock,
      // Whoever may write into the folder can cause as many refusals as they like.
      log: limitWarnings(log, clock),
    });

  async function open(choice: Choice): Promise<void> {
    const next = await opened(choice);
    endListening = next.session?.onChange(listeners.tell) ?? (() => undefined);
    connection = next;
    closed = null;
    next.takeFiles();
  }

  async function close(): Promise<void> {
    const closing = connection;
    if (closing === null) return;
    endListening();
    try {
      lastStatus = closing.status();
    } catch {
      // A database that cannot be read any more: the status of before has to do, and the end goes on.
    }
    connection = null;
    lastRev = closing.windows.rev();
    await closing.close();
  }

  /** Takes another way to the same receipts; false where they are others. */
  async function swap(next: Choice): Promise<boolean> {
    if (connection?.choice.kind !== 'live' || next.kind !== 'live') return false;
    const { username, ...way } = await liveWay(next);
    const { folder } = connection;
    if (folder === null || username === null || liveFolderName(next.service.baseUrl, username) !== folder) return false;
    noteService(join(config.dataDir, folder), endpointOf(next.service), clock.now());
    connection.choice = next;
    connection.changeWay(way);
    return true;
  }

  /** `isReopened`: the files are others, whatever the settings say. */
  function reconnect(isReopened: boolean): Promise<void> {
    const change = async (): Promise<void> => {
      const choice = await choose();
      if (!isReopened && (await swap(choice))) return;
      const before = connection ?? closed;
      await close();
      await open(choice).catch(async (error: unknown) => {
        if (!(error instanceof ProgramEnds)) await goOnWith(before);
        throw error;
      });
    };
    const switched = switching.then(async () => {
      if (ending.isOver()) return;
      await change().catch((error: unknown) => {
        if (error instanceof ProgramEnds) return;
        log.error('connection-not-changed', { error: String(error) });
        throw error;
      });
    });
    switching = switched.catch(() => undefined);
    return switched;
  }

  /** What held both back, such as another program with the database, passes: then whatever the settings say is opened. */
  async function goOnWith(before: OpenConnection | null): Promise<void> {
    try {
      if (before !== null) await open(before.choice);
    } catch (error) {
      if (error instanceof ProgramEnds) return;
      log.error('connection-not-opened-again', { error: String(error) });
      closed = before;
      clock.setTimer(openAgainMs, () => void reconnect(false).catch(() => undefined));
    }
  }

  /** Somebody replaced files in use: closing keeps what was accepted, then what is there is opened. */
  function onReplaced(): void {
    if (isReplaced) return;
    isReplaced = true;
    queueMicrotask(async () => {
      try {
        files.lockAgain();
        await reconnect(true);
        isReplaced = false;
      } catch (error) {
        log.error('not-opened-again', { error: String(error) });
        await parts.giveUp();
      }
    });
  }

  const notNow = failed('shuttingDown', 'the connection is being changed; send it again in a moment');
  const windows: Contexts['windows'] = {
    notePainted: (rev) => connection?.session?.windows.notePainted(rev),
    noteTouch(found) {
      if (touch.note(found)) refresh();
    },
    settings,
    displays: ports.displays,
    pictures: ports.pictures,
  };
  const contexts: Pick<ContextsNow, 'session' | 'windows'> = {
    session: () => connection?.context ?? notNow,
    windows: () => (connection === null ? notNow : done(windows)),
  };

  return {
    /** What actions work on now; while the connection is being changed everybody gets the same answer. */
    contexts,
    controlUrl: () => connection?.controlUrl,
    now() {
      if (connection === null) return null;
      const { mode, folder } = connection;
      const waiting = (): number =>
        mode === 'live' && folder !== null ? countWaiting(join(config.dataDir, folder, 'receipts.db')) : 0;
      return { mode, folder, waiting };
    },
    /** Opens what the settings say. Throws what `buildSession` does, and ProgramEnds. */
    open: async () => open(await choose()),
    /**
     * Goes over to the connection of the settings; one change after the other. The same receipts stay open, and only the
     * way to the service changes; others are opened in place of them. Where that cannot be done, what was open before goes
     * on, and this rejects with the reason.
     */
    reconnect: () => reconnect(false),
    /** Training until the program ends, without a word in the settings. */
    practise() {
      isTrainingForNow = true;
    },
    /** Once `ending` is over: lets a change that is under way end, then closes. */
    async end() {
      await switching;
      await close();
    },
    /** Of the connection of now, or of the one before while it is being changed. */
    status() {
      lastStatus = connection?.status() ?? lastStatus;
      if (lastStatus === null) throw new Error('the app has not been started');
      // Nothing is at work: what was true of the one before is not true of none.
      return closed === null ? lastStatus : { ...lastStatus, service: 'unknown' as const };
    },
    /** Listeners stay while the connection behind them changes. */
    onChange: listeners.add,
    snapshot: <Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]> | null =>
      connection?.windows.snapshot(role) ?? null,
    refresh,
    settingsChanged() {
      connection?.session?.settingsChanged();
      refresh();
    },
    wake: () => connection?.wake(),
  };
}

/** A keychain that does not answer is told by the sign-in itself. */
const usernameOf = (credentials: Way['credentials']): Promise<string | null> =>
  credentials.get().then(
    (account) => account?.username ?? null,
    () => null,
  );
