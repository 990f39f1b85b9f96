import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionContext, WindowContext } from './actions/contexts.ts';
import type { Dispatch } from './actions/dispatch.ts';
import type { AppConfig, AppPorts } from './app-parts.ts';
import { type WindowSources, windowContext, windowParts } from './connection-windows.ts';
import type { Snapshot, ViewOf, WaitingElsewhere } from './contract/views.ts';
import { limitWarnings } from './diagnostics/limited-log.ts';
import { noMetrics } from './diagnostics/metrics.ts';
import type { Change } from './flows/changes.ts';
import { chooseConnection, type UnsettledReason, unsettledSentences } from './flows/connection/which-connection.ts';
import { createUnsettled } from './flows/windows/unsettled.ts';
import { folderDoor } from './folder-door.ts';
import { createInbox, type Inbox } from './inbox/inbox.ts';
import { watchFolder } from './inbox/watch-folder.ts';
import { pausesOfStartMs, whileBusy } from './kernel/busy.ts';
import { placeOf, type ServicePlace } from './kernel/connection.ts';
import type { Ending } from './kernel/ending.ts';
import { done, type Result } from './kernel/result.ts';
import type { Settings } from './kernel/settings.ts';
import type { StatusResource } from './kernel/till-view.ts';
import type { ScreenRole } from './ports.ts';
import { createSession } from './session.ts';
import type { Session, SessionParts } from './session-parts.ts';
import { type LiveAccount, liveAccount, signInKey, trainingAccount } from './settings/credentials.ts';
import { partnerKey } from './settings/partner-key.ts';
import {
  adoptSharedFolder,
  hasLiveData,
  lastService,
  liveFolderName,
  noteService,
  type OtherConnection,
  otherConnections,
  takeLiveFolder,
} from './storage/connection-folders.ts';
import type { Keyring } from './storage/encryption.ts';
import { openHighWater } from './storage/high-water.ts';
import { openInboxFolders } from './storage/inbox-folder.ts';
import type { NoticeBoard } from './storage/notice-board.ts';
import { plainPath } from './storage/outside.ts';
import { keepToOwner } from './storage/owner-only.ts';
import { countWaiting, peekKept } from './storage/peek.ts';
import { sealTaken } from './storage/taken-file.ts';
import { startTraining, type Training } from './training.ts';

/** The connection that is open: a session of training or live, or what stands in until a person has chosen. */
export interface OpenConnection {
  /** What actions on sales work on; why there is none while nobody has chosen. */
  readonly session: Result<SessionContext>;
  readonly windows: WindowContext;
  readonly mode: 'training' | 'live';
  /** Below the data folder; null while nothing is settled. */
  readonly folder: string | null;
  snapshot<Role extends ScreenRole>(role: Role): Snapshot<ViewOf[Role]>;
  status(): StatusResource;
  onChange(listener: (change: Change) => void): () => void;
  /** From now on files in the watched folder are taken. */
  takeFiles(): void;
  /** Sales with something that the live service has not got. */
  waiting(): number;
  refresh(): void;
  settingsChanged(): void;
  wake(): void;
  /** What it is, to be opened once more after it was closed, whatever the settings say by now. */
  readonly choice: Choice;
  /** Takes another way to the same receipts: their files and what is under way stay. False where they are others. */
  swap(choice: Choice): Promise<boolean>;
  /** See `Session`; null where there is no database. */
  keepAside(): string | null;
  /** Lets what is under way end and closes its files; gives the last revision that a window was shown. */
  close(): Promise<number>;
}

export interface ConnectionParts extends WindowSources {
  readonly config: AppConfig;
  readonly dispatch: Dispatch;
  readonly keyring: Keyring;
  readonly installation: string | null;
  readonly computer: SessionParts['computer'];
  readonly onReplaced: SessionParts['onReplaced'];
  readonly notices: NoticeBoard;
  readonly isTrainingForNow: boolean;
  readonly ending: Ending;
  /** What a policy owes: see `chooseConnection`. */
  readonly policy: { readonly isTestOwed: () => boolean; readonly isUnread: () => boolean };
}

/** What is to be open. */
export type Choice =
  | { readonly kind: 'unsettled'; readonly why: UnsettledReason }
  | { readonly kind: 'training' }
  /** `fixed`: whatever becomes of the settings meanwhile, this queue and these tokens go where they belong. */
  | { readonly kind: 'live'; readonly service: Settings['service']; readonly fixed: Partial<ServicePlace> };

/** What the settings say, once it is sure that they say it. Throws ProgramEnds. */
export async function chooseNow(
  parts: Pick<ConnectionParts, 'ports' | 'config' | 'policy' | 'ending' | 'isTrainingForNow'>,
): Promise<Choice> {
  const { ports, config } = parts;
  const { settings } = ports;
  const home = config.homeDir ?? config.dataDir;
  const account = liveAccount(ports.secrets);
  const { service, mode } = settings.current();
  const hasAddresses = service.baseUrl !== '' && service.authUrl !== '';
  if (hasAddresses) {
    await takeOver(parts, home, account).catch((error: unknown) =>
      ports.log.warn('account-of-before-not-taken-over', { error: String(error) }),
    );
  }
  const before = parts.policy.isTestOwed() ? await placeOfBefore(home, account) : null;
  const wasLive = hasLiveData(home) || (await account.exists().catch(() => false));
  // A keychain that was not waited for to the end has said nothing.
  parts.ending.check();
  const choice = chooseConnection({
    mode,
    isModeChosen: settings.isModeChosen(),
    hasAddresses,
    wasLive,
    untested: parts.policy.isTestOwed() ? { before: before !== null } : null,
    isPolicyUnread: parts.policy.isUnread(),
    keychain: config.keychain,
    isTrainingForNow: parts.isTrainingForNow,
  });
  if (choice.kind === 'unsettled') return choice;
  if (choice.kind === 'training') return { kind: 'training' };
  if (choice.kind === 'live') {
    const { baseUrl, authUrl, partnerUrl, clientId, scopeBase } = service;
    return { kind: 'live', service, fixed: { baseUrl, authUrl, partnerUrl, clientId, scopeBase } };
  }
  // Nothing of what nobody has tried: the store neither.
  const fixed = before ?? placeOf(service);
  return { kind: 'live', service: { ...service, ...fixed }, fixed };
}

/** Throws what `createSession` does, and ProgramEnds. */
export async function openChosen(parts: ConnectionParts, choice: Choice): Promise<OpenConnection> {
  if (choice.kind === 'unsettled') return openUnsettled(parts, choice.why);
  parts.notices.settle('connectionUnsettled');
  return choice.kind === 'training' ? openTraining(parts) : openLive(parts, choice);
}

/** How the service was reached last, where the keychain still has the account for it: a shop does not stop for a test. */
async function placeOfBefore(home: string, account: LiveAccount): Promise<ServicePlace | null> {
  const place = lastService(home);
  if (place === null) return null;
  return (await account
    .at(place)
    .stored()
    .catch(() => false))
    ? place
    : null;
}

/**
 * The first start after the version before, whose settings name the connection that everything belonged to. The folder
 * goes first: an end in between leaves the account as it was, and the next start does both.
 */
async function takeOver({ ports }: Pick<ConnectionParts, 'ports'>, home: string, account: LiveAccount): Promise<void> {
  const { service } = ports.settings.current();
  const username = await account.unboundName();
  if (username === null) return;
  adoptSharedFolder(home, service.baseUrl, username);
  await account.bindUnbound(service);
}

function openUnsettled(parts: ConnectionParts, why: UnsettledReason): OpenConnection {
  const { ports, config, notices } = parts;
  const elsewhere = tellOthers(parts, null);
  ports.log.error('connection-unsettled', { why, meaning: unsettledSentences[why] });
  notices.raise('connectionUnsettled', unsettledSentences[why]);
  const unsettled = createUnsettled({
    why,
    settings: ports.settings.current,
    screens: ports.screens,
    version: config.version,
    keyStorage: config.keyStorage,
    notices: notices.current,
    window: windowParts(parts, elsewhere),
  });
  unsettled.windows.refresh();
  const refused: Result<never> = { ok: false, error: unsettled.refusal };
  return {
    session: refused,
    windows: windowContext(parts, { notePainted: () => undefined, refresh: unsettled.windows.refresh }),
    mode: 'live',
    folder: null,
    snapshot: unsettled.windows.snapshot,
    status: unsettled.status,
    onChange: () => () => undefined,
    takeFiles: () => undefined,
    waiting: () => 0,
    refresh: unsettled.windows.refresh,
    settingsChanged: unsettled.windows.refresh,
    wake: () => undefined,
    choice: { kind: 'unsettled', why },
    swap: async () => false,
    keepAside: () => null,
    close: async () => unsettled.windows.rev(),
  };
}

async function openTraining(parts: ConnectionParts): Promise<OpenConnection> {
  const { ports, config } = parts;
  const folder = 'training';
  const path = join(config.dataDir, folder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  keepToOwner(path);
  const vault = trainingAccount(ports.secrets);
  const training = await startTraining({
    ...ports,
    vault,
    extensionKey: ports.settings.current().service.extensionKey,
    stateFile: join(path, 'service.db'),
  });
  const practised = (): Settings => training.withTrainingService(ports.settings.current());
  return plugIn(parts, {
    folder,
    choice: { kind: 'training' },
    way: {
      credentials: vault,
      partnerKey: async () => training.partnerKey,
      settings: practised,
      signInKey: signInKey(practised().service, await usernameOf(vault)),
    },
    training,
    otherWay: async () => null,
  });
}

type LiveChoice = Extract<Choice, { kind: 'live' }>;

async function openLive(parts: ConnectionParts, choice: LiveChoice): Promise<OpenConnection> {
  const { ports, config } = parts;
  const { service } = choice;
  const { username, ...way } = await liveWay(ports, choice);
  parts.ending.check();
  const mine = `${way.signInKey} `;
  const folder = takeLiveFolder(
    config.dataDir,
    { service: placeOf(service), username },
    {
      // Its refresh token says whose it is; without one it belongs to whom the settings name.
      ownsShared: (path) =>
        username === null ||
        (peekKept(join(path, 'receipts.db'), parts.keyring, 'refresh-token')?.startsWith(mine) ?? true),
      nowMs: ports.clock.now(),
    },
  );
  const otherWay: Kind['otherWay'] = async (next) => {
    if (next.kind !== 'live') return null;
    const { username: nextName, ...found } = await liveWay(ports, next);
    if (nextName === null || liveFolderName(next.service.baseUrl, nextName) !== folder) return null;
    noteService(join(config.dataDir, folder), placeOf(next.service), ports.clock.now());
    return found;
  };
  return plugIn(parts, { folder, choice, way, training: null, otherWay });
}

async function liveWay(
  { settings, secrets }: Pick<AppPorts, 'settings' | 'secrets'>,
  { service, fixed }: LiveChoice,
): Promise<Way & { readonly username: string | null }> {
  const credentials = liveAccount(secrets).at(service);
  const username = await usernameOf(credentials);
  return {
    credentials,
    username,
    partnerKey: partnerKey(secrets, service.partnerUrl).get,
    settings() {
      const now = settings.current();
      return { ...now, service: { ...now.service, ...fixed } };
    },
    signInKey: signInKey(service, username),
  };
}

/** How the service is reached, and as whom: what may change while the receipts stay the same. */
type Way = Pick<SessionParts, 'credentials' | 'partnerKey' | 'settings'> & {
  /** Differs when the service account or where it signs in differs: a refresh token is good for one of them only. */
  readonly signInKey: string;
};

interface Kind {
  readonly folder: string;
  readonly choice: Choice;
  readonly way: Way;
  readonly training: Training | null;
  /** Null where the receipts of `choice` are others. */
  readonly otherWay: (choice: Choice) => Promise<Way | null>;
}

async function plugIn(parts: ConnectionParts, kind: Kind): Promise<OpenConnection> {
  const { ports, config, notices } = parts;
  const { folder, training } = kind;
  const mode = kind.choice.kind === 'training' ? 'training' : 'live';
  let { choice, way } = kind;
  keepToOwner(join(config.dataDir, folder));
  const elsewhere = tellOthers(parts, folder);
  const highWater =
    mode === 'live' && config.secretsOutliveRun
      ? await openHighWater(plainPath(join(config.dataDir, folder)), ports)
      : null;
  const sessionParts: SessionParts = {
    ...ports,
    metrics: ports.metrics ?? noMetrics,
    version: config.version,
    desktop: config.desktop ?? null,
    keyStorage: config.keyStorage,
    keyring: parts.keyring,
    keyIsLost: config.keyIsLost === true,
    folder: join(config.dataDir, folder),
    mode,
    settings: () => way.settings(),
    credentials: { get: () => way.credentials.get() },
    partnerKey: () => way.partnerKey(),
    signInKey: () => way.signInKey,
    installation: parts.installation,
    highWater,
    computer: parts.computer,
    onReplaced: parts.onReplaced,
    notices: notices.current,
    window: windowParts(parts, elsewhere),
  };
  let session: Session | null = null;
  const create = (): Session => {
    parts.ending.check();
    return createSession(sessionParts);
  };
  try {
    const created = await whileBusy(ports.clock, create, pausesOfStartMs);
    session = created;
    const start = (): void => {
      parts.ending.check();
      created.start();
    };
    await whileBusy(ports.clock, start, pausesOfStartMs);
  } catch (error) {
    await session?.stop();
    await highWater?.close();
    await training?.simulator.stop();
    throw error;
  }
  const opened = session;
  const inbox: Inbox = createInbox({
    open: () => openInboxFolders(config.dataDir),
    port: folderDoor(parts.dispatch),
    watch: watchFolder(ports.log),
    keepTaken: (bytes) => (ports.settings.current().inbox.keepTaken ? sealTaken(parts.keyring, bytes) : null),
    stuck(reason) {
      if (reason === null) notices.settle('inboxStuck');
      else {
        notices.raise(
          'inboxStuck',
          `Files of the inbox are not taken or cannot be put away (${reason}). What was taken is delivered once all the same; see who may write to the folder inbox and those in it, and whether the disk is full.`,
        );
      }
      opened.windows.refresh();
    },
    clock: ports.clock,
    // Whoever may write into the folder can cause as many refusals as they like.
    log: limitWarnings(ports.log, ports.clock),
  });
  const { windows, context } = opened;
  ports.log.info('connection-opened', { mode, folder });
  return {
    session: done(context),
    windows: windowContext(parts, windows),
    mode,
    folder,
    snapshot: windows.snapshot,
    status: opened.status,
    onChange: opened.onChange,
    takeFiles: inbox.start,
    waiting: () => (mode === 'live' ? (countWaiting(join(config.dataDir, folder, 'receipts.db')) ?? 0) : 0),
    refresh: windows.refresh,
    settingsChanged: opened.settingsChanged,
    wake() {
      opened.wake();
      inbox.look();
    },
    get choice() {
      return choice;
    },
    async swap(next) {
      const found = await kind.otherWay(next);
      if (found === null) return false;
      [choice, way] = [next, found];
      opened.wayChanged();
      ports.log.info('connection-way-changed', { mode, folder });
      return true;
    },
    keepAside: opened.keepAside,
    async close() {
      const rev = windows.rev();
      await inbox.stop();
      await opened.stop();
      await highWater?.close();
      await training?.simulator.stop();
      return rev;
    },
  };
}

/** Receipts of other connections are neither mixed in nor forgotten: they are told until they are gone. */
function tellOthers(
  { ports, config, notices }: ConnectionParts,
  open: string | null,
): () => readonly WaitingElsewhere[] {
  const others = otherConnections(config.homeDir ?? config.dataDir, open);
  notices.settle('otherConnectionWaits');
  for (const { folder, address, waiting } of others) {
    ports.log.warn('other-connection-waits', { folder, address, waiting });
    notices.raise(
      'otherConnectionWaits',
      `${waiting} receipts wait in the folder ${folder} for ${address ?? 'the connection of before'}. They are sent when that address and account are back, and to no other.`,
    );
  }
  const told = others.map(({ address, waiting }: OtherConnection) => ({ address, count: waiting }));
  return () => told;
}

/** A keychain that does not answer is told by the sign-in itself. */
const usernameOf = (credentials: Way['credentials']): Promise<string | null> =>
  credentials.get().then(
    (account) => account?.username ?? null,
    () => null,
  );
