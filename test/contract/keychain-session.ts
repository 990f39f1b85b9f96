import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SecretStore } from '../../src-main/ports.ts';

export interface KeychainSession {
  readonly secrets: SecretStore;
  /** Where the keychain keeps its files; everything this session writes is below. */
  readonly folder: string;
  /** What another program on the same session bus needs in its environment. */
  readonly environment: NodeJS.ProcessEnv;
  end(): Promise<void>;
}

const child = join(import.meta.dirname, 'keychain-child.ts');

/** gnome-keyring on a session bus of its own, unlocked with a password, its files in a temporary folder. */
const withKeyring = [
  'dbus-run-session',
  '--',
  'bash',
  '-c',
  'printf "a password of the session" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"',
  'bash',
];

/** A keychain in another process. `without` has a bus address where nobody answers. */
export const openKeychainSession = async (
  kind: 'with-keyring' | 'without',
  service: string,
): Promise<KeychainSession> => {
  const folder = mkdtempSync(join(tmpdir(), 'keychain-'));
  const runtime = join(folder, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const base = { ...process.env, HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_RUNTIME_DIR: runtime };
  const environment = kind === 'without' ? { ...base, DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/nobody` } : base;

  const [command = '', ...args] = [...(kind === 'without' ? [] : withKeyring), process.execPath, child, service];
  const running = spawn(command, args, { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(running, 'exit');
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();

  const hear = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the keychain session ended: ${command} ${String(running.exitCode)}`);
    return JSON.parse(value);
  };
  const bus = String((await hear()).bus);

  let turn: Promise<unknown> = Promise.resolve();
  const ask = (verb: string, account: string, secret = ''): Promise<unknown> => {
    const answer = turn.then(async () => {
      running.stdin.write(`${JSON.stringify({ verb, account, secret })}\n`);
      const { value, error } = await hear();
      if (typeof error === 'string') throw new Error(error);
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
    folder,
    environment: { ...environment, DBUS_SESSION_BUS_ADDRESS: bus },
    end: async () => {
      close(running);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const close = (running: ChildProcess): void => {
  running.stdin?.end();
};
