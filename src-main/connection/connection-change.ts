import { commandsOn } from '../dispatch/dispatch.ts';
import { type Connection, endpointOf } from '../shared/connection.ts';
import { done, failed, messageOf, type Result, SettingLocked } from '../shared/result.ts';
import { createTurns } from '../shared/waiting.ts';
import type { CommandInput, CommandOutput } from '../shared/window-commands.ts';
import { isFolderOf, lastService, liveFolderName } from '../storage/connection-folders.ts';
import type { PolicyConnection } from './policy-connection.ts';
import { nothingToTest, type SaveResult, type TestedConnection, takesEffectNow } from './tested-connection.ts';
import { type AppChoice, type ConnectionParts, isAccountFixed, isTestRequired } from './which-connection.ts';

interface OpenApp {
  readonly mode: 'training' | 'live';
  readonly folder: string;
  readonly waiting: () => number;
  readonly signInAgain: () => void;
}

/** The running app, which a change may replace. Declared here, because features do not import `running-app.ts`. */
interface Running {
  readonly app: () => OpenApp | null;
  readonly choice: () => AppChoice | null;
  readonly isRestarting: () => boolean;
  readonly refusalWhileServing: () => Result<never> | null;
  readonly restart: (next: Restart) => Promise<Result<null>>;
}

/** A change to another data folder. `save` makes it permanent. If the new app does not open, that is undone. */
export interface Restart {
  readonly choice: AppChoice;
  readonly save: () => void;
  /** Called before `save`. The returned function restores the present connection, and is called until it succeeds. */
  readonly restorePoint: () => () => void;
  /** Refuses the change if an app runs by then, because another choice was made meanwhile. */
  readonly isFirst: boolean;
}

interface ConnectionChangeParts extends ConnectionParts {
  readonly testing: TestedConnection;
  readonly policyConnection: PolicyConnection;
  readonly retryKeychain: () => void;
  readonly running: Running;
}

type Input = CommandInput<'connection.save'>;

function refusalOfLock(
  { settings, policy }: Pick<ConnectionParts, 'settings' | 'policy'>,
  { connection, credentials }: CommandInput<'connection.test'>,
): Result<never> | null {
  const { mode, ...service } = connection;
  const locked = settings.contradicts({ mode, service }).map((key) => `/connection/${key.split('.').at(-1)}`);
  if (credentials !== null && isAccountFixed({ policy })) locked.push('/credentials');
  if (locked.length === 0) return null;
  const message = 'This setting is fixed by the policy of this computer.';
  const fields = locked.map((path) => ({ path, code: 'locked', message }));
  return failed('notAllowed', message, fields);
}

/** The number of receipts that a change to this connection would leave in the folder of the open app. */
function leftBehind(app: OpenApp | null, { mode, baseUrl }: Connection, username: string | null): number {
  if (app === null || app.mode === 'training') return 0;
  return mode === 'live' && isFolderOf(app.folder, { baseUrl, username }) ? 0 : app.waiting();
}

/** Whether the data folder stays the same. Then the app keeps running with its receipts and only signs in again. */
function isSameFolder(running: Running, { mode, baseUrl }: Connection, username: string | null): boolean {
  const [app, choice] = [running.app(), running.choice()];
  if (app === null || app.mode !== mode) return false;
  if (choice?.kind !== 'live') return true;
  return !choice.isAsBefore && username !== null && app.folder === liveFolderName(baseUrl, username);
}

export type ConnectionChange = ReturnType<typeof createConnectionChange>;

export function createConnectionChange(parts: ConnectionChangeParts) {
  const { settings, account, testing, running } = parts;
  /** Each change decides by the open app, so none may replace the app during the test of another. */
  const turns = createTurns();

  async function save(input: Input): Promise<Result<SaveResult>> {
    const saved = refusalOfLock(parts, input) ?? testing.noKeychain() ?? (await testAndSave(input));
    // The connection of a policy may now be in use. In that case its account file and its notice are removed.
    if (saved.ok && saved.value.ok && !isTestRequired(settings, parts.tested)) await parts.policyConnection.noteSaved();
    return saved;
  }

  async function testAndSave(input: Input): Promise<Result<SaveResult>> {
    const { connection } = input;
    const credentials = await testing.credentialsFor(input);
    const username = credentials?.username ?? null;
    const isSame = isSameFolder(running, connection, username);
    const served = isSame ? null : running.refusalWhileServing();
    if (served !== null) return served;
    const verdict = await testing.test(input, credentials);
    if (!verdict.ok) return done({ ...verdict, ...takesEffectNow });
    const waiting = leftBehind(running.app(), connection, username);
    if (waiting > 0 && input.keepWaiting !== true) return done({ ...verdict, ...takesEffectNow, ok: false, waiting });
    const opened = await testing.withAccount(input, () =>
      isSame
        ? saveInPlace(connection, username)
        : openInstead(connection, username, () => testing.save(connection, username), false),
    );
    if (!opened.ok) return opened;
    testing.endOffer(connection);
    const { mode, ...service } = connection;
    const overriddenBy = settings.overriddenAtNextStart({ mode, service });
    return done({ ...verdict, waiting: null, overriddenBy });
  }

  /** A new password, sign-in address or store is no change of connection. */
  async function saveInPlace(connection: Connection, username: string | null): Promise<Result<null>> {
    const restore = testing.restorePoint();
    try {
      testing.save(connection, username);
    } catch (error) {
      restore();
      throw error;
    }
    running.app()?.signInAgain();
    return done(null);
  }

  function openInstead(
    connection: Connection,
    username: string | null,
    saveIt: () => void,
    isFirst = true,
  ): Promise<Result<null>> {
    const choice: AppChoice =
      connection.mode === 'training'
        ? { kind: 'training' }
        : { kind: 'live', service: endpointOf(connection), username, isAsBefore: false };
    return running
      .restart({ choice, save: saveIt, restorePoint: testing.restorePoint, isFirst })
      .catch((error: unknown): Result<never> => {
        const verbatim = messageOf(error);
        return { ok: false, error: { code: 'notOpened', message: verbatim, verbatim } };
      });
  }

  async function settleLive(): Promise<Result<SaveResult>> {
    if (isTestRequired(settings, parts.tested)) {
      const connected = await parts.policyConnection.connect();
      if (!connected.ok || !connected.value.ok) return connected;
      const tested: Connection = { mode: 'live', ...endpointOf(settings.current().service) };
      return settled(await openInstead(tested, await usernameAt(tested), () => undefined));
    }
    const connection = liveAsItWas();
    const username = await usernameAt(connection);
    if (username === null) return save({ connection, credentials: null });
    // A successful test stored the password for these addresses, so an offline till continues at once.
    const { mode, ...service } = connection;
    return settled(await openInstead(connection, username, () => settings.update({ mode, service })));
  }

  const settled = (opened: Result<null>): Result<SaveResult> => (opened.ok ? nothingToTest : opened);

  const usernameAt = async (connection: Connection): Promise<string | null> =>
    parts.keychain === 'ok' ? ((await account.at(connection).get())?.username ?? null) : null;

  function liveAsItWas(): Connection {
    const { service } = settings.current();
    const isLost = service.baseUrl === '' || service.authUrl === '';
    return { mode: 'live', ...((isLost ? lastService(parts.homeDir) : null) ?? endpointOf(service)) };
  }

  async function settle(mode: Connection['mode']): Promise<Result<SaveResult>> {
    if (running.app() !== null || running.isRestarting()) return chosenAlready;
    const locked = settings.contradicts({ mode });
    if (locked.length > 0) throw new SettingLocked(locked);
    if (mode === 'live') return settleLive();
    const training: Connection = { mode, ...endpointOf(settings.current().service) };
    // Without a keychain the app is in training until it ends, and the settings do not change.
    const isForNow = parts.keychain === 'missing';
    return settled(await openInstead(training, null, () => void (isForNow || settings.update({ mode }))));
  }

  return {
    async get(): Promise<Result<CommandOutput<'connection.get'>>> {
      const { mode, service } = settings.current();
      const connection = running.app() === null ? liveAsItWas() : { mode, ...endpointOf(service) };
      return done({ connection, credentialsStored: (await usernameAt(connection)) !== null });
    },
    test: async (input: CommandInput<'connection.test'>): Promise<Result<CommandOutput<'connection.test'>>> =>
      refusalOfLock(parts, input) ?? done(await testing.test(input, await testing.credentialsFor(input))),
    save: (input: Input): Promise<Result<SaveResult>> => turns.run(() => save(input)),
    settle: (mode: Connection['mode']): Promise<Result<SaveResult>> => turns.run(() => settle(mode)),
    retryKeychain() {
      if (parts.keychain === 'missing') parts.retryKeychain();
    },
  };
}

export const chosenAlready = failed('wrongState', 'The connection has been chosen already.');

export const connectionCommands = commandsOn<{ readonly connection: ConnectionChange }>()('program', {
  'connection.get': ({ connection }) => connection.get(),
  'connection.test': ({ connection }, input) => connection.test(input),
  'connection.save': ({ connection }, input) => connection.save(input),
  'connection.settle': {
    // Only training needs the PIN, because its receipts reach nobody. Returning to live needs no PIN.
    locked: (_context, { mode }) => mode === 'training',
    run: ({ connection }, { mode }) => connection.settle(mode),
  },
  'keychain.retry': ({ connection }) => connection.retryKeychain(),
});
