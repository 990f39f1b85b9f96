import { createHash } from 'node:crypto';
import { type AppError, done, failed, type Result } from '../lib/result.ts';
import type { SecretStore } from '../ports.ts';
import { secretMaxBytes, secretProblem } from './secret-stores.ts';

/** The service account of the receipt service (interface document 5): user name and password, nothing else. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Where an account is used: the password goes to the one address, what it opens to the other. */
interface SignInPlace {
  readonly authUrl: string;
  readonly baseUrl: string;
}

export interface CredentialVault {
  /** Null when none are stored for this place. Rejects when no keychain answers. */
  get(): Promise<Credentials | null>;
  /** `invalid` names the half that does not fit; then nothing is changed. */
  set(credentials: Credentials): Promise<Result<null>>;
  remove(): Promise<void>;
  stored(): Promise<boolean>;
}

const usernameOf = (profile: 'training' | 'live'): string => `${profile}/username`;
const passwordOf = (profile: 'training' | 'live'): string => `${profile}/password`;
/** The password behind the mark of its place: one entry, so that neither can be had without the other. */
const boundPassword = 'live/password-at';

/**
 * 32 hex characters that stand for user, sign-in address and the service's origin; null while an address is missing. A
 * path of the service may change without a new password, another origin or another sign-in address may not.
 */
export function endpointMark({ authUrl, baseUrl }: SignInPlace, username: string): string | null {
  const [signIn, base] = [URL.parse(authUrl), URL.parse(baseUrl)];
  if (signIn === null || base === null) return null;
  const parts = [`${signIn.origin}${signIn.pathname}${signIn.search}`, base.origin, username];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, markLength);
}

/** Names the service account and where it signs in without showing either (interface document 5): a refresh token is good for one. */
export function signInKey(
  { authUrl, clientId, scopeBase }: Readonly<Record<'authUrl' | 'clientId' | 'scopeBase', string>>,
  username: string | null,
): string {
  const parts = [authUrl, clientId, scopeBase, username ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

const markLength = 32;
const passwordMaxBytes = secretMaxBytes - 1 - markLength - 1;

/** What the environment of a host gives, as the keychain would hold it: good for this place alone; null: for none. */
export function givenAccount(
  credentials: Credentials | null,
  place: SignInPlace | null,
): Readonly<Record<string, string | undefined>> {
  if (credentials === null) return {};
  const { username, password } = credentials;
  return {
    [usernameOf('live')]: username,
    [boundPassword]: `${(place && endpointMark(place, username)) ?? 'nowhere'} ${password}`,
  };
}

/** The live account, which belongs to one place and is given out for no other. */
export type LiveAccount = ReturnType<typeof liveAccount>;

export function liveAccount(secrets: SecretStore) {
  const username = usernameOf('live');
  const unbound = passwordOf('live');

  return {
    at(place: SignInPlace): CredentialVault {
      const get = async (): Promise<Credentials | null> => {
        const name = await secrets.get(username);
        const kept = await secrets.get(boundPassword);
        const mark = name === null ? null : endpointMark(place, name);
        if (name === null || kept === null || mark === null || !kept.startsWith(`${mark} `)) return null;
        return { username: name, password: kept.slice(mark.length + 1) };
      };
      return {
        get,
        async set(credentials) {
          const problem = credentialProblem(credentials, passwordMaxBytes);
          if (problem !== null) return { ok: false, error: problem };
          const mark = endpointMark(place, credentials.username);
          if (mark === null) return failed('notConfigured', 'an account belongs to an address, and none is set');
          // Without a password there are no credentials: a crash half-way never pairs a new name with an old password.
          await secrets.remove(unbound);
          await secrets.remove(boundPassword);
          await secrets.set(username, credentials.username);
          await secrets.set(boundPassword, `${mark} ${credentials.password}`);
          return done(null);
        },
        async remove() {
          for (const account of [unbound, boundPassword, username]) await secrets.remove(account);
        },
        stored: async () => (await get()) !== null,
      };
    },
    /** The user name, wherever the account belongs; null where there is none. */
    name: (): Promise<string | null> => secrets.get(username),
    /** Whether there is one at all, wherever it belongs. */
    exists: async (): Promise<boolean> =>
      (await secrets.get(username)) !== null &&
      ((await secrets.get(boundPassword)) !== null || (await secrets.get(unbound)) !== null),
    /** The user name of an account that a version before kept without its place; null when there is none. */
    async unboundName(): Promise<string | null> {
      const isUnbound = (await secrets.get(unbound)) !== null && (await secrets.get(boundPassword)) === null;
      return isUnbound ? secrets.get(username) : null;
    },
    /** Such an account gets this place, once. */
    async bindUnbound(place: SignInPlace): Promise<void> {
      const [name, password] = [await secrets.get(username), await secrets.get(unbound)];
      const mark = name === null ? null : endpointMark(place, name);
      if (mark === null || password === null || (await secrets.get(boundPassword)) !== null) return;
      // First the new entry: an end in between leaves both, and only the bound one is ever read.
      await secrets.set(boundPassword, `${mark} ${password}`);
      await secrets.remove(unbound);
    },
  };
}

/** The account of the embedded service, made by the app itself; it never leaves this computer. */
export function trainingAccount(secrets: SecretStore): Pick<CredentialVault, 'get' | 'set'> {
  const [username, password] = [usernameOf('training'), passwordOf('training')];
  return {
    async get() {
      const halves = { username: await secrets.get(username), password: await secrets.get(password) };
      return halves.username === null || halves.password === null
        ? null
        : { username: halves.username, password: halves.password };
    },
    async set(credentials) {
      const problem = credentialProblem(credentials, secretMaxBytes - 1);
      if (problem !== null) return { ok: false, error: problem };
      await secrets.remove(password);
      await secrets.set(username, credentials.username);
      await secrets.set(password, credentials.password);
      return done(null);
    },
  };
}

const credentialProblem = ({ username, password }: Credentials, passwordBytes: number): AppError | null =>
  secretProblem('username', username) ?? secretProblem('password', password, passwordBytes);
