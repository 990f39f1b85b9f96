import { type AppError, messageOf } from '../lib/result.ts';
import { within } from '../lib/waiting.ts';
import type { SecretStore, SystemPorts } from '../ports.ts';

/** Windows' Credential Manager holds 2,560 bytes per entry, as UTF-16; below 1,000 bytes a secret fits everywhere. */
export const secretMaxBytes = 1_000;

/** Says why a secret cannot be kept, without showing it; null when it fits. */
export const secretProblem = (name: string, secret: string, mostBytes = secretMaxBytes - 1): AppError | null => {
  const bytes = Buffer.byteLength(secret, 'utf8');
  if (bytes > 0 && bytes <= mostBytes) return null;
  const message = `${name} has ${bytes} bytes; a secret in the keychain has 1 to ${mostBytes}`;
  return { code: 'invalid', message, fields: [{ path: `/${name}`, code: 'length', message }] };
};

const checked = (account: string, secret: string): string => {
  const problem = secretProblem(account, secret);
  if (problem !== null) throw new Error(problem.message);
  return secret;
};

/** keytar is loaded by the first call: a host without its library fails there, and `probe` makes a value of it. */
export const keychainSecrets = (serviceName = 'Receipt Companion'): SecretStore => {
  const keytar = async () => (await import('keytar')).default;
  return {
    get: async (account) => (await keytar()).getPassword(serviceName, account),
    set: async (account, secret) => (await keytar()).setPassword(serviceName, account, checked(account, secret)),
    remove: async (account) => {
      await (await keytar()).deletePassword(serviceName, account);
    },
  };
};

/** Secrets that live as long as the process: practice without a keychain, and tests. */
export const memorySecrets = (): SecretStore => {
  const kept = new Map<string, string>();
  return {
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => {
      kept.set(account, checked(account, secret));
    },
    remove: async (account) => {
      kept.delete(account);
    },
  };
};

/** By account name, over another store: what the environment gives cannot be changed from inside. */
export const environmentSecrets = (
  values: Readonly<Record<string, string | undefined>>,
  beneath: SecretStore,
): SecretStore => {
  const given = (account: string): string | undefined => (Object.hasOwn(values, account) ? values[account] : undefined);
  const refuseGiven = (account: string): void => {
    if (given(account) !== undefined) {
      throw new Error(`${account} comes from the environment of this host and can only be changed there`);
    }
  };
  return {
    get: async (account) => given(account) ?? beneath.get(account),
    set: async (account, secret) => {
      refuseGiven(account);
      await beneath.set(account, secret);
    },
    remove: async (account) => {
      refuseGiven(account);
      await beneath.remove(account);
    },
  };
};

const answerMs = 30_000;

type KeychainState = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** The only proof that a keychain answers and keeps; one that asks its user may take as long as the user does. */
export const probe = async (
  secrets: SecretStore,
  { random, clock }: Pick<SystemPorts, 'random' | 'clock'>,
): Promise<KeychainState> => {
  const account = `probe/${random.uuid()}`;
  const canary = random.uuid();
  const trial = async (): Promise<KeychainState> => {
    await secrets.set(account, canary);
    const read = await secrets.get(account);
    await secrets.remove(account);
    if (read !== canary) return { ok: false, reason: 'the keychain gave back something else than it was given' };
    return (await secrets.get(account)) === null ? { ok: true } : { ok: false, reason: 'the keychain does not remove' };
  };
  const state = trial().catch((error: unknown) => ({ ok: false, reason: messageOf(error) }) as const);
  const silent = { ok: false, reason: `no answer from the keychain within ${answerMs} ms; it may be locked` } as const;
  return (await within(clock, answerMs, state)) ?? silent;
};
