import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startHelper } from './helpers.ts';

export interface KeychainSession {
  /** For the environment of whatever shall use this keychain and no other. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on it takes questions and answers none, as one that asks a person who is not there. Linux only. */
  hold(): void;
  /** It answers again, what was asked meanwhile, too. */
  letGo(): void;
  close(): Promise<void>;
}

/**
 * On macOS the account's default keychain is another one until `close`: a program that finds what an earlier one has left in the
 * account's own would have a person asked, and there is none.
 */
const openOnMac = (folder: string): { close(): Promise<void> } => {
  const security = (...words: readonly string[]): string => execFileSync('security', words, { encoding: 'utf8' });
  const said = (what: string): readonly string[] =>
    [...security(what, '-d', 'user').matchAll(/"(.+)"/g)].map(([, path = '']) => path);
  const [before, listed] = [said('default-keychain'), said('list-keychains')];
  const own = join(folder, 'companion.keychain-db');
  security('create-keychain', '-p', '', own);
  security('set-keychain-settings', own);
  security('unlock-keychain', '-p', '', own);
  security('list-keychains', '-d', 'user', '-s', own);
  security('default-keychain', '-d', 'user', '-s', own);
  return {
    close: async () => {
      security('list-keychains', '-d', 'user', '-s', ...listed);
      security('default-keychain', '-d', 'user', '-s', ...before);
      security('delete-keychain', own);
    },
  };
};

/**
 * A real keychain of its own: on Linux a private D-Bus session and a gnome-keyring that is unlocked with an empty
 * password and keeps its files below `folder`, where the same folder opens the same keychain again; on macOS a file in it.
 * On Windows the system's own is used. `env` is empty but on Linux.
 */
export const openKeychainSession = async (
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<KeychainSession> => {
  if (platform !== 'linux') {
    const nothing = (): void => undefined;
    const { close } = platform === 'darwin' ? openOnMac(folder) : { close: async () => undefined };
    return { env: {}, hold: nothing, letGo: nothing, close };
  }
  // A socket's path holds 107 bytes at most, so it does not go below a folder that may be deep.
  const sockets = mkdtempSync(join(tmpdir(), 'bus-'));
  const data = join(folder, 'keychain');
  mkdirSync(data, { recursive: true, mode: 0o700 });

  const bus = await startHelper('dbus-daemon', [
    '--session',
    '--nofork',
    '--nopidfile',
    '--print-address',
    `--address=unix:path=${join(sockets, 'bus')}`,
  ]);
  const env = { DBUS_SESSION_BUS_ADDRESS: bus.firstOutput, XDG_DATA_HOME: data };
  // It prints where it listens when it has taken its name on the bus.
  const keyring = await startHelper(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${sockets}`],
    { env: { ...process.env, ...env }, input: '\n' },
  ).catch(async (error: unknown) => {
    await bus.end();
    throw error;
  });
  // What it keeps keys in comes after its first words.
  while (!existsSync(join(data, 'keyrings/login.keyring'))) await wait(5);

  return {
    env,
    hold: () => keyring.process.kill('SIGSTOP'),
    letGo: () => keyring.process.kill('SIGCONT'),
    close: async () => {
      keyring.process.kill('SIGCONT');
      await keyring.end();
      await bus.end();
      rmSync(sockets, { recursive: true, force: true });
    },
  };
};

/** Runs `use` with a keychain of its own and closes it afterwards, whatever happens. */
export const withKeychain = async <T>(
  folder: string,
  use: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  const session = await openKeychainSession(folder);
  try {
    return await use(session.env);
  } finally {
    await session.close();
  }
};
