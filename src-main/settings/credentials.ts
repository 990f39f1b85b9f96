import { createHash } from 'node:crypto';
import type { SecretStore } from '../ports.ts';
import type { Credentials } from '../service/tokens.ts';
import { jsonOf, listOf } from '../shared/json.ts';
import { done, failed, type Result } from '../shared/result.ts';
import { createTurns } from '../shared/waiting.ts';
import { secretMaxBytes, secretProblem } from './secret-stores.ts';

export type { Credentials };

interface SignInPlace {
  readonly authUrl: string;
  readonly baseUrl: string;
}

/** Each account is one entry, so that no user name exists with the password of another. */
const liveEntry = 'live/account';
/** The account of a connection that is about to be saved. The live account stays until it is saved. */
const nextEntry = 'live/next-account';
const onboardingEntry = 'onboarding/account';

/** 32 hex characters for these addresses, without the service's path, and for a user. Null: an address is missing. */
export function endpointMark({ authUrl, baseUrl }: SignInPlace, username = ''): string | null {
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
const markedMaxBytes = secretMaxBytes - 1 - markLength - 1;
const usernameMaxBytes = 640;

/** Identifies the address of a secret without revealing it. It is stored in front of the secret. */
export const endpointHash = (place: string): string =>
  createHash('sha256').update(place).digest('hex').slice(0, markLength);

/** A keychain entry that is valid for the address with this mark only. Null: no address is set. */
const entryAt = (secrets: SecretStore, name: string, mark: string | null) => ({
  async get(): Promise<string | null> {
    const stored = await secrets.get(name);
    return mark !== null && stored?.startsWith(`${mark} `) ? stored.slice(mark.length + 1) : null;
  },
  async set(secret: string, noPlace: string): Promise<Result<null>> {
    if (mark === null) return failed('notConfigured', noPlace);
    await secrets.set(name, `${mark} ${secret}`);
    return done(null);
  },
  remove: (): Promise<void> => secrets.remove(name),
});

/** The environment's secret as a keychain entry, valid for this address only. */
const givenEntry = (mark: string | null, secret: string): string => `${mark ?? 'nowhere'} ${secret}`;

const accountText = ({ username, password }: Credentials): string => JSON.stringify([username, password]);

function accountIn(text: string | null): Credentials | null {
  const [username, password] = listOf(jsonOf(text ?? ''));
  return typeof username === 'string' && typeof password === 'string' ? { username, password } : null;
}

/** The environment's account as keychain entries. Empty if there is none. */
export function envAccount(
  credentials: Credentials | null,
  place: SignInPlace | null,
): Readonly<Record<string, string | undefined>> {
  if (credentials === null) return {};
  return {
    [liveEntry]: givenEntry(place && endpointMark(place), accountText(credentials)),
    // Keeps another account from being prepared beside the one from the environment.
    [nextEntry]: '',
  };
}

function accountAt(secrets: SecretStore, name: string, mark: string | null, noPlace: string) {
  const entry = entryAt(secrets, name, mark);
  const get = async (): Promise<Credentials | null> => accountIn(await entry.get());
  return {
    get,
    stored: async (): Promise<boolean> => (await get()) !== null,
    /** `invalid` names the wrong value, and nothing is changed. */
    async set(given: Credentials): Promise<Result<null>> {
      const besides = Buffer.byteLength(accountText({ ...given, password: '' }));
      const password = JSON.stringify(given.password).slice(1, -1);
      const problem =
        secretProblem('username', given.username, usernameMaxBytes) ??
        secretProblem('password', password, markedMaxBytes - besides);
      return problem === null ? entry.set(accountText(given), noPlace) : { ok: false, error: problem };
    },
    remove: entry.remove,
  };
}

/** The live account belongs to one address and is used for no other. */
export type LiveAccount = ReturnType<typeof liveAccount>;

/**
 * `isSaved` tells whether the saved connection is of this user, because a crash may leave a prepared account of another
 * user at the same address. Absent: a prepared account counts.
 */
export function liveAccount(secrets: SecretStore, isSaved: (username: string) => boolean = () => true) {
  /** Each change writes several entries of the keychain, so changes must not run at the same time. */
  const turns = createTurns();
  const noPlace = 'An account belongs to an address, and none is set. Enter the address first.';
  const liveAt = (place: SignInPlace) => accountAt(secrets, liveEntry, endpointMark(place), noPlace);
  const nextAt = (place: SignInPlace) => accountAt(secrets, nextEntry, endpointMark(place), noPlace);
  return {
    at(place: SignInPlace) {
      const [live, next] = [liveAt(place), nextAt(place)];
      /** The account of a user whom `fits` accepts. A prepared account comes first, because its password is newer. */
      async function of(fits: (username: string) => boolean): Promise<Credentials | null> {
        const prepared = await next.get();
        if (prepared !== null && fits(prepared.username)) return prepared;
        const stored = await live.get();
        return stored !== null && fits(stored.username) ? stored : null;
      }
      /** The account of the saved connection. */
      async function get(): Promise<Credentials | null> {
        const prepared = await next.get();
        return prepared !== null && isSaved(prepared.username) ? prepared : live.get();
      }
      return {
        of,
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
    /** Prepares the new account. After a crash before the save the old connection still has its account. */
    prepare: (place: SignInPlace, given: Credentials): Promise<Result<null>> =>
      turns.run(() => nextAt(place).set(given)),
    /** Adopts the prepared account if its connection was saved, and removes it otherwise. */
    settle: (place: SignInPlace): Promise<void> =>
      turns.run(async () => {
        if (!(await secrets.get(nextEntry))) return;
        const next = nextAt(place);
        const given = await next.get();
        if (given !== null && isSaved(given.username)) await liveAt(place).set(given);
        await next.remove();
      }),
    /** The user name of the stored account, whatever its address is. */
    async name(): Promise<string | null> {
      const stored = (await secrets.get(liveEntry)) ?? '';
      return accountIn(stored.slice(stored.indexOf(' ') + 1))?.username ?? null;
    },
    exists: async (): Promise<boolean> => (await secrets.get(liveEntry)) !== null,
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
  const tooLong = secretProblem('partnerKey', key, markedMaxBytes);
  if (tooLong !== null) return { ok: false, error: tooLong };
  if (headerText.test(key)) return null;
  const message =
    'The partner key is sent in a header. Expected visible ASCII characters without a blank at either end.';
  return failed('invalid', message, [{ path: '/partnerKey', code: 'format', message }]);
}

/** The environment's partner key as a keychain entry. Empty if there is none. */
export const envPartnerKey = (
  key: string | null,
  partnerUrl: string | null,
): Readonly<Record<string, string | undefined>> =>
  key === null ? {} : { [keyEntry]: givenEntry(partnerMark(partnerUrl ?? ''), key) };

export type PartnerVault = ReturnType<typeof partnerKey>;

export function partnerKey(secrets: SecretStore, partnerUrl: string) {
  const entry = entryAt(secrets, keyEntry, partnerMark(partnerUrl));
  return {
    ...entry,
    set: async (key: string): Promise<Result<null>> =>
      keyFault(key) ?? entry.set(key, 'Set the address of the partner interface before its key.'),
  };
}

/** The account of a merchant during the onboarding. The current account stays in use until a test of it succeeds. */
export const onboardedAccount = (secrets: SecretStore, partnerUrl: string) =>
  accountAt(
    secrets,
    onboardingEntry,
    partnerMark(partnerUrl),
    'The credentials belong to a partner address, and none is set. Enter the address first.',
  );
