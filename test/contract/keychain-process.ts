import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SecretStore } from '../../src-main/ports.ts';

export interface KeychainRequest {
  readonly operation: 'get' | 'set' | 'remove';
  readonly account: string;
  readonly secret: string;
}

export type KeychainProcess = ReturnType<typeof startKeychainProcess>;

/** The keychain in another process, because a process reads the address of the session bus only once. */
export const startKeychainProcess = (service: string, env: Readonly<Record<string, string>>) => {
  const child = fork(join(import.meta.dirname, 'keychain-child.ts'), [service], { env: { ...process.env, ...env } });
  const exited = once(child, 'exit');

  let turn: Promise<unknown> = Promise.resolve();
  const ask = (operation: KeychainRequest['operation'], account: string, secret = ''): Promise<string | null> => {
    const answer = turn.then(async () => {
      child.send({ operation, account, secret } satisfies KeychainRequest);
      const ended = exited.then(() => [{ error: 'the process with the keychain ended', value: null }]);
      const [{ error, value }] = await Promise.race([once(child, 'message'), ended]);
      if (error !== undefined) throw new Error(error);
      return value;
    });
    turn = answer.catch(() => undefined);
    return answer;
  };

  return {
    secrets: {
      get: (account) => ask('get', account),
      set: async (account, secret) => void (await ask('set', account, secret)),
      remove: async (account) => void (await ask('remove', account)),
    } satisfies SecretStore,
    end: async () => {
      child.disconnect();
      await exited;
    },
  };
};
