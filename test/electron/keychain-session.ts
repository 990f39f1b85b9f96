import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startHelper } from './helpers.ts';

export interface KeychainSession {
  readonly env: Readonly<Record<string, string>>;
  /** From now on the keychain accepts requests without answering, as if it waited for a person. Linux only. */
  hold(): void;
  /** Answers again, including earlier requests. */
  release(): void;
  close(): Promise<void>;
}

/**
 * Replaces the account's default keychain on macOS until `close`. If the program found entries of an earlier test in
 * the account's own keychain, the system would ask a person.
 */
const openOnMac = (folder: string): { close(): Promise<void> } => {
  const security = (...words: readonly string[]): string => execFileSync('security', words, { encoding: 'utf8' });
  const paths = (what: string): readonly string[] =>
    [...security(what, '-d', 'user').matchAll(/"(.+)"/g)].map(([, path = '']) => path);
  const [before, listed] = [paths('default-keychain'), paths('list-keychains')];
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
 * A real keychain of its own. On Linux it is a private D-Bus session with a gnome-keyring, which is unlocked with an
 * empty password and keeps its files in `folder`. On macOS it is a file in the folder. On Windows it is the system's
 * keychain. On Linux, the same folder opens the same keychain again. Only Linux needs variables in `env`.
 */
export const openKeychainSession = async (folder: string): Promise<KeychainSession> => {
  if (process.platform !== 'linux') {
    const nothing = (): void => undefined;
    const { close } = process.platform === 'darwin' ? openOnMac(folder) : { close: async () => undefined };
    return { env: {}, hold: nothing, release: nothing, close };
  }
  // A socket's path has at most 107 bytes, so the folder must not be deep.
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
  // The keyring prints its address after it has registered on the bus.
  const keyring = await startHelper(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${sockets}`],
    { env: { ...process.env, ...env }, input: '\n' },
  ).catch(async (error: unknown) => {
    await bus.end();
    throw error;
  });
  // The keyring's storage is ready shortly after its first output.
  while (!existsSync(join(data, 'keyrings/login.keyring'))) await wait(5);

  return {
    env,
    hold: () => keyring.process.kill('SIGSTOP'),
    release: () => keyring.process.kill('SIGCONT'),
    close: async () => {
      keyring.process.kill('SIGCONT');
      await keyring.end();
      await bus.end();
      rmSync(sockets, { recursive: true, force: true });
    },
  };
};
