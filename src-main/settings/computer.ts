import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Random, SecretStore, SystemPorts } from '../ports.ts';
import { pause } from '../shared/waiting.ts';
import { textOfFile } from '../storage/file-modes.ts';

export interface Computer {
  /** 16 hexadecimal digits, the same at every start. Null: the system gave no id, but it may be the same computer. */
  readonly id: string | null;
  /** The folder with this computer's record of its databases, outside every data folder. */
  readonly stateDir: string;
}

type AskProgram = (program: string, args: readonly string[]) => string;

interface System {
  readonly platform?: NodeJS.Platform;
  readonly ask?: AskProgram;
  readonly folder?: string;
}

/** Hashes the system's id and, except on macOS, the host name, which differs between containers. */
export function thisComputer(
  stateDir: string,
  { platform = process.platform, ask = askProgram, folder }: System = {},
): Computer {
  const system = systemId(platform, ask, folder);
  if (system === null) return { id: null, stateDir };
  const facts = [platform, system, platform === 'darwin' ? '' : hostname()];
  return { id: createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16), stateDir };
}

/** The system's id. Null: the system did not answer. Empty: this Linux has no id, so the other facts must suffice. */
function systemId(platform: NodeJS.Platform, ask: AskProgram, folder?: string): string | null {
  if (platform === 'win32') {
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    return answerOf(
      ask,
      programOfWindows('reg.exe', folder),
      ['query', key, '/v', 'MachineGuid', '/reg:64'],
      /MachineGuid\s+REG_SZ\s+(\S+)/,
    );
  }
  if (platform === 'darwin') {
    return answerOf(ask, '/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], /"IOPlatformUUID" = "([^"]+)"/);
  }
  return (textOfFile('/etc/machine-id')?.trim() || textOfFile('/var/lib/dbus/machine-id')?.trim()) ?? '';
}

/** Asks for the kernel's own name of the folder, because the environment could name a folder with other programs. */
export function windowsFolder(realPath: (path: string) => string = realpathSync.native): string {
  try {
    return realPath('\\\\?\\GLOBALROOT\\SystemRoot');
  } catch {
    return 'C:\\Windows';
  }
}

/** Returns the full path, because a bare name would start a file in the working folder. */
export const programOfWindows = (name: string, folder = windowsFolder()): string => `${folder}\\System32\\${name}`;

/** The id from a program of the system. Null on any failure: it may be forbidden, or too slow during a sign-in. */
function answerOf(ask: AskProgram, program: string, args: readonly string[], id: RegExp): string | null {
  try {
    return id.exec(ask(program, args))?.[1] ?? null;
  } catch {
    return null;
  }
}

export const askProgram = (
  program: string,
  args: readonly string[],
  more: Pick<ExecFileSyncOptionsWithStringEncoding, 'env' | 'timeout'> = { timeout: 5_000 },
): string =>
  execFileSync(program, args, { ...more, encoding: 'utf8', windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] });

const installationAccount = 'installation';

/** The id is only in the keychain, so a copied folder is another installation. Rejects without a keychain. */
const loadInstallation = async (secrets: SecretStore, random: Random): Promise<string> => {
  const stored = await secrets.get(installationAccount);
  if (stored !== null) return stored;
  const made = random.uuid();
  await secrets.set(installationAccount, made);
  return made;
};

const askAgainMs = 2_000;
/** The attempts last five minutes, because a person may have to open the keychain first. */
const maxAttempts = 150;

/** Waits for a locked keychain for five minutes, or until `isOver`. Then it rejects. */
export async function awaitInstallation(
  secrets: SecretStore,
  { random, clock, log, isOver }: Pick<SystemPorts, 'random' | 'clock' | 'log'> & { isOver: () => boolean },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadInstallation(secrets, random);
    } catch (error) {
      if (attempt === 1) log.warn('keychain-answer-delayed', { error: String(error) });
      if (attempt === maxAttempts || isOver()) throw error;
    }
    await pause(clock, askAgainMs);
  }
}
