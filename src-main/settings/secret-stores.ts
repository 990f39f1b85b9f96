import type { SecretStore, SystemPorts } from '../ports.ts';
import { type AppError, messageOf } from '../shared/result.ts';
import { within } from '../shared/waiting.ts';

/** Windows' Credential Manager holds 2,560 bytes per entry, as UTF-16; below 1,000 bytes a secret fits everywhere. */
export const secretMaxBytes = 1_000;

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

/** The first call loads keytar. On a host without its library the call fails, and `probeStore` reports that. */
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

/** Secrets that end with the process: for training without a keychain, and for tests. */
export const memorySecrets = (): SecretStore => {
  const secrets = new Map<string, string>();
  return {
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      secrets.set(account, checked(account, secret));
    },
    remove: async (account) => {
      secrets.delete(account);
    },
  };
};

/** Puts the environment's secrets in front of another store. The app cannot change them. */
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
/** A call that does not return blocks one of Node's four threads that also read files and look up names. */
const mostSilent = 2;

/** Limits the waiting time for the keychain. A keychain that asks its user may answer later. */
export function withLimit(store: SecretStore, clock: SystemPorts['clock']): SecretStore {
  let silent = 0;
  async function inTime<T>(call: () => Promise<T>): Promise<T> {
    if (silent >= mostSilent) throw new Error('The keychain does not return. Unlock the keychain, then start again.');
    const answer = call().then((value) => ({ value }));
    const returned = await within(clock, answerMs, answer);
    if (returned !== undefined) return returned.value;
    silent += 1;
    const isBack = (): void => {
      silent -= 1;
    };
    answer.then(isBack, isBack);
    throw new Error(`The keychain did not answer within ${answerMs} ms. It may be locked.`);
  }
  return {
    get: (account) => inTime(() => store.get(account)),
    set: (account, secret) => inTime(() => store.set(account, secret)),
    remove: (account) => inTime(() => store.remove(account)),
  };
}

type KeychainState = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export async function probeStore(secrets: SecretStore, random: SystemPorts['random']): Promise<KeychainState> {
  const account = `probe/${random.uuid()}`;
  const canary = random.uuid();
  try {
    await secrets.set(account, canary);
    const read = await secrets.get(account);
    await secrets.remove(account);
    if (read !== canary) return { ok: false, reason: 'the keychain returned another value than the stored one' };
    return (await secrets.get(account)) === null
      ? { ok: true }
      : { ok: false, reason: 'the keychain did not remove a test value' };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}
