import { commandsOn } from '../commands/action.ts';
import type { CommandInput, CommandOutput } from '../lib/commands.ts';
import { type Connection, endpointOf, type ServiceEndpoint } from '../lib/connection.ts';
import { done, failed, messageOf, type Result, SettingLocked } from '../lib/result.ts';
import type { SystemPorts } from '../ports.ts';
import { testConnection } from '../service/connection-test.ts';
import { probeService, reportAsPage } from '../service/probe.ts';
import type { Credentials, LiveAccount, PartnerVault } from '../settings/credentials.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { isFolderOf } from '../storage/connection-folders.ts';
import { isTestOwed, type VerifiedEndpoint } from './which-connection.ts';

interface ConnectionOfNow {
  readonly mode: 'training' | 'live';
  /** Null while nobody has chosen. */
  readonly folder: string | null;
  /** Sales with something that the live service has not got. */
  waiting(): number;
}

interface ConnectionChangeParts extends Pick<SystemPorts, 'fetch' | 'clock'> {
  readonly settings: SettingsStore;
  readonly account: LiveAccount;
  readonly keychain: 'ok' | 'missing';
  readonly retryKeychain: () => void;
  readonly now: () => ConnectionOfNow | null;
  /** How the service was reached last, as the data folder remembers it; for settings that were lost. */
  readonly lastService: () => ServiceEndpoint | null;
  readonly practise: () => void;
  readonly reconnect: () => Promise<void>;
  readonly tested: VerifiedEndpoint;
  readonly partnerKeyAt: (partnerUrl: string) => Pick<PartnerVault, 'get'>;
  /** The merchant who was registered there, as the service calls it. */
  readonly merchantAt: (partnerUrl: string) => string | undefined;
  readonly saveExport: (name: string, content: string) => Result<{ path: string }>;
  readonly policy: {
    /** It brings the account: nobody types another one. */
    readonly isAccountFixed: () => boolean;
    /** Tests and keeps what the policy still owes. */
    readonly connect: () => Promise<Result<Saved>>;
  };
}

interface Offered {
  readonly account: Credentials | null;
  readonly shopName: string | null;
}

type Tested = CommandOutput<'connection.test'>;
export type Saved = CommandOutput<'connection.save'>;

/** How a change ends that owes no test. */
export const nothingToTest: Result<Saved> = done({ ok: true, steps: [], deviations: [], waiting: null });

/** What the cashier window does about the connection to the service. Nothing goes live before a test that went well. */
export type ConnectionChange = ReturnType<typeof createConnectionChange>;

export function createConnectionChange(parts: ConnectionChangeParts) {
  const { settings, account } = parts;

  /** What is typed, or what is stored for exactly these addresses: a password is never sent to others. */
  const credentialsFor = async (input: CommandInput<'connection.test'>): Promise<Credentials | null> =>
    givenFor(input) ?? (await account.at(input.connection).get());

  let offered: (Offered & { readonly baseUrl: string; readonly authUrl: string }) | null = null;

  const offeredFor = ({ baseUrl, authUrl }: Connection): Offered | null =>
    offered?.baseUrl === baseUrl && offered.authUrl === authUrl ? offered : null;
  const givenFor = ({ credentials, connection }: CommandInput<'connection.test'>): Credentials | null =>
    credentials ?? offeredFor(connection)?.account ?? null;

  async function tryOut(
    { connection }: CommandInput<'connection.test'>,
    credentials: Credentials | null,
  ): Promise<Tested> {
    if (connection.mode === 'training') return { ok: true, steps: [], deviations: [] };
    const { connectTimeoutMs, totalTimeoutMs, tokenScope } = settings.current().service;
    const { ok, steps, deviations } = await testConnection({
      fetch: parts.fetch,
      clock: parts.clock,
      connection: { ...connection, tokenScope },
      credentials,
      timeouts: { connectTimeoutMs, totalTimeoutMs },
    });
    return { ok, steps, deviations };
  }

  async function probe(input: CommandInput<'connection.probe'>): Promise<Result<CommandOutput<'connection.probe'>>> {
    const { connection } = input;
    const refused = refusalOfLock(input);
    if (refused !== null) return refused;
    if (connection.mode === 'training') return failed('wrongState', 'training has its own service');
    const date = new Date(parts.clock.now()).toISOString();
    const { fetch, clock } = parts;
    const { service, partner } = settings.current();
    const { partnerUrl, tokenScope } = service;
    const report = await probeService({
      ...{ fetch, clock, date, credentials: await credentialsFor(input) },
      connection: { ...connection, tokenScope },
      ...(partnerUrl !== '' && {
        partner: {
          settings: { ...service, ...partner },
          key: await parts
            .partnerKeyAt(partnerUrl)
            .get()
            .catch(() => null),
          ...{ externalId: null, userId: input.userId ?? null },
        },
        vendorCustomerId: parts.merchantAt(partnerUrl),
      }),
    });
    const name = `service-${date.slice(0, 19).replaceAll(':', '-')}.html`;
    const saved = parts.saveExport(name, reportAsPage(report, connection.baseUrl));
    return saved.ok ? done({ ...report, path: saved.value.path }) : saved;
  }

  /** How much stays behind when `connection` is opened with this account in place of the one of now. */
  function leftBehind({ mode, baseUrl }: Connection, username: string | null): number {
    const now = parts.now();
    if (now?.folder == null || now.mode === 'training') return 0;
    return mode === 'live' && isFolderOf(now.folder, { baseUrl, username }) ? 0 : now.waiting();
  }

  /** Null: nothing of it is fixed to something else. */
  function refusalOfLock({ connection, credentials }: CommandInput<'connection.test'>): Result<never> | null {
    const { mode, ...service } = connection;
    const locked = settings.contradicts({ mode, service }).map((key) => `/connection/${key.split('.').at(-1)}`);
    if (credentials !== null && parts.policy.isAccountFixed()) locked.push('/credentials');
    if (locked.length === 0) return null;
    const message = 'fixed by the policy of this computer';
    const fields = locked.map((path) => ({ path, code: 'locked', message }));
    return failed('notAllowed', message, fields);
  }

  async function save(input: CommandInput<'connection.save'>): Promise<Result<Saved>> {
    const saved = refusalOfLock(input) ?? (await carryOut(input));
    // The handed account may be in use now: then its file and its notice go.
    if (saved.ok && saved.value.ok && !isTestOwed(settings, parts.tested)) await parts.policy.connect();
    return saved;
  }

  const noKeychain = (): Result<never> | null =>
    parts.keychain === 'missing'
      ? failed('keychainMissing', 'no keychain answers: credentials cannot be kept, only training is possible')
      : null;

  /** For a policy at a start: no app runs yet, and no lock of the policy may refuse the policy itself. */
  async function keepTested(input: CommandInput<'connection.save'>): Promise<Result<Saved>> {
    const refused = noKeychain();
    if (refused !== null) return refused;
    const verdict = await tryOut(input, await credentialsFor(input));
    if (!verdict.ok) return done({ ...verdict, waiting: null });
    const kept = await keepAll(input.connection, givenFor(input));
    return kept.ok ? done({ ...verdict, waiting: null }) : kept;
  }

  async function carryOut(input: CommandInput<'connection.save'>): Promise<Result<Saved>> {
    const refused = noKeychain();
    if (refused !== null) return refused;
    const { connection } = input;
    const credentials = await credentialsFor(input);
    const verdict = await tryOut(input, credentials);
    if (!verdict.ok) return done({ ...verdict, waiting: null });
    const waiting = leftBehind(connection, credentials?.username ?? null);
    if (waiting > 0 && input.keepWaiting !== true) return done({ ...verdict, ok: false, waiting });
    const opened = await openWith(connection, givenFor(input));
    if (!opened.ok) return opened;
    const used = offeredFor(connection);
    if (used !== null) offered = null;
    if (used?.shopName) settings.update({ screen: { shopName: used.shopName } });
    return done({ ...verdict, waiting: null });
  }

  /** Keeps the connection and its account. */
  async function keepAll(connection: Connection, given: Credentials | null): Promise<Result<null>> {
    const { mode, ...service } = connection;
    // Before the account, so that an end in between leaves a connection that accepts sales and finds its account.
    if (mode === 'live') parts.tested.set(service);
    const kept = given !== null && mode === 'live' ? await keep(connection, given) : done(null);
    if (kept.ok) settings.update({ mode, service });
    else parts.tested.set(null);
    return kept;
  }

  /** Keeps the connection and opens it. If it does not open, everything is as it was. */
  async function openWith(connection: Connection, given: Credentials | null): Promise<Result<null>> {
    const before = await keptNow();
    const kept = await keepAll(connection, given);
    if (!kept.ok) return kept;
    try {
      await parts.reconnect();
      return done(null);
    } catch (error) {
      await before.restore();
      const said = messageOf(error);
      const message = `the new connection could not be opened, the one of before goes on: ${said}`;
      return { ok: false, error: { code: 'refused', message, said } };
    }
  }

  /** What is kept of the connection of now; `restore`: a restart must not end where a change could not begin. */
  async function keptNow(): Promise<{ restore: () => Promise<void> }> {
    const { mode, service } = settings.current();
    const place = endpointOf(service);
    const had = await account.at(place).get();
    const isTested = parts.tested.is(place);
    return {
      async restore() {
        parts.tested.set(isTested ? place : null);
        if (had !== null) await keep({ mode, ...place }, had);
        if (settings.contradicts({ mode, service: place }).length === 0) settings.update({ mode, service: place });
      },
    };
  }

  /** Where the environment of the host gives the account, the keychain refuses another. */
  const keep = (connection: Connection, credentials: Credentials): Promise<Result<null>> =>
    account
      .at(connection)
      .set(credentials)
      .catch((error: unknown) => failed('notAllowed', messageOf(error)));

  async function settleLive(): Promise<Result<Saved>> {
    if (isTestOwed(settings, parts.tested)) {
      const connected = await parts.policy.connect();
      return connected.ok && connected.value.ok ? reopened() : connected;
    }
    const connection = liveAsItWas();
    if (!(await isAccountKept(connection))) return save({ connection, credentials: null });
    // The password is kept for these addresses because a test went well: a till that is offline goes on at once.
    const { mode, ...service } = connection;
    settings.update({ mode, service });
    return reopened();
  }

  async function reopened(): Promise<Result<Saved>> {
    await parts.reconnect();
    return nothingToTest;
  }

  const isAccountKept = async (connection: Connection): Promise<boolean> =>
    parts.keychain === 'ok' && (await account.at(connection).stored());

  /** Live as it was: what the settings still say, or what was used last. */
  function liveAsItWas(): Connection {
    const { service } = settings.current();
    const isLost = service.baseUrl === '' || service.authUrl === '';
    return { mode: 'live', ...((isLost ? parts.lastService() : null) ?? endpointOf(service)) };
  }

  return {
    async get(): Promise<Result<CommandOutput<'connection.get'>>> {
      const { mode, service } = settings.current();
      const isUnsettled = parts.now()?.folder === null;
      const connection = isUnsettled ? liveAsItWas() : { mode, ...endpointOf(service) };
      return done({ connection, credentialsStored: await isAccountKept(connection) });
    },
    /** Tries the addresses and the sign-in without keeping anything. */
    test: async (input: CommandInput<'connection.test'>): Promise<Result<Tested>> =>
      refusalOfLock(input) ?? done(await tryOut(input, await credentialsFor(input))),
    /** Walks its routes; the page for its operator lies among the exports. */
    probe,
    save,
    keepTested,
    /** After the settings were lost: live with what is stored, or training on purpose. */
    async settle(mode: Connection['mode']): Promise<Result<Saved>> {
      if (parts.now()?.folder !== null) return failed('wrongState', 'the connection is settled already');
      const locked = settings.contradicts({ mode });
      if (locked.length > 0) throw new SettingLocked(locked);
      if (mode === 'live') return settleLive();
      if (parts.keychain === 'missing') parts.practise();
      else settings.update({ mode });
      return reopened();
    },
    /** What came with a provider's code: for these addresses alone, until they are saved or the program ends. */
    offer: ({ baseUrl, authUrl }: Pick<Connection, 'baseUrl' | 'authUrl'>, given: Offered) => {
      offered = { baseUrl, authUrl, ...given };
    },
    retryKeychain() {
      if (parts.keychain === 'missing') parts.retryKeychain();
    },
  };
}

export const connectionCommands = commandsOn<{ readonly connection: ConnectionChange }>()('program', {
  'connection.get': ({ connection }) => connection.get(),
  'connection.test': ({ connection }, input) => connection.test(input),
  'connection.probe': ({ connection }, input) => connection.probe(input),
  'connection.save': ({ connection }, input) => connection.save(input),
  'connection.settle': {
    // Back to what it was is no change; training sends a day's receipts nowhere.
    locked: (_context, { mode }) => mode === 'training',
    run: ({ connection }, { mode }) => connection.settle(mode),
  },
  'keychain.retry': ({ connection }) => connection.retryKeychain(),
});
