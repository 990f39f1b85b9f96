import { type AppError, done, type Result } from '../contract/errors.ts';
import type { SecretStore } from '../ports.ts';
import { secretProblem } from './secret-stores.ts';

/** The service account of the receipt service (interface document 5): user name and password, nothing else. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export type CredentialProfile = 'training' | 'live';

export interface CredentialVault {
  /** Null when either half is missing. Rejects when no keychain answers. */
  get(): Promise<Credentials | null>;
  /** `invalid` names the half that does not fit; then nothing is changed. */
  set(credentials: Credentials): Promise<Result<null>>;
  remove(): Promise<void>;
  stored(): Promise<boolean>;
}

/** The keychain's account of one half. Headless maps its environment to the same names. */
export const credentialAccount = (profile: CredentialProfile, half: keyof Credentials): string => `${profile}/${half}`;

/** Credentials of one profile, one keychain entry per secret, so that training never overwrites live. */
export const credentialVault = (secrets: SecretStore, profile: CredentialProfile): CredentialVault => {
  const username = credentialAccount(profile, 'username');
  const password = credentialAccount(profile, 'password');

  const get = async (): Promise<Credentials | null> => {
    const halves = { username: await secrets.get(username), password: await secrets.get(password) };
    return halves.username !== null && halves.password !== null
      ? { username: halves.username, password: halves.password }
      : null;
  };

  return {
    get,
    set: async (credentials) => {
      const problem: AppError | null =
        secretProblem('username', credentials.username) ?? secretProblem('password', credentials.password);
      if (problem !== null) return { ok: false, error: problem };
      // Without a password there are no credentials: a crash half-way never pairs a new name with an old password.
      await secrets.remove(password);
      await secrets.set(username, credentials.username);
      await secrets.set(password, credentials.password);
      return done(null);
    },
    remove: async () => {
      await secrets.remove(password);
      await secrets.remove(username);
    },
    stored: async () => (await get()) !== null,
  };
};
