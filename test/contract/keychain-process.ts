import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SecretStore } from '../../src-main/ports.ts';

export interface KeychainProcess {
  readonly secrets: SecretStore;
  end(): Promise<void>;
}

/** The keychain in another process, because a process reads the address of the session bus only once. */
export const startKeychainProcess = (service: string, env: Readonly<Record<string, string>>): KeychainProcess => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'keychain-child.ts'), service], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  let turn: Promise<unknown> = Promise.resolve();
  const ask = (verb: string, account: string, secret = ''): Promise<unknown> => {
    const answer = turn.then(async () => {
      child.stdin.write(`${JSON.stringify({ verb, account, secret })}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error('the process with the keychain ended');
      const { value, error }: Answer = JSON.parse(line.value);
      if (error !== undefined) throw new Error(error);
      return value;
    });
    turn = answer.catch(() => undefined);
    return answer;
  };

  return {
    secrets: {
      get: async (account) => {
        const value = await ask('get', account);
        return typeof value === 'string' ? value : null;
      },
      set: async (account, secret) => {
        await ask('set', account, secret);
      },
      remove: async (account) => {
        await ask('remove', account);
      },
    },
    end: async () => {
      child.stdin.end();
      await exited;
    },
  };
};

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}
