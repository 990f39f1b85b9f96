import { isDeepStrictEqual } from 'node:util';
import { testConnection } from '../service/connection-test.ts';
import type { Credentials } from '../settings/credentials.ts';
import { type Connection, endpointOf } from '../shared/connection.ts';
import { done, failed, messageOf, type Result } from '../shared/result.ts';
import type { Settings } from '../shared/settings.ts';
import type { CommandInput, CommandOutput } from '../shared/window-commands.ts';
import type { ConnectionParts } from './which-connection.ts';

interface Offered {
  readonly account: Credentials | null;
  readonly shopName: string | null;
}

type Input = CommandInput<'connection.test'>;
type Tested = CommandOutput<'connection.test'>;
export type SaveResult = CommandOutput<'connection.save'>;

/** No sales wait for the current account, and no option of the command line overrides the saved values. */
export const takesEffectNow = { waiting: null, overriddenBy: [] };

export const nothingToTest: Result<SaveResult> = done({ ok: true, steps: [], deviations: [], ...takesEffectNow });

/** Tests addresses and sign-in of a connection, and stores them after success. It does not restart the app. */
export type TestedConnection = ReturnType<typeof createTestedConnection>;

export function createTestedConnection(parts: ConnectionParts) {
  const { settings, account, fetch, clock, log, tested } = parts;
  let offered: (Offered & Pick<Connection, 'baseUrl' | 'authUrl'>) | null = null;

  const offeredFor = ({ baseUrl, authUrl }: Connection): Offered | null =>
    offered?.baseUrl === baseUrl && offered.authUrl === authUrl ? offered : null;

  const givenFor = ({ credentials, connection }: Input): Credentials | null =>
    credentials ?? offeredFor(connection)?.account ?? null;

  /**
   * The typed credentials, or the stored ones of exactly these addresses, because a password is never sent elsewhere.
   */
  const credentialsFor = async (input: Input): Promise<Credentials | null> =>
    givenFor(input) ?? (await account.at(input.connection).get());

  async function test({ connection }: Input, credentials: Credentials | null): Promise<Tested> {
    if (connection.mode === 'training') return { ok: true, steps: [], deviations: [] };
    const { connectTimeoutMs, totalTimeoutMs, tokenScope } = settings.current().service;
    const tried = { ...connection, tokenScope, connectTimeoutMs, totalTimeoutMs };
    return testConnection({ fetch, clock, connection: tried, credentials });
  }

  const noKeychain = (): Result<never> | null =>
    parts.keychain === 'missing' ? failed('keychainMissing', 'Without a keychain only training is possible.') : null;

  /** If the keychain refuses, the prepared account is settled at the next start. Until then the record decides. */
  const settleAccount = (): Promise<void> =>
    account
      .settle(settings.current().service)
      .catch((error: unknown) => log.warn('account-not-adopted', { error: String(error) }));

  /**
   * Stores the given account for the connection that `change` saves. After a failure the present account stays: the
   * disk may take the old settings back only later, so the prepared account is not settled before the next use.
   */
  async function withAccount(input: Input, change: () => Promise<Result<null>>): Promise<Result<null>> {
    const { connection } = input;
    const given = givenFor(input);
    if (given === null || connection.mode === 'training') return change();
    // If the environment of the host provides the account, storing another one rejects. An account that the keychain
    // refused to adopt is settled first, because the given one takes its place.
    const stored = await account
      .settle(settings.current().service)
      .then(() => account.prepare(connection, given))
      .catch((error: unknown) => failed('notAllowed', messageOf(error)));
    if (!stored.ok) return stored;
    const changed = await change();
    if (changed.ok) await settleAccount();
    return changed;
  }

  function restorePoint(): () => void {
    const presentOf = ({ mode, service, screen }: Settings) => ({
      mode,
      service: endpointOf(service),
      screen: { shopName: screen.shopName },
    });
    const before = presentOf(settings.current());
    const restoreTested = tested.restorePoint();
    return () => {
      // If the disk did not take the change, it would not take this either.
      const isSame = isDeepStrictEqual(presentOf(settings.current()), before);
      if (!isSame && settings.contradicts(before).length === 0) settings.update(before);
      // Last, as in `save` it is first: the account of the settings is used unless both agree.
      restoreTested();
    };
  }

  function save(connection: Connection, username: string | null): void {
    const { mode, ...service } = connection;
    if (mode === 'live') tested.set(service, username);
    const shopName = offeredFor(connection)?.shopName;
    settings.update({ mode, service, ...(shopName && { screen: { shopName } }) });
  }

  return {
    credentialsFor,
    test,
    noKeychain,
    settleAccount,
    withAccount,
    restorePoint,
    save,
    /**
     * Saves the tested connection of a policy at a start: no app runs yet, and the locks of the policy do not apply to
     * the policy itself.
     */
    async keepTested(input: Input): Promise<Result<SaveResult>> {
      const refused = noKeychain();
      if (refused !== null) return refused;
      const credentials = await credentialsFor(input);
      const verdict = await test(input, credentials);
      if (!verdict.ok) return done({ ...verdict, ...takesEffectNow });
      const saved = await withAccount(input, async () => {
        save(input.connection, credentials?.username ?? null);
        return done(null);
      });
      return saved.ok ? done({ ...verdict, ...takesEffectNow }) : saved;
    },
    /** Offers the values of a set-up code or a policy for these addresses only, until they are saved or the app ends. */
    offer({ baseUrl, authUrl }: Pick<Connection, 'baseUrl' | 'authUrl'>, given: Offered): void {
      offered = { baseUrl, authUrl, ...given };
    },
    endOffer(connection: Connection): void {
      if (offeredFor(connection) !== null) offered = null;
    },
  };
}
