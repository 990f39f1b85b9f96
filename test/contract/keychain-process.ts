import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SecretStore } from '../../src-main/ports.ts';
import { keychainSecrets } from '../../src-main/settings/secret-stores.ts';

interface KeychainRequest {
  readonly operation: 'get' | 'set' | 'remove';
  readonly account: string;
  readonly secret: string;
}

export type KeychainProcess = ReturnType<typeof startKeychainProcess>;

/** The keychain in another process, because a process reads the address of the session bus only once. */
export const startKeychainProcess = (service: string, env: Readonly<Record<string, string>>) => {
  const child = fork(import.meta.filename, [service], { env: { ...process.env, ...env } });
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

/** Serves the keychain of its environment over the channel of `child_process`. */
function serve(secrets: SecretStore): void {
  process.on('message', async ({ operation, account, secret }: KeychainRequest) => {
    const answer = operation === 'set' ? secrets.set(account, secret) : secrets[operation](account);
    process.send?.(
      await Promise.resolve(answer).then(
        (value) => ({ value: value ?? null }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      ),
    );
  });
  process.on('disconnect', () => process.exit());
}

if (import.meta.main) serve(keychainSecrets(process.argv[2]));
