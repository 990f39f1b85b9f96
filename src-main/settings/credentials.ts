import { createHash } from 'node:crypto';
import type { SecretStore } from '../ports.ts';
import type { Credentials } from '../service/tokens.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { createTurns } from '../shared/waiting.ts';
import { secretMaxBytes, secretProblem } from './secret-stores.ts';

export type { Credentials };

interface SignInPlace {
  readonly authUrl: string;
  readonly baseUrl: string;
}

const liveName = 'live/username';
/** One entry contains the mark of the address and the password, so that neither exists without the other. */
const boundPassword = 'live/password-at';
/** The account of a connection that is about to be opened. The live account stays until it is open. */
const nextName = 'live/next-username';
const nextPassword = 'live/next-password-at';

/** 32 hex characters for the account at these addresses, without the service's path. Null: an address is missing. */
export function endpointMark({ authUrl, baseUrl }: SignInPlace, username: string): string | null {
  const [signIn, base] = [URL.parse(authUrl), URL.parse(baseUrl)];
  if (signIn === null || base === null) return null;
  return endpointHash(JSON.stringify([`${signIn.origin}${signIn.pathname}${signIn.search}`, base.origin, username]));
}

/** A refresh token is valid for one account and its sign-in address (receipt-service.md 5). */
export function signInKey(
  { authUrl, clientId, scopeBase }: Readonly<Record<'authUrl' | 'clientId' | 'scopeBase', string>>,
  username: string | null,
): string {
  return endpointHash(JSON.stringify([authUrl, clientId, scopeBase, username ?? ''])).slice(0, 16);
}

const markLength = 32;
const passwordMaxBytes = secretMaxBytes - 1 - markLength - 1;

/** Identifies the address of a secret without revealing it. It is stored in front of the secret. */
export const endpointHash = (place: string): string =>
  createHash('sha256').update(place).digest('hex').slice(0, markLength);

/** The secret after this mark, or the whole text if the mark is empty. Null if it has another mark or none. */
function behind(mark: string | null, stored: string | null): string | null {
  if (mark === '') return stored;
  return mark !== null && stored?.startsWith(`${mark} `) ? stored.slice(mark.length + 1) : null;
}

/** The environment's account as a keychain entry, valid for this address only. Empty if there is none. */
export function envAccount(
  credentials: Credentials | null,
  place: SignInPlace | null,
): Readonly<Record<string, string | undefined>> {
  if (credentials === null) return {};
  const { username, password } = credentials;
  return {
    [liveName]: username,
    [boundPassword]: `${(place && endpointMark(place, username)) ?? 'nowhere'} ${password}`,
    // These entries keep another account from being prepared beside the one from the environment.
    [nextName]: '',
    [nextPassword]: '',
  };
}

/** The two keychain entries of an account, and the marks of its address in front of their values. */
interface Entries {
  readonly name: string;
  readonly password: string;
  /** The mark of the name. Empty: stored without a mark. Null: no address is set, so nothing can be stored. */
  readonly nameMark: string | null;
  readonly markFor: (username: string) => string | null;
  readonly noPlace: string;
}

export type CredentialVault = ReturnType<typeof vaultOf>;

function vaultOf(secrets: SecretStore, { name, password, nameMark, markFor, noPlace }: Entries) {
  async function get(): Promise<Credentials | null> {
    const username = behind(nameMark, await secrets.get(name));
    const secret = username === null ? null : behind(markFor(username), await secrets.get(password));
    return username === null || secret === null ? null : { username, password: secret };
  }
  return {
    get,
    /** `invalid` names the wrong value, and nothing is changed. */
    async set(given: Credentials): Promise<Result<null>> {
      const mark = markFor(given.username);
      const problem =
        secretProblem('username', given.username, nameMark === '' ? secretMaxBytes - 1 : passwordMaxBytes) ??
        secretProblem('password', given.password, passwordMaxBytes);
      if (problem !== null) return { ok: false, error: problem };
      if (nameMark === null || mark === null) return failed('notConfigured', noPlace);
      // Removed first, so that an interruption never combines a new name with an old password.
      await secrets.remove(password);
      await secrets.set(name, nameMark === '' ? given.username : `${nameMark} ${given.username}`);
      await secrets.set(password, `${mark} ${given.password}`);
      return done(null);
    },
    async remove(): Promise<void> {
      await secrets.remove(password);
      await secrets.remove(name);
    },
    stored: async (): Promise<boolean> => (await get()) !== null,
  };
}

const liveEntries = (place: SignInPlace): Entries => ({
  name: liveName,
  password: boundPassword,
  nameMark: '',
  markFor: (username) => endpointMark(place, username),
  noPlace: 'An account belongs to an address, and none is set. Enter the address first.',
});

const nextAccount = (secrets: SecretStore, place: SignInPlace): CredentialVault =>
  vaultOf(secrets, { ...liveEntries(place), name: nextName, password: nextPassword });

/** The live account belongs to one address and is used for no other. */
export type LiveAccount = ReturnType<typeof liveAccount>;

export function liveAccount(secrets: SecretStore) {
  /** Each change writes several entries of the keychain, so changes must not run at the same time. */
  const turns = createTurns();
  const liveAt = (place: SignInPlace): CredentialVault => vaultOf(secrets, liveEntries(place));
  return {
    at(place: SignInPlace) {
      const [live, next] = [liveAt(place), nextAccount(secrets, place)];
      const get = async (): Promise<Credentials | null> => (await next.get()) ?? live.get();
      return {
        get,
        stored: async () => (await get()) !== null,
        set: (given: Credentials): Promise<Result<null>> =>
          turns.run(async () => {
            const saved = await live.set(given);
            if (saved.ok) await next.remove();
            return saved;
          }),
      };
    },
    /** Prepares the new account. After a crash before `adopt` the old connection still has its account. */
    prepare: (place: SignInPlace, given: Credentials): Promise<Result<null>> =>
      turns.run(() => nextAccount(secrets, place).set(given)),
    adopt: (place: SignInPlace): Promise<void> =>
      turns.run(async () => {
        const next = nextAccount(secrets, place);
        const given = await next.get();
        if (given !== null && (await liveAt(place).set(given)).ok) await next.remove();
      }),
    discard: (place: SignInPlace): Promise<void> => turns.run(nextAccount(secrets, place).remove),
    name: (): Promise<string | null> => secrets.get(liveName),
    exists: async (): Promise<boolean> =>
      (await secrets.get(liveName)) !== null && (await secrets.get(boundPassword)) !== null,
  };
}

const keyEntry = 'partner/key-at';

/** Identifies the origin of the partner address, whose path may change. Null without an address. */
function partnerMark(partnerUrl: string): string | null {
  const url = URL.parse(partnerUrl);
  return url === null ? null : endpointHash(`partner ${url.origin}`);
}

/** The key is sent in a header: visible ASCII, without a space at either end. */
const headerText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function keyFault(key: string): Result<never> | null {
  const tooLong = secretProblem('partnerKey', key, passwordMaxBytes);
  if (tooLong !== null) return { ok: false, error: tooLong };
  if (headerText.test(key)) return null;
  const message =
    'The partner key is sent in a header. Expected visible ASCII characters without a blank at either end.';
  return failed('invalid', message, [{ path: '/partnerKey', code: 'format', message }]);
}

/** The environment's partner key as a keychain entry, valid for this address only. Empty if there is none. */
export function envPartnerKey(
  key: string | null,
  partnerUrl: string | null,
): Readonly<Record<string, string | undefined>> {
  return key === null ? {} : { [keyEntry]: `${(partnerUrl && partnerMark(partnerUrl)) ?? 'nowhere'} ${key}` };
}

export type PartnerVault = ReturnType<typeof partnerKey>;

export function partnerKey(secrets: SecretStore, partnerUrl: string) {
  const mark = partnerMark(partnerUrl);
  return {
    get: async (): Promise<string | null> => behind(mark, await secrets.get(keyEntry)),
    async set(key: string): Promise<Result<null>> {
      const fault = keyFault(key);
      if (fault !== null) return fault;
      if (mark === null) return failed('notConfigured', 'Set the address of the partner interface before its key.');
      await secrets.set(keyEntry, `${mark} ${key}`);
      return done(null);
    },
    remove: (): Promise<void> => secrets.remove(keyEntry),
  };
}

/** The account of a merchant during the onboarding. The current account stays in use until a test of it succeeds. */
export function onboardedAccount(secrets: SecretStore, partnerUrl: string): CredentialVault {
  const mark = partnerMark(partnerUrl);
  return vaultOf(secrets, {
    name: 'onboarding/username-at',
    password: 'onboarding/password-at',
    nameMark: mark,
    markFor: () => mark,
    noPlace: 'The credentials belong to a partner address, and none is set. Enter the address first.',
  });
}
