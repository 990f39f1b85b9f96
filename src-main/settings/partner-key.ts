import { createHash } from 'node:crypto';
import { done, failed, type Result } from '../lib/result.ts';
import type { SecretStore } from '../ports.ts';
import type { Credentials } from './credentials.ts';
import { secretMaxBytes, secretProblem } from './secret-stores.ts';

const keyEntry = 'partner/key-at';
const onboardedName = 'onboarding/username-at';
const onboardedPassword = 'onboarding/password-at';

const markLength = 32;
const mostBytes = secretMaxBytes - 1 - markLength - 1;

/** 32 hex characters that stand for the origin of {partner_url}; null while there is none. Its path may change. */
function markOf(partnerUrl: string): string | null {
  const url = URL.parse(partnerUrl);
  return url === null ? null : createHash('sha256').update(`partner ${url.origin}`).digest('hex').slice(0, markLength);
}

const behind = (mark: string | null, kept: string | null): string | null =>
  mark !== null && kept?.startsWith(`${mark} `) ? kept.slice(mark.length + 1) : null;

/** It goes into a header: visible ASCII, without a blank at either end. */
const headerText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function keyFault(key: string): Result<never> | null {
  const tooLong = secretProblem('partnerKey', key, mostBytes);
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
  return key === null ? {} : { [keyEntry]: `${(partnerUrl && markOf(partnerUrl)) ?? 'nowhere'} ${key}` };
}

/**
 * The key of the partner interface, and the credentials that an onboarding has given and nobody has used yet. Both belong
 * to the partner address that they were given for, and are given out for no other: one keychain entry each, the secret
 * behind the mark of its address.
 */
export type PartnerVault = ReturnType<typeof partnerKey>;

export function partnerKey(secrets: SecretStore, partnerUrl: string) {
  const mark = markOf(partnerUrl);
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
  const mark = markOf(partnerUrl);
  return {
    async get(): Promise<Credentials | null> {
      const username = behind(mark, await secrets.get(onboardedName));
      const password = behind(mark, await secrets.get(onboardedPassword));
      return username === null || password === null ? null : { username, password };
    },
    async set({ username, password }: Credentials): Promise<Result<null>> {
      const problem = secretProblem('username', username, mostBytes) ?? secretProblem('password', password, mostBytes);
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
