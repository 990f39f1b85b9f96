import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeychainSession {
  /** For the environment of whatever shall use this keychain and no other. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  await ended(child);
};

/** The first text that a child prints, or an error when it ends before. */
const firstOutput = (child: ChildProcess, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('error', (error) => reject(new Error(`${name} does not start: ${error.message}`)));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
  });

/**
 * A real keychain of its own on Linux: a private D-Bus session and a gnome-keyring that is unlocked with an empty
 * password and keeps its files below `folder`. The same folder opens the same keychain again. Elsewhere the system's own
 * is used and `env` is empty.
 */
export const openKeychainSession = async (folder: string): Promise<KeychainSession> => {
  if (process.platform !== 'linux') return { env: {}, close: async () => undefined };
  // A socket's path holds 107 bytes at most, so it does not go below a folder that may be deep.
  const sockets = mkdtempSync(join(tmpdir(), 'bus-'));
  const data = join(folder, 'keychain');
  mkdirSync(data, { recursive: true, mode: 0o700 });

  const bus = spawn(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', '--print-address', `--address=unix:path=${join(sockets, 'bus')}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const address = await firstOutput(bus, 'dbus-daemon');
  const env = { DBUS_SESSION_BUS_ADDRESS: address, XDG_DATA_HOME: data };

  const keyring = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${sockets}`],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } },
  );
  keyring.stdin?.end('\n');
  // It prints where it listens when it has taken its name on the bus.
  await firstOutput(keyring, 'gnome-keyring-daemon');

  return {
    env,
    close: async () => {
      await end(keyring);
      await end(bus);
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
