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
  return markOf(JSON.stringify([`${signIn.origin}${signIn.pathname}${signIn.search}`, base.origin, username]));
}

/** Names the service account and where it signs in without showing either (interface document 5): a refresh token is good for one. */
export function signInKey(
  { authUrl, clientId, scopeBase }: Readonly<Record<'authUrl' | 'clientId' | 'scopeBase', string>>,
  username: string | null,
): string {
  return markOf(JSON.stringify([authUrl, clientId, scopeBase, username ?? ''])).slice(0, 16);
}

const markLength = 32;
const passwordMaxBytes = secretMaxBytes - 1 - markLength - 1;

/** Stands for an address in front of a secret that belongs to it, without showing it. */
export const markOf = (place: string): string => createHash('sha256').update(place).digest('hex').slice(0, markLength);

/** The secret that is kept behind this mark; null where another one, or none, stands before it. */
const behind = (mark: string | null, kept: string | null): string | null =>
  mark !== null && kept?.startsWith(`${mark} `) ? kept.slice(mark.length + 1) : null;

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
        const mark = name === null ? null : endpointMark(place, name);
        const password = behind(mark, await secrets.get(boundPassword));
        return name === null || password === null ? null : { username: name, password };
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
  const [nameEntry, passwordEntry] = [usernameOf('training'), passwordOf('training')];
  return {
    async get() {
      const [username, password] = [await secrets.get(nameEntry), await secrets.get(passwordEntry)];
      return username === null || password === null ? null : { username, password };
    },
    async set(credentials) {
      const problem = credentialProblem(credentials, secretMaxBytes - 1);
      if (problem !== null) return { ok: false, error: problem };
      await secrets.remove(passwordEntry);
      await secrets.set(nameEntry, credentials.username);
      await secrets.set(passwordEntry, credentials.password);
      return done(null);
    },
  };
}

const credentialProblem = ({ username, password }: Credentials, passwordBytes: number): AppError | null =>
  secretProblem('username', username) ?? secretProblem('password', password, passwordBytes);

const keyEntry = 'partner/key-at';
const onboardedName = 'onboarding/username-at';
const onboardedPassword = 'onboarding/password-at';

/** Stands for the origin of {partner_url}; null while there is none. Its path may change. */
function partnerMark(partnerUrl: string): string | null {
  const url = URL.parse(partnerUrl);
  return url === null ? null : markOf(`partner ${url.origin}`);
}

/** It goes into a header: visible ASCII, without a blank at either end. */
const headerText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function keyFault(key: string): Result<never> | null {
  const tooLong = secretProblem('partnerKey', key, passwordMaxBytes);
  if (tooLong !== null) return { ok: false, error: tooLong };
  if (headerText.test(key)) return null;
  const message = 'the partner key goes into a header: expected visible ASCII characters, no blank at either end';
  return failed('invalid', message, [{ path: '/partnerKey', code: 'format', message }]);
}

/** What the environment of a host gives, as the keychain would hold it: good for this address alone; null: for none. */
export function givenPartnerKey(
  key: string | null,
  partnerUrl: string | null,
): Readonly<Record<string, string | undefined>> {
  return key === null ? {} : { [keyEntry]: `${(partnerUrl && partnerMark(partnerUrl)) ?? 'nowhere'} ${key}` };
}

/**
 * The key of the partner interface, and the credentials that an onboarding has given and nobody has used yet. Both belong
 * to the partner address that they were given for, and are given out for no other: one keychain entry each, the secret
 * behind the mark of its address.
 */
export type PartnerVault = ReturnType<typeof partnerKey>;

export function partnerKey(secrets: SecretStore, partnerUrl: string) {
  const mark = partnerMark(partnerUrl);
  return {
    /** Null when there is none for this address. Rejects when no keychain answers. */
    get: async (): Promise<string | null> => behind(mark, await secrets.get(keyEntry)),
    /** `invalid` says what does not fit; then nothing is changed. */
    async set(key: string): Promise<Result<null>> {
      const fault = keyFault(key);
      if (fault !== null) return fault;
      if (mark === null) return failed('notConfigured', 'a partner key belongs to an address, and none is set');
      await secrets.set(keyEntry, `${mark} ${key}`);
      return done(null);
    },
    remove: (): Promise<void> => secrets.remove(keyEntry),
  };
}

/** Credentials of a merchant who is being onboarded: kept apart from the account in use until a test went well. */
export type OnboardedVault = ReturnType<typeof onboardedAccount>;

export function onboardedAccount(secrets: SecretStore, partnerUrl: string) {
  const mark = partnerMark(partnerUrl);
  return {
    async get(): Promise<Credentials | null> {
      const username = behind(mark, await secrets.get(onboardedName));
      const password = behind(mark, await secrets.get(onboardedPassword));
      return username === null || password === null ? null : { username, password };
    },
    async set({ username, password }: Credentials): Promise<Result<null>> {
      const problem =
        secretProblem('username', username, passwordMaxBytes) ?? secretProblem('password', password, passwordMaxBytes);
      if (problem !== null) return { ok: false, error: problem };
      if (mark === null) return failed('notConfigured', 'the credentials belong to a partner address, and none is set');
      // Without a password there are no credentials: an end half-way never pairs a new name with an old password.
      await secrets.remove(onboardedPassword);
      await secrets.set(onboardedName, `${mark} ${username}`);
      await secrets.set(onboardedPassword, `${mark} ${password}`);
      return done(null);
    },
    async remove(): Promise<void> {
      await secrets.remove(onboardedPassword);
      await secrets.remove(onboardedName);
    },
  };
}
